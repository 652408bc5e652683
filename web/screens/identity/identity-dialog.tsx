import { useState } from 'react'
import { reauthenticate } from '#contract/identity/auth.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { answerIdentity } from './identity-questions.ts'
import { useMe } from '#web/client/me.ts'
import { sessionFailures } from '#web/client/session-toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { CodeField, type CodeKind, otherKind } from '#web/kit/fields/code-field.tsx'

/** Asks for the password, or for a code where two-factor is on, before a change to money or roles goes through. */
export function IdentityDialog() {
  const hasTwoFactor = useMe()?.hasTwoFactor ?? false
  const [kind, setKind] = useState<CodeKind | 'password'>('password')
  const prove = useCall(reauthenticate, { failed: sessionFailures.identity, done: () => answerIdentity(true) })
  const decline = () => answerIdentity(false)
  return (
    <Dialog
      open
      onClose={decline}
      title="Confirm it's you"
      description="This changes money or roles. We won't ask again for the next five minutes."
      width="small"
      keepOpenOutside
    >
      <Form
        key={kind}
        schema={bodyOf(reauthenticate)}
        onSubmit={(body) => prove.submit({ body })}
        className="flex flex-col gap-4"
      >
        {kind === 'password' ? (
          <PasswordField
            name="currentPassword"
            label="Your password"
            autoComplete="current-password"
            required
            takesFocus
          />
        ) : (
          <CodeField kind={kind} takesFocus />
        )}
        {hasTwoFactor && (
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => setKind(kind === 'password' ? 'app' : 'password')}>
              {kind === 'password' ? 'Use a code instead' : 'Use your password instead'}
            </Button>
            {kind !== 'password' && (
              <Button variant="ghost" onClick={() => setKind(otherKind[kind].kind)}>
                {otherKind[kind].label}
              </Button>
            )}
          </div>
        )}
        <FormFooter>
          <Button variant="secondary" onClick={decline}>
            Cancel
          </Button>
          <SubmitButton pendingText="Confirming…">Confirm</SubmitButton>
        </FormFooter>
      </Form>
    </Dialog>
  )
}
