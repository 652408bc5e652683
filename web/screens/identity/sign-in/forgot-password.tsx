import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { forgotPassword } from '#contract/identity/mailed-links.ts'
import { emailField } from '#contract/identity/fields.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const email = z.pipe(
  z.string().check(z.trim(), z.minLength(1, { error: 'Please enter your email address' })),
  emailField,
)

/** /forgot-password: asks for the address, then says the same whether or not an account exists (S070, S071, D19). */
export default function ForgotPassword() {
  const [isSent, setSent] = useState(false)
  useStepFocus(isSent ? 'sent' : 'form')
  if (isSent) return <CheckYourEmail onAgain={() => setSent(false)} />
  return (
    <FormPage title="Forgot your password?" description="We'll email you a link to set a new one.">
      <Card>
        <CallForm
          call={forgotPassword}
          words={{ email: { autoComplete: 'username' } }}
          checks={{ email }}
          submit="Send Reset Link"
          pendingText="Sending…"
          look={{ size: 'touch', wide: true }}
          done={() => setSent(true)}
        />
      </Card>
      <BackToSignIn />
    </FormPage>
  )
}

function CheckYourEmail({ onAgain }: { onAgain: () => void }) {
  return (
    <FormPage title="Check Your Email">
      <Card>
        <div className="flex gap-4">
          <MailCheck aria-hidden className="size-6 shrink-0 text-success" />
          <div className="flex flex-col gap-2">
            <p className="text-lg">If an account with this email exists, a password reset link has been sent.</p>
            <p className="text-muted">
              The link works once, for one hour. If you don't see it, check your spam folder.
            </p>
          </div>
        </div>
        <Button variant="secondary" wide size="touch" className="mt-6" onClick={onAgain}>
          Send Another Email
        </Button>
      </Card>
      <BackToSignIn />
    </FormPage>
  )
}

function BackToSignIn() {
  return (
    <p className="mt-6 text-center">
      <TextLink href={paths.login()}>Back to sign in</TextLink>
    </p>
  )
}
