import { useState } from 'react'
import { organizationOverview } from '#contract/organization-dashboard.ts'
import { changeMember, changeMemberCategory, members, removeMember } from '#contract/organization-members.ts'
import { useCall } from '#web/api.ts'
import { refreshMe, useMe } from '#web/me.ts'
import { failures, successes } from '#web/toasts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { TabProps } from './admin-view.tsx'
import { categoryOptions, levelsFor, rolesFor } from './choices.ts'
import { MonthLimit } from './month-limit.tsx'
import { PersonHead } from './person-head.tsx'
import type { PersonRow } from './people.ts'

type Props = { row: PersonRow } & Pick<TabProps, 'scope'>

/** Somebody of the organization: category, role and level change in place; the last admin stays (S395, D128). */
export function MemberRow({ row, scope }: Props) {
  const { changeCategory, change, remove } = useMemberChanges(row)
  const [isAsking, setAsking] = useState(false)
  const input = { params: { id: row.id }, query: scope }
  return (
    <div className="flex flex-col gap-3">
      <PersonHead
        row={row}
        badges={<Badge tone={row.isActive ? 'success' : 'neutral'}>{row.isActive ? 'Active' : 'Inactive'}</Badge>}
      >
        <Button
          variant="secondary"
          size="dense"
          pending={change.isPending}
          aria-label={`${row.isActive ? 'Deactivate' : 'Activate'}: ${row.name}`}
          onClick={() => void change.submit({ ...input, body: { isActive: !row.isActive } })}
        >
          {row.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <Button variant="ghost" size="dense" aria-label={`Remove: ${row.name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </PersonHead>
      <PlaceFields row={row} input={input} changes={{ changeCategory, change }} />
      <MonthLimit row={row} scope={scope} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${row.name}?`}
        confirmLabel="Remove Member"
        keepLabel="Keep Member"
        onConfirm={() => remove.submit(input)}
      >
        {row.name} can no longer use the agents and minutes of the organization. What they talked stays in the figures.
      </ConfirmDialog>
    </div>
  )
}

interface PlaceProps {
  row: PersonRow
  input: { params: { id: string }; query: Props['scope'] }
  changes: Pick<ReturnType<typeof useMemberChanges>, 'changeCategory' | 'change'>
}

/** Category, role and level; each is saved as soon as it is chosen. */
function PlaceFields({ row, input, changes: { changeCategory, change } }: PlaceProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        name={`category-${row.id}`}
        label={`Category of ${row.name}`}
        hideLabel
        options={categoryOptions}
        value={row.userCategory}
        disabled={changeCategory.isPending}
        onChange={(userCategory) => void changeCategory.submit({ ...input, body: { userCategory } })}
      />
      <Select
        name={`role-${row.id}`}
        label={`Role of ${row.name}`}
        hideLabel
        options={rolesFor(row.role)}
        value={row.role}
        disabled={change.isPending}
        onChange={(role) => void change.submit({ ...input, body: { role } })}
      />
      <Select
        name={`level-${row.id}`}
        label={`Access level of ${row.name}`}
        hideLabel
        options={levelsFor(row.accessLevel)}
        value={row.accessLevel}
        disabled={change.isPending}
        onChange={(accessLevel) => void change.submit({ ...input, body: { accessLevel } })}
      />
    </div>
  )
}

function useMemberChanges({ id }: PersonRow) {
  const me = useMe()
  const changes = [members, organizationOverview]
  // Who changes the own place may see less from now on.
  const done = async (toast: Parameters<typeof showToast>[0]) => {
    if (me?.id === id) await refreshMe()
    showToast(toast)
  }
  return {
    changeCategory: useCall(changeMemberCategory, {
      failed: failures.category,
      changes: [members],
      done: () => showToast(successes.categoryUpdated),
    }),
    change: useCall(changeMember, {
      failed: failures.changeMember,
      changes,
      done: () => done(successes.memberUpdated),
    }),
    remove: useCall(removeMember, {
      failed: failures.removeMember,
      changes,
      done: () => done(successes.memberRemoved),
    }),
  }
}
