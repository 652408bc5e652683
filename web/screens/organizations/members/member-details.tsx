import { useState } from 'react'
import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import { useMe } from '#web/client/me.ts'
import { LeaveOrganization } from '#web/screens/organizations/leave-organization.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import type { TabProps } from '../scope.ts'
import { useConversationsPath } from '../usage/conversations-path.ts'
import { allTime } from '../usage/period.ts'
import { CategorySelect } from './category-select.tsx'
import { levelsFor, rolesFor } from './choices.ts'
import { MemberQuestion, type MemberTask } from './member-questions.tsx'
import { MonthLimit } from './month-limit.tsx'
import type { PersonRow } from './people.ts'
import { StateBadge } from './person-state.tsx'
import { useMemberChanges } from './use-member-changes.ts'

type Props = { row: PersonRow } & TabProps

/**
 * A member of the organization. Category and level change in place; bigger changes ask first; the last admin stays
 * (S395, D128, D188).
 */
export function MemberDetails({ row, overview, scope }: Props) {
  const { change, remove } = useMemberChanges(row.id)
  const [task, setTask] = useState<MemberTask | null>(null)
  const isOwn = useMe()?.id === row.id
  const conversationsPath = useConversationsPath()({ personId: row.id, period: allTime })
  const input = { params: { id: row.id }, query: scope }
  const carryOut = async (given: MemberTask) => {
    if (given.act === 'remove') return remove.submit(input)
    return change.submit({ ...input, body: given.act === 'role' ? { role: given.role } : { isActive: false } })
  }
  return (
    <div className="flex flex-col gap-5">
      <Standing row={row} />
      <PlaceFields row={row} scope={scope} onRole={(role) => setTask({ act: 'role', role })} />
      <MonthLimit row={row} scope={scope} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
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
        <LinkButton variant="ghost" size="dense" href={conversationsPath}>
          See Sessions
        </LinkButton>
      </div>
      <MemberQuestion row={row} isOwn={isOwn} task={task} onClose={() => setTask(null)} onConfirm={carryOut} />
    </div>
  )
}

function Standing({ row }: { row: PersonRow }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <OwnMark personId={row.id} />
      <StateBadge row={row} />
      <span>
        {row.lastActiveAt ? (
          <>
            Last active <DateTime value={row.lastActiveAt} withTime />
          </>
        ) : (
          'Not active yet'
        )}
      </span>
      {row.joinedAt && (
        <span>
          Joined <DateTime value={row.joinedAt} />
        </span>
      )}
    </div>
  )
}

interface PlaceProps extends Pick<Props, 'row' | 'scope'> {
  onRole: (role: OrganizationRole) => void
}

/** Category, role and level; category and level are saved as soon as they are chosen. */
function PlaceFields({ row, scope, onRole }: PlaceProps) {
  const { change } = useMemberChanges(row.id)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        name={`role-${row.id}`}
        label={<Named label="Role" name={row.name} />}
        options={rolesFor(row.role)}
        value={row.role}
        onChange={onRole}
      />
      <Select
        name={`level-${row.id}`}
        label={<Named label="Access level" name={row.name} />}
        options={levelsFor(row.accessLevel)}
        value={row.accessLevel}
        disabled={change.isPending}
        onChange={(accessLevel) => void change.submit({ params: { id: row.id }, query: scope, body: { accessLevel } })}
      />
      <CategorySelect row={row} scope={scope} label={<Named label="Category" name={row.name} />} />
    </div>
  )
}

/** The dialog's title names the person; a screen reader hears the name again with each choice. */
function Named({ label, name }: { label: string; name: string }) {
  return (
    <>
      {label}
      <span className="sr-only"> of {name}</span>
    </>
  )
}
