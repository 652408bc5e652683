import { updateNames } from '#contract/identity/profile.ts'
import type { Me } from '#contract/identity/people.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { setMe } from '#web/client/me.ts'
import { identityFailures } from '../toasts.ts'
import { profileSuccesses } from './toasts.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** First and last name (D25). */
export function NamesForm({ user }: { user: Me }) {
  const save = useCall(updateNames, {
    failed: identityFailures.names,
    done: async (saved) => {
      await setMe(saved)
      showToast(profileSuccesses.namesSaved)
    },
  })
  return (
    <Form schema={bodyOf(updateNames)} onSubmit={(body) => save.submit({ body })} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          defaultValue={user.firstName}
          required
        />
        <TextField name="lastName" label="Last name" autoComplete="family-name" defaultValue={user.lastName} required />
      </div>
      <div>
        <SubmitButton pendingText="Saving…">Save Name</SubmitButton>
      </div>
    </Form>
  )
}
