import { useState } from 'react'
import * as z from 'zod/mini'
import { newPasswordField } from '#contract/identity/fields.ts'
import { changePassword, signIns } from '#contract/identity/profile.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { NewPasswordFields } from '#web/screens/identity/new-password-fields.tsx'
import { samePasswords } from '#web/screens/identity/password-rules.ts'
import { profileFailures, profileSuccesses } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

const form = z
  .object({
    currentPassword: bodyOf(changePassword).shape.currentPassword,
    newPassword: newPasswordField,
    confirmPassword: z.string().check(z.minLength(1, { error: 'Please repeat the new password' })),
  })
  .check(samePasswords('Passwords do not match'))

/** Changes the password, after asking for the current one (D25). */
export function PasswordSetting() {
  const [isOpen, setOpen] = useState(false)
  const change = useCall(changePassword, {
    changes: [signIns],
    failed: profileFailures.changePassword,
    done: () => {
      setOpen(false)
      showToast(profileSuccesses.passwordChanged)
    },
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-hidden className="text-lg tracking-[0.2em]">
        ••••••••
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Change Password
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
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
    </div>
  )
}
