import { useState } from 'react'
import * as z from 'zod/mini'
import { newPasswordField } from '#contract/identity/fields.ts'
import type { Me } from '#contract/identity/people.ts'
import { changeEmail, changePassword, resendVerification } from '#contract/identity/profile.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useCall } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { NewPasswordFields, samePasswords } from '#web/screens/identity/new-password-fields.tsx'
/** The user's email address, whether it is confirmed, and the way to change it (D24, D25). */
export function EmailSetting({ user }: { user: Me }) {
  const [asked, setAsked] = useState<string | null>(null)
  // The link may be opened in another tab; the change arrives with the user.
  const waitsFor = asked !== user.email ? asked : null
  const change = () =>
    openForm({
      title: 'Change your email',
      description:
        "We'll send a link to the new address. The change takes effect when you open it, and we'll let your current address know.",
      call: changeEmail,
      fields: ['email', 'currentPassword'],
      words: { email: { label: 'New email' } },
      submit: 'Send Link',
      pendingText: 'Sending…',
      done: (_answer, { body }) => setAsked(readableAddress(body.email)),
    })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lg wrap-anywhere">{user.email}</span>
          {user.emailVerified ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed</Badge>}
        </p>
        {user.emailVerified && (
          <Button variant="secondary" onClick={() => void change()}>
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
    </div>
  )
}

function Unconfirmed({ user }: { user: Me }) {
  const resend = useCall(resendVerification, {
    told: () => ({
      title: 'Email Sent',
      description: `Please open the link we sent to ${user.email}.`,
      tone: 'success',
    }),
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

const form = z
  .object({
    currentPassword: bodyOf(changePassword).shape.currentPassword,
    newPassword: newPasswordField,
    confirmPassword: z.string().check(z.minLength(1, { error: 'Please repeat the new password' })),
  })
  .check(samePasswords('Passwords do not match'))

/** Changes the password, after asking for the current one (D25). */
export function PasswordSetting() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-hidden className="text-lg tracking-[0.2em]">
        ••••••••
      </p>
      <Button variant="secondary" onClick={() => void openDialog((close) => <PasswordDialog close={close} />)}>
        Change Password
      </Button>
    </div>
  )
}

function PasswordDialog({ close }: { close: () => void }) {
  const change = useCall(changePassword, { done: close })
  return (
    <Dialog
      title="Change your password"
      description="Saving it signs you out on all your other devices."
      width="small"
      keepOpenOutside
    >
      <Form
        schema={form}
        onSubmit={({ currentPassword, newPassword }) => change.submit({ body: { currentPassword, newPassword } })}
        className="flex flex-col gap-4 pb-2"
      >
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
        <NewPasswordFields repeatLabel="Repeat new password" />
        <SubmitButton wide pendingText="Saving…">
          Save Password
        </SubmitButton>
        <p className="text-center text-sm">
          <TextLink href={paths.forgotPassword()}>Forgot your current password?</TextLink>
        </p>
      </Form>
    </Dialog>
  )
}
