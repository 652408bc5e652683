import { isDeepStrictEqual } from 'node:util'
import { dollarsToCents } from '#contract/amounts.ts'
import type { OfferTier } from '#contract/billing/offers.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import type { Pool } from '../../identity/account-owner.ts'
import {
  type Checkout,
  drawStartId,
  findOpenStart,
  openPackage,
  openStart,
  replaceCheckout,
  setProviderIds,
} from './checkouts.ts'
import { type AgreedPackage, type MonthlyPlan, monthOf, offerAccess, packageOf } from './offers.ts'
import { findPayer, setStripeCustomer } from './payers.ts'
import { isOverdue, isPaidUp } from '../subscriptions/status.ts'
import { findSubscription } from '../subscriptions/subscriptions.ts'
import { offerTo } from './purchases.ts'
import type { Person } from '../../identity/users.ts'
import { PaymentsUnavailable } from '../stripe/client.ts'
import type { OpenedSubscription } from '../stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import { fulfil } from '../bookings/fulfil.flow.ts'

export type StartResult =
  | { state: 'open'; clientSecret: string; checkout: Checkout }
  /** `chosen_anew`: something else was asked for after it, and that is what is open. */
  | { state: 'already_subscribed' | 'invoice_open' | 'chosen_anew' }

/** A replaced, an expired and a fresh checkout follow each other; more only while one person asks many times at once. */
const maxSteps = 8

/** A first payment as it is wanted now. */
export interface WantedStart {
  /** Drawn when it was asked for: of two choices, the greater one stays. */
  id: string
  accountId: string
  userId: string
  package: AgreedPackage | null
  plan: MonthlyPlan
  customerId: string
  /** Makes the provider's side of a checkout; the checkout's id is its key. */
  open(checkout: Checkout): Promise<OpenedSubscription>
}

/** Opens a person's first payment: a subscription whose first invoice may also carry a package (null: access alone). */
export async function openStartPurchase(
  services: Services,
  person: Person,
  choice: PackageTier | null,
): Promise<StartResult> {
  const refusal = refuseSecond(person.subscriptionStatus)
  if (refusal) return refusal
  const id = await drawStartId(services.database.read)
  const customerId = await ensureCustomer(services, person)
  const { accountId } = person
  const bought = choice && (await offerTo(services.database.read, accountId, choice))
  const plan = offerAccess()
  return openFirstPayment(services, {
    id,
    accountId,
    userId: person.id,
    package: bought,
    plan,
    customerId,
    open: (checkout) => services.payments.openSubscription({ ...checkout, customerId, package: bought, plan }),
  })
}

/**
 * Opens the first payment of a subscription. A repeated call takes up the open one, another choice replaces it; two
 * never exist side by side, and of several choices at once the last one asked for stays (D34, D35).
 */
export async function openFirstPayment(services: Services, wanted: WantedStart): Promise<StartResult> {
  const { database, clock } = services
  const { id, accountId, userId, package: bought, plan } = wanted
  for (let step = 0; step < maxSteps; step++) {
    const checkout = await findOpenStart(database.read, accountId)
    if (!checkout) {
      // It may have been paid since it was asked for.
      const current = await findSubscription(database.read, accountId)
      const refusal = refuseSecond(current?.subscriptionStatus ?? null)
      if (refusal) return refusal
      const at = clock.now()
      await database.write((tx) => openStart(tx, { id, accountId, userId, package: bought, plan, at }))
      continue
    }
    // One that was opened before the list changed would charge or give something else than is shown now.
    const isWanted = isDeepStrictEqual([packageOf(checkout), monthOf(checkout)], [bought, plan])
    const opened = isWanted ? await takeUp(services, checkout, wanted) : null
    if (opened && opened.amountCents !== checkout.amountCents) {
      throw new Error(`The provider asks ${opened.amountCents} cents for checkout ${checkout.id}, not our price`)
    }
    if (opened) return { state: 'open', clientSecret: opened.clientSecret, checkout }
    if (!isWanted && checkout.id > id) return { state: 'chosen_anew' }
    if ((await giveUp(services, checkout)) === 'was_paid') return { state: 'already_subscribed' }
  }
  throw new PaymentsUnavailable(`No first payment could be opened for account ${accountId}`)
}

/** A subscription that lives on at the provider must never get a second one beside it (D4, D34). */
function refuseSecond(status: string | null): StartResult | null {
  if (isPaidUp(status)) return { state: 'already_subscribed' }
  return isOverdue(status) ? { state: 'invoice_open' } : null
}

/** The provider's side of an open checkout, made now or met again; null when it can no longer be paid. */
async function takeUp(
  services: Services,
  checkout: Checkout,
  { open }: WantedStart,
): Promise<OpenedSubscription | null> {
  if (checkout.stripeSubscriptionId) return services.payments.reopenSubscription(checkout.stripeSubscriptionId)
  const { id } = checkout
  try {
    const opened = await open(checkout)
    if (await services.database.write((tx) => setProviderIds(tx, id, opened))) return opened
    // Another choice replaced this one while it was being opened: nobody may pay it any more (D34).
    await services.payments.endUnpaid(opened.subscriptionId, opened.invoiceId)
  } catch (error) {
    // The provider would repeat its refusal of this checkout's key: the next try needs another checkout.
    if (!(error instanceof PaymentsUnavailable) || !error.isKeySpent) throw error
    await services.database.write((tx) => replaceCheckout(tx, checkout))
    throw error
  }
  return null
}

/** Ends an open checkout at the provider and here; a payment that arrived meanwhile is credited instead. */
async function giveUp(services: Services, checkout: Checkout): Promise<'was_paid' | 'replaced'> {
  const { stripePaymentIntentId, stripeSubscriptionId, stripeInvoiceId } = checkout
  if (stripePaymentIntentId && stripeSubscriptionId && stripeInvoiceId) {
    if (await isPaid(services, stripePaymentIntentId)) return 'was_paid'
    await services.payments.endUnpaid(stripeSubscriptionId, stripeInvoiceId)
    // The card may have been charged between the two questions.
    if (await isPaid(services, stripePaymentIntentId)) return 'was_paid'
  }
  await services.database.write((tx) => replaceCheckout(tx, checkout))
  return 'replaced'
}

async function isPaid(services: Services, paymentIntentId: string): Promise<boolean> {
  const { state } = await fulfil(services, paymentIntentId)
  return state === 'credited' || state === 'processing'
}

/** Opens the payment of one package for the own balance or a pool; each call is a purchase of its own (D49, D50). */
export async function openPackagePurchase(
  services: Services,
  person: Person,
  { tier, pool }: { tier: OfferTier; pool: Pool | null },
): Promise<{ clientSecret: string; package: AgreedPackage }> {
  const customerId = await ensureCustomer(services, person, pool)
  const at = services.clock.now()
  const { accountId } = pool ?? person
  const bought = await offerTo(services.database.read, accountId, tier)
  const checkoutId = await services.database.write((tx) =>
    openPackage(tx, { accountId, userId: person.id, package: bought, kind: 'credits', at }),
  )
  if (!checkoutId) throw new Error('The checkout was not stored')
  const opened = await services.payments.openPayment({
    id: checkoutId,
    customerId,
    userId: person.id,
    kind: 'credits',
    amountCents: bought.priceCents,
    description: `${bought.name}: ${bought.minutes} minutes${pool ? ` for ${pool.name}` : ''}`,
  })
  await services.database.write((tx) => setProviderIds(tx, checkoutId, opened))
  return { clientSecret: opened.clientSecret, package: bought }
}

/** The customer of the person, or of the organization, at the provider; made when there is none yet. */
export async function ensureCustomer(services: Services, person: Person, pool: Pool | null = null): Promise<string> {
  const { accountId } = pool ?? person
  const { stripeCustomerId } = await findPayer(services.database.read, accountId)
  if (stripeCustomerId) return stripeCustomerId
  const { email } = person
  const customerId = pool
    ? await services.payments.createCustomer({ id: accountId, email, name: pool.name }, 'accountId')
    : await services.payments.createCustomer({ id: person.id, email, name: `${person.firstName} ${person.lastName}` })
  const at = services.clock.now()
  return services.database.write((tx) => setStripeCustomer(tx, accountId, customerId, at))
}

/** Whether a figure that a client sent is our price; what it sent is never used (D29). */
export function isOurPrice(dollars: number, priceCents: number): boolean {
  return dollarsToCents(dollars) === priceCents
}
