import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import { first, type Read } from '../../database/sql.ts'
import type { TimelineOwner } from './timeline.ts'

/** Who a customer is, besides what the lists say. */

export interface CustomerRow {
  id: string
  accountId: string
  isEmailConfirmed: boolean
  createdAt: Date
  erasedAt: Date | null
  twoFactorSince: Date | null
}

/** Returns a person, even a deleted or erased one; null when unknown. */
export function findCustomer(read: Read, id: string): Promise<CustomerRow | null> {
  return first(read<CustomerRow>`
    select users.id, account.id as account_id, users.email_verified as is_email_confirmed, users.created_at,
      users.erased_at, two_factor.enabled_at as two_factor_since
    from users
    join account on account.user_id = users.id
    left join two_factor on two_factor.user_id = users.id
    where users.id = ${id}`)
}

/** Returns whose timeline an organization's is; null when there is no such organization. */
export async function findOrganizationOwner(
  read: Read,
  id: string,
): Promise<(TimelineOwner & { organizationId: number }) | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null
  const [row] = await read<{ accountId: string; organizationId: number }>`
    select account.id as account_id, organization.id as organization_id
    from organization join account on account.organization_id = organization.id where organization.id = ${Number(id)}`
  return row ? { userId: null, ...row } : null
}

interface LiveRow {
  id: string
  agentName: string
  startedAt: Date
  personId: string
  personName: string
}

/** Returns the live conversations of a person or in an organization, the oldest first. */
export async function listLive(read: Read, { userId, organizationId }: Omit<TimelineOwner, 'accountId'>) {
  const rows = await read<LiveRow>`
    select talk.id, agent.name as agent_name, talk.created_at as started_at, users.id as person_id,
      trim(users.first_name || ' ' || users.last_name) as person_name
    from voice_session as talk
    join agent on agent.id = talk.agent_id
    join users on users.id = talk.user_id
    where talk.status = 'active' and (talk.user_id = ${userId} or talk.organization_id = ${organizationId})
    order by talk.created_at limit 1000`
  return rows.map(({ personId, personName, ...live }) => ({ ...live, person: { id: personId, name: personName } }))
}

export interface MemberRow {
  id: string
  name: string
  email: string
  role: OrganizationRole
  isActive: boolean
  joinedAt: Date
}

/** Returns the members of an organization, admins first and then by name. */
export function listMembers(read: Read, organizationId: number): Promise<MemberRow[]> {
  return read<MemberRow>`
    select users.id, trim(users.first_name || ' ' || users.last_name) as name, users.email, member.role,
      member.is_active, member.joined_at
    from organization_user as member join users on users.id = member.user_id
    where member.organization_id = ${organizationId}
    order by member.is_active desc, member.role = 'admin' desc, lower(users.first_name || users.last_name), users.id
    limit 1000`
}
