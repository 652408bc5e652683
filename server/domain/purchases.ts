import { minutesToMs } from '#contract/amounts.ts'
import { combinedPriceCents, type PackageTier, packages, platformAccess } from '#contract/prices.ts'
import type { Read, Tx } from '../database/sql.ts'
import { grantMinutes } from './ledger.ts'

/** Opened payments, and what a paid one gives: exactly once, whoever sees it first. */

export interface Checkout {
  id: string
  accountId: string
  userId: string
  kind: 'combined' | 'credits'
  tier: PackageTier
  amountCents: number
  currency: string
  status: 'open' | 'paid' | 'replaced'
  stripePaymentIntentId: string | null
  stripeSubscriptionId: string | null
  stripeInvoiceId: string | null
}

/** The open first payment of an account, if any (D34). */
export async function findOpenCombined(read: Read, accountId: string): Promise<Checkout | null> {
  const [row] = await read<Checkout>`
    select id, account_id, user_id, kind, tier, amount_cents, currency, status, stripe_payment_intent_id,
      stripe_subscription_id, stripe_invoice_id
    from checkout where account_id = ${accountId} and kind = 'combined' and status = 'open'`
  return row ?? null
}

export async function findCheckoutByPayment(read: Read, paymentIntentId: string): Promise<Checkout | null> {
  const [row] = await read<Checkout>`
    select id, account_id, user_id, kind, tier, amount_cents, currency, status, stripe_payment_intent_id,
      stripe_subscription_id, stripe_invoice_id
    from checkout where stripe_payment_intent_id = ${paymentIntentId}`
  return row ?? null
}

/** Opens the first payment; the one that a parallel request opened meanwhile is taken instead. */
export async function openCombined(
  tx: Tx,
  checkout: { accountId: string; userId: string; tier: PackageTier; at: Date },
): Promise<void> {
  await tx`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, created_at)
    values (${checkout.accountId}, ${checkout.userId}, 'combined', ${checkout.tier},
      ${combinedPriceCents(checkout.tier)}, ${checkout.at})
    on conflict (account_id) where kind = 'combined' and status = 'open' do nothing`
}

export async function openCreditPurchase(
  tx: Tx,
  checkout: { accountId: string; userId: string; tier: PackageTier; at: Date },
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, created_at)
    values (${checkout.accountId}, ${checkout.userId}, 'credits', ${checkout.tier},
      ${packages[checkout.tier].priceCents}, ${checkout.at})
    returning id`
  if (!row) throw new Error('The checkout was not stored')
  return row.id
}

export interface ProviderIds {
  paymentIntentId: string
  subscriptionId?: string
  invoiceId?: string
}

/** Stores the provider's side of a checkout; false when another package has replaced it meanwhile. */
export async function setProviderIds(tx: Tx, checkoutId: string, ids: ProviderIds): Promise<boolean> {
  const rows = await tx`
    update checkout set stripe_payment_intent_id = ${ids.paymentIntentId},
      stripe_subscription_id = ${ids.subscriptionId}, stripe_invoice_id = ${ids.invoiceId}
    where id = ${checkoutId} and status <> 'replaced' returning id`
  return rows.length > 0
}

/** Ends an open checkout, unless its provider's side became known since it was read: that must be ended first. */
export async function replaceCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  await tx`
    update checkout set status = 'replaced'
    where id = ${checkout.id} and status = 'open'
      and stripe_subscription_id is not distinct from ${checkout.stripeSubscriptionId}`
}

/** Payments opened since `since` whose end nobody has told us yet; the reconcile job asks the provider (D37). */
export function listOpenPayments(read: Read, since: Date): Promise<{ paymentIntentId: string }[]> {
  return read`
    select stripe_payment_intent_id as payment_intent_id from checkout
    where status = 'open' and stripe_payment_intent_id is not null and created_at > ${since}
    order by created_at limit 1000`
}

export interface Fulfilment {
  packageMinutes: number
  monthlyMinutes: number
}

/** What a checkout gives when it is paid, in minutes. */
export function fulfilmentOf(checkout: Pick<Checkout, 'kind' | 'tier'>): Fulfilment {
  return {
    packageMinutes: packages[checkout.tier].minutes,
    monthlyMinutes: checkout.kind === 'combined' ? platformAccess.monthlyMinutes : 0,
  }
}

/**
 * Books a paid package: purchase row and minutes. The payment's id is the business key, so a second call, whether
 * from the success call, an event or the reconcile job, changes nothing (D36).
 */
export async function bookPackage(tx: Tx, checkout: Checkout, paymentIntentId: string, at: Date): Promise<void> {
  const creditPackage = packages[checkout.tier]
  const ms = minutesToMs(creditPackage.minutes)
  await tx`
    insert into credit_purchase (account_id, user_id, amount_cents, credits_added_ms, stripe_payment_intent_id, tier,
      created_at)
    values (${checkout.accountId}, ${checkout.userId}, ${creditPackage.priceCents}, ${ms}, ${paymentIntentId},
      ${checkout.tier}, ${at})
    on conflict (stripe_payment_intent_id) do nothing`
  await grantMinutes(tx, {
    accountId: checkout.accountId,
    bucket: 'purchased',
    kind: 'purchase',
    sourceRef: `package:${paymentIntentId}`,
    ms,
    priceCents: creditPackage.priceCents,
    expiresAt: null,
    userId: checkout.userId,
    notes: `${creditPackage.name} package`,
    at,
  })
}

/** Takes the checkout for booking; null when another call has booked it already. */
export async function takeForBooking(tx: Tx, checkoutId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update checkout set status = 'paid', paid_at = ${at} where id = ${checkoutId} and status <> 'paid' returning id`
  return rows.length > 0
}

export interface CreditPurchase {
  id: string
  userId: string
  amountCents: number
  creditsAddedMs: number
  bonusAgents: number
  stripePaymentIntentId: string
  tier: string
  createdAt: Date
}

export function listPurchases(read: Read, userId: string): Promise<CreditPurchase[]> {
  return read<CreditPurchase>`
    select id, user_id, amount_cents, credits_added_ms, bonus_agents, stripe_payment_intent_id, tier, created_at
    from credit_purchase where user_id = ${userId} order by created_at desc, id desc limit 1000`
}

/** Whether the person has not bought a package yet (D40). */
export async function isFirstPurchase(read: Read, userId: string): Promise<boolean> {
  const [row] = await read<{ bought: boolean }>`
    select exists (select from credit_purchase where user_id = ${userId}) as bought`
  return !row?.bought
}

export interface Transaction {
  id: string
  type: 'subscription' | 'credits'
  tier: string
  amountCents: number
  creditsAddedMs: number
  stripePaymentIntentId: string | null
  createdAt: Date
}

/** Every paid month and package of a person, newest first (D43). */
export function listTransactions(read: Read, userId: string): Promise<Transaction[]> {
  return read<Transaction>`
    select id, 'credits' as type, tier, amount_cents, credits_added_ms, stripe_payment_intent_id, created_at
    from credit_purchase where user_id = ${userId}
    union all
    select id, 'subscription', 'starter', amount_cents, credits_added_ms, stripe_payment_intent_id, created_at
    from subscription_payment where user_id = ${userId}
    order by created_at desc, type limit 1000`
}
