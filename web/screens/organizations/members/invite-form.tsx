import { useState } from 'react'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { organizationFailures, organizationSuccesses } from '../toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { type Option, Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { categoryOptions, levelOptions, roleHelp, roleOptions } from './choices.ts'
import { inviteSchema } from './invite-schema.ts'

/** Invites one person by mail (S396, D117). */
export function InviteForm({ scope }: Pick<TabProps, 'scope'>) {
  // Each invitation starts a new form, empty except for its defaults.
  const [sentCount, setSentCount] = useState(0)
  const invite = useCall(inviteMember, {
    failed: organizationFailures.invite,
    done: () => {
      showToast(organizationSuccesses.invitationSent)
      setSentCount((count) => count + 1)
    },
  })
  return (
    <Card title="Invite a Member" description="They get a link by email and join with their own account.">
      <Form
        key={sentCount}
        aria-label="Invite a member"
        schema={inviteSchema}
        onSubmit={(body) => invite.submit({ query: scope, body })}
        className="flex flex-col gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField name="email" label="Email" type="email" autoComplete="off" required />
          <TextField name="firstName" label="First name" maxLength={100} autoComplete="off" required />
          <TextField name="lastName" label="Last name" maxLength={100} autoComplete="off" required />
          <Select name="role" label="Role" help={roleHelp} options={clearable(roleOptions)} defaultValue="member" />
          <Select name="userCategory" label="Category" options={clearable(categoryOptions)} defaultValue="Members" />
          <Select name="accessLevel" label="Access level" options={clearable(levelOptions)} defaultValue="standard" />
        </div>
        <div>
          <SubmitButton pendingText="Sending…">Send Invitation</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** The default can be cleared; the form then says what is missing (S514-S516, D117). */
function clearable(options: readonly Option[]): readonly Option[] {
  return [{ value: '', label: 'Choose…' }, ...options]
}
