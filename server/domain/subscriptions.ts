import { minutesToMs } from '#contract/amounts.ts'
import { platformAccess } from '#contract/prices.ts'
import type { Tx } from '../database/sql.ts'
import { grantMinutes } from './ledger.ts'

/** The monthly platform access: its state as the provider tells it, and the minutes of each paid month. */

export interface ProviderSubscription {
  id: string
  status: string
  renewsAt: Date
  cancelAtPeriodEnd: boolean
}

/** Stores the provider's state as the account's current subscription. */
export async function storeSubscription(
  tx: Tx,
  accountId: string,
  subscription: ProviderSubscription,
  at: Date,
): Promise<void> {
  await tx`
    insert into subscription (account_id, stripe_subscription_id, status, tier, renews_at, cancel_at_period_end,
      past_due_since, updated_at)
    values (${accountId}, ${subscription.id}, ${subscription.status}, ${platformAccess.tier}, ${subscription.renewsAt},
      ${subscription.cancelAtPeriodEnd}, ${subscription.status === 'past_due' ? at : null}, ${at})
    on conflict (account_id) do update set
      stripe_subscription_id = excluded.stripe_subscription_id,
      status = excluded.status,
      tier = excluded.tier,
      renews_at = excluded.renews_at,
      cancel_at_period_end = excluded.cancel_at_period_end,
      past_due_since = case when excluded.status = 'past_due'
        then coalesce(subscription.past_due_since, excluded.past_due_since) end,
      updated_at = excluded.updated_at`
}

/** Whose subscription it is, when it is an account's current one. */
export async function findSubscriptionAccount(tx: Tx, subscriptionId: string): Promise<string | null> {
  const [row] = await tx<{ accountId: string }>`
    select account_id from subscription where stripe_subscription_id = ${subscriptionId}`
  return row?.accountId ?? null
}

export interface PaidMonth {
  accountId: string
  userId: string
  invoiceId: string
  paymentIntentId: string | null
  endsAt: Date
  at: Date
}

/** Books a paid month and its minutes; the invoice's id is the business key (D32). */
export async function bookMonth(tx: Tx, month: PaidMonth): Promise<void> {
  const ms = minutesToMs(platformAccess.monthlyMinutes)
  await tx`
    insert into subscription_payment (account_id, user_id, amount_cents, credits_added_ms, stripe_invoice_id,
      stripe_payment_intent_id, period_ends_at, created_at)
    values (${month.accountId}, ${month.userId}, ${platformAccess.priceCents}, ${ms}, ${month.invoiceId},
      ${month.paymentIntentId}, ${month.endsAt}, ${month.at})
    on conflict (stripe_invoice_id) do nothing`
  await grantMinutes(tx, {
    accountId: month.accountId,
    bucket: 'monthly',
    kind: 'monthly_grant',
    sourceRef: `month:${month.invoiceId}`,
    ms,
    priceCents: platformAccess.priceCents,
    expiresAt: month.endsAt,
    userId: month.userId,
    notes: platformAccess.name,
    at: month.at,
  })
}
