import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { renewRecoveryCodes, turnOffTwoFactor, twoFactor } from '#contract/identity/two-factor.ts'
import { bodyOf, query, useCall } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { CodeField, type CodeKind, otherKind } from '#web/kit/fields/code-field.tsx'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOnDialog } from './turn-on-dialog.tsx'

/** Turns codes from an authenticator app on and off as a second step of signing in, and renews recovery codes (D27). */
export function TwoFactor({ user }: { user: Me }) {
  // A recovery code may have been used since, or an operator may have turned it off.
  const state = useQuery({ ...query(twoFactor), refetchOnMount: 'always' })
  return (
    <div className="flex flex-col gap-4">
      {user.mustSetUpTwoFactor && (
        <Banner tone="warning" title="Required for platform admins">
          You can use the admin pages again as soon as two-factor sign-in is on.
        </Banner>
      )}
      <Loaded
        read={state}
        what="your two-factor sign-in"
        skeleton={<LoadingRows what="your two-factor sign-in" count={1} />}
      >
        {(data) => <Setting state={data} />}
      </Loaded>
    </div>
  )
}

function Setting({ state: { enabledAt, recoveryCodesLeft } }: { state: Answer<typeof twoFactor> }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {enabledAt ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
          {enabledAt && (
            <span className="text-muted">
              Since <DateTime value={enabledAt} />
            </span>
          )}
        </p>
        {enabledAt && <CodesLeft count={recoveryCodesLeft} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {enabledAt ? (
          <>
            <Button variant="secondary" onClick={() => void openDialog((close) => <NewCodesDialog close={close} />)}>
              New Recovery Codes
            </Button>
            <Button variant="secondary" onClick={() => void openDialog((close) => <TurnOffDialog close={close} />)}>
              Turn Off
            </Button>
          </>
        ) : (
          <Button onClick={() => void openDialog((close) => <TurnOnDialog close={close} />)}>Turn On</Button>
        )}
      </div>
    </div>
  )
}

const few = 3

function CodesLeft({ count }: { count: number }) {
  const left = countText(count, 'recovery code left', 'recovery codes left')
  if (count > few) return <p className="mt-1">{left}</p>
  return <p className="mt-1 text-warning">{`${left}. Make new ones before you run out.`}</p>
}

/** Turns two-factor sign-in off, with password and code. */
function TurnOffDialog({ close }: { close: () => void }) {
  const turnOff = useCall(turnOffTwoFactor, { done: () => close() })
  return (
    <Dialog
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
function NewCodesDialog({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const renew = useCall(renewRecoveryCodes, { done: ({ recoveryCodes }) => setCodes(recoveryCodes) })
  return (
    <Dialog
      onClose={() => (codes ? setLeaving(true) : close())}
      title={codes ? 'Save your recovery codes' : 'Make new recovery codes'}
      description={codes ? undefined : 'Your current codes will stop working.'}
      width="small"
      keepOpenOutside
    >
      {codes ? (
        <RecoveryCodes codes={codes} isLeaving={isLeaving} onSaved={close} />
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
