import type Stripe from 'stripe'
import { idOf, orMissing, reaching, toDate, unlessRefused } from './client.ts'
import type { OpenedPayment } from './payments.ts'

/** A renewal that the person must pay. */
export interface OverdueInvoice extends OpenedPayment {
  invoiceId: string
  amountCents: number
}

export interface InvoiceState {
  id: string
  subscriptionId: string | null
  isPaid: boolean
  /** Null until it is paid. */
  paidAt: Date | null
  paidCents: number
  currency: string
  customerId: string | null
  paymentIntentId: string | null
  /** End of the month that it pays for. */
  periodEndsAt: Date
}

export function invoiceCalls(stripe: Stripe) {
  return reaching(stripe, { readInvoice, findInvoiceOf, listPaidInvoices, openOverdueInvoice, voidOpenInvoices })
}

/** Returns null when the provider does not know the invoice. */
async function readInvoice(stripe: Stripe, invoiceId: string): Promise<InvoiceState | null> {
  const invoice = await orMissing(stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
  return invoice && toInvoiceState(invoice)
}

/** Returns the invoice that a payment pays; null for a payment without one. */
async function findInvoiceOf(stripe: Stripe, paymentIntentId: string) {
  const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
  return data[0] ? idOf(data[0].invoice) : null
}

/** Returns the paid invoices of a subscription, at most 100, newest first. */
async function listPaidInvoices(stripe: Stripe, subscriptionId: string) {
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 100 })
  return data.map(({ id }) => id)
}

/** Returns the open invoice of a running subscription, with secret and amount; null when nothing is open (D7). */
async function openOverdueInvoice(stripe: Stripe, subscriptionId: string): Promise<OverdueInvoice | null> {
  const [newest] = await listOpenInvoices(stripe, subscriptionId)
  if (!newest) return null
  const invoice = await stripe.invoices.retrieve(newest.id, { expand: ['confirmation_secret'] })
  if (invoice.status !== 'open') return null
  return { ...toOpenedPayment(invoice), invoiceId: invoice.id, amountCents: invoice.amount_remaining }
}

/** Voids the open invoices of a subscription that is over, so that they can no longer be paid. */
async function voidOpenInvoices(stripe: Stripe, subscriptionId: string) {
  for (const { id } of await listOpenInvoices(stripe, subscriptionId)) {
    await unlessRefused(stripe.invoices.voidInvoice(id))
  }
}

/** Returns the open invoices, newest first. Drafts are not payable yet. */
export async function listOpenInvoices(stripe: Stripe, subscriptionId: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 })
  return data
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

/** The provider has opened a payment that nobody can confirm. */
export class SecretMissing extends Error {}

export function toOpenedPayment(invoice: Stripe.Invoice): OpenedPayment {
  const clientSecret = invoice.confirmation_secret?.client_secret
  const paymentIntentId = clientSecret?.split('_secret_')[0]
  if (!clientSecret || !paymentIntentId)
    throw new SecretMissing(`Invoice ${invoice.id} came without a confirmation secret`)
  return { paymentIntentId, clientSecret }
}
