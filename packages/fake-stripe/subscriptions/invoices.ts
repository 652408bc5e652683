import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { countAttempt, finalizeInvoice, intentOf, voidInvoice } from './billing.ts'
import { cancelIntent, confirmIntent } from '../payments/confirmation.ts'
import { invalidRequest, StripeFault } from '../calls/faults.ts'
import { accepts, flag, text } from '../calls/params.ts'
import { needMethod } from '../cards/payment-methods.ts'
import { savedMethodOf } from './renewals.ts'
import { listRoute, readRoute, route, type Route } from '../calls/routes.ts'
import { copyOf, idOf, type Sandbox } from '../account/sandbox.ts'

/** Collects an invoice now with the given or the saved card. A decline is thrown after it was recorded. */
function payInvoice(
  sandbox: Sandbox,
  invoice: Stripe.Invoice,
  methodId: string | undefined,
  offSession: boolean,
): void {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', 'invoice_already_paid')
  if (invoice.status === 'draft') finalizeInvoice(sandbox, invoice)
  const intent = intentOf(sandbox, invoice)
  if (invoice.status !== 'open' || intent === undefined) {
    if (invoice.status === 'paid') return
    throw invalidRequest(`You can only pay an open invoice; this one is ${invoice.status}.`, 'invoice_not_open')
  }
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)!
  const method =
    methodId === undefined
      ? savedMethodOf(sandbox, sandbox.need('subscription', subscriptionId))
      : needMethod(sandbox, methodId)
  if (method === null) {
    const message =
      'There is no `default_payment_method` set on this Customer or Invoice. Please set either field to a valid payment method.'
    throw invalidRequest(message, 'invoice_payment_missing')
  }
  if (!invoice.attempted) countAttempt(invoice)
  confirmIntent(sandbox, intent, method, offSession)
  if (intent.status !== 'requires_action') return
  throw new StripeFault(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message:
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    payment_intent: copyOf(intent),
  })
}

export const invoiceRoutes: Route[] = [
  readRoute('invoice', '/v1/invoices'),
  listRoute<Stripe.InvoiceListParams>()({
    kind: 'invoice',
    path: '/v1/invoices',
    equals: {
      subscription: text,
      customer: text,
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: accepts<Stripe.InvoicePayParams>()({
      off_session: z.optional(flag),
      payment_method: z.optional(text),
    }),
    handle({ sandbox, id, params: { off_session: offSession = true, payment_method: method } }) {
      const invoice = sandbox.need('invoice', id)
      payInvoice(sandbox, invoice, method, offSession)
      return invoice
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: accepts<Stripe.InvoiceVoidInvoiceParams>()({}),
    handle({ sandbox, id }) {
      const invoice = sandbox.need('invoice', id)
      if (invoice.status !== 'open') {
        throw invalidRequest(
          `You can only void an open invoice; this one is ${invoice.status}.`,
          'status_transition_invalid',
        )
      }
      const intent = voidInvoice(sandbox, invoice)
      if (intent !== undefined) cancelIntent(sandbox, intent, 'void_invoice')
      return invoice
    },
  }),
  listRoute<Stripe.InvoicePaymentListParams>()({
    kind: 'invoice_payment',
    path: '/v1/invoice_payments',
    equals: { invoice: text, status: z.enum(['canceled', 'open', 'paid']) },
    others: { payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.optional(text) }) },
    keeps: ({ payment }, { payment: wanted }) =>
      wanted?.payment_intent === undefined || payment.payment_intent === wanted.payment_intent,
  }),
  readRoute('invoice_payment', '/v1/invoice_payments'),
]
