import { BellOff, MailCheck } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { stoppableMails } from '#contract/messages/mail-kinds.ts'
import { mailStop, stopMails } from '#contract/messages/mail-stops.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { LinkCard, linkIcon, MailedLink } from '#web/screens/frame/mailed-link.tsx'

const invalid = {
  text: 'This link is invalid or has expired. Please use the one in your latest email.',
  href: paths.home(),
  label: 'Continue to Luna',
}

/** /mails/stop: stops mails of one kind with the link in each of them, without signing in (D193). */
export default function StopMails() {
  return (
    <MailedLink read={(token) => query(mailStop, { query: { token } })} invalid={invalid}>
      {(found, token) => <Choice found={found} token={token} />}
    </MailedLink>
  )
}

function Choice({ found, token }: { found: Answer<typeof mailStop>; token: string }) {
  const change = useCall(stopMails)
  const { kind, isStopped } = change.data ?? found
  useStepFocus(change.data ? String(isStopped) : 'found')
  const mails = stoppableMails[kind]
  const Icon = isStopped ? BellOff : MailCheck
  return (
    <LinkCard
      title={isStopped ? 'Emails Stopped' : 'Stop these emails?'}
      icon={<Icon aria-hidden className={classes(linkIcon, 'text-muted')} />}
      actions={
        <Button
          variant={isStopped ? 'secondary' : 'primary'}
          wide
          size="touch"
          pending={change.isPending}
          onClick={() => void change.submit({ body: { token, isStopped: !isStopped } })}
        >
          {isStopped ? 'Send Them Again' : 'Stop Emails'}
        </Button>
      }
    >
      {isStopped ? `You ${change.data ? 'no longer get' : 'have already stopped'} ${mails}.` : `We send you ${mails}.`}
    </LinkCard>
  )
}
