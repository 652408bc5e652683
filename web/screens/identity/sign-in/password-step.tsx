import { login, type loginWithCode } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { ownTimeZone } from '#contract/dates.ts'
import { readableAddress } from '#contract/identity/typed-text.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { CookieNote } from '../cookie-note.tsx'
import { signInFailures } from './toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

interface Props {
  onSignedIn: (signedIn: Answer<typeof loginWithCode>) => Promise<void>
  onCodeAsked: (email: string) => void
}

/** Email and password. */
export function PasswordStep({ onSignedIn, onCodeAsked }: Props) {
  const signIn = useCall(login, {
    failed: signInFailures.signIn,
    advice: { invalid_credentials: { password: 'Check your email and password, or reset your password.' } },
    done: (answer, { body }) =>
      'twoFactorRequired' in answer ? onCodeAsked(readableAddress(body.email)) : onSignedIn(answer),
  })
  return (
    <FormPage title="Sign in" description="Welcome back. Your agents are ready to talk.">
      <CookieNote />
      <Card>
        <Form
          schema={bodyOf(login)}
          onSubmit={(body) => signIn.submit({ body: { ...body, timeZone: ownTimeZone() } })}
          className="flex flex-col gap-4"
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" required />
          <PasswordField name="password" label="Password" autoComplete="current-password" required />
          <SubmitButton wide size="touch" pendingText="Signing in…">
            Sign In
          </SubmitButton>
          <p className="text-center">
            <TextLink href={paths.forgotPassword()}>Forgot your password?</TextLink>
          </p>
        </Form>
      </Card>
      <p className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-muted">
        <span>
          New here? <TextLink href={paths.register()}>Create an account</TextLink>
        </span>
        <TextLink href={paths.home()}>Back to home</TextLink>
      </p>
    </FormPage>
  )
}
