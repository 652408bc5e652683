import { minutesToMs } from '#contract/amounts.ts'
import { platformAccess } from '#contract/prices.ts'
import type { Read, Tx } from '../database/sql.ts'
import { grantMinutes } from './ledger.ts'

/** The monthly platform access: its state as the provider tells it, and the minutes of each paid month. */

export interface ProviderSubscription {
  id: string
  status: string
  renewsAt: Date
  cancelAtPeriodEnd: boolean
  pastDueSince: Date | null
}

/** Makes a just paid subscription the account's current one. `readAt` is real time: when the read of it began. */
export async function adoptSubscription(
  tx: Tx,
  accountId: string,
  subscription: ProviderSubscription,
  readAt: Date,
  at: Date,
): Promise<void> {
  await tx`
    insert into subscription (account_id, stripe_subscription_id, status, tier, renews_at, cancel_at_period_end,
      past_due_since, read_at, updated_at)
    values (${accountId}, ${subscription.id}, ${subscription.status}, ${platformAccess.tier}, ${subscription.renewsAt},
      ${subscription.cancelAtPeriodEnd}, ${subscription.pastDueSince}, ${readAt}, ${at})
    on conflict (account_id) do update set
      stripe_subscription_id = excluded.stripe_subscription_id,
      status = excluded.status,
      tier = excluded.tier,
      renews_at = excluded.renews_at,
      cancel_at_period_end = excluded.cancel_at_period_end,
      past_due_since = excluded.past_due_since,
      read_at = excluded.read_at,
      updated_at = excluded.updated_at
    where subscription.read_at < excluded.read_at`
}

/**
 * Stores a newer state of the account's current subscription. An older read never overwrites a newer one, so it does
 * not matter in which order events are worked off. Answers the status before, null when nothing was stored.
 */
export async function refreshSubscription(
  tx: Tx,
  subscription: ProviderSubscription,
  readAt: Date,
  at: Date,
): Promise<{ accountId: string; statusBefore: string } | null> {
  const [before] = await tx<{ accountId: string; statusBefore: string }>`
    select account_id, status as status_before from subscription
    where stripe_subscription_id = ${subscription.id} and read_at < ${readAt} for update`
  if (!before) return null
  await tx`
    update subscription set status = ${subscription.status}, renews_at = ${subscription.renewsAt},
      cancel_at_period_end = ${subscription.cancelAtPeriodEnd}, past_due_since = ${subscription.pastDueSince},
      read_at = ${readAt}, updated_at = ${at}
    where stripe_subscription_id = ${subscription.id}`
  return before
}

/** Whose subscription it is, when it is an account's current one. */
export async function findSubscriptionAccount(read: Read, subscriptionId: string): Promise<string | null> {
  const [row] = await read<{ accountId: string }>`
    select account_id from subscription where stripe_subscription_id = ${subscriptionId}`
  return row?.accountId ?? null
}

export interface PaidMonth {
  accountId: string
  userId: string
  invoiceId: string
  paymentIntentId: string | null
  endsAt: Date
  paidWith: string | null
  at: Date
}

/** Books a paid month and its minutes; the invoice's id is the business key (D32). Answers its id when it is new. */
export async function bookMonth(tx: Tx, month: PaidMonth): Promise<string | null> {
  const ms = minutesToMs(platformAccess.monthlyMinutes)
  const [row] = await tx<{ id: string }>`
    insert into subscription_payment (account_id, user_id, amount_cents, credits_added_ms, stripe_invoice_id,
      stripe_payment_intent_id, period_ends_at, paid_with, created_at)
    values (${month.accountId}, ${month.userId}, ${platformAccess.priceCents}, ${ms}, ${month.invoiceId},
      ${month.paymentIntentId}, ${month.endsAt}, ${month.paidWith}, ${month.at})
    on conflict (stripe_invoice_id) do nothing returning id`
  await grantMinutes(tx, {
    accountId: month.accountId,
    bucket: 'monthly',
    kind: 'monthly_grant',
    sourceRef: `month:${month.invoiceId}`,
    ms,
    priceCents: platformAccess.priceCents,
    expiresAt: month.endsAt,
    paymentIntentId: month.paymentIntentId,
    userId: month.userId,
    notes: platformAccess.name,
    at: month.at,
  })
  return row?.id ?? null
}
