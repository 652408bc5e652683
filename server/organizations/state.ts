import type { SettableStatus } from '#contract/admin/organizations.ts'
import type { SubscriptionStatus } from '#contract/organizations/ranks.ts'
import { isPaidUp, paidStatuses } from '../identity/access.ts'
import { hasRows, type Read, type Tx } from '../database/sql.ts'

/** An organization's state follows from its payments, unless a platform admin has set it (D149). */

/** Sets an organization to the state of its subscription (D9, D129). Does nothing for other accounts. */
export async function followPayments(
  tx: Tx,
  accountId: string,
  { status, pastDueSince }: { status: string; pastDueSince: Date | null },
  at: Date,
): Promise<void> {
  const isLate = status === 'past_due' && pastDueSince !== null
  const state = isPaidUp(status) ? 'active' : isLate ? 'past_due' : 'canceled'
  await tx`select organization_follow_payments(${accountId}, ${state}, ${isLate ? pastDueSince : null}, ${at})`
}

export interface OrganizationState {
  isActive: boolean
  subscriptionStatus: SubscriptionStatus
  /** What a platform admin has set; null when it follows its payments. */
  setByAdmin: SettableStatus | null
  /** Whether that also set its subscription to end. */
  planEndedByAdmin: boolean
}

export async function readState(read: Read, organizationId: number): Promise<OrganizationState> {
  const [row] = await read<OrganizationState>`
    select is_active, subscription_status, set_by_admin, plan_ended_by_admin
    from organization where id = ${organizationId}`
  if (!row) throw new Error(`No organization ${organizationId}`)
  return row
}

/** Returns whether a platform admin has canceled the organization of a pool, so that no payment restores it. */
export function isCanceledByAdmin(read: Read, accountId: string): Promise<boolean> {
  return hasRows(read`
    select from organization join account on account.organization_id = organization.id
    where account.id = ${accountId} and organization.set_by_admin = 'canceled'`)
}

/** Grants or ends an organization's access, whatever its payments say (D149). */
export async function setStatus(
  tx: Tx,
  organizationId: number,
  { status, isPlanEnded }: { status: SettableStatus; isPlanEnded: boolean },
  at: Date,
): Promise<void> {
  await tx`select organization_set_status(${organizationId}, ${status}, ${paidStatuses}, ${isPlanEnded}, ${at})`
}
