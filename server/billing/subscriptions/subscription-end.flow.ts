import { isOver, isOverdue } from './status.ts'
import { type AccountSubscription, findSubscription } from './subscriptions.ts'
import type { SubscriptionState } from '../stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import { followSubscription, storeState, timeRead } from './subscription-state.flow.ts'

/**
 * Marks the end of an account's subscription with its paid month, or takes the mark back (D41). Asking twice changes
 * nothing. Returns the state that the provider has now; null when no subscription runs, also by its word alone.
 */
export async function setSubscriptionEnd(
  services: Services,
  accountId: string,
  isWanted: boolean,
): Promise<SubscriptionState | null> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (!subscription || !canEnd(subscription.subscriptionStatus)) return null
  return markEnd(services, subscription.stripeSubscriptionId, isWanted)
}

/** Marks the end of whosoever's subscription with its paid month, or takes the mark back; null when it is over. */
export async function markEnd(services: Services, id: string, isWanted: boolean): Promise<SubscriptionState | null> {
  const { state, ...times } = await timeRead(services, () => services.payments.setCancelAtPeriodEnd(id, isWanted))
  const isStored = state !== null && (await storeState(services, { ...times, state }))
  if (!isStored) await followSubscription(services, id)
  return state
}

/**
 * Nothing more is charged for a subscription: it ends with its paid month, one whose payment waits at once. Returns
 * whether that changed anything; throws PaymentsUnavailable when the provider cannot be told.
 */
export async function stopSubscription(services: Services, subscription: AccountSubscription): Promise<boolean> {
  const { stripeSubscriptionId: id, subscriptionStatus: status, cancelAtPeriodEnd } = subscription
  if (isOver(status)) return false
  if (isOverdue(status)) {
    await services.payments.endNow(id)
    await followSubscription(services, id)
    return true
  }
  await markEnd(services, id, true)
  return !cancelAtPeriodEnd
}

/** Sees that nothing more is charged: the subscription ends with its paid month, one whose payment waits at once. */
export async function stopPaying(services: Services, accountId: string): Promise<void> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (subscription) await stopSubscription(services, subscription)
}

/** Ends a subscription at once; what is over stays over. */
export async function endSubscription(services: Services, accountId: string): Promise<void> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (!subscription || isOver(subscription.subscriptionStatus)) return
  await services.payments.endNow(subscription.stripeSubscriptionId)
  await followSubscription(services, subscription.stripeSubscriptionId)
}

/** What waits unpaid without access has nothing left to end: its invoice is settled, or the provider gives it up. */
function canEnd(status: string): boolean {
  return status === 'past_due' || !(isOver(status) || isOverdue(status))
}
