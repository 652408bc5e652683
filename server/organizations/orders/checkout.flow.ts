import type { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { takeAttempt } from '../../kernel/limits.ts'
import { findRegistration, type Registration, withSeats } from './orders.ts'
import { isWaiting } from '../profiles.ts'
import {
  giveUpRegistrationPayment,
  setPoolAutoPurchase,
  setRegistrationCustomer,
  setRegistrationPayment,
} from './registration.ts'
import { refuse } from '../../kernel/problem.ts'
import { PaymentsUnavailable } from '../../billing/stripe/client.ts'
import { lookupKeys } from '../../billing/stripe/prices.ts'
import type { OpenedSubscription, OrderedPrice } from '../../billing/stripe/new-subscriptions.ts'
import { SecretMissing } from '../../billing/stripe/invoices.ts'
import type { Services } from '../../billing/services.ts'
import { endAtProvider, isOurPrice, isPaid, openFirstPayment } from '../../billing/checkout/checkout.flow.ts'
import { bookPayment } from '../../billing/bookings/book-payment.flow.ts'
import type { Membership } from '../../identity/memberships.ts'
import { drawStartId } from '../../billing/checkout/checkouts.ts'
import { mayBeginAgain } from '../policies.ts'
import { findPayer } from '../../billing/checkout/payers.ts'
import { quoteSeats } from '../seats/seats.ts'
import { findPlan } from '../../billing/subscriptions/subscriptions.ts'
import type { BodyOf } from '../../kernel/serve.ts'

/** An organization's order, from the opened payment to its confirmation (D102, D104). */

type AskedPayment = Omit<BodyOf<typeof createOrganizationPayment>, 'registrationId'>

/** Returns an order that waits for its payment and, as far as we know without asking the provider, can be paid now. */
export async function findPayable(services: Services, id: string): Promise<Registration> {
  const { database, clock } = services
  const registration = (await findRegistration(database.read, { id })) ?? refuse('registration_not_found')
  if (registration.status === 'paid' || (await isOpenAlready(services, registration))) refuse('already_paid')
  if (registration.status === 'expired' || registration.expiresAt <= clock.now()) refuse('registration_expired')
  return registration
}

/** A payment that can no longer be made and its successor take a step each; more need many requests at once. */
const maxSteps = 4

/**
 * Opens the one payment of a registration, its one-time parts and the first month, as a subscription at the stored
 * prices (D181). A repeated call returns the open one (D102). A page that shows other amounts gets none (D29).
 */
export async function openOrderPayment(
  services: Services,
  id: string,
  asked: AskedPayment,
): Promise<{ clientSecret: string; registration: Registration }> {
  const { database, clock } = services
  const { autoPurchase } = asked
  for (let step = 0; step < maxSteps; step++) {
    const registration = await findPayable(services, id)
    if (!isShownRight(registration, asked)) refuse('price_changed', { details: amountsOf(registration) })
    if (autoPurchase !== undefined) await database.write((tx) => setPoolAutoPurchase(tx, id, autoPurchase, clock.now()))
    const opened = await takeUp(services, registration)
    if (opened && opened.amountCents !== registration.oneTimeCents + registration.monthlyCents) {
      await endAtProvider(services, await findRegistration(database.read, { id }))
      throw new Error(`The provider asks ${opened.amountCents} cents for registration ${id}, not our price`)
    }
    if (opened) return { clientSecret: opened.clientSecret, registration }
    if (await isPaid(services, registration)) refuse('already_paid')
    await database.write((tx) => giveUpRegistrationPayment(tx, registration))
  }
  throw new PaymentsUnavailable(`No payment could be opened for registration ${id}`)
}

/** Returns what an order costs, in dollars. */
export function amountsOf({ oneTimeCents, monthlyCents }: Pick<Registration, 'oneTimeCents' | 'monthlyCents'>) {
  return {
    oneTime: centsToDollars(oneTimeCents),
    monthly: centsToDollars(monthlyCents),
    today: centsToDollars(oneTimeCents + monthlyCents),
  }
}

/** Returns whether a page shows what the order costs, as far as it says what it shows. */
function isShownRight({ oneTimeCents, monthlyCents }: Registration, shown: AskedPayment): boolean {
  const { oneTimeAmount = centsToDollars(oneTimeCents), monthlyAmount = centsToDollars(monthlyCents) } = shown
  return isOurPrice(oneTimeAmount, oneTimeCents) && isOurPrice(monthlyAmount, monthlyCents)
}

/** Returns whether the organization no longer waits for this package, because a platform admin opened it (D130). */
async function isOpenAlready({ database }: Services, { forOrganizationId }: Registration): Promise<boolean> {
  return forOrganizationId !== null && !(await isWaiting(database.read, forOrganizationId))
}

/** Returns the provider's side of the open payment, created now or found again; null when it can no longer be paid. */
async function takeUp(services: Services, registration: Registration): Promise<OpenedSubscription | null> {
  const { stripeSubscriptionId } = registration
  try {
    return await (stripeSubscriptionId
      ? services.payments.reopenSubscription(stripeSubscriptionId)
      : openNow(services, registration))
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error
    services.log.error({ err: error, registrationId: registration.id }, 'a payment cannot be confirmed by anybody')
    refuse('secret_missing')
  }
}

async function openNow(services: Services, registration: Registration): Promise<OpenedSubscription | null> {
  const { database, payments } = services
  const customerId = await ensureCustomer(services, registration)
  try {
    const { id: registrationId, paymentAttempt: attempt } = registration
    const opened = await payments.openOrganizationSubscription({
      registrationId,
      attempt,
      customerId,
      ...itemsOf(registration),
    })
    if (await database.write((tx) => setRegistrationPayment(tx, registration, opened))) return opened
    // It was given up or expired while it was being opened, so it can no longer be paid.
    await payments.endUnpaid(opened.subscriptionId, opened.invoiceId)
  } catch (error) {
    // The provider would repeat its answer under this attempt's key.
    if (error instanceof SecretMissing || (error instanceof PaymentsUnavailable && error.isKeySpent)) {
      await database.write((tx) => giveUpRegistrationPayment(tx, registration))
    }
    throw error
  }
  return null
}

async function ensureCustomer(services: Services, registration: Registration): Promise<string> {
  const { id, contactEmail: email, organizationName: name, stripeCustomerId } = registration
  if (stripeCustomerId) return stripeCustomerId
  const customerId = await services.payments.createCustomer({ id, email, name }, 'registrationId')
  return services.database.write((tx) => setRegistrationCustomer(tx, id, customerId))
}

/** Returns an order as the provider's prices and their quantities; the sum is that of the order. */
function itemsOf(order: Registration): { monthly: OrderedPrice[]; oneTime: OrderedPrice[] } {
  const { userCents, agentBuildCents, numberOfAgents } = order
  return {
    monthly: [
      item(lookupKeys.organizationUser(userCents), userCents, order.userCount),
      item(lookupKeys.organizationMinutes(order.minutePackage), order.voiceMinutesCents),
      item(lookupKeys.organizationOptimization, order.optimizationCents),
      item(lookupKeys.organizationAppMaintenance, order.pwaMaintenanceCents),
    ].filter(({ amountCents }) => amountCents > 0),
    oneTime: [
      item(
        lookupKeys.organizationAgent(order.agentType),
        agentBuildCents / Math.max(1, numberOfAgents),
        numberOfAgents,
      ),
      item(lookupKeys.organizationAppSetup, order.pwaSetupCents),
    ].filter(({ amountCents }) => amountCents > 0),
  }
}

function item(lookupKey: string, amountCents: number, quantity = 1): OrderedPrice {
  return { lookupKey, amountCents, quantity }
}

export type OrderStatus = 'awaiting_payment' | 'confirming' | 'paid' | 'expired'

/** Returns the status of a registration. An open payment is looked up, and booked when it was made (D103). */
export async function readOrderStatus(
  services: Services,
  id: string,
): Promise<{ status: OrderStatus; registration: Registration } | null> {
  const { database, clock } = services
  const registration = await findRegistration(database.read, { id })
  if (!registration) return null
  const status = await statusOf(services, registration)
  if (status !== 'awaiting_payment') {
    const current = await findRegistration(database.read, { id })
    return { status, registration: current ?? registration }
  }
  return { status: registration.expiresAt <= clock.now() ? 'expired' : status, registration }
}

/** How many status requests of one registration are passed on to the provider; a page sends thirty a minute. */
const lookUps = { max: 60, windowMinutes: 10 }

async function statusOf(services: Services, registration: Registration): Promise<OrderStatus> {
  const { database, log } = services
  const { id, status, stripePaymentIntentId } = registration
  if (status !== 'awaiting_payment' || !stripePaymentIntentId) return status
  const limit = { key: `registration-status:${id}`, ...lookUps }
  const wait = await database.write((tx) => takeAttempt(tx, services, [limit]))
  // A payment that may have been made already must not be requested again.
  if (wait !== null) return 'confirming'
  try {
    const { state } = await bookPayment(services, stripePaymentIntentId)
    if (state === 'credited') return 'paid'
    return state === 'processing' ? 'confirming' : 'awaiting_payment'
  } catch (error) {
    log.error({ err: error, registrationId: id }, 'the payment of a registration could not be looked up')
    return 'confirming'
  }
}

type Pool = Pick<Membership, 'organizationId' | 'accountId' | 'isActive'>

/**
 * Opens the payment with which an ended organization begins again: its former plan and seats at the agreed prices
 * (D181), without one-time parts (D129). Its pool and its people are still there.
 */
export async function openReactivation(
  services: Services,
  pool: Pool,
  userId: string,
): Promise<{ clientSecret: string; amountCents: number }> {
  const { database, payments, clock } = services
  const { organizationId, accountId } = pool
  if (!(await mayBeginAgain(database.read, pool))) refuse('switched_off')
  const id = await drawStartId(database.read)
  const [order, plan, quote, payer] = await Promise.all([
    findRegistration(database.read, { organizationId }),
    findPlan(database.read, services.pools, accountId),
    quoteSeats(database.read, pool, undefined, clock.now()),
    findPayer(database.read, accountId),
  ])
  const { stripeCustomerId: customerId } = payer
  if (!order || !plan || !quote || !customerId) refuse('no_plan')
  const { monthly } = itemsOf(withSeats(order, quote.users, quote.userCents))
  const result = await openFirstPayment(services, {
    id,
    accountId,
    userId,
    package: null,
    plan,
    customerId,
    open: (checkout) =>
      payments.openOrganizationSubscription({
        registrationId: order.id,
        attempt: `again:${checkout.id}`,
        customerId,
        monthly,
        oneTime: [],
      }),
  })
  if (result.state === 'already_subscribed') refuse('already_active')
  if (result.state !== 'open') refuse(result.state)
  return { clientSecret: result.clientSecret, amountCents: result.checkout.amountCents }
}
