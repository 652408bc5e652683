import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { Config } from '../config.ts'

/** The only file that knows Stripe's address and SDK. Every call has a timeout and an idempotency key of ours. */

const timeoutMs = 15_000
const retries = 2

/** The provider could not be reached or failed inside; nothing is known about the effect. */
export class PaymentsUnavailable extends Error {}

export interface PaymentState {
  id: string
  status: 'succeeded' | 'processing' | 'open'
  amountCents: number
  currency: string
  customerId: string | null
}

export interface OpenedPayment {
  paymentIntentId: string
  clientSecret: string
}

export interface OpenedSubscription extends OpenedPayment {
  subscriptionId: string
  invoiceId: string
}

export interface SubscriptionState {
  id: string
  status: string
  renewsAt: Date
  cancelAtPeriodEnd: boolean
}

export type Payments = ReturnType<typeof createPayments>

/** Prices are found by lookup key, so that the same code runs on any Stripe account (see OPERATIONS). */
export const lookupKeys = { access: 'access_monthly', package: (tier: string) => `package_${tier}` }

export interface PriceDefinition {
  lookupKey: string
  name: string
  amountCents: number
  monthly: boolean
}

export function createPayments(config: Config['stripe']) {
  const stripe = new Stripe(config.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(config.address ? { host: config.address.host, port: config.address.port, protocol: 'http' } : {}),
  })
  const priceIds = new Map<string, string>()

  async function priceId(lookupKey: string): Promise<string> {
    const known = priceIds.get(lookupKey)
    if (known) return known
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const price = data[0]
    if (!price) throw new Error(`Stripe has no active price with lookup key ${lookupKey}`)
    priceIds.set(lookupKey, price.id)
    return price.id
  }

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

    /** One subscription whose first invoice also carries the package: one confirmation, one charge (D34). */
    openCombined: (checkout: { id: string; customerId: string; userId: string; tier: string }) =>
      reach(async () => {
        const subscription = await stripe.subscriptions.create(
          {
            customer: checkout.customerId,
            items: [{ price: await priceId(lookupKeys.access) }],
            add_invoice_items: [{ price: await priceId(lookupKeys.package(checkout.tier)) }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
            billing_mode: { type: 'flexible' },
            metadata: { userId: checkout.userId, checkoutId: checkout.id, tier: checkout.tier, kind: 'combined' },
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: `combined:${checkout.id}` },
        )
        return toOpenedSubscription(subscription)
      }),

    /** The open first invoice of a subscription again, with its secret; null when it can no longer be paid. */
    reopenCombined: (subscriptionId: string) =>
      reach(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
          expand: ['latest_invoice.confirmation_secret'],
        })
        return subscription.status === 'incomplete' ? toOpenedSubscription(subscription) : null
      }),

    /** Ends a first payment that nobody shall make any more; the provider decides whether paying it came first. */
    endUnpaid: (subscriptionId: string, invoiceId: string) =>
      reach(async () => {
        await unlessRefused(stripe.invoices.voidInvoice(invoiceId))
        const { status } = await stripe.invoices.retrieve(invoiceId)
        if (status === 'void') await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
      }),

    openPayment: (payment: {
      id: string
      customerId: string
      userId: string
      tier: string
      amountCents: number
      email: string
      description: string
    }) =>
      reach(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: payment.amountCents,
            currency: 'usd',
            customer: payment.customerId,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            setup_future_usage: 'off_session',
            description: payment.description,
            metadata: { userId: payment.userId, checkoutId: payment.id, tier: payment.tier, kind: 'credits' },
          },
          { idempotencyKey: `payment:${payment.id}` },
        )
        if (!intent.client_secret) throw new Error(`Payment ${intent.id} came without a secret`)
        return { paymentIntentId: intent.id, clientSecret: intent.client_secret } satisfies OpenedPayment
      }),

    readPayment: (paymentIntentId: string) =>
      reach(async (): Promise<PaymentState> => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
        return {
          id: intent.id,
          status: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'processing' ? 'processing' : 'open',
          amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
          currency: intent.currency,
          customerId: typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
        }
      }),

    readSubscription: (subscriptionId: string) =>
      reach(async () => toSubscriptionState(await stripe.subscriptions.retrieve(subscriptionId))),

    /** Which payment intent paid an invoice; null while none did. */
    findInvoicePayment: (invoiceId: string) =>
      reach(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 10 })
        const intent = data.find((payment) => payment.payment.type === 'payment_intent')?.payment.payment_intent
        return typeof intent === 'string' ? intent : (intent?.id ?? null)
      }),

    /** Creates missing products and prices by lookup key; running it again changes nothing. */
    ensurePrices: (definitions: PriceDefinition[]) =>
      reach(async () => {
        for (const definition of definitions) await ensurePrice(stripe, definition)
      }),

    /** Checks a webhook's signature over the raw body against each accepted secret; null when none fits (D37). */
    verifyEvent: (rawBody: Buffer, signature: string): Stripe.Event | null => {
      for (const secret of config.webhookSecrets) {
        try {
          const event = stripe.webhooks.constructEvent(rawBody, signature, secret)
          return isFromTheFuture(signature) ? null : event
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
        }
      }
      return null
    },
  }
}

/** The SDK refuses stamps that are too old, not those that are too new. */
function isFromTheFuture(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return stamp * 1000 > Date.now() + 300_000
}

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    const isAway = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind)
    if (isAway) throw new PaymentsUnavailable('The payment provider did not answer', { cause: error })
    throw error
  }
}

/** What has already come to its end refuses to be ended again. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  })
}

function toOpenedSubscription(subscription: Stripe.Subscription): OpenedSubscription {
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string')
    throw new Error(`Subscription ${subscription.id} came without an invoice`)
  const clientSecret = invoice.confirmation_secret?.client_secret
  const paymentIntentId = clientSecret?.split('_secret_')[0]
  if (!clientSecret || !paymentIntentId || !invoice.id) {
    throw new Error(`Subscription ${subscription.id} came without a confirmation secret`)
  }
  return { subscriptionId: subscription.id, invoiceId: invoice.id, paymentIntentId, clientSecret }
}

function toSubscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const endSeconds = Math.max(...subscription.items.data.map((item) => item.current_period_end))
  return {
    id: subscription.id,
    status: subscription.status,
    renewsAt: new Date(endSeconds * 1000),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  }
}

async function ensurePrice(stripe: Stripe, definition: PriceDefinition): Promise<void> {
  const { lookupKey, name, amountCents, monthly } = definition
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const known = data[0]
  if (known?.unit_amount === amountCents && (known.recurring?.interval === 'month') === monthly) return
  const productId = typeof known?.product === 'string' ? known.product : known?.product.id
  const product = productId ?? (await stripe.products.create({ name }, { idempotencyKey: `product:${lookupKey}` })).id
  await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: amountCents,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
    },
    { idempotencyKey: `price:${lookupKey}:${amountCents}` },
  )
}
