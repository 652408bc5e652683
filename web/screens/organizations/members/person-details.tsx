import { useState, type ReactNode } from 'react'
import { changeMemberCategory } from '#contract/organizations/members.ts'
import { useCall } from '#web/client/api.ts'
import { backTo } from '#web/kit/kept-focus.ts'
import { useMe } from '#web/client/me.ts'
import { LeaveOrganization } from '#web/screens/organizations/leave-organization.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { ActButtons, runAct } from '#web/kit/dialogs/acts.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { levelNames, roleNames } from '../labels.ts'
import type { Scope } from '../scope.ts'
import { categoryOptions, levelsFor, rolesFor } from './choices.ts'
import { useMemberActs } from './member-acts.tsx'
import { isNearLimit, monthText } from './month-share.ts'
import { type PersonRow, stateOf } from './people.ts'
export interface PeopleProps {
  organization: { id: number; name: string }
  /** Names the organization for every call. */
  scope: Scope
  /** Leads to a person's conversations, where they can be seen. */
  sessionsOf?: ((personId: string) => string) | undefined
}

type Props = { row: PersonRow } & PeopleProps

interface DialogProps extends PeopleProps {
  /** The person in the address; undefined for nobody. */
  row: PersonRow | undefined
  onClose: () => void
}

/** Everything about one person, and everything that an admin can change about them. */
export function PersonDialog({ row, onClose, ...props }: DialogProps) {
  // While the dialog closes, it still shows its person.
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={shown?.name}
      description={shown?.email}
      finalFocus={backTo(linkIdOf(shown?.id ?? ''))}
    >
      {shown?.kind === 'member' && <MemberDetails row={shown} {...props} />}
      {shown?.kind === 'invited' && <InvitedDetails row={shown} scope={props.scope} />}
    </Dialog>
  )
}

/** Returns the id of the link that opens a person's details, for the focus to come back to. */
export function linkIdOf(id: string): string {
  return `person-${id}`
}

/** A member: category and level change in place; bigger changes ask first; the last admin stays (S395, D128, D188). */
function MemberDetails({ row, organization, scope, sessionsOf }: Props) {
  const { seat } = useMemberActs(scope)([row])
  return (
    <div className="flex flex-col gap-5">
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
      <PlaceFields row={row} scope={scope} />
      <MonthLimit row={row} scope={scope} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <ActButtons of={row.name} acts={seat} />
        {useMe()?.id === row.id && <LeaveOrganization organization={organization} />}
        {sessionsOf && (
          <LinkButton variant="ghost" size="dense" href={sessionsOf(row.id)}>
            See Sessions
          </LinkButton>
        )}
      </div>
    </div>
  )
}

type PartProps = Pick<Props, 'row' | 'scope'>

/** Role, level and category; level and category are saved as soon as they are chosen. */
function PlaceFields({ row, scope }: PartProps) {
  const acts = useMemberActs(scope)([row])
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        name={`role-${row.id}`}
        label={<Named label="Role" name={row.name} />}
        options={rolesFor(row.role)}
        value={row.role}
        onChange={(role) => void runAct(acts.role(role))}
      />
      <Select
        name={`level-${row.id}`}
        label={<Named label="Access level" name={row.name} />}
        options={levelsFor(row.accessLevel)}
        value={row.accessLevel}
        onChange={(level) => void runAct(acts.level(level))}
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

/** A member's category, saved as soon as it is chosen (S395); by default the row or its headings say what it is. */
export function CategorySelect({ row, scope, label }: PartProps & { label?: ReactNode }) {
  const change = useCall(changeMemberCategory)
  return (
    <Select
      name={`category-${row.id}`}
      label={label ?? `Category of ${row.name}`}
      hideLabel={!label}
      options={categoryOptions}
      value={row.userCategory}
      disabled={change.isPending}
      onChange={(userCategory) => void change.submit({ params: { id: row.id }, query: scope, body: { userCategory } })}
    />
  )
}

/** How much of the pool a member has used this month, and the limit (D131). */
function MonthLimit({ row, scope }: PartProps) {
  const { name, minutesThisMonth, monthlyLimitMinutes } = row
  const { limit } = useMemberActs(scope)([row])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-muted tabular">{monthText(minutesThisMonth, monthlyLimitMinutes)}</span>
        {monthlyLimitMinutes !== null && monthlyLimitMinutes > 0 && (
          <ShareBar
            className="max-w-40"
            total={Math.max(monthlyLimitMinutes, minutesThisMonth)}
            shares={[
              {
                value: minutesThisMonth,
                tone: isNearLimit(minutesThisMonth, monthlyLimitMinutes) ? 'warning' : 'primary',
              },
            ]}
          />
        )}
      </div>
      <ActButtons of={name} acts={[limit]} />
    </div>
  )
}

/** A person who was invited and has not answered yet (S394, D114). */
function InvitedDetails({ row, scope }: PartProps) {
  const { invitation } = useMemberActs(scope)([row])
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <StateBadge row={row} />
        <Badge tone="warning">Pending</Badge>
        <span>
          {row.userCategory} · {roleNames[row.role]} · {levelNames[row.accessLevel]}
        </span>
      </div>
      <div className="border-t border-line pt-4">
        <ActButtons of={row.name} acts={invitation} />
      </div>
    </div>
  )
}

/** Tells whether a person is active, inactive or invited (S393, S394). */
export function StateBadge({ row }: { row: PersonRow }) {
  const state = stateOf(row)
  if (state === 'invited') return <Badge>Invited</Badge>
  return state === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
}
