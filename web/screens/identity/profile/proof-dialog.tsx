import { useState } from 'react'
import { renewRecoveryCodes, turnOffTwoFactor, twoFactor } from '#contract/identity/two-factor.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { CodeField, type CodeKind, otherKind } from '#web/kit/fields/code-field.tsx'
import { twoFactorFailures, twoFactorSuccesses } from '#web/screens/identity/two-factor-toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton, type FieldErrors } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Turns two-factor sign-in off, with password and code. Both dialogs are remounted each time. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useCall(turnOffTwoFactor, {
    changes: [twoFactor],
    failed: twoFactorFailures.turnOff,
    done: async () => {
      onClose()
      showToast(twoFactorSuccesses.turnedOff)
      await refreshMe()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn off two-factor sign-in?"
      description="You'll sign in with just your password, and your recovery codes will stop working."
      width="small"
      keepOpenOutside
    >
      <ProofForm label="Turn Off" pendingText="Turning off…" isDanger onSubmit={(body) => turnOff.submit({ body })} />
    </Dialog>
  )
}

/** Makes ten new recovery codes, with password and code. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const renew = useCall(renewRecoveryCodes, {
    changes: [twoFactor],
    failed: twoFactorFailures.newCodes,
    done: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  return (
    <Dialog
      open
      onClose={() => (codes ? setLeaving(true) : onClose())}
      title={codes ? 'Save your recovery codes' : 'Make new recovery codes'}
      description={codes ? undefined : 'Your current codes will stop working.'}
      width="small"
      keepOpenOutside
    >
      {codes ? (
        <RecoveryCodes codes={codes} isLeaving={isLeaving} onSaved={onClose} />
      ) : (
        <ProofForm label="Make New Codes" pendingText="Making codes…" onSubmit={(body) => renew.submit({ body })} />
      )}
    </Dialog>
  )
}

interface ProofProps {
  label: string
  pendingText: string
  isDanger?: boolean
  onSubmit: (proof: { currentPassword: string; code: string }) => Promise<FieldErrors | void>
}

/** Asks for the password and a code, from the app or a recovery code. */
function ProofForm({ label, pendingText, isDanger = false, onSubmit }: ProofProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const other = otherKind[kind]
  return (
    <Form schema={bodyOf(turnOffTwoFactor)} onSubmit={onSubmit} className="flex flex-col gap-4 pb-2">
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
      <CodeField kind={kind} />
      <SubmitButton wide variant={isDanger ? 'danger' : 'primary'} pendingText={pendingText}>
        {label}
      </SubmitButton>
      <Button variant="ghost" wide onClick={() => setKind(other.kind)}>
        {other.label}
      </Button>
    </Form>
  )
}
