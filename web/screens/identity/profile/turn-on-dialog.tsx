import { lazy, Suspense, useState } from 'react'
import { Copy } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { beginTwoFactor, confirmTwoFactor } from '#contract/identity/two-factor.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { CodeField } from '#web/kit/fields/code-field.tsx'
import { showFailure } from '#web/client/failure.ts'
import { twoFactorFailures, twoFactorSuccesses } from '#web/screens/identity/two-factor-toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type AppSecret = Answer<typeof beginTwoFactor>

type Step = { name: 'password' } | { name: 'app'; told: AppSecret } | { name: 'codes'; codes: string[] }

const titles: Record<Step['name'], string> = {
  password: 'Turn on two-factor sign-in',
  app: 'Connect your app',
  codes: 'Save your recovery codes',
}

/** Password, app, recovery codes: the three steps to two-factor sign-in (D27). */
export function TurnOnDialog({ close }: { close: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      onClose={() => (step.name === 'codes' ? setLeaving(true) : close())}
      title={titles[step.name]}
      width="small"
      keepOpenOutside
    >
      {step.name === 'password' && <PasswordStep onBegun={(told) => setStep({ name: 'app', told })} />}
      {step.name === 'app' && <AppStep told={step.told} onConfirmed={(codes) => setStep({ name: 'codes', codes })} />}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} isLeaving={isLeaving} onSaved={close} />}
    </Dialog>
  )
}

function PasswordStep({ onBegun }: { onBegun: (told: AppSecret) => void }) {
  const begin = useCall(beginTwoFactor, { done: onBegun })
  return (
    <Form
      schema={bodyOf(beginTwoFactor)}
      onSubmit={(body) => begin.submit({ body })}
      className="flex flex-col gap-4 pb-2"
    >
      <p>
        You'll need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator, 1Password
        or Aegis.
      </p>
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
      <SubmitButton wide pendingText="Checking…">
        Continue
      </SubmitButton>
    </Form>
  )
}

function AppStep({ told, onConfirmed }: { told: AppSecret; onConfirmed: (codes: string[]) => void }) {
  const confirm = useCall(confirmTwoFactor, { done: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
  return (
    <Form
      schema={bodyOf(confirmTwoFactor)}
      onSubmit={(body) => confirm.submit({ body })}
      className="flex flex-col gap-4 pb-2"
    >
      <p>Scan this code with the app, then enter the six digits it shows.</p>
      <div className="flex justify-center">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={told.address} label="QR code for your authenticator app" />
        </Suspense>
      </div>
      <ByHand told={told} />
      <CodeField kind="app" takesFocus />
      <SubmitButton wide pendingText="Checking…">
        Turn On
      </SubmitButton>
    </Form>
  )
}

/** Where no camera helps: the secret to type, to copy, or to open in an app on the same phone. */
function ByHand({ told: { secret, address } }: { told: AppSecret }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      showToast(twoFactorSuccesses.keyCopied)
    } catch {
      showFailure(twoFactorFailures.copyKey)
    }
  }
  return (
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
        <Button
          variant="secondary"
          size="dense"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copy()}
        >
          Copy Key
        </Button>
      </div>
    </div>
  )
}
