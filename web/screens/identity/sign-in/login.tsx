import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import type { loginWithCode } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { useMe } from '#web/client/me.ts'
import { resolveNext } from './next-path.ts'
import { beginSession } from '#web/client/session.ts'
import { signInSuccesses } from './toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

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
