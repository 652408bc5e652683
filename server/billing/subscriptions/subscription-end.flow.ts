import { isOver, isOverdue } from './status.ts'
import { type AccountSubscription, findSubscription } from './subscriptions.ts'
import type { SubscriptionState } from '../stripe/subscriptions.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import { followSubscription, storeState, timeRead } from './subscription-state.flow.ts'

/**
 * Ends an account's subscription with its paid month, or takes that back (D41), for the person `by`. Repeating it
 * changes nothing. Returns the state that the provider has now, and refuses when no subscription runs.
 */
export async function setSubscriptionEnd(
  services: Services,
  accountId: string,
  isWanted: boolean,
  by: string,
): Promise<SubscriptionState> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (!subscription || !canEnd(subscription.subscriptionStatus)) refuse('no_subscription')
  return (await markEnd(services, subscription.stripeSubscriptionId, isWanted, by)) ?? refuse('no_subscription')
}

/** Ends any account's subscription with its paid month, or takes that back. Returns null when it is over. */
export async function markEnd(
  services: Services,
  id: string,
  isWanted: boolean,
  by: string,
): Promise<SubscriptionState | null> {
  return (await setEnd(services, id, isWanted, by)).state
}

async function setEnd(
  services: Services,
  id: string,
  isWanted: boolean,
  by: string,
): Promise<{ state: SubscriptionState | null; isCaused: boolean }> {
  const { state, ...times } = await timeRead(services, () => services.payments.setCancelAtPeriodEnd(id, isWanted))
  const stored = state === null ? 'overlapped' : await storeState(services, { ...times, state }, by)
  const isCaused = stored === 'overlapped' ? await followSubscription(services, id, by) : stored === 'caused'
  return { state, isCaused }
}

/**
 * Stops further charges for a subscription, for the person `by`: it ends with its paid month, or at once if a payment is
 * waiting. Returns whether they changed that; of several at one time only one did. Throws PaymentsUnavailable when the
 * provider cannot be reached.
 */
export async function stopSubscription(
  services: Services,
  subscription: AccountSubscription,
  by: string,
): Promise<boolean> {
  const { stripeSubscriptionId: id, subscriptionStatus: status } = subscription
  if (isOver(status)) return false
  if (!isOverdue(status)) return (await setEnd(services, id, true, by)).isCaused
  await services.payments.endNow(id)
  return followSubscription(services, id, by)
}

/** Stops charges for an account: its subscription ends with the paid month, or at once if a payment is waiting. */
export async function stopPaying(services: Services, accountId: string, by: string): Promise<void> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (subscription) await stopSubscription(services, subscription, by)
}

/** Ends a subscription at once; one that is over stays over. */
export async function endSubscription(services: Services, accountId: string): Promise<void> {
  const subscription = await findSubscription(services.database.read, accountId)
  if (!subscription || isOver(subscription.subscriptionStatus)) return
  await services.payments.endNow(subscription.stripeSubscriptionId)
  await followSubscription(services, subscription.stripeSubscriptionId)
}

/** Returns whether a subscription has something to end; an unpaid one without access is settled or given up. */
function canEnd(status: string): boolean {
  return status === 'past_due' || !(isOver(status) || isOverdue(status))
}
