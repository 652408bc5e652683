import { useState } from 'react'
import { loginWithCode } from '#contract/identity/auth.ts'
import type { Answer } from '#contract/call.ts'
import { ApiError } from '#web/client/api-error.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { CodeField, type CodeKind, otherKind } from '#web/kit/fields/code-field.tsx'
import { FormPage } from '#web/screens/frame/night-split.tsx'
import { twoFactorFailures } from '#web/screens/identity/two-factor-toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'

interface Props {
  email: string
  onSignedIn: (signedIn: Answer<typeof loginWithCode>) => Promise<void>
  onBack: () => void
}

const leads: Record<CodeKind, string> = {
  app: 'Enter the code your authenticator app shows for Luna.',
  recovery: 'Enter one of the recovery codes you saved when you set up two-factor sign-in.',
}

/** The second step: a code from the app, or a recovery code (D27). */
export function CodeStep({ email, onSignedIn, onBack }: Props) {
  const [kind, setKind] = useState<CodeKind>('app')
  const signIn = useCall(loginWithCode, {
    failed: twoFactorFailures.signIn,
    done: onSignedIn,
    // The password has to be entered again.
    refused: (error) => {
      if (error instanceof ApiError && error.code === 'sign_in_expired') onBack()
    },
  })
  const other = otherKind[kind]
  return (
    <FormPage title="Enter your code" description={leads[kind]}>
      <Card>
        <Form
          key={kind}
          schema={bodyOf(loginWithCode)}
          onSubmit={(body) => signIn.submit({ body })}
          className="flex flex-col gap-4"
        >
          <p className="wrap-anywhere text-muted">
            Signing in as <strong className="font-medium text-text">{email}</strong>
          </p>
          <CodeField kind={kind} takesFocus />
          <SubmitButton wide size="touch" pendingText="Signing in…">
            Sign In
          </SubmitButton>
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="ghost" onClick={() => setKind(other.kind)}>
              {other.label}
            </Button>
            <Button variant="ghost" onClick={onBack}>
              Back to password
            </Button>
          </div>
        </Form>
      </Card>
    </FormPage>
  )
}
