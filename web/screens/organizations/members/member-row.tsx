import { useState } from 'react'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { changeMember, changeMemberCategory, members, removeMember } from '#contract/organizations/members.ts'
import type { OrganizationRole } from '#contract/organizations/organizations.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { LeaveOrganization } from '#web/screens/organizations/leave-organization.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { memberFailures, memberSuccesses } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { categoryOptions, levelsFor, rolesFor } from './choices.ts'
import { MemberQuestion, type MemberTask } from './member-questions.tsx'
import { MonthLimit } from './month-limit.tsx'
import { PersonHead } from './person-head.tsx'
import type { PersonRow } from './people.ts'

type Props = { row: PersonRow } & TabProps

/**
 * A member of the organization. Category and level change in place; bigger changes ask first; the last admin stays
 * (S395, D128, D188).
 */
export function MemberRow({ row, overview, scope }: Props) {
  const { changeCategory, change, remove } = useMemberChanges(row)
  const [task, setTask] = useState<MemberTask | null>(null)
  const isOwn = useMe()?.id === row.id
  const input = { params: { id: row.id }, query: scope }
  const carryOut = async (given: MemberTask) => {
    if (given.act === 'remove') return remove.submit(input)
    return change.submit({ ...input, body: given.act === 'role' ? { role: given.role } : { isActive: false } })
  }
  return (
    <div className="flex flex-col gap-3">
      <PersonHead
        row={row}
        badges={
          <>
            <OwnMark personId={row.id} />
            <Badge tone={row.isActive ? 'success' : 'neutral'}>{row.isActive ? 'Active' : 'Inactive'}</Badge>
          </>
        }
      >
        <Button
          variant="secondary"
          size="dense"
          pending={change.isPending}
          aria-label={`${row.isActive ? 'Deactivate' : 'Activate'}: ${row.name}`}
          onClick={() =>
            row.isActive ? setTask({ act: 'deactivate' }) : void change.submit({ ...input, body: { isActive: true } })
          }
        >
          {row.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        {isOwn ? (
          <LeaveOrganization organization={overview} />
        ) : (
          <Button
            variant="ghost"
            size="dense"
            aria-label={`Remove: ${row.name}`}
            onClick={() => setTask({ act: 'remove' })}
          >
            Remove
          </Button>
        )}
      </PersonHead>
      <PlaceFields
        row={row}
        input={input}
        changes={{ changeCategory, change }}
        onRole={(role) => setTask({ act: 'role', role })}
      />
      <MonthLimit row={row} scope={scope} />
      <MemberQuestion row={row} isOwn={isOwn} task={task} onClose={() => setTask(null)} onConfirm={carryOut} />
    </div>
  )
}

interface PlaceProps {
  row: PersonRow
  input: { params: { id: string }; query: Props['scope'] }
  changes: Pick<ReturnType<typeof useMemberChanges>, 'changeCategory' | 'change'>
  onRole: (role: OrganizationRole) => void
}

/** Category, role and level; category and level are saved as soon as they are chosen. */
function PlaceFields({ row, input, changes: { changeCategory, change }, onRole }: PlaceProps) {
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
        onChange={onRole}
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
  // Admins who change their own membership may see less from now on.
  const done = async (toast: Parameters<typeof showToast>[0]) => {
    if (me?.id === id) await refreshMe()
    showToast(toast)
  }
  return {
    changeCategory: useCall(changeMemberCategory, {
      failed: memberFailures.category,
      changes: [members],
      done: () => showToast(memberSuccesses.categoryUpdated),
    }),
    change: useCall(changeMember, {
      failed: memberFailures.changeMember,
      changes,
      done: () => done(memberSuccesses.memberUpdated),
    }),
    remove: useCall(removeMember, {
      failed: memberFailures.removeMember,
      changes,
      done: () => done(memberSuccesses.memberRemoved),
    }),
  }
}
