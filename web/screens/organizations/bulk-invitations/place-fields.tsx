import { invitationLimits } from '#contract/organizations/invitations.ts'
import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import { Select, type Option } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { categoryOptions, levelOptions } from '../members/choices.ts'

interface Props {
  roles: readonly Option<OrganizationRole>[]
  /** The default number of days it stays open. */
  days: number
  /** The values entered earlier, when the person comes back to the form. */
  values?: PlaceValues | undefined
}

export interface PlaceValues {
  batchName: string
  note: string
  role: OrganizationRole
  userCategory: string
  accessLevel: string
  expiresInDays: number
}

/** What batches and links have in common: a name, a note, the role and level they give, and a last day. */
export function PlaceFields({ roles, days, values }: Props) {
  return (
    <>
      <TextField
        name="batchName"
        label="Name (optional)"
        help="Shown as the title of the invitation."
        maxLength={invitationLimits.title}
        autoComplete="off"
        defaultValue={values?.batchName ?? ''}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select name="role" label="Role" options={roles} defaultValue={values?.role ?? 'member'} />
        <Select
          name="userCategory"
          label="Category"
          options={categoryOptions}
          defaultValue={categoryOptions.find(({ value }) => value === values?.userCategory)?.value ?? 'Members'}
        />
        <Select
          name="accessLevel"
          label="Access level"
          options={levelOptions}
          defaultValue={levelOptions.find(({ value }) => value === values?.accessLevel)?.value ?? 'standard'}
        />
        <TextField
          name="expiresInDays"
          label="Expires after (days)"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(values?.expiresInDays ?? days)}
        />
      </div>
      <TextArea
        name="note"
        label="Note (optional)"
        help="A sentence or two for people to read before they join."
        rows={3}
        maxLength={invitationLimits.note}
        defaultValue={values?.note ?? ''}
      />
    </>
  )
}
