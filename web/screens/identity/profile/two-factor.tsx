import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
  twoFactor,
} from '#contract/identity/two-factor.ts'
import { query } from '#web/client/api.ts'
import { CopyButton } from '#web/client/copy-link.tsx'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { CodeField, type CodeKind, otherKind } from '#web/screens/identity/code-field.tsx'
import { Download } from 'lucide-react'
import { downloadText } from '#web/kit/download-text.ts'
import { encode } from 'uqr'

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
            <Button variant="secondary" onClick={() => void turnOff()}>
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
function turnOff() {
  return openForm({
    title: 'Turn off two-factor sign-in?',
    description: "You'll sign in with just your password, and your recovery codes will stop working.",
    call: turnOffTwoFactor,
    fields: ['currentPassword', 'code'],
    slots: { code: <AnyCode /> },
    tone: 'danger',
    submit: 'Turn Off',
    pendingText: 'Turning off…',
  })
}

/** The field for a code, from the app or a recovery code. */
function AnyCode() {
  const [kind, setKind] = useState<CodeKind>('app')
  const other = otherKind[kind]
  return (
    <>
      <CodeField kind={kind} />
      <Button variant="ghost" onClick={() => setKind(other.kind)}>
        {other.label}
      </Button>
    </>
  )
}

/** Makes ten new recovery codes, with password and code. */
function NewCodesDialog({ close }: { close: () => void }) {
  return (
    <CodesDialog title="Make new recovery codes" description="Your current codes will stop working." close={close}>
      {(onMade) => (
        <CallForm
          call={renewRecoveryCodes}
          fields={['currentPassword', 'code']}
          slots={{ code: <AnyCode /> }}
          submit="Make New Codes"
          pendingText="Making codes…"
          onCancel={close}
          done={onMade}
        />
      )}
    </CodesDialog>
  )
}

type AppSecret = Answer<typeof beginTwoFactor>

/** Password, app, recovery codes: the three steps to two-factor sign-in (D27). */
function TurnOnDialog({ close }: { close: () => void }) {
  const [secret, setSecret] = useState<AppSecret | null>(null)
  return (
    <CodesDialog title={secret ? 'Connect your app' : 'Turn on two-factor sign-in'} close={close}>
      {(onMade) =>
        secret ? (
          <CallForm
            key="app"
            call={confirmTwoFactor}
            fields={['code']}
            slots={{ code: <CodeField kind="app" /> }}
            takesFocus
            submit="Turn On"
            pendingText="Checking…"
            onCancel={close}
            done={onMade}
          >
            <Connect secret={secret} />
          </CallForm>
        ) : (
          <CallForm call={beginTwoFactor} submit="Continue" pendingText="Checking…" onCancel={close} done={setSecret}>
            <p>
              You'll need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator,
              1Password or Aegis.
            </p>
          </CallForm>
        )
      }
    </CodesDialog>
  )
}

/** The secret to scan, and where no camera helps, to type, to copy, or to open in an app on the same phone. */
function Connect({ secret: { secret, address } }: { secret: AppSecret }) {
  return (
    <>
      <p>Scan this code with the app, then enter the six digits it shows.</p>
      <div className="flex justify-center">
        <QrCode text={address} label="QR code for your authenticator app" />
      </div>
      <div className="rounded-card bg-sunken p-4">
        <p className="text-sm text-muted">
          No camera? Enter this key in the app manually, or{' '}
          <a href={address} className="text-link underline underline-offset-2">
            open the app on this device
          </a>
          .
        </p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <code className="min-w-0 flex-1 basis-40 font-mono">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton
            text={secret}
            size="dense"
            copied={{ title: 'Key Copied', description: 'Paste it into your authenticator app.' }}
            instead="Please select the key and copy it yourself."
          >
            Copy Key
          </CopyButton>
        </div>
      </div>
    </>
  )
}

interface CodesProps {
  title: string
  description?: string
  close: () => void
  /** The steps that lead to the codes. */
  children: (onMade: (made: { recoveryCodes: string[] }) => void) => ReactNode
}

/** A dialog that ends with recovery codes, which are shown this one time: nothing then closes it by accident. */
function CodesDialog({ title, description, close, children }: CodesProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      onClose={() => (codes ? setLeaving(true) : close())}
      title={codes ? 'Save your recovery codes' : title}
      description={codes ? undefined : description}
      width="small"
      keepOpenOutside
    >
      {codes ? (
        <RecoveryCodes codes={codes} isLeaving={isLeaving} onSaved={close} />
      ) : (
        children(({ recoveryCodes }) => setCodes(recoveryCodes))
      )}
    </Dialog>
  )
}

interface Props {
  codes: string[]
  /** Whether the user tried to close the dialog before confirming that the codes are saved. */
  isLeaving: boolean
  onSaved: () => void
}

/** The recovery codes, shown this one time (D27). */
function RecoveryCodes({ codes, isLeaving, onSaved }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // The focus was in the form that this replaces.
  useEffect(() => list.current?.focus(), [])
  const text = `${codes.join('\n')}\n`

  return (
    <div className="flex flex-col gap-4 pb-2">
      <p>
        If you lose your phone, each of these codes signs you in once. You won't see them again, so keep them somewhere
        you can reach without your phone.
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(10.25rem,1fr))] gap-x-4 gap-y-1.5 rounded-card bg-sunken p-4 font-mono outline-none"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={text}
          copied={{ title: 'Codes Copied', description: 'Paste them where you keep your passwords.' }}
          instead="Please download the codes or write them down."
        >
          Copy
        </CopyButton>
        <Button
          variant="secondary"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => downloadText(text, 'luna-recovery-codes.txt', 'text/plain')}
        >
          Download
        </Button>
      </div>
      {isLeaving && (
        <Banner tone="warning" announce>
          Please save your codes first. You won't be able to see them again.
        </Banner>
      )}
      <Button wide onClick={onSaved}>
        I Saved Them
      </Button>
    </div>
  )
}

/** Width of the white border, in modules, which readers need to find the code. */
const border = 3

/** A text as a QR code, drawn dark on light in every theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control bg-night-text fill-night"
    >
      <path d={data.flatMap(drawRow).join('')} />
    </svg>
  )
}

/** Draws touching dark modules as one stroke, so that no light seams show between them. */
function drawRow(row: boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    const length = (end === -1 ? row.length : end) - x
    return [`M${x} ${y}h${length}v1h-${length}z`]
  })
}
