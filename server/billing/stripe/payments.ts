import Stripe from 'stripe'
import { type Card, toCard } from './cards.ts'
import { idOf, orMissing, pick, reach, reaching, toDate, unlessRefused } from './client.ts'
import { type PaidCustomer, toPaidCustomer } from './customers.ts'

export interface PaymentState {
  id: string
  status: 'succeeded' | 'processing' | 'open' | 'canceled'
  /** The received amount when it succeeded, otherwise the requested one. */
  amountCents: number
  currency: string
  customerId: string | null
  card: Card | null
  createdAt: Date
}

/** A completed payment, as reported by its charge. */
export interface MadePayment {
  paymentIntentId: string
  amountCents: number
  currency: string
  customerId: string | null
  customer: PaidCustomer | null
  refundedCents: number
  /** Whether all of it went back. */
  isRefunded: boolean
  madeAt: Date
}

export interface OpenedPayment {
  paymentIntentId: string
  clientSecret: string
}

interface NewPayment {
  /** Our checkout's id. The same id is the same payment. */
  id: string
  customerId: string
  userId: string
  /** What it is for, shown in the provider's own pages. */
  kind: string
  amountCents: number
  description: string
}

/** How a charge without the person ended. */
export type AutomaticCharge =
  | { state: 'succeeded'; paymentIntentId: string }
  | { state: 'processing'; paymentIntentId: string }
  /** The bank requires confirmation, and the person can confirm the same payment. */
  | { state: 'needs_confirmation'; paymentIntentId: string | null }
  | {
      state: 'declined'
      paymentIntentId: string | null
      code: string
      /** Must never be tried again with this card. */
      isHard: boolean
    }
  /** This id was used before with another card, so the outcome of that must be looked up. */
  | { state: 'used_before' }

const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'fraudulent',
])

export function paymentCalls(stripe: Stripe) {
  const calls = {
    openPayment,
    chargeAutomatically,
    findPaymentOf,
    reopenPayment,
    cancelPayment,
    readPayment,
    findPayment,
    findMadePayment,
  }
  return { ...reaching(stripe, calls), listMadePayments: (since: Date) => listMadePayments(stripe, since) }
}

/** Opens a payment that the person confirms in the browser; the card is saved for later (D46). */
async function openPayment(stripe: Stripe, payment: NewPayment): Promise<OpenedPayment> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: payment.amountCents,
      currency: 'usd',
      customer: payment.customerId,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      setup_future_usage: 'off_session',
      description: payment.description,
      metadata: { userId: payment.userId, checkoutId: payment.id, kind: payment.kind },
    },
    { idempotencyKey: `payment:${payment.id}` },
  )
  return toOpenedPayment(intent)
}

/** Charges a saved card without the person. A decline is a result, not an error. */
async function chargeAutomatically(
  stripe: Stripe,
  payment: NewPayment & { paymentMethodId: string },
): Promise<AutomaticCharge> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: payment.amountCents,
        currency: 'usd',
        customer: payment.customerId,
        payment_method: payment.paymentMethodId,
        off_session: true,
        confirm: true,
        allowed_payment_method_types: ['card'],
        description: payment.description,
        metadata: { userId: payment.userId, checkoutId: payment.id, kind: payment.kind },
      },
      { idempotencyKey: `payment:${payment.id}` },
    )
    const state = pick(intent.status, ['succeeded', 'processing'], 'needs_confirmation')
    return { state, paymentIntentId: intent.id }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return toDecline(error)
    if (error instanceof Stripe.errors.StripeIdempotencyError) return { state: 'used_before' }
    // A card that the provider no longer keeps cannot be charged, however often it is tried.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      return { state: 'declined', paymentIntentId: null, code: error.code ?? 'card_unusable', isHard: true }
    }
    throw error
  }
}

/** Returns the payment that a customer's checkout led to, even if its answer was lost; null when there is none. */
async function findPaymentOf(
  stripe: Stripe,
  checkoutId: string,
  customerId: string,
  since: Date,
): Promise<string | null> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const intent of stripe.paymentIntents.list({ customer: customerId, created, limit: 100 })) {
    if (intent.metadata['checkoutId'] === checkoutId) return intent.id
  }
  return null
}

/** Returns an open payment's secret again; null when it can no longer be confirmed. */
async function reopenPayment(stripe: Stripe, paymentIntentId: string): Promise<OpenedPayment | null> {
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  return isOpen ? toOpenedPayment(intent) : null
}

/** Ends a payment so that it can no longer be made; a completed one stays. */
async function cancelPayment(stripe: Stripe, paymentIntentId: string): Promise<void> {
  await unlessRefused(stripe.paymentIntents.cancel(paymentIntentId))
}

async function readPayment(stripe: Stripe, paymentIntentId: string): Promise<PaymentState> {
  return toPaymentState(await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] }))
}

/** Returns the payment, or null when the provider does not know it. */
async function findPayment(stripe: Stripe, paymentIntentId: string): Promise<PaymentState | null> {
  const found = await orMissing(stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] }))
  return found && toPaymentState(found)
}

/** Returns every payment made since a moment, newest first, page by page, including late ones of old intents. */
async function* listMadePayments(stripe: Stripe, since: Date): AsyncGenerator<MadePayment> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const charges = stripe.charges.list({ created, limit: 100, expand: ['data.customer'] })[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await reach(() => charges.next())
    if (done) return
    const made = toMadePayment(value)
    if (made) yield made
  }
}

/** Returns how a payment was made; null when it was not. */
async function findMadePayment(stripe: Stripe, paymentIntentId: string): Promise<MadePayment | null> {
  const charges = await orMissing(
    stripe.charges.list({ payment_intent: paymentIntentId, limit: 100, expand: ['data.customer'] }),
  )
  return charges?.data.map(toMadePayment).find((made) => made !== null) ?? null
}

function toPaymentState(intent: Stripe.PaymentIntent): PaymentState {
  const { status, payment_method: method } = intent
  return {
    id: intent.id,
    status: pick(status, ['succeeded', 'processing', 'canceled'], 'open'),
    amountCents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    card: method && typeof method !== 'string' ? toCard(method) : null,
    createdAt: toDate(intent.created),
  }
}

function toMadePayment(charge: Stripe.Charge): MadePayment | null {
  const paymentIntentId = idOf(charge.payment_intent)
  if (charge.status !== 'succeeded' || !charge.captured || !paymentIntentId) return null
  return {
    paymentIntentId,
    amountCents: charge.amount_captured,
    currency: charge.currency,
    customerId: idOf(charge.customer),
    customer: toPaidCustomer(charge.customer),
    refundedCents: charge.amount_refunded,
    isRefunded: charge.refunded,
    madeAt: toDate(charge.created),
  }
}

function toOpenedPayment(intent: Stripe.PaymentIntent): OpenedPayment {
  if (!intent.client_secret) throw new Error(`Payment ${intent.id} came without a secret`)
  return { paymentIntentId: intent.id, clientSecret: intent.client_secret }
}

function toDecline(error: InstanceType<typeof Stripe.errors.StripeCardError>): AutomaticCharge {
  const paymentIntentId = error.payment_intent?.id ?? null
  if (error.code === 'authentication_required') return { state: 'needs_confirmation', paymentIntentId }
  const code = error.decline_code ?? error.code ?? 'card_declined'
  const isHard = hardDeclines.has(code) || error.advice_code === 'do_not_try_again'
  return { state: 'declined', paymentIntentId, code, isHard }
}

/** One try to charge a card for a payment. */
interface PaymentAttempt {
  at: Date
  isPaid: boolean
  amountCents: number
  refundedCents: number
  isDisputed: boolean
  card: { brand: string; last4: string } | null
  /** Why the bank refused it; null when it did not. */
  declineCode: string | null
}

export function attemptCalls(stripe: Stripe) {
  return reaching(stripe, { listAttempts })
}

/** Returns each try to charge a card for a payment, at most 100, newest first. */
async function listAttempts(stripe: Stripe, paymentIntentId: string): Promise<PaymentAttempt[]> {
  const charges = await orMissing(stripe.charges.list({ payment_intent: paymentIntentId, limit: 100 }))
  return (charges?.data ?? []).map((charge) => {
    const card = charge.payment_method_details?.card
    return {
      at: toDate(charge.created),
      isPaid: charge.status === 'succeeded',
      amountCents: charge.amount,
      refundedCents: charge.amount_refunded,
      isDisputed: charge.disputed,
      card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
      declineCode: charge.status === 'failed' ? (charge.outcome?.reason ?? charge.failure_code) : null,
    }
  })
}
