import { useState } from 'react'
import { inviteToOrganization } from '#contract/organizations/invitations.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { organizationFailures, organizationSuccesses } from '../toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { levelOptions, roleHelp, roleOptions } from './choices.ts'
import type { Details } from './organization.tsx'

/** Invites one person by mail (S465, S467, S510). */
export function InvitePanel({ organization }: Pick<Details, 'organization'>) {
  const me = useMe()
  // Before the first payment, only people with a verified address can send invitations (D24, D130).
  const isLocked =
    organization.subscriptionStatus === 'inactive' && me?.staffRole !== 'owner' && me?.emailVerified === false
  return (
    <Card title="Invite Someone" description="They get a link by email and join with their own account.">
      {isLocked ? (
        <Banner
          title="Confirm your email address first"
          actions={
            <LinkButton href={paths.profile()} variant="secondary">
              Open Profile
            </LinkButton>
          }
        >
          You can then invite 10 people a day until you pay for a package.
        </Banner>
      ) : (
        <InviteForm id={organization.id} />
      )}
    </Card>
  )
}

function InviteForm({ id }: { id: number }) {
  // Each invitation starts a new form, empty except for its defaults.
  const [sentCount, setSentCount] = useState(0)
  const invite = useCall(inviteToOrganization, {
    failed: organizationFailures.invite,
    done: () => {
      showToast(organizationSuccesses.invitationSent)
      setSentCount((count) => count + 1)
    },
  })
  return (
    <Form
      key={sentCount}
      aria-label="Invite someone"
      schema={bodyOf(inviteToOrganization)}
      onSubmit={(body) => invite.submit({ params: { organizationId: String(id) }, body })}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TextField name="email" label="Email" type="email" autoComplete="off" required />
        <Select name="role" label="Role" help={roleHelp} options={roleOptions} defaultValue="member" />
        <Select name="accessLevel" label="Access level" options={levelOptions} defaultValue="standard" />
      </div>
      <div>
        <SubmitButton pendingText="Sending…">Send Invitation</SubmitButton>
      </div>
    </Form>
  )
}
