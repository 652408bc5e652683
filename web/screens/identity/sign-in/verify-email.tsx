import { CircleCheck, Mail } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { emailLink, verifyEmail } from '#contract/identity/mailed-links.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LinkCard, linkIcon, MailedLink } from '#web/screens/frame/mailed-link.tsx'

const invalid = {
  text: 'This link is invalid or has expired. You can still use Luna.',
  href: paths.home(),
  label: 'Continue to Luna',
}

/** /verify-email: confirms the address of a mailed token when its reader presses the button (D24, D201). */
export default function VerifyEmail() {
  return (
    <MailedLink read={(token) => query(emailLink, { params: { token } })} invalid={invalid}>
      {(link, token) => <Address {...link} token={token} />}
    </MailedLink>
  )
}

function Address({ email, isChange, isReached, token }: Answer<typeof emailLink> & { token: string }) {
  const [isConfirmed, setConfirmed] = useState(false)
  useStepFocus(String(isConfirmed))
  const confirm = useCall(verifyEmail, {
    done: () => setConfirmed(true),
  })
  if (isConfirmed || isReached) return <Reached {...{ email, isChange }} isNew={isConfirmed} />
  return (
    <LinkCard
      title={isChange ? 'Change your email' : 'Confirm your email'}
      icon={<Mail aria-hidden className={classes(linkIcon, 'text-muted')} />}
      actions={
        <Button
          wide
          size="touch"
          pending={confirm.isPending}
          pendingText="Confirming…"
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {isChange ? 'Use This Address' : 'Confirm Address'}
        </Button>
      }
    >
      {isChange ? `Use ${email} for your account from now on?` : `Is ${email} your address?`}
    </LinkCard>
  )
}

/** Shown after the press, and at a second opening, by a person or by a program that checks mails. */
function Reached({ email, isChange, isNew }: { email: string; isChange: boolean; isNew: boolean }) {
  const changed = isNew
    ? `Your email is now ${email}. Use it to sign in from now on.`
    : `Your email is already ${email}.`
  const confirmed = isNew ? 'Thank you. Your email address is confirmed.' : 'Your address is already confirmed.'
  return (
    <LinkCard
      title={isChange ? 'Email changed' : 'Email confirmed'}
      icon={<CircleCheck aria-hidden className={classes(linkIcon, 'text-success')} />}
      actions={
        <LinkButton href={paths.home()} wide size="touch">
          Continue to Luna
        </LinkButton>
      }
    >
      {isChange ? changed : confirmed}
    </LinkCard>
  )
}
