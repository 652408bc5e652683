import { nameCard } from '#contract/billing/card-names.ts'
import { minutesText } from '#contract/amounts.ts'
import { mayConfirmPayment } from '../policies.ts'
import { findAutoPurchase, listStuckAttempts, lockAutoPurchase, readFacts, storeAutoPurchase } from './auto-purchase.ts'
import {
  type AutoPurchase,
  declined,
  dueAgain,
  type Facts,
  identify,
  mayCharge,
  type AutoPurchaseSettings,
  withSettings,
  wouldBuy,
} from './auto-purchase-rules.ts'
import {
  type Checkout,
  endAutomatic,
  findCheckout,
  readOpenedAt,
  refuseAutomatic,
  setAutomaticPayment,
} from '../checkout/checkouts.ts'
import { type AgreedPackage, packageOf } from '../checkout/offers.ts'
import { findPayer } from '../checkout/payers.ts'
import type { Person } from '../../identity/users.ts'
import type { AutomaticCharge } from '../stripe/payments.ts'
import { refuse } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import { declineMail } from '../../messages/mails/auto-purchase.ts'
import { bookPayment } from '../bookings/book-payment.flow.ts'
import { notifyPayers } from '../notify-payers.ts'
import { watchBalance } from './watch-balance.flow.ts'

const hourMs = 60 * 60_000
/** The provider remembers a checkout's key for a day. Within this time the same key is the same payment. */
const keyLivesMs = 20 * hourMs
/** After this time no charge with that key can be on its way. */
const keyIsOverMs = keyLivesMs + hourMs
const stuckMs = 10 * 60_000

interface Attempt {
  checkoutId: string
  accountId: string
}

/**
 * Changes the settings of automatic purchases. Switching them on with a low balance begins a purchase at once (D45,
 * D46). `check` sees the settings under their lock, and throws when the change must not be made.
 */
export async function changeAutoPurchase(
  services: Services,
  accountId: string,
  settings: AutoPurchaseSettings,
  check?: (present: AutoPurchase) => void,
): Promise<void> {
  const at = services.clock.now()
  await services.database.write(async (tx) => {
    const state = await lockAutoPurchase(tx, accountId, at)
    check?.(state)
    const next = withSettings(state, settings, at)
    if (next.monthlyCapCents < wouldBuy(next).priceCents) refuse('invalid_cap', { field: 'monthlyCap' })
    const { card } = await findPayer(tx, accountId)
    if (next.enabled && !state.enabled && !card) refuse('no_saved_card')
    await storeAutoPurchase(tx, next, at)
  })
  await watchBalance(services, accountId)
}

/**
 * Charges the saved card for an automatic purchase, or ends a payment that the person can no longer confirm. It may run
 * twice or stop anywhere, because the checkout's id is the payment's key.
 */
export async function runAutoPurchase(services: Services, { checkoutId, accountId }: Attempt): Promise<void> {
  const checkout = await findCheckout(services.database.read, checkoutId)
  if (checkout?.kind !== 'auto' || checkout.status !== 'open' || checkout.needsConfirmation) return
  if (checkout.stripePaymentIntentId) await conclude(services, checkout, checkout.stripePaymentIntentId)
  else await charge(services, checkout)
  // A payment that was ended makes room for the next attempt.
  await watchBalance(services, accountId)
}

/** Continues purchases whose job has given up, as part of the hourly upkeep. */
export async function resumeStuckPurchases(services: Services): Promise<void> {
  const before = new Date(services.clock.real().getTime() - stuckMs)
  for (const attempt of await listStuckAttempts(services.database.readLong, before)) {
    try {
      await runAutoPurchase(services, attempt)
    } catch (error) {
      services.log.error({ err: error, ...attempt }, 'an automatic purchase is stuck')
    }
  }
}

async function charge(services: Services, checkout: Checkout): Promise<void> {
  const { database, clock, payments } = services
  const { id, accountId, userId, amountCents } = checkout
  const state = await findAutoPurchase(database.read, accountId)
  const facts = await readFacts(database.read, accountId, clock.now())
  const openedAt = await readOpenedAt(database.read, id)
  const ageMs = clock.real().getTime() - openedAt.getTime()
  const { card, stripeCustomerId: customerId } = facts
  const isWanted = mayCharge(state, facts, checkout)
  if (!isWanted || !card || !customerId || ageMs > keyLivesMs) {
    return lookUp(services, checkout, { customerId, openedAt, mayEnd: !isWanted || ageMs > keyIsOverMs })
  }
  const { name, minutes } = soldBy(checkout)
  const outcome = await payments.chargeAutomatically({
    id,
    customerId,
    userId,
    kind: 'auto',
    amountCents,
    description: `${name}: ${minutesText(minutes)}, bought automatically`,
    paymentMethodId: card.paymentMethodId,
  })
  if (outcome.state === 'used_before') return lookUp(services, checkout, { customerId, openedAt, mayEnd: true })
  if (outcome.state === 'succeeded' || outcome.state === 'processing') {
    await database.write((tx) => setAutomaticPayment(tx, id, outcome.paymentIntentId))
    if (outcome.state === 'succeeded') await credit(services, outcome.paymentIntentId)
    return
  }
  if (outcome.state === 'declined' && outcome.paymentIntentId) await payments.cancelPayment(outcome.paymentIntentId)
  await bookDecline(services, checkout, facts, outcome)
}

/** Returns the package for which an automatic checkout began. */
function soldBy(checkout: Checkout): AgreedPackage {
  const sold = packageOf(checkout)
  if (!sold) throw new Error(`Checkout ${checkout.id} sells no package`)
  return sold
}

/** Finds out what became of a charge that must not be repeated. `mayEnd` is true when none can arrive later. */
async function lookUp(
  services: Services,
  checkout: Checkout,
  { customerId, openedAt, mayEnd }: { customerId: string | null; openedAt: Date; mayEnd: boolean },
): Promise<void> {
  const { database, clock, payments } = services
  const since = new Date(openedAt.getTime() - hourMs)
  const found = customerId ? await payments.findPaymentOf(checkout.id, customerId, since) : null
  if (found) {
    await database.write((tx) => setAutomaticPayment(tx, checkout.id, found))
    return conclude(services, checkout, found)
  }
  if (!mayEnd) return
  const at = clock.now()
  await database.write(async (tx) => {
    const state = await lockAutoPurchase(tx, checkout.accountId, at)
    await endAutomatic(tx, checkout.id)
    await storeAutoPurchase(tx, dueAgain(state, at), at)
  })
}

/** Credits a payment that succeeded after all, and ends one that did not. */
async function conclude(services: Services, checkout: Checkout, paymentIntentId: string): Promise<void> {
  const { database, payments, clock } = services
  let { status } = await payments.readPayment(paymentIntentId)
  if (status === 'open') {
    await payments.cancelPayment(paymentIntentId)
    // The person may have confirmed it between the two reads.
    status = (await payments.readPayment(paymentIntentId)).status
  }
  if (status === 'succeeded') return credit(services, paymentIntentId)
  if (status === 'processing') return
  if (status === 'open') throw new Error(`The payment of checkout ${checkout.id} could not be ended`)
  if (checkout.declineCode) return database.write((tx) => endAutomatic(tx, checkout.id))
  const facts = await readFacts(database.read, checkout.accountId, clock.now())
  await bookDecline(services, checkout, facts, {
    state: 'declined',
    paymentIntentId,
    code: 'card_declined',
    isHard: false,
  })
}

async function credit(services: Services, paymentIntentId: string): Promise<void> {
  const { state } = await bookPayment(services, paymentIntentId)
  if (state !== 'credited') throw new Error('The provider does not know yet that an automatic payment was made')
}

type Refusal = Extract<AutomaticCharge, { state: 'declined' | 'needs_confirmation' }>

/** Counts a decline once, schedules the next attempt, and notifies the person (D47). */
async function bookDecline(services: Services, checkout: Checkout, facts: Facts, refusal: Refusal): Promise<void> {
  const { database, clock } = services
  const { card } = facts
  const { paymentIntentId } = refusal
  const cardId = card && identify(card)
  const needsConfirmation = refusal.state === 'needs_confirmation' && paymentIntentId !== null
  const code = refusal.state === 'declined' ? refusal.code : 'authentication_required'
  const isHard = refusal.state === 'declined' && refusal.isHard
  const at = clock.now()
  await database.write(async (tx) => {
    const state = await lockAutoPurchase(tx, checkout.accountId, at)
    const refused = { paymentIntentId, code, fingerprint: cardId, needsConfirmation }
    const isNew = await refuseAutomatic(tx, checkout.id, refused)
    // A person who has switched it off meanwhile needs no mail about it.
    if (!isNew || !state.enabled) return
    const { next, notice } = declined(state, { card: cardId, isHard, needsConfirmation }, at)
    await storeAutoPurchase(tx, next, at)
    if (!notice) return
    const missed = { package: soldBy(checkout), card: card && nameCard(card) }
    await notifyPayers(tx, services, checkout.accountId, (recipient) =>
      declineMail(notice, { ...recipient, ...missed }, needsConfirmation ? checkout.id : null),
    )
  })
}

/** Reopens an automatic payment that waits for confirmation by a person responsible for its account (D47). */
export async function resumeAutomatic(
  services: Services,
  person: Person,
  checkoutId: string,
): Promise<{ checkout: Checkout; clientSecret: string }> {
  const { read } = services.database
  const checkout = await findCheckout(read, checkoutId)
  if (checkout?.kind !== 'auto' || !(await mayConfirmPayment(read, person, checkout))) refuse('payment_not_found')
  const { stripePaymentIntentId: paymentIntentId } = checkout
  if (checkout.status !== 'open' || !checkout.needsConfirmation || !paymentIntentId) {
    refuse('payment_over', { details: { paid: checkout.status === 'paid' } })
  }
  const opened = await services.payments.reopenPayment(paymentIntentId)
  if (opened) return { checkout, clientSecret: opened.clientSecret }
  // It may just have been confirmed elsewhere.
  const { state } = await bookPayment(services, paymentIntentId)
  refuse('payment_over', { details: { paid: state === 'credited' } })
}
