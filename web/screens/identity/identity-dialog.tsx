import { useState } from 'react'
import { reauthenticate } from '#contract/identity/auth.ts'
import { currentPasswordField } from '#contract/identity/fields.ts'
import { codeField } from '#contract/identity/two-factor-code.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { CodeField, type CodeKind, otherKind } from './code-field.tsx'

type Proof = CodeKind | 'password'

let asked: Promise<boolean> | null = null

/** Asks the user to confirm their identity; resolves to whether they did. All waiting calls share one answer. */
export function askIdentity(): Promise<boolean> {
  asked ??= openDialog<object>((close) => <IdentityDialog close={close} />)
    .then((answer) => answer !== undefined)
    .finally(() => (asked = null))
  return asked
}

/** Asks for the password, or for a code where two-factor is on, before a change to money or roles goes through. */
function IdentityDialog({ close }: { close: (answer?: object) => void }) {
  const hasTwoFactor = useMe()?.hasTwoFactor ?? false
  const [kind, setKind] = useState<Proof>('password')
  return (
    <Dialog
      title="Confirm it's you"
      description="This changes money or roles. We won't ask again for the next five minutes."
      width="small"
      keepOpenOutside
    >
      <CallForm
        key={kind}
        call={reauthenticate}
        fields={[kind === 'password' ? 'currentPassword' : 'code']}
        words={{ currentPassword: { label: 'Your password' } }}
        slots={{ code: kind !== 'password' && <CodeField kind={kind} /> }}
        checks={kind === 'password' ? { currentPassword: currentPasswordField } : { code: codeField }}
        after={hasTwoFactor && <OtherProof kind={kind} onChoose={setKind} />}
        takesFocus
        submit="Confirm"
        pendingText="Confirming…"
        onCancel={() => close()}
        done={close}
        isLong
      />
    </Dialog>
  )
}

interface OtherProps {
  kind: Proof
  onChoose: (kind: Proof) => void
}

function OtherProof({ kind, onChoose }: OtherProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="ghost" onClick={() => onChoose(kind === 'password' ? 'app' : 'password')}>
        {kind === 'password' ? 'Use a code instead' : 'Use your password instead'}
      </Button>
      {kind !== 'password' && (
        <Button variant="ghost" onClick={() => onChoose(otherKind[kind].kind)}>
          {otherKind[kind].label}
        </Button>
      )}
    </div>
  )
}
