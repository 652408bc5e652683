import { platformAccess } from '#contract/billing/prices.ts'
import { countOf, hasRows, firstValue, first, type Read, type Tx } from '../../database/sql.ts'
import type { AgreedColumns, AgreedPackage, MonthlyPlan } from './offers.ts'

/** Opened payments, from the click or the automatic charge to their end. The provider's keys come from their ids. */

export type CheckoutKind = 'combined' | 'subscription' | 'credits' | 'auto' | 'renewal' | 'debt' | 'seats'

/** The tier is a package, or `starter` where only a month (or a debt or seats, which give no minutes) is paid. */
export interface Checkout extends AgreedColumns {
  id: string
  accountId: string
  userId: string
  kind: CheckoutKind
  amountCents: number
  currency: string
  status: 'open' | 'paid' | 'replaced' | 'declined'
  stripePaymentIntentId: string | null
  stripeSubscriptionId: string | null
  stripeInvoiceId: string | null
  debtId: string | null
  /** Why the bank refused an automatic charge; null if it has not. */
  declineCode: string | null
  /** The bank requires the person to confirm an automatic charge (D47). */
  needsConfirmation: boolean
}

const noIds = { id: null, paymentIntentId: null, startOf: null, automaticOf: null, debtId: null }

async function find(read: Read, by: { [Key in keyof typeof noIds]?: string }): Promise<Checkout | null> {
  const { id, paymentIntentId, startOf, automaticOf, debtId } = { ...noIds, ...by }
  return first(read<Checkout>`
    select id, account_id, user_id, kind, tier, amount_cents, currency, status, stripe_payment_intent_id,
      stripe_subscription_id, stripe_invoice_id, debt_id, decline_code, needs_confirmation, package_name,
      package_cents, package_minutes, bonus_minutes, plan_tier, plan_name, plan_cents, plan_minutes
    from checkout
    where id = ${id}::uuid or stripe_payment_intent_id = ${paymentIntentId}
      or (account_id = ${startOf}::uuid and kind in ('combined', 'subscription') and status = 'open')
      or (account_id = ${automaticOf}::uuid and kind = 'auto' and status = 'open')
      or (debt_id = ${debtId}::uuid and kind = 'debt' and status = 'open')`)
}

/** Returns the open first payment of an account, with or without a package (D34); null when there is none. */
export function findOpenStart(read: Read, accountId: string): Promise<Checkout | null> {
  return find(read, { startOf: accountId })
}

export function findCheckoutByPayment(read: Read, paymentIntentId: string): Promise<Checkout | null> {
  return find(read, { paymentIntentId })
}

export function findCheckout(read: Read, checkoutId: string): Promise<Checkout | null> {
  return find(read, { id: checkoutId })
}

/** Returns the open payment of a debt; null when there is none. */
export function findDebtCheckout(read: Read, debtId: string): Promise<Checkout | null> {
  return find(read, { debtId })
}

/** Returns an account's automatic purchase that is under way or waits for the person; null when there is none. */
export function findOpenAutomatic(read: Read, accountId: string): Promise<Checkout | null> {
  return find(read, { automaticOf: accountId })
}

/** Returns the payment that began a subscription, while it is not booked yet. */
export function findUnbookedStart(read: Read, subscriptionId: string): Promise<string | null> {
  return firstValue(read<{ id: string | null }>`
    select stripe_payment_intent_id as id from checkout
    where stripe_subscription_id = ${subscriptionId} and status = 'open' and stripe_payment_intent_id is not null`)
}

/** Returns an id for a first payment requested now. Of two ids, the later one is the greater text. */
export async function drawStartId(read: Read): Promise<string> {
  const [drawn] = await read<{ id: string }>`select uuidv7() as id`
  if (!drawn) throw new Error('The database made no id')
  return drawn.id
}

export interface NewStart {
  id: string
  accountId: string
  userId: string
  /** Null opens the subscription alone. */
  package: AgreedPackage | null
  plan: MonthlyPlan
  at: Date
}

/** Opens the first payment. Returns false when a parallel request has opened another one. */
export async function openStart(tx: Tx, start: NewStart): Promise<boolean> {
  const { id, accountId, userId, package: bought, plan, at } = start
  return hasRows(tx`
    insert into checkout (id, account_id, user_id, kind, tier, amount_cents, package_name, package_cents,
      package_minutes, bonus_minutes, plan_tier, plan_name, plan_cents, plan_minutes, created_at)
    values (${id}, ${accountId}, ${userId}, ${bought ? 'combined' : 'subscription'},
      ${bought?.tier ?? platformAccess.tier}, ${(bought?.priceCents ?? 0) + plan.priceCents}, ${bought?.name},
      ${bought?.priceCents}, ${bought?.minutes}, ${bought?.bonusMinutes ?? 0}, ${plan.tier}, ${plan.name},
      ${plan.priceCents}, ${plan.minutes}, ${at})
    on conflict do nothing returning id`)
}

/**
 * Opens the payment of one package, by the person or, with `auto`, without them; null while an automatic one is open.
 */
export async function openPackage(
  tx: Tx,
  checkout: { accountId: string; userId: string; package: AgreedPackage; kind: 'credits' | 'auto'; at: Date },
): Promise<string | null> {
  const { tier, name, priceCents, minutes, bonusMinutes } = checkout.package
  return firstValue(tx<{ id: string }>`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, package_name, package_cents, package_minutes,
      bonus_minutes, created_at)
    values (${checkout.accountId}, ${checkout.userId}, ${checkout.kind}, ${tier}, ${priceCents}, ${name},
      ${priceCents}, ${minutes}, ${bonusMinutes}, ${checkout.at})
    on conflict (account_id) where kind = 'auto' and status = 'open' do nothing
    returning id`)
}

/** Opens the payment of a debt, or takes the one that a parallel request has opened. */
export async function openDebtCheckout(
  tx: Tx,
  debt: { id: string; accountId: string; userId: string; amountCents: number },
  at: Date,
): Promise<void> {
  await tx`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, debt_id, created_at)
    values (${debt.accountId}, ${debt.userId}, 'debt', ${platformAccess.tier}, ${debt.amountCents}, ${debt.id}, ${at})
    on conflict (debt_id) where kind = 'debt' and status = 'open' do nothing`
}

/** Opens the payment of an open invoice by the person. Opened again, the same payment is returned. */
export async function openRenewal(
  tx: Tx,
  renewal: {
    accountId: string
    userId: string
    plan: MonthlyPlan
    amountCents: number
    invoiceId: string
    paymentIntentId: string
    at: Date
  },
): Promise<void> {
  const { plan, amountCents } = renewal
  await tx`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, plan_tier, plan_name, plan_cents, plan_minutes,
      stripe_payment_intent_id, stripe_invoice_id, created_at)
    values (${renewal.accountId}, ${renewal.userId}, 'renewal', ${platformAccess.tier}, ${amountCents}, ${plan.tier},
      ${plan.name}, ${amountCents}, ${plan.minutes}, ${renewal.paymentIntentId}, ${renewal.invoiceId}, ${renewal.at})
    on conflict (stripe_payment_intent_id) do nothing`
}

/** Opens the payment of seats added to those of an organization (D116). */
export async function openSeatPayment(
  tx: Tx,
  seats: { accountId: string; userId: string; amountCents: number; at: Date },
): Promise<string> {
  const [row] = await tx<{ id: string }>`
    insert into checkout (account_id, user_id, kind, tier, amount_cents, created_at)
    values (${seats.accountId}, ${seats.userId}, 'seats', ${platformAccess.tier}, ${seats.amountCents}, ${seats.at})
    returning id`
  if (!row) throw new Error('The payment of seats was not stored')
  return row.id
}

export interface ProviderIds {
  paymentIntentId: string
  subscriptionId?: string
  invoiceId?: string
}

/** Stores the provider's side of a checkout. Returns false when another package has replaced it meanwhile. */
export function setProviderIds(tx: Tx, checkoutId: string, ids: ProviderIds): Promise<boolean> {
  return hasRows(tx`
    update checkout set stripe_payment_intent_id = ${ids.paymentIntentId},
      stripe_subscription_id = ${ids.subscriptionId}, stripe_invoice_id = ${ids.invoiceId}
    where id = ${checkoutId} and status <> 'replaced' returning id`)
}

/** Ends an open checkout, unless the provider's side became known since it was read, which must be ended first. */
export async function replaceCheckout(tx: Tx, checkout: Checkout): Promise<void> {
  await tx`
    update checkout set status = 'replaced'
    where id = ${checkout.id} and status = 'open'
      and stripe_subscription_id is not distinct from ${checkout.stripeSubscriptionId}
      and stripe_payment_intent_id is not distinct from ${checkout.stripePaymentIntentId}`
}

/** Returns the cents taken by automatic purchases that began since `since`. */
export function sumAutomaticCents(read: Read, accountId: string, since: Date): Promise<number> {
  return countOf(read<{ cents: number }>`
    select coalesce(sum(amount_cents), 0) as cents from checkout
    where account_id = ${accountId} and kind = 'auto' and status = 'paid' and created_at >= ${since}`)
}

/** Stores the payment that an automatic charge has made. It counts, whatever became of the checkout meanwhile. */
export async function setAutomaticPayment(tx: Tx, checkoutId: string, paymentIntentId: string): Promise<void> {
  await tx`update checkout set stripe_payment_intent_id = ${paymentIntentId} where id = ${checkoutId}`
}

export interface RefusedCharge {
  paymentIntentId: string | null
  code: string
  fingerprint: string | null
  /** Leaves it open for the person. */
  needsConfirmation: boolean
}

/** Records that the bank refused an automatic charge. Returns false when that is already known. */
export function refuseAutomatic(tx: Tx, checkoutId: string, refused: RefusedCharge): Promise<boolean> {
  return hasRows(tx`
    update checkout set status = ${refused.needsConfirmation ? 'open' : 'declined'}, decline_code = ${refused.code},
      needs_confirmation = ${refused.needsConfirmation}, card_fingerprint = ${refused.fingerprint},
      stripe_payment_intent_id = coalesce(stripe_payment_intent_id, ${refused.paymentIntentId})
    where id = ${checkoutId} and status = 'open' and decline_code is null returning id`)
}

/** Ends the person's chance to confirm an automatic charge, whose payment will be ended. */
export async function endConfirmation(tx: Tx, checkoutId: string): Promise<void> {
  await tx`update checkout set needs_confirmation = false where id = ${checkoutId} and status = 'open'`
}

/** Ends an automatic purchase that was not paid. */
export async function endAutomatic(tx: Tx, checkoutId: string): Promise<void> {
  await tx`
    update checkout set status = case when decline_code is null then 'replaced' else 'declined' end
    where id = ${checkoutId} and status = 'open'`
}

/** Returns when a checkout was opened, in real time, as its id carries it. The provider's keys expire by that time. */
export async function readOpenedAt(read: Read, checkoutId: string): Promise<Date> {
  const [row] = await read<{ openedAt: Date }>`
    select uuid_extract_timestamp(id) as opened_at from checkout where id = ${checkoutId}`
  if (!row) throw new Error(`No checkout ${checkoutId}`)
  return row.openedAt
}

/** Takes the checkout for booking. Returns false when another call has booked it. */
export function takeForBooking(tx: Tx, checkoutId: string, at: Date): Promise<boolean> {
  return hasRows(tx`
    update checkout set status = 'paid', paid_at = ${at} where id = ${checkoutId} and status <> 'paid' returning id`)
}
