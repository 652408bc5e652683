import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { type loginWithCode, login } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { useMe } from '#web/client/me.ts'
import { resolveNext } from './next-path.ts'
import { beginSession } from '#web/client/session.ts'
import { signInSuccesses, signInFailures } from './toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { CodeStep } from './code-step.tsx'
import { ownTimeZone } from '#contract/dates.ts'
import { readableAddress } from '#contract/identity/typed-text.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { CookieNote } from '../cookie-note.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** /login: continues to the page that was asked for, or to / (S061-S063, D2, D4); asks for a code in between (D27). */
export default function Login() {
  const [search] = useSearchParams()
  /** The email whose password was correct; null before. */
  const [email, setEmail] = useState<string | null>(null)
  if (useMe()) return <Redirect to={resolveNext(search.get('next'), location.origin)} replace />
  if (email !== null) return <CodeStep email={email} onSignedIn={begin} onBack={() => setEmail(null)} />
  return <PasswordStep onSignedIn={begin} onCodeAsked={setEmail} />
}

async function begin({ isRestored, ...user }: Answer<typeof loginWithCode>): Promise<void> {
  if (isRestored) showToast(signInSuccesses.accountRestored)
  await beginSession(user)
}

interface Props {
  onSignedIn: (signedIn: Answer<typeof loginWithCode>) => Promise<void>
  onCodeAsked: (email: string) => void
}

/** Email and password. */
function PasswordStep({ onSignedIn, onCodeAsked }: Props) {
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
