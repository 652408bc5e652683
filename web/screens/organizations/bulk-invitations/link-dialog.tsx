import { useState } from 'react'
import { createInvitationLink } from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import { useCall } from '#web/client/api.ts'
import { CopyLink } from '#web/client/copy-link.tsx'
import { bulkInvitationFailures, bulkInvitationSuccesses } from './toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { Option } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { TabProps } from '../scope.ts'
import { PlaceFields } from './place-fields.tsx'
import { linkSchema } from './schemas.ts'

interface Props extends Pick<TabProps, 'scope'> {
  open: boolean
  onClose: () => void
}

/** Creates a shared link and shows its address once (D119). */
export function LinkDialog({ open, onClose, scope }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Shared Link"
      description="Anyone with the link can join until it's used up, expires or is revoked."
      keepOpenOutside
    >
      <MakeLink onClose={onClose} scope={scope} />
    </Dialog>
  )
}

/** A link can be passed around, so it never makes anyone an admin. */
const linkRoles: readonly Option<OrganizationRole>[] = [
  { value: 'member', label: 'Member' },
  { value: 'guest', label: 'Guest' },
]
const usualUses = '25'

function MakeLink({ onClose, scope }: Omit<Props, 'open'>) {
  const [address, setAddress] = useState<string>()
  const make = useCall(createInvitationLink, {
    failed: bulkInvitationFailures.makeLink,
    done: ({ url }) => setAddress(url),
  })
  if (address !== undefined) return <MadeLink address={address} onClose={onClose} />
  return (
    <Form
      aria-label="Create a shared link"
      schema={linkSchema}
      onSubmit={({ emailDomain, ...body }) =>
        make.submit({ query: scope, body: { ...body, emailDomain: emailDomain || null } })
      }
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="maxUses"
          label="Maximum uses"
          help="1 to 1,000 people"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={usualUses}
        />
        <TextField
          name="emailDomain"
          label="Only for this domain (optional)"
          help="Such as example.com. People confirm their address by email."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <PlaceFields roles={linkRoles} days={invitationLimits.linkDays} />
      <FormButtons onCancel={onClose}>
        <SubmitButton pendingText="Creating…">Create Link</SubmitButton>
      </FormButtons>
    </Form>
  )
}

function MadeLink({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CopyLink label="Address of the link" link={address} copied={bulkInvitationSuccesses.sharedLinkCopied} />
      <Banner tone="warning" announce title="Copy it now">
        We show the address only once. If you lose it, revoke the link and create another one.
      </Banner>
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
