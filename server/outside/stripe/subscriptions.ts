import type Stripe from 'stripe'
import { idOf, orMissing, reach, toDate, unlessRefused } from './client.ts'
import type { OpenedPayment } from './payments.ts'
import { type FindPrice, lookupKeys } from './prices.ts'

export interface OpenedSubscription extends OpenedPayment {
  subscriptionId: string
  invoiceId: string
}

export interface SubscriptionState {
  id: string
  status: string
  renewsAt: Date
  cancelAtPeriodEnd: boolean
  /** Since when the newest invoice waits for its payment; null while nothing is overdue (D7). */
  pastDueSince: Date | null
}

export interface InvoiceState {
  id: string
  subscriptionId: string | null
  isPaid: boolean
  paidCents: number
  currency: string
  customerId: string | null
  paymentIntentId: string | null
  /** End of the month that it pays. */
  periodEndsAt: Date
}

export function subscriptionCalls(stripe: Stripe, findPrice: FindPrice) {
  return {
    /**
     * Monthly access, alone or with a package as a one-time item on its first invoice: one confirmation, one charge
     * (D34). Throws when the provider answers without a secret.
     */
    openSubscription: (checkout: {
      id: string
      customerId: string
      userId: string
      kind: string
      package: string | null
    }) =>
      reach(async () => {
        const extra = checkout.package ? [{ price: await findPrice(lookupKeys.package(checkout.package)) }] : []
        const subscription = await stripe.subscriptions.create(
          {
            customer: checkout.customerId,
            items: [{ price: await findPrice(lookupKeys.access) }],
            add_invoice_items: extra,
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
            billing_mode: { type: 'flexible' },
            metadata: { userId: checkout.userId, checkoutId: checkout.id, kind: checkout.kind },
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: `combined:${checkout.id}` },
        )
        return toOpenedSubscription(subscription)
      }),

    /** The open first invoice of a subscription again, with its secret; null when it can no longer be paid. */
    reopenSubscription: (subscriptionId: string) =>
      reach(async () => {
        const subscription = await retrieveWithSecret(stripe, subscriptionId)
        return subscription.status === 'incomplete' ? toOpenedSubscription(subscription) : null
      }),

    /** The overdue invoice of a running subscription, with its secret and amount; null when nothing is open (D7). */
    openOverdueInvoice: (subscriptionId: string) =>
      reach(async () => {
        const subscription = await retrieveWithSecret(stripe, subscriptionId)
        const invoice = subscription.latest_invoice
        if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return null
        return { ...toOpenedSubscription(subscription), amountCents: invoice.amount_remaining }
      }),

    /** Ends a first payment that nobody shall make any more; the provider decides whether paying it came first. */
    endUnpaid: (subscriptionId: string, invoiceId: string) =>
      reach(async () => {
        await unlessRefused(stripe.invoices.voidInvoice(invoiceId))
        const { status } = await stripe.invoices.retrieve(invoiceId)
        if (status === 'void') await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
      }),

    readSubscription: (subscriptionId: string) =>
      reach(async () =>
        toSubscriptionState(await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] })),
      ),

    /** Marks or unmarks the end at the end of the paid month (D41); the same wish twice changes nothing. */
    setCancelAtPeriodEnd: (subscriptionId: string, wanted: boolean) =>
      reach(async () => {
        const change = wanted ? { cancel_at_period_end: true } : await withoutEnd(stripe, subscriptionId)
        return toSubscriptionState(
          await stripe.subscriptions.update(subscriptionId, { ...change, expand: ['latest_invoice'] }),
        )
      }),

    /** Null when the provider does not know the invoice. */
    readInvoice: (invoiceId: string) =>
      reach(async (): Promise<InvoiceState | null> => {
        const invoice = await orMissing(stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
        return invoice && toInvoiceState(invoice)
      }),

    /** The invoice that a payment paid or shall pay; null for a payment of its own. */
    findInvoiceOf: (paymentIntentId: string) =>
      reach(async () => {
        const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
        return data[0] ? idOf(data[0].invoice) : null
      }),
  }
}

function retrieveWithSecret(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice.confirmation_secret'] })
}

/** Whoever cancelled in the provider's own pages has set a date instead of the mark. */
async function withoutEnd(stripe: Stripe, subscriptionId: string): Promise<Stripe.SubscriptionUpdateParams> {
  const { cancel_at_period_end: isMarked } = await stripe.subscriptions.retrieve(subscriptionId)
  return isMarked ? { cancel_at_period_end: false } : { cancel_at: '' }
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
  const invoice = typeof subscription.latest_invoice === 'string' ? null : subscription.latest_invoice
  const waitsSince = invoice?.status_transitions.finalized_at ?? invoice?.created ?? null
  return {
    id: subscription.id,
    status: subscription.status,
    renewsAt: toDate(endSeconds),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    pastDueSince: subscription.status === 'past_due' && waitsSince !== null ? toDate(waitsSince) : null,
  }
}

function toInvoiceState(invoice: Stripe.Invoice): InvoiceState {
  const payments = invoice.payments?.data ?? []
  const paid = payments.find((payment) => payment.status === 'paid') ?? payments[0]
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isPaid: invoice.status === 'paid',
    paidCents: invoice.amount_paid,
    currency: invoice.currency,
    customerId: idOf(invoice.customer),
    paymentIntentId: idOf(paid?.payment.payment_intent),
    periodEndsAt: toDate(Math.max(...invoice.lines.data.map((line) => line.period.end))),
  }
}
