import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { loginWithCode, login } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { useMe } from '#web/client/me.ts'
import { resolveNext } from './next-path.ts'
import { beginSession } from '#web/client/session.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { ownTimeZone } from '#contract/dates.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { CookieNote } from '../cookie-note.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { CodeField, type CodeKind, otherKind } from '#web/screens/identity/code-field.tsx'
import { Button } from '#web/kit/button.tsx'

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
  if (isRestored) {
    const description = "Your account was scheduled for deletion. You signed in, so we're keeping it."
    showToast({ title: 'Welcome Back', description, tone: 'success' })
  }
  await beginSession(user)
}

interface Props {
  onSignedIn: (signedIn: Answer<typeof loginWithCode>) => Promise<void>
  onCodeAsked: (email: string) => void
}

/** Email and password. */
function PasswordStep({ onSignedIn, onCodeAsked }: Props) {
  return (
    <FormPage title="Sign in" description="Welcome back. Your agents are ready to talk.">
      <CookieNote />
      <Card>
        <CallForm
          call={login}
          words={{ email: { autoComplete: 'username' } }}
          toBody={(body) => ({ ...body, timeZone: ownTimeZone() })}
          advice={{ invalid_credentials: { password: 'Check your email and password, or reset your password.' } }}
          submit="Sign In"
          pendingText="Signing in…"
          look={{ size: 'touch', wide: true }}
          done={(answer, { body }) =>
            'twoFactorRequired' in answer ? onCodeAsked(readableAddress(body.email)) : onSignedIn(answer)
          }
        />
        <p className="mt-4 text-center">
          <TextLink href={paths.forgotPassword()}>Forgot your password?</TextLink>
        </p>
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

interface CodeStepProps {
  email: string
  onSignedIn: (signedIn: Answer<typeof loginWithCode>) => Promise<void>
  onBack: () => void
}

const leads: Record<CodeKind, string> = {
  app: 'Enter the code your authenticator app shows for Luna.',
  recovery: 'Enter one of the recovery codes you saved when you set up two-factor sign-in.',
}

/** The second step: a code from the app, or a recovery code (D27). */
function CodeStep({ email, onSignedIn, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const other = otherKind[kind]
  return (
    <FormPage title="Enter your code" description={leads[kind]}>
      <Card>
        <CallForm
          key={kind}
          call={loginWithCode}
          fields={['code']}
          slots={{ code: <CodeField kind={kind} /> }}
          takesFocus
          submit="Sign In"
          pendingText="Signing in…"
          look={{ size: 'touch', wide: true }}
          // The password has to be entered again.
          refused={(error) => error instanceof ApiError && error.code === 'sign_in_expired' && onBack()}
          done={onSignedIn}
        >
          <p className="wrap-anywhere text-muted">
            Signing in as <strong className="font-medium text-text">{email}</strong>
          </p>
        </CallForm>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button variant="ghost" onClick={() => setKind(other.kind)}>
            {other.label}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            Back to password
          </Button>
        </div>
      </Card>
    </FormPage>
  )
}
