import { isDeepStrictEqual } from 'node:util'
import { dollarsToCents, minutesText } from '#contract/amounts.ts'
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
import { isPaidUp } from '../../identity/access.ts'
import { isOverdue } from '../subscriptions/status.ts'
import { findSubscription } from '../subscriptions/subscriptions.ts'
import { offerTo } from './purchases.ts'
import { findPerson, isErasedAddress, type Person } from '../../identity/users.ts'
import { PaymentsUnavailable } from '../stripe/client.ts'
import type { OpenedSubscription } from '../stripe/new-subscriptions.ts'
import type { Services } from '../services.ts'
import { bookPayment } from '../bookings/book-payment.flow.ts'

export type StartResult =
  | { state: 'open'; clientSecret: string; checkout: Checkout }
  /** `chosen_anew`: another choice was made after it and is open instead. */
  | { state: 'already_subscribed' | 'invoice_open' | 'chosen_anew' }

/** A replaced, an expired and a fresh checkout take one step each, and each other choice at the same time two. */
const maxSteps = 100

/** A first payment as it is requested now. */
interface WantedStart {
  /** Drawn with the request; of two choices, the greater id wins. */
  id: string
  accountId: string
  userId: string
  package: AgreedPackage | null
  plan: MonthlyPlan
  customerId: string
  /** Opens the checkout at the provider, with the checkout's id as its key. */
  open(checkout: Checkout): Promise<OpenedSubscription>
}

/** Opens a person's first payment: a subscription, with a package on its first invoice unless `tier` is null. */
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
 * Opens the first payment of a subscription. A repeated call reopens the same one, and another choice replaces it. Two
 * never exist side by side, and of several choices at once the last one stays (D34, D35).
 */
export async function openFirstPayment(services: Services, wanted: WantedStart): Promise<StartResult> {
  const { database, clock } = services
  const { id, accountId, userId, package: bought, plan } = wanted
  let isStored = false
  for (let step = 0; step < maxSteps; step++) {
    const checkout = await findOpenStart(database.read, accountId)
    if (!checkout) {
      if (isStored) return { state: 'chosen_anew' }
      // It may have been paid since it was requested.
      const current = await findSubscription(database.read, accountId)
      const refusal = refuseSecond(current?.subscriptionStatus ?? null)
      if (refusal) return refusal
      const at = clock.now()
      isStored = await database.write((tx) => openStart(tx, { id, accountId, userId, package: bought, plan, at }))
      continue
    }
    // One that was opened before the price list changed would charge or give something other than what is shown now.
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

/** A subscription that still exists at the provider must never get a second one beside it (D4, D34). */
function refuseSecond(status: string | null): StartResult | null {
  if (isPaidUp(status)) return { state: 'already_subscribed' }
  return isOverdue(status) ? { state: 'invoice_open' } : null
}

/** Returns the provider's side of an open checkout, created now or found again; null when it can no longer be paid. */
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
    // Another choice replaced this one while it was being opened, so it can no longer be paid (D34).
    await services.payments.endUnpaid(opened.subscriptionId, opened.invoiceId)
  } catch (error) {
    // The provider would repeat its refusal under this checkout's key, so the next attempt needs another checkout.
    if (!(error instanceof PaymentsUnavailable) || !error.isKeySpent) throw error
    await services.database.write((tx) => replaceCheckout(tx, checkout))
    throw error
  }
  return null
}

/** Ends an open checkout at the provider and here; a payment that arrived meanwhile is credited instead. */
async function giveUp(services: Services, checkout: Checkout): Promise<'was_paid' | 'replaced'> {
  if (!(await endAtProvider(services, checkout))) return 'was_paid'
  await services.database.write((tx) => replaceCheckout(tx, checkout))
  return 'replaced'
}

type AtProvider = Pick<Checkout, 'stripePaymentIntentId' | 'stripeSubscriptionId' | 'stripeInvoiceId'>

/** Ends the open first payment of a subscription. Returns false when it was just paid, and then books it. */
export async function endAtProvider(services: Services, opened: AtProvider | null): Promise<boolean> {
  const { stripeSubscriptionId, stripeInvoiceId } = opened ?? {}
  if (!opened || !stripeSubscriptionId || !stripeInvoiceId) return true
  if (await isPaid(services, opened)) return false
  await services.payments.endUnpaid(stripeSubscriptionId, stripeInvoiceId)
  // The card may have been charged between the two reads.
  return !(await isPaid(services, opened))
}

/** Returns whether an opened payment was made, and then books it. */
export async function isPaid(services: Services, { stripePaymentIntentId }: AtProvider): Promise<boolean> {
  if (!stripePaymentIntentId) return false
  const { state } = await bookPayment(services, stripePaymentIntentId)
  return state === 'credited' || state === 'processing'
}

/** Opens the payment of one package for the person's balance or a pool. Each call is a separate purchase (D49, D50). */
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
    description: `${bought.name}: ${minutesText(bought.minutes)}${pool ? ` for ${pool.name}` : ''}`,
  })
  await services.database.write((tx) => setProviderIds(tx, checkoutId, opened))
  return { clientSecret: opened.clientSecret, package: bought }
}

/** Returns the person's or the organization's customer at the provider, created if there is none yet. */
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

/** Returns whether an amount that a client sent is our price. The amount itself is never used (D29). */
export function isOurPrice(dollars: number, priceCents: number): boolean {
  return dollarsToCents(dollars) === priceCents
}

/** Sends a person's current name and address to the payment provider. */
export async function updateCustomerDetails({ database, payments }: Services, userId: string): Promise<void> {
  const person = await findPerson(database.read, userId)
  if (!person || isErasedAddress(person.email)) return
  const { stripeCustomerId } = await findPayer(database.read, person.accountId)
  if (!stripeCustomerId) return
  const name = `${person.firstName} ${person.lastName}`
  await payments.updateCustomer(stripeCustomerId, { email: person.email, name })
}
