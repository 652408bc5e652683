import type Stripe from 'stripe'
import { isOver } from '../subscriptions/status.ts'
import { idOf, orMissing, reach, toDate, unlessRefused } from './client.ts'
import { createSubscription, type OrganizationOrder, priceAll } from './new-subscriptions.ts'
import type { OpenedPayment } from './payments.ts'
import { type FindPrice, lookupKeys } from './prices.ts'

export interface OpenedSubscription extends OpenedPayment {
  subscriptionId: string
  invoiceId: string
  /** What paying it charges. */
  amountCents: number
}

export interface SubscriptionState {
  id: string
  status: string
  /** When the next month begins, or when the subscription ends or has ended. */
  renewsAt: Date
  cancelAtPeriodEnd: boolean
  /** Since when the oldest open invoice has waited for payment; null while nothing is overdue (D7). */
  pastDueSince: Date | null
  latestInvoiceId: string | null
  /** Null until it is over. */
  endedAt: Date | null
  /** It ended because its payment never arrived. */
  endedUnpaid: boolean
}

/** A renewal that the person shall pay. */
export interface OverdueInvoice extends OpenedPayment {
  invoiceId: string
  amountCents: number
}

export interface InvoiceState {
  id: string
  subscriptionId: string | null
  isPaid: boolean
  /** Null while it is not paid. */
  paidAt: Date | null
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
      plan: { priceCents: number }
      package: { tier: string; priceCents: number } | null
    }) =>
      reach(async () => {
        const { id, customerId, userId, kind, plan, package: bought } = checkout
        const extra = bought ? [{ price: await findPrice(lookupKeys.package(bought.tier), bought.priceCents) }] : []
        const items = [{ price: await findPrice(lookupKeys.access, plan.priceCents) }]
        const metadata = { userId, checkoutId: id, kind }
        const wanted = { customer: customerId, items, add_invoice_items: extra, metadata }
        return toOpenedSubscription(await createSubscription(stripe, wanted, `combined:${id}`))
      }),

    /** An organization's package: every monthly part, and the one-time ones on its first invoice alone (D102). */
    openOrganizationSubscription: (order: OrganizationOrder) =>
      reach(async () => {
        const { registrationId, attempt, customerId } = order
        const [items, extra] = [await priceAll(findPrice, order.monthly), await priceAll(findPrice, order.oneTime)]
        const metadata = { registrationId, kind: 'organization' }
        const wanted = { customer: customerId, items, add_invoice_items: extra, metadata }
        return toOpenedSubscription(
          await createSubscription(stripe, wanted, `organization:${registrationId}:${attempt}`),
        )
      }),

    /** The open first invoice of a subscription again, with its secret; null when it can no longer be paid. */
    reopenSubscription: (subscriptionId: string) =>
      reach(async () => {
        const subscription = await retrieveWithSecret(stripe, subscriptionId)
        const { status, latest_invoice: invoice } = subscription
        // Between the two steps of ending it the invoice is void and the subscription still incomplete.
        const isOpen = status === 'incomplete' && invoice && typeof invoice !== 'string' && invoice.status === 'open'
        return isOpen ? toOpenedSubscription(subscription) : null
      }),

    /** The open invoice of a running subscription, with its secret and amount; null when nothing is open (D7). */
    openOverdueInvoice: (subscriptionId: string) =>
      reach(async (): Promise<OverdueInvoice | null> => {
        const [newest] = await listOpenInvoices(stripe, subscriptionId)
        if (!newest) return null
        const invoice = await stripe.invoices.retrieve(newest.id, { expand: ['confirmation_secret'] })
        if (invoice.status !== 'open') return null
        return { ...toOpenedPayment(invoice), invoiceId: invoice.id, amountCents: invoice.amount_remaining }
      }),

    /** Lets nobody pay any more for a subscription that is over. */
    voidOpenInvoices: (subscriptionId: string) =>
      reach(async () => {
        for (const { id } of await listOpenInvoices(stripe, subscriptionId)) {
          await unlessRefused(stripe.invoices.voidInvoice(id))
        }
      }),

    /** The paid invoices of a subscription, at most 100, newest first. */
    listPaidInvoices: (subscriptionId: string) =>
      reach(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 })
        return data.map(({ id }) => id)
      }),

    /** Ends a first payment that nobody shall make any more; the provider decides whether paying it came first. */
    endUnpaid: (subscriptionId: string, invoiceId: string) =>
      reach(async () => {
        await unlessRefused(stripe.invoices.voidInvoice(invoiceId))
        const { status } = await stripe.invoices.retrieve(invoiceId)
        if (status === 'void') await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
      }),

    /** Ends a subscription at once, whatever is paid; one that is over stays over. */
    endNow: (subscriptionId: string) =>
      reach(async () => {
        await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
      }),

    readSubscription: (subscriptionId: string) =>
      reach(async () => toSubscriptionState(stripe, await stripe.subscriptions.retrieve(subscriptionId))),

    /**
     * Marks or unmarks the end at the end of the paid month (D41); the same request twice changes nothing. Null when the
     * subscription has come to its end already.
     */
    setCancelAtPeriodEnd: (subscriptionId: string, wanted: boolean) =>
      reach(async (): Promise<SubscriptionState | null> => {
        const { status, cancel_at_period_end: isMarked } = await stripe.subscriptions.retrieve(subscriptionId)
        if (isOver(status)) return null
        // Whoever cancelled in the provider's own pages has set a date instead of the mark.
        const withoutEnd = isMarked ? { cancel_at_period_end: false } : { cancel_at: '' as const }
        const change = wanted ? { cancel_at_period_end: true } : withoutEnd
        return toSubscriptionState(stripe, await stripe.subscriptions.update(subscriptionId, change))
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

function toOpenedSubscription(subscription: Stripe.Subscription): OpenedSubscription {
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string')
    throw new Error(`Subscription ${subscription.id} came without an invoice`)
  const { id: invoiceId, amount_due: amountCents } = invoice
  return { ...toOpenedPayment(invoice), subscriptionId: subscription.id, invoiceId, amountCents }
}

/** The provider has opened a payment that nobody can confirm. */
export class SecretMissing extends Error {}

function toOpenedPayment(invoice: Stripe.Invoice): OpenedPayment {
  const clientSecret = invoice.confirmation_secret?.client_secret
  const paymentIntentId = clientSecret?.split('_secret_')[0]
  if (!clientSecret || !paymentIntentId)
    throw new SecretMissing(`Invoice ${invoice.id} came without a confirmation secret`)
  return { paymentIntentId, clientSecret }
}

/** Newest first; drafts are not asked for yet. */
async function listOpenInvoices(stripe: Stripe, subscriptionId: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 })
  return data
}

async function toSubscriptionState(stripe: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionState> {
  const { id, status, cancel_at: endsAt, ended_at: endedAt, cancel_at_period_end: isMarked } = subscription
  const periodEndsAt = Math.max(...subscription.items.data.map((item) => item.current_period_end))
  return {
    id,
    status,
    renewsAt: toDate(endedAt ?? endsAt ?? periodEndsAt),
    cancelAtPeriodEnd: isMarked || endsAt !== null,
    pastDueSince: status === 'past_due' ? await findPastDueSince(stripe, id) : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    endedAt: endedAt === null ? null : toDate(endedAt),
    endedUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
  }
}

/** The newest invoice may already be the next month's, so what counts is since when a payment has waited. */
async function findPastDueSince(stripe: Stripe, subscriptionId: string): Promise<Date | null> {
  const oldest = (await listOpenInvoices(stripe, subscriptionId)).at(-1)
  return oldest ? toDate(oldest.status_transitions.finalized_at ?? oldest.created) : null
}

function toInvoiceState(invoice: Stripe.Invoice): InvoiceState {
  const payments = invoice.payments?.data ?? []
  const paid = payments.find((payment) => payment.status === 'paid') ?? payments[0]
  const { paid_at: paidAt } = invoice.status_transitions
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isPaid: invoice.status === 'paid',
    paidAt: paidAt === null ? null : toDate(paidAt),
    paidCents: invoice.amount_paid,
    currency: invoice.currency,
    customerId: idOf(invoice.customer),
    paymentIntentId: idOf(paid?.payment.payment_intent),
    periodEndsAt: toDate(Math.max(...invoice.lines.data.map((line) => line.period.end))),
  }
}
