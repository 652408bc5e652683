import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { cancelIntent } from './confirmation.ts'
import { voidInvoice } from './billing.ts'
import { invalidRequest } from './faults.ts'
import { accepts, moments, pages, text } from './params.ts'
import { isWithin, pageOf, route, type Route } from './routes.ts'
import { idOf } from './sandbox.ts'

export const invoiceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: accepts<Stripe.InvoiceRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('invoice', id),
  }),
  route({
    method: 'GET',
    path: '/v1/invoices',
    params: accepts<Stripe.InvoiceListParams>()({
      ...pages,
      created: z.optional(moments),
      customer: z.optional(text),
      status: z.optional(z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])),
      subscription: z.optional(text),
    }),
    handle({ sandbox, params: { created, customer, status, subscription, ...page } }) {
      const found = sandbox
        .list('invoice')
        .filter((invoice) => (customer ?? invoice.customer) === invoice.customer)
        .filter((invoice) => (status ?? invoice.status) === invoice.status && isWithin(invoice.created, created))
        .filter(
          ({ parent }) =>
            subscription === undefined || idOf(parent?.subscription_details?.subscription) === subscription,
        )
      return pageOf('/v1/invoices', found, page)
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
  route({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: accepts<Stripe.InvoicePaymentListParams>()({
      ...pages,
      created: z.optional(moments),
      invoice: z.optional(text),
      payment: z.optional(z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.optional(text) })),
      status: z.optional(z.enum(['canceled', 'open', 'paid'])),
    }),
    handle({ sandbox, params: { created, invoice, payment, status, ...page } }) {
      const intent = payment?.payment_intent
      const found = sandbox
        .list('invoice_payment')
        .filter((candidate) => (invoice ?? candidate.invoice) === candidate.invoice)
        .filter((candidate) => (intent ?? candidate.payment.payment_intent) === candidate.payment.payment_intent)
        .filter(
          (candidate) => (status ?? candidate.status) === candidate.status && isWithin(candidate.created, created),
        )
      return pageOf('/v1/invoice_payments', found, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    params: accepts<Stripe.InvoicePaymentRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('invoice_payment', id),
  }),
]
