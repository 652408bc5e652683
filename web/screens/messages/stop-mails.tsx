import { useQuery } from '@tanstack/react-query'
import { BellOff, MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { stoppableMails } from '#contract/messages/mail-kinds.ts'
import { mailStop, stopMails } from '#contract/messages/mail-stops.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { messageFailures } from './toasts.ts'

/** /mails/stop: stops mails of one kind with the link in each of them, without signing in (D193). */
export default function StopMails() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <WithToken token={token} /> : <InvalidLink />}
    </>
  )
}

function WithToken({ token }: { token: string }) {
  const read = useQuery(query(mailStop, { query: { token } }))
  const change = useCall(stopMails, { failed: messageFailures.stopMails })
  useStepFocus(change.data ? `stopped: ${change.data.isStopped}` : read.status)
  if (read.isPending) return <PageSpinner label="Checking your link…" />
  if (read.isError) {
    const isRefused = read.error instanceof ApiError && read.error.status === 400
    return isRefused ? <InvalidLink /> : <LoadError what="this link" failed={read} />
  }
  const set = (isStopped: boolean) => void change.submit({ body: { token, isStopped } })
  const wasStopped = change.data === undefined && read.data.isStopped
  return <Choice {...(change.data ?? read.data)} wasStopped={wasStopped} pending={change.isPending} onSet={set} />
}

interface ChoiceProps extends Answer<typeof mailStop> {
  /** Whether the mails had been stopped before this page was opened. */
  wasStopped: boolean
  pending: boolean
  onSet: (isStopped: boolean) => void
}

function Choice({ kind, isStopped, wasStopped, pending, onSet }: ChoiceProps) {
  const mails = stoppableMails[kind]
  const Icon = isStopped ? BellOff : MailCheck
  return (
    <Page title={isStopped ? 'Emails Stopped' : 'Stop these emails?'} width="form">
      <Card>
        <p role="status" className="flex gap-3 text-lg">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
          <span className="min-w-0">
            {isStopped
              ? `You ${wasStopped ? 'have already stopped' : 'no longer get'} ${mails}.`
              : `We send you ${mails}.`}
          </span>
        </p>
        <Button
          variant={isStopped ? 'secondary' : 'primary'}
          wide
          size="touch"
          className="mt-6"
          pending={pending}
          onClick={() => onSet(!isStopped)}
        >
          {isStopped ? 'Send Them Again' : 'Stop Emails'}
        </Button>
      </Card>
    </Page>
  )
}

function InvalidLink() {
  return (
    <Page
      title="Invalid Link"
      description="This link is invalid or has expired. Please use the one in your latest email."
      width="form"
    >
      <LinkButton href={paths.home()} size="touch">
        Continue to Luna
      </LinkButton>
    </Page>
  )
}
