import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { type Card, toCard } from './cards.ts'
import { idOf, orMissing, pick, reach, toDate, unlessRefused } from './client.ts'

export interface PaymentState {
  id: string
  status: 'succeeded' | 'processing' | 'open' | 'canceled'
  /** What arrived when it succeeded, else what is asked for. */
  amountCents: number
  currency: string
  customerId: string | null
  card: Card | null
  createdAt: Date
}

export interface OpenedPayment {
  paymentIntentId: string
  clientSecret: string
}

interface NewPayment {
  /** Our checkout's id: the same id is the same payment. */
  id: string
  customerId: string
  userId: string
  /** What it is for, for whoever reads it at the provider. */
  kind: string
  amountCents: number
  description: string
}

/** How a charge without the person ended. */
export type AutomaticCharge =
  | { state: 'succeeded' | 'processing'; paymentIntentId: string }
  /** The bank wants the person; the same payment can be confirmed by them. */
  | { state: 'needs_confirmation'; paymentIntentId: string | null }
  | {
      state: 'declined'
      paymentIntentId: string | null
      code: string
      /** Never to be tried again with this card. */
      isHard: boolean
    }

const hardDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'fraudulent',
])

export function paymentCalls(stripe: Stripe) {
  return {
    createCustomer: (person: { id: string; email: string; name: string }) =>
      reach(async () => {
        const customer = await stripe.customers.create(
          { email: person.email, name: person.name, metadata: { userId: person.id } },
          // A changed name makes another request, which the same key would refuse; a header cannot carry every name.
          { idempotencyKey: `customer:${createHash('sha256').update(JSON.stringify(person)).digest('base64url')}` },
        )
        return customer.id
      }),

    /** Opens a payment that the person confirms in the browser; the card is kept for later (D46). */
    openPayment: (payment: NewPayment) =>
      reach(async (): Promise<OpenedPayment> => {
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
      }),

    /** Charges a kept card without the person; a decline is an answer, not an error. */
    chargeAutomatically: (payment: NewPayment & { paymentMethodId: string }) =>
      reach(async (): Promise<AutomaticCharge> => {
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
          throw error
        }
      }),

    /** An open payment's secret again; null when it can no longer be confirmed. */
    reopenPayment: (paymentIntentId: string) =>
      reach(async (): Promise<OpenedPayment | null> => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
        const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
        return isOpen ? toOpenedPayment(intent) : null
      }),

    /** Ends a payment that nobody shall make any more; one that was made stays made. */
    cancelPayment: (paymentIntentId: string) =>
      reach(() => unlessRefused(stripe.paymentIntents.cancel(paymentIntentId))),

    readPayment: (paymentIntentId: string) =>
      reach(async (): Promise<PaymentState> =>
        toPaymentState(await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] })),
      ),

    /** The same, null when the provider does not know it. */
    findPayment: (paymentIntentId: string) =>
      reach(async (): Promise<PaymentState | null> => {
        const found = await orMissing(stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] }))
        return found && toPaymentState(found)
      }),

    /** Every payment since a moment, newest first, page by page. */
    listPayments: async function* (since: Date): AsyncGenerator<PaymentState> {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) yield toPaymentState(intent)
    },
  }
}

export function toPaymentState(intent: Stripe.PaymentIntent): PaymentState {
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
