import type { SettableStatus } from '#contract/admin/organizations.ts'
import type { Tx } from '../database/sql.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { listAdminEmails } from './members/members.ts'
import type { Membership } from '../identity/memberships.ts'
import { type OrganizationState, readState, setStatus } from './state.ts'
import { endOrganization, lockOrganization } from './organizations.ts'
import { isPaidUp } from '../identity/access.ts'
import { mayUndoEnd } from './policies.ts'
import { refuseGift } from '../billing/refunds/limits.ts'
import { findRunningSubscription, findSubscription } from '../billing/subscriptions/subscriptions.ts'
import { lockAccount } from '../ledger/ledger.ts'
import type { Services } from '../conversations/services.ts'
import { endLiveIn } from '../conversations/lifecycle.flow.ts'
import {
  organizationArchivedMail,
  organizationRestoredMail,
  organizationShutMail,
} from '../messages/mails/organization-billing.ts'
import { markEnd, stopSubscription } from '../billing/subscriptions/subscription-end.flow.ts'
import { aboutOrganization } from '../messages/mails/write-mail.ts'
import { queueMail } from '../identity/queue-mail.ts'

/** A platform admin ends or restores the access of an organization (D149). */

type Pool = Pick<Membership, 'organizationId' | 'accountId' | 'name'>

/**
 * Canceled: people can no longer talk there, live conversations end charged to the second, and a running subscription
 * is set to end with its paid month, so that nothing is charged for what cannot be used. Pool and people are kept.
 * Active: all of that is reverted, including the end of the subscription while the paid month lasts; an organization
 * that never paid, is overdue, or whose subscription is over, has access without a payment until its next one (D130).
 * That is a gift, so support and people who run the organization may not give it, unless they only undo their own act
 * (D211).
 * The provider comes first: throws PaymentsUnavailable, with nothing changed, when it cannot be reached.
 */
export async function setOrganizationStatus(
  services: Services,
  by: Acting,
  pool: Pool,
  status: SettableStatus,
): Promise<void> {
  const { organizationId } = pool
  if (status === 'active') await services.database.write((tx) => refuseAccess(tx, by, pool))
  const plan = await (status === 'canceled' ? stopPlan(services, by, pool) : resumePlan(services, by, pool))
  await services.database.write(async (tx) => {
    await lockOrganization(tx, organizationId)
    const before = await readState(tx, organizationId)
    await setStatus(tx, organizationId, { status, isPlanEnded: plan.isEnded }, by.at)
    const after = await readState(tx, organizationId)
    if (!isOther(before, after)) return
    if (before.isActive !== after.isActive || before.subscriptionStatus !== after.subscriptionStatus) {
      await notifyAdmins(services, tx, pool, status, plan.renewsAt)
    }
    const target = { kind: 'organization', id: organizationId } as const
    await recordAct(tx, by, { action: 'organization.status', target, before, after })
  })
  if (status === 'canceled') await endLiveIn(services, organizationId)
}

/** Refuses access without a paid month to those who may not give it. */
async function refuseAccess(tx: Tx, by: Acting, { organizationId, accountId }: Pool): Promise<void> {
  const subscription = await findSubscription(tx, accountId)
  if (subscription && isPaidUp(subscription.subscriptionStatus)) return
  if (await mayUndoEnd(tx, by.adminId, { organizationId, hadPlan: subscription !== null })) return
  await lockAccount(tx, accountId)
  await refuseGift(tx, by, { accountId, cents: Infinity })
}

function isOther(before: OrganizationState, after: OrganizationState): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}

interface PlanChange {
  /** Whether it ends because of this. */
  isEnded: boolean
  /** When it renews again; null when it does not. */
  renewsAt: Date | null
}

async function stopPlan(services: Services, { adminId }: Acting, { accountId }: Pool): Promise<PlanChange> {
  const subscription = await findSubscription(services.database.read, accountId)
  const isEnded = subscription !== null && (await stopSubscription(services, subscription, adminId))
  return { isEnded, renewsAt: null }
}

/** An end that its own admins requested stays. */
async function resumePlan(
  services: Services,
  { adminId }: Acting,
  { organizationId, accountId }: Pool,
): Promise<PlanChange> {
  const { read } = services.database
  const [state, subscription] = await Promise.all([readState(read, organizationId), findSubscription(read, accountId)])
  if (!state.planEndedByAdmin || !subscription) return { isEnded: false, renewsAt: null }
  const resumed = await markEnd(services, subscription.stripeSubscriptionId, false, adminId)
  return { isEnded: false, renewsAt: resumed && !resumed.cancelAtPeriodEnd ? resumed.renewsAt : null }
}

async function notifyAdmins(
  services: Services,
  tx: Tx,
  { organizationId, name: organizationName }: Pool,
  status: SettableStatus,
  renewsAt: Date | null,
): Promise<void> {
  for (const to of await listAdminEmails(tx, organizationId)) {
    const about = { to, organizationName, site: services.siteUrl() }
    const mail = status === 'canceled' ? organizationShutMail(about) : organizationRestoredMail(about, renewsAt)
    await queueMail(tx, services, aboutOrganization(mail, organizationId))
  }
}

/**
 * Ends an organization at its admins' request: it is not charged again and becomes read-only, while pool and people are
 * kept (D129, D131). The subscription comes first, because without its end nothing may be archived here. `by` is the
 * person who asks.
 */
export async function archive(services: Services, member: Membership, by: string): Promise<void> {
  const { database, clock } = services
  const { organizationId, accountId, name: organizationName } = member
  const subscriptionId = await findRunningSubscription(database.read, accountId)
  const subscription = subscriptionId && (await markEnd(services, subscriptionId, true, by))
  const endsAt = subscription ? subscription.renewsAt : null
  await database.write(async (tx) => {
    if (!(await endOrganization(tx, organizationId, clock.now()))) return
    for (const to of await listAdminEmails(tx, organizationId)) {
      const about = { to, organizationName, site: services.siteUrl() }
      await queueMail(tx, services, aboutOrganization(organizationArchivedMail(about, endsAt), organizationId))
    }
  })
}
