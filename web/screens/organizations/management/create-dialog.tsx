import { useState } from 'react'
import { defaultPrimaryColor, defaultSecondaryColor } from '#contract/organizations/app/brand-colors.ts'
import { createOrganization, organizationForm, organizationLimits } from '#contract/organizations/management.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { readableAddress } from '#contract/identity/typed-text.ts'
import { suggestSlug } from '#contract/organizations/slugs.ts'
import { longestAddress } from '#contract/web-addresses.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { managementFailures, organizationCreated } from '#web/screens/organizations/management-toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** `isMember`: whether the creator belongs to it, which staff who create it for a customer do not (D211). */
  onCreated: (id: number, isMember: boolean) => void
}

/** Returns what happens to the new organization, by who creates it (D130, D211). */
function outcomeFor(staffRole: StaffRole | null): string {
  if (staffRole === 'owner') {
    return "It's active right away, and we invite its contact as an admin. You don't become a member."
  }
  if (staffRole !== null) {
    return "We invite its contact as an admin. It opens to their team once they pay for a package. You don't become a member."
  }
  return "Set it up now and pay when you're ready. It opens to your team once you pay for a package."
}

/** Creates an organization that waits for its package (S421, S503-S507, D130). */
export function CreateDialog({ open, onClose, onCreated }: Props) {
  const staffRole = useMe()?.staffRole ?? null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create Organization"
      description={outcomeFor(staffRole)}
      keepOpenOutside
    >
      <CreateForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}

function CreateForm({ onClose, onCreated }: Omit<Props, 'open'>) {
  const me = useMe()
  const isStaff = Boolean(me?.staffRole)
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const create = useCall(createOrganization, {
    failed: managementFailures.create,
    done: async ({ id, givesAccess }, { body }) => {
      // It may be the creator's only context.
      await refreshMe()
      const isForCustomer = isStaff && readableAddress(body.contactEmail) !== me?.email
      showToast(organizationCreated(isForCustomer, givesAccess))
      onClose()
      onCreated(id, !isForCustomer)
    },
    refused: (error) => setSuggestion(suggestionOf(error)),
  })
  return (
    <Form
      aria-label="Create an organization"
      schema={organizationForm}
      onSubmit={(body) => create.submit({ body })}
      className="flex flex-col gap-4"
    >
      <NameFields suggestion={suggestion} />
      <TextField
        name="contactEmail"
        label="Contact email"
        type="email"
        autoComplete="email"
        defaultValue={isStaff ? '' : (me?.email ?? '')}
        required
      />
      <TextArea name="description" label="Description (optional)" rows={3} maxLength={organizationLimits.description} />
      <TextField
        name="websiteUrl"
        label="Website (optional)"
        inputMode="url"
        autoComplete="url"
        maxLength={longestAddress}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ColorField name="primaryColor" label="Primary color" defaultValue={defaultPrimaryColor} />
        <ColorField name="secondaryColor" label="Secondary color" defaultValue={defaultSecondaryColor} />
      </div>
      <FormFooter>
        <Button variant="secondary" onClick={onClose} disabled={create.isPending}>
          Cancel
        </Button>
        <SubmitButton pendingText="Creating…">Create Organization</SubmitButton>
      </FormFooter>
    </Form>
  )
}

/** The slug follows the name until the person edits it (D138). */
function NameFields({ suggestion }: { suggestion: string | null }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const slug = chosen ?? suggestSlug(name) ?? ''
  return (
    <>
      <TextField
        name="name"
        label="Organization name"
        autoComplete="organization"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={organizationLimits.name}
        required
      />
      <TextField
        name="slug"
        label="Slug"
        help={`Used in addresses: /o/${slug || 'your-team'}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onChange={(event) => setChosen(event.target.value)}
        maxLength={40}
        required
      />
      {suggestion && suggestion !== slug && (
        <div>
          <Button variant="secondary" size="dense" onClick={() => setChosen(suggestion)}>
            Use {suggestion}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns a free slug when the chosen one is taken. */
function suggestionOf(error: unknown): string | null {
  const suggestion = error instanceof ApiError ? error.details.suggestion : null
  return typeof suggestion === 'string' ? suggestion : null
}
