import { useQuery } from '@tanstack/react-query'
import { countText } from '#contract/amounts.ts'
import { invitationsOfOrganization } from '#contract/organizations/invitations.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { levelNames, roleNames } from '../labels.ts'
import { InvitePanel } from './invite-panel.tsx'
import type { Details } from './organization.tsx'

/** Members and open invitations; admins invite here (S421, D123). */
export function TeamTab({ details }: { details: Details }) {
  const { organization, role, users } = details
  if (role === 'guest') {
    return (
      <EmptyState title="Only members can see the team">
        <span>{countText(organization.memberCount, 'person is', 'people are')}</span> on the team. As a guest, you can
        see its agents.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {role === 'admin' && <InvitePanel organization={organization} />}
      <Card title="Team">
        <ul aria-label="Team" className="-my-3 divide-y divide-line">
          {users.map((listed) => (
            <li key={listed.user.id} className="py-3">
              <Colleague listed={listed} />
            </li>
          ))}
        </ul>
      </Card>
      {role === 'admin' && <Invited organization={organization} />}
    </div>
  )
}

function Colleague({ listed }: { listed: Details['users'][number] }) {
  const { user, role, accessLevel, userCategory, isActive } = listed
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium break-words">
            {`${user.firstName} ${user.lastName}`.trim() || user.email}
          </span>
          <OwnMark personId={user.id} />
        </p>
        <p className="text-sm break-all text-muted">{user.email ?? userCategory}</p>
      </div>
      {role && accessLevel && (
        <p className="flex flex-wrap gap-2">
          {isActive === false && <Badge tone="warning">Inactive</Badge>}
          <Badge tone={role === 'admin' ? 'soft' : 'neutral'}>{roleNames[role]}</Badge>
          <Badge tone="neutral">{levelNames[accessLevel]}</Badge>
        </p>
      )}
    </div>
  )
}

/** People who were invited by name and have not answered; invitations are revoked on the dashboard. */
function Invited({ organization }: Pick<Details, 'organization'>) {
  const params = { organizationId: String(organization.id) }
  const list = useQuery(query(invitationsOfOrganization, { params }))
  if (list.isError) return <LoadError what="the invitations" failed={list} />
  const open = list.data?.filter(({ status }) => status === 'pending') ?? []
  if (open.length === 0) return null
  return (
    <Card title="Invited">
      <ul aria-label="Invited" className="-my-3 divide-y divide-line">
        {open.map(({ id, email, role, accessLevel }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 break-all">{email}</p>
            <p className="flex flex-wrap gap-2">
              <Badge tone="warning">Pending</Badge>
              <Badge tone="neutral">{roleNames[role]}</Badge>
              <Badge tone="neutral">{levelNames[accessLevel]}</Badge>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
