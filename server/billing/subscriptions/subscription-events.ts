import type { SubscriptionEventKind } from '#contract/billing/subscription-events.ts'
import type { Tx } from '../../database/sql.ts'
import type { ProviderSubscription, StoredSubscription } from './subscriptions.ts'
import { isOver } from './status.ts'

/** When subscriptions were canceled, resumed and ended, and by whom, for the team's timeline and the export. */

/** Until then somebody may be named as the cause of a change that a webhook has stored first. */
const namingMs = 60_000

/**
 * Notes what a newer state of a subscription changes, in the transaction that stores it. `by` is who caused it; null
 * for what the provider reports on its own. A change that its webhook has stored already gets the name only. Returns
 * whether `by` is now named as the cause of a change.
 */
export async function noteSubscriptionChange(
  tx: Tx,
  before: StoredSubscription,
  state: ProviderSubscription,
  { by, at }: { by: string | null; at: Date },
): Promise<boolean> {
  const { accountId } = before
  const kind = kindOf(before, state)
  if (!kind) return by !== null && nameCause(tx, { accountId, kind: kindOfState(state), by, at })
  await tx`
    insert into subscription_event (account_id, kind, by_user_id, month_ends_at, at)
    values (${accountId}, ${kind}, ${by}, ${kind === 'ended' ? null : state.renewsAt}, ${at})`
  return by !== null
}

function kindOf(before: StoredSubscription, state: ProviderSubscription): SubscriptionEventKind | null {
  if (isOver(before.status)) return null
  if (isOver(state.status)) return 'ended'
  if (state.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return null
  return state.cancelAtPeriodEnd ? 'canceled' : 'resumed'
}

function kindOfState({ status, cancelAtPeriodEnd }: ProviderSubscription): SubscriptionEventKind {
  if (isOver(status)) return 'ended'
  return cancelAtPeriodEnd ? 'canceled' : 'resumed'
}

async function nameCause(
  tx: Tx,
  { accountId, kind, by, at }: { accountId: string; kind: SubscriptionEventKind; by: string; at: Date },
): Promise<boolean> {
  const named = await tx`
    update subscription_event set by_user_id = ${by}
    where by_user_id is null and kind = ${kind} and at >= ${new Date(at.getTime() - namingMs)} and id = (
      select newest.id from subscription_event as newest
      where newest.account_id = ${accountId} order by newest.at desc, newest.id desc limit 1)
    returning id`
  return named.length > 0
}
