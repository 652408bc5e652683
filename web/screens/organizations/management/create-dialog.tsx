import { useState } from 'react'
import { defaultPrimaryColor, defaultSecondaryColor } from '#contract/organizations/app/brand-colors.ts'
import { createOrganization, organizationLimits } from '#contract/organizations/management.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import { suggestSlug } from '#contract/organizations/slugs.ts'
import { ApiError } from '#web/client/api-error.ts'
import { CallDialog } from '#web/client/forms/call-dialog.tsx'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'

interface Created {
  id: number
  /** Whether the creator belongs to it, which staff who create it for a customer do not (D211). */
  isMember: boolean
}

/** Creates an organization that waits for its package (S421, S503-S507, D130); resolves to nothing if it was closed. */
export function openCreateOrganization(): Promise<Created | undefined> {
  return openDialog<Created>((close) => <CreateDialog close={close} />)
}

function CreateDialog({ close }: { close: (created?: Created) => void }) {
  const me = useMe()
  const staffRole = me?.staffRole ?? null
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const isForCustomer = (contact: string) => staffRole !== null && readableAddress(contact) !== me?.email
  return (
    <CallDialog
      title="Create Organization"
      description={outcomeFor(staffRole)}
      width="medium"
      label="Create an organization"
      close={() => close()}
      call={createOrganization}
      known={{ contactEmail: staffRole === null ? (me?.email ?? '') : '' }}
      sections={[
        { fields: ['name', 'slug', 'contactEmail', 'description', 'websiteUrl'] },
        { fields: ['primaryColor', 'secondaryColor'], columns: 2 },
      ]}
      slots={{
        name: <NameFields suggestion={suggestion} />,
        slug: null,
        primaryColor: <ColorField name="primaryColor" label="Primary color" defaultValue={defaultPrimaryColor} />,
        secondaryColor: (
          <ColorField name="secondaryColor" label="Secondary color" defaultValue={defaultSecondaryColor} />
        ),
      }}
      refused={(error) => setSuggestion(suggestionOf(error))}
      told={({ givesAccess }, { body }) => {
        const own = givesAccess ? 'You can set it up now.' : 'Choose a package to open it to your team.'
        const description = isForCustomer(body.contactEmail) ? 'We invited its contact as an admin.' : own
        return { title: 'Organization Created', description, tone: 'success' }
      }}
      done={({ id }, { body }) => close({ id, isMember: !isForCustomer(body.contactEmail) })}
      submit="Create Organization"
      pendingText="Creating…"
      isLong
    />
  )
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
