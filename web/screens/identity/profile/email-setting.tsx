import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { readableAddress } from '#contract/identity/typed-text.ts'
import { changeEmail, resendVerification } from '#contract/identity/profile.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { mailSent, profileFailures } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** The user's email address, whether it is confirmed, and the way to change it (D24, D25). */
export function EmailSetting({ user }: { user: Me }) {
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  // The link may be opened in another tab; the change arrives with the user.
  const waitsFor = asked !== user.email ? asked : null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lg wrap-anywhere">{user.email}</span>
          {user.emailVerified ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed</Badge>}
        </p>
        {user.emailVerified && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Change Email
          </Button>
        )}
      </div>
      {!user.emailVerified && <Unconfirmed user={user} />}
      {waitsFor && (
        <Banner announce>
          Please open the link we sent to <strong className="font-medium break-words">{waitsFor}</strong>. Until then,
          your email stays the same.
        </Banner>
      )}
      <ChangeDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onAsked={(email) => {
          setOpen(false)
          setAsked(email)
        }}
      />
    </div>
  )
}

function Unconfirmed({ user }: { user: Me }) {
  const resend = useCall(resendVerification, {
    failed: profileFailures.verificationMail,
    done: () => showToast(mailSent(user.email)),
  })
  return (
    <Banner
      tone="warning"
      actions={
        <Button
          variant="secondary"
          size="dense"
          pending={resend.isPending}
          pendingText="Sending…"
          onClick={() => resend.mutate()}
        >
          Send Link Again
        </Button>
      }
    >
      Open the link in the email we sent you. You'll need a confirmed address to change your email, to export your data,
      and to get reminders and recaps by email.
    </Banner>
  )
}

interface DialogProps {
  open: boolean
  onClose: () => void
  onAsked: (email: string) => void
}

function ChangeDialog({ open, onClose, onAsked }: DialogProps) {
  const change = useCall(changeEmail, {
    failed: profileFailures.changeEmail,
    done: (_answer, { body }) => onAsked(readableAddress(body.email)),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Change your email"
      description="We'll send a link to the new address. The change takes effect when you open it, and we'll let your current address know."
      width="small"
      keepOpenOutside
    >
      <Form
        schema={bodyOf(changeEmail)}
        onSubmit={(body) => change.submit({ body })}
        className="flex flex-col gap-4 pb-2"
      >
        <TextField name="email" label="New email" type="email" autoComplete="email" required />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
        <SubmitButton wide pendingText="Sending…">
          Send Link
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
