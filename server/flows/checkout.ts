import { dollarsToCents } from '#contract/amounts.ts'
import { offers, type OfferTier } from '#contract/offers.ts'
import type { PackageTier } from '#contract/prices.ts'
import type { Pool } from '../domain/account-owner.ts'
import {
  type Checkout,
  findOpenStart,
  openPackage,
  openStart,
  replaceCheckout,
  setProviderIds,
  startPriceCents,
} from '../domain/checkouts.ts'
import { findPayer, setStripeCustomer } from '../domain/payers.ts'
import { packageOf } from '../domain/purchases.ts'
import { findPerson, type Person } from '../domain/users.ts'
import { PaymentsUnavailable } from '../outside/stripe/client.ts'
import type { OpenedSubscription } from '../outside/stripe/subscriptions.ts'
import type { Services } from '../services.ts'
import { fulfil } from './fulfil.ts'

export type StartResult = { state: 'open'; clientSecret: string } | { state: 'already_subscribed' | 'invoice_open' }

/** A replaced, an expired and a fresh checkout follow each other; more only while one person asks many times at once. */
const maxSteps = 8
const overdue = new Set(['past_due', 'unpaid', 'paused'])

/**
 * Opens the first payment: a subscription whose first invoice may also carry a package (null: access alone). A repeated
 * call takes up the open one, another choice replaces it; two never exist side by side (D34, D35).
 */
export async function openStartPurchase(
  services: Services,
  person: Person,
  choice: PackageTier | null,
): Promise<StartResult> {
  const refusal = refuseSecond(person)
  if (refusal) return refusal
  const customerId = await ensureCustomer(services, person)
  for (let step = 0; step < maxSteps; step++) {
    const checkout = await findOpenStart(services.database.read, person.accountId)
    if (!checkout) {
      // It may have been paid since this person was read.
      const current = await findPerson(services.database.read, person.id)
      const lateRefusal = current && refuseSecond(current)
      if (lateRefusal) return lateRefusal
      const at = services.clock.now()
      await services.database.write((tx) =>
        openStart(tx, { accountId: person.accountId, userId: person.id, package: choice, at }),
      )
      continue
    }
    // One that was opened before a price changed would charge another one than is shown.
    const isWanted = packageOf(checkout) === choice && checkout.amountCents === startPriceCents(choice)
    const opened = isWanted ? await takeUp(services, checkout, customerId) : null
    if (opened && opened.amountCents !== checkout.amountCents) {
      throw new Error(`The provider asks ${opened.amountCents} cents for checkout ${checkout.id}, not our price`)
    }
    if (opened) return { state: 'open', clientSecret: opened.clientSecret }
    if ((await giveUp(services, checkout)) === 'was_paid') return { state: 'already_subscribed' }
  }
  throw new PaymentsUnavailable(`No first payment could be opened for account ${person.accountId}`)
}

/** A subscription that lives on at the provider must never get a second one beside it (D4, D34). */
function refuseSecond({ subscriptionStatus }: Person): StartResult | null {
  if (subscriptionStatus === 'active' || subscriptionStatus === 'trialing') return { state: 'already_subscribed' }
  return subscriptionStatus !== null && overdue.has(subscriptionStatus) ? { state: 'invoice_open' } : null
}

/** The provider's side of an open checkout, made now or met again; null when it can no longer be paid. */
async function takeUp(services: Services, checkout: Checkout, customerId: string): Promise<OpenedSubscription | null> {
  if (checkout.stripeSubscriptionId) return services.payments.reopenSubscription(checkout.stripeSubscriptionId)
  const { id, userId, kind } = checkout
  try {
    const opened = await services.payments.openSubscription({
      id,
      userId,
      kind,
      customerId,
      package: packageOf(checkout),
    })
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
): Promise<string> {
  const customerId = await ensureCustomer(services, person, pool)
  const at = services.clock.now()
  const { accountId } = pool ?? person
  const checkoutId = await services.database.write((tx) =>
    openPackage(tx, { accountId, userId: person.id, tier, kind: 'credits', at }),
  )
  if (!checkoutId) throw new Error('The checkout was not stored')
  const opened = await services.payments.openPayment({
    id: checkoutId,
    customerId,
    userId: person.id,
    kind: 'credits',
    amountCents: offers[tier].priceCents,
    description: `${offers[tier].name}: ${offers[tier].minutes} minutes${pool ? ` for ${pool.name}` : ''}`,
  })
  await services.database.write((tx) => setProviderIds(tx, checkoutId, opened))
  return opened.clientSecret
}

/** The customer of the person, or of the organization, at the provider; made when there is none yet. */
export async function ensureCustomer(services: Services, person: Person, pool: Pool | null = null): Promise<string> {
  const { accountId } = pool ?? person
  const { stripeCustomerId } = pool ? await findPayer(services.database.read, accountId) : person
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
