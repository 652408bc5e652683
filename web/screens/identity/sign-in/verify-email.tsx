import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { emailLink, verifyEmail } from '#contract/identity/mailed-links.ts'
import type { Answer } from '#contract/call.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { signInFailures } from './toasts.ts'

/** /verify-email: confirms the address of a mailed token when its reader presses the button (D24, D201). */
export default function VerifyEmail() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <VerifyWithToken token={token} /> : <InvalidLink />}
    </>
  )
}

function VerifyWithToken({ token }: { token: string }) {
  const read = useQuery(query(emailLink, { params: { token } }))
  const [isConfirmed, setConfirmed] = useState(false)
  useStepFocus(isConfirmed ? 'confirmed' : read.status)
  if (read.isPending) return <PageSpinner label="Checking your link…" />
  if (read.isError) {
    const isRefused = read.error instanceof ApiError && read.error.status === 400
    return isRefused ? <InvalidLink /> : <LoadError what="this link" failed={read} />
  }
  if (isConfirmed || read.data.isReached) return <Reached {...read.data} isNew={isConfirmed} />
  return <Confirm {...read.data} token={token} onConfirmed={() => setConfirmed(true)} />
}

type Link = Answer<typeof emailLink>

interface ConfirmProps extends Link {
  token: string
  onConfirmed: () => void
}

function Confirm({ email, isChange, token, onConfirmed }: ConfirmProps) {
  const confirm = useCall(verifyEmail, {
    failed: signInFailures.verifyEmail,
    done: async () => {
      await refreshMe()
      onConfirmed()
    },
  })
  return (
    <Page title={isChange ? 'Change your email' : 'Confirm your email'} width="form">
      <Card>
        <p className="text-lg break-words">
          {isChange ? `Use ${email} for your account from now on?` : `Is ${email} your address?`}
        </p>
        <Button
          wide
          size="touch"
          className="mt-6"
          pending={confirm.isPending}
          pendingText="Confirming…"
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {isChange ? 'Use This Address' : 'Confirm Address'}
        </Button>
      </Card>
    </Page>
  )
}

/** Shown after the press, and at a second opening, by a person or by a program that checks mails. */
function Reached({ email, isChange, isNew }: Link & { isNew: boolean }) {
  const changed = isNew
    ? `Your email is now ${email}. Use it to sign in from now on.`
    : `Your email is already ${email}.`
  const confirmed = isNew ? 'Thank you. Your email address is confirmed.' : 'Your address is already confirmed.'
  return (
    <Page title={isChange ? 'Email changed' : 'Email confirmed'} width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          <span className="min-w-0 break-words">{isChange ? changed : confirmed}</span>
        </p>
        <LinkButton href={paths.home()} wide size="touch" className="mt-6">
          Continue to Luna
        </LinkButton>
      </Card>
    </Page>
  )
}

function InvalidLink() {
  return (
    <Page title="Invalid Link" description="This link is invalid or has expired. You can still use Luna." width="form">
      <LinkButton href={paths.home()} size="touch">
        Continue to Luna
      </LinkButton>
    </Page>
  )
}
