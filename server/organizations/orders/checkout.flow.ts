import { centsToDollars } from '#contract/amounts.ts'
import { takeAttempt } from '../../kernel/limits.ts'
import { findRegistration, type Registration } from './orders.ts'
import { isWaiting } from '../profiles.ts'
import {
  giveUpRegistrationPayment,
  setAutoRefill,
  setRegistrationCustomer,
  setRegistrationPayment,
} from './registration.ts'
import { PaymentsUnavailable } from '../../billing/stripe/client.ts'
import { lookupKeys } from '../../billing/stripe/prices.ts'
import type { OrderedPrice } from '../../billing/stripe/new-subscriptions.ts'
import { type OpenedSubscription, SecretMissing } from '../../billing/stripe/subscriptions.ts'
import type { Services } from '../../billing/services.ts'
import { isOurPrice } from '../../billing/checkout/checkout.flow.ts'
import { fulfil } from '../../billing/bookings/fulfil.flow.ts'

/** What an organization ordered, from the open payment to its confirmation (D102, D104). */

type Unpayable = { state: 'registration_not_found' | 'already_paid' | 'registration_expired' }

export type OpenedOrder =
  | { state: 'open'; clientSecret: string; registration: Registration }
  | { state: 'price_changed'; registration: Registration }
  | { state: 'secret_missing' }
  | Unpayable

export interface AskedPayment {
  /** Whether the pool may be refilled by itself (D109); left out: as before. */
  autoRefill?: boolean | undefined
  /** Dollars that the page shows; what is left out is taken as ours. */
  oneTimeAmount?: number | undefined
  monthlyAmount?: number | undefined
}

/** An order that waits for its payment and can be paid now, as far as we know without asking the provider. */
export async function findPayable(
  services: Services,
  id: string,
): Promise<{ state: 'payable'; registration: Registration } | Unpayable> {
  const { database, clock } = services
  const registration = await findRegistration(database.read, { id })
  if (!registration) return { state: 'registration_not_found' }
  if (registration.status === 'paid' || (await isOpenAlready(services, registration))) return { state: 'already_paid' }
  const isExpired = registration.status === 'expired' || registration.expiresAt <= clock.now()
  return isExpired ? { state: 'registration_expired' } : { state: 'payable', registration }
}

/** A payment that can no longer be made and its successor; more only while many ask at once. */
const maxSteps = 4

/**
 * Opens the one payment of a registration: what is paid once and the first month, as a subscription, at the prices that
 * it was stored with (D181). A repeated call returns the open one (D102). A page that shows other figures gets none (D29).
 */
export async function openOrderPayment(services: Services, id: string, asked: AskedPayment): Promise<OpenedOrder> {
  const { database, clock } = services
  const { autoRefill } = asked
  for (let step = 0; step < maxSteps; step++) {
    const found = await findPayable(services, id)
    if (found.state !== 'payable') return found
    const { registration } = found
    if (!isShownRight(registration, asked)) return { state: 'price_changed', registration }
    if (autoRefill !== undefined) await database.write((tx) => setAutoRefill(tx, id, autoRefill, clock.now()))
    const opened = await takeUp(services, registration)
    if (opened === 'secret_missing') return { state: opened }
    if (opened && opened.amountCents !== registration.oneTimeCents + registration.monthlyCents) {
      await endAtProvider(services, await findRegistration(database.read, { id }))
      throw new Error(`The provider asks ${opened.amountCents} cents for registration ${id}, not our price`)
    }
    if (opened) return { state: 'open', clientSecret: opened.clientSecret, registration }
    if (await isPaid(services, registration)) return { state: 'already_paid' }
    await database.write((tx) => giveUpRegistrationPayment(tx, registration))
  }
  throw new PaymentsUnavailable(`No payment could be opened for registration ${id}`)
}

/** Whether a page shows what the order costs, as far as it says what it shows. */
function isShownRight({ oneTimeCents, monthlyCents }: Registration, shown: AskedPayment): boolean {
  const { oneTimeAmount = centsToDollars(oneTimeCents), monthlyAmount = centsToDollars(monthlyCents) } = shown
  return isOurPrice(oneTimeAmount, oneTimeCents) && isOurPrice(monthlyAmount, monthlyCents)
}

/** Lets nobody pay what is open; false when it was paid just now, which is then booked. */
export async function endAtProvider(services: Services, registration: Registration | null): Promise<boolean> {
  const { stripeSubscriptionId, stripeInvoiceId } = registration ?? {}
  if (!registration || !stripeSubscriptionId || !stripeInvoiceId) return true
  if (await isPaid(services, registration)) return false
  await services.payments.endUnpaid(stripeSubscriptionId, stripeInvoiceId)
  // The card may have been charged between the two questions.
  return !(await isPaid(services, registration))
}

/** Whether the organization that waited for this package waits no longer, because a platform admin opened it (D130). */
async function isOpenAlready({ database }: Services, { forOrganizationId }: Registration): Promise<boolean> {
  return forOrganizationId !== null && !(await isWaiting(database.read, forOrganizationId))
}

/** The provider's side of the open payment, made now or met again; null when it can no longer be paid. */
async function takeUp(
  services: Services,
  registration: Registration,
): Promise<OpenedSubscription | 'secret_missing' | null> {
  const { stripeSubscriptionId } = registration
  try {
    return await (stripeSubscriptionId
      ? services.payments.reopenSubscription(stripeSubscriptionId)
      : openNow(services, registration))
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error
    services.log.error({ err: error, registrationId: registration.id }, 'a payment cannot be confirmed by anybody')
    return 'secret_missing'
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
    // Given up or expired while it was being opened: nobody may pay it any more.
    await payments.endUnpaid(opened.subscriptionId, opened.invoiceId)
  } catch (error) {
    // The provider would repeat its answer to this attempt's key.
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

async function isPaid(services: Services, { stripePaymentIntentId }: Registration): Promise<boolean> {
  if (!stripePaymentIntentId) return false
  const { state } = await fulfil(services, stripePaymentIntentId)
  return state === 'credited' || state === 'processing'
}

/** An order as the provider's prices and how many of each; their sum is that of the order. */
export function itemsOf(order: Registration): { monthly: OrderedPrice[]; oneTime: OrderedPrice[] } {
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

/** Where a registration stands; an open payment is looked up at the provider, and fulfilled when it was made (D103). */
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

/** So many questions of one registration go on to the provider; a page asks thirty times a minute. */
const lookUps = { max: 60, windowMinutes: 10 }

async function statusOf(services: Services, registration: Registration): Promise<OrderStatus> {
  const { database, clock, config, log } = services
  const { id, status, stripePaymentIntentId } = registration
  if (status !== 'awaiting_payment' || !stripePaymentIntentId) return status
  const limit = { key: `registration-status:${id}`, ...lookUps }
  const wait = await database.write((tx) => takeAttempt(tx, [limit], config.rateLimitFactor, clock.real()))
  // Nobody is told to pay what may be paid already.
  if (wait !== null) return 'confirming'
  try {
    const { state } = await fulfil(services, stripePaymentIntentId)
    if (state === 'credited') return 'paid'
    return state === 'processing' ? 'confirming' : 'awaiting_payment'
  } catch (error) {
    log.error({ err: error, registrationId: id }, 'the payment of a registration could not be looked up')
    return 'confirming'
  }
}
