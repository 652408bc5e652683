import * as z from 'zod/mini'
import { adminUsers, deleteUser, removalWaitDays } from '#contract/admin/users.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { userFailures, userSuccesses } from './toasts.ts'
import { countAbove } from '#web/client/lists/list-focus.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { useRestore } from './user-actions.tsx'
import { aloneIn } from './user-list.tsx'
import type { TaskProps } from './task.ts'

function schemaOf(email: string) {
  const error = `Please type ${email}`
  return z.object({
    email: z.string().check(
      z.trim(),
      z.refine((text) => text.toLowerCase() === email, { error }),
    ),
  })
}

/** Asks the admin to type the email address before a person is deleted; a deletion can be undone for a while (D143). */
export function DeleteDialog({ user, name, onClose, finalFocus }: TaskProps) {
  const restore = useRestore()
  const params = { id: user.id }
  const remove = useAdminCall(deleteUser, {
    list: adminUsers,
    failed: userFailures.deleteUser,
    done: () => {
      showToast({
        ...userSuccesses.userDeleted,
        description: `${name} can be restored for ${removalWaitDays} days.`,
        action: { label: 'Undo', onPress: () => void restore.submit({ params }) },
      })
      onClose()
      handOnFocus(countAbove())
    },
  })
  const alone = aloneIn(user)
  return (
    <Dialog
      open
      onClose={() => !remove.isPending && onClose()}
      title={`Delete ${name}?`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form schema={schemaOf(user.email)} onSubmit={() => remove.submit({ params })} className="flex flex-col gap-4">
        <p>
          {name} is signed out right away, and any live conversation ends. The subscription is canceled, and seats in
          organizations become free. After {removalWaitDays} days, all personal data is erased. Until then, you can
          restore the account.
        </p>
        {alone.length > 0 && <Banner tone="warning">{alone.join(', ')} would be left without an admin.</Banner>}
        <TextField
          name="email"
          label="Email of this user"
          help={
            <>
              Type <strong className="font-medium wrap-anywhere text-text">{user.email}</strong> to confirm.
            </>
          }
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          required
        />
        <FormButtons onCancel={onClose} cancelLabel="Keep User" isCancelDisabled={remove.isPending}>
          <SubmitButton variant="danger" pendingText="Deleting…">
            Delete User
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
