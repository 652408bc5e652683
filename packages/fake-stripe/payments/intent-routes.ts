import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { build } from '../account/objects.ts'
import { newIntentIds } from '../account/sandbox.ts'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag, integer, mergeMetadata, metadata, text } from '../calls/params.ts'
import { listRoute, type Route } from '../calls/routes.ts'
import { acceptance, acceptedBy, confirming } from '../cards/method-use.ts'
import { intentRoutes } from './intents.ts'

const MINIMUM_CENTS = 50

const confirmingPayment = {
  ...confirming,
  off_session: z.optional(flag),
  receipt_email: z.optional(text),
  setup_future_usage: z.optional(z.enum(['off_session', 'on_session', ''])),
}

export const paymentIntentRoutes: Route[] = [
  ...intentRoutes({
    kind: 'payment_intent',
    create: accepts<Stripe.PaymentIntentCreateParams>()({
      ...confirmingPayment,
      ...acceptance,
      amount: integer,
      confirm: z.optional(flag),
      currency: text,
      customer: z.optional(text),
      description: z.optional(text),
      metadata: z.optional(metadata),
      setup_future_usage: z.optional(z.enum(['off_session', 'on_session'])),
      statement_descriptor: z.optional(text),
      statement_descriptor_suffix: z.optional(text),
    }),
    confirm: accepts<Stripe.PaymentIntentConfirmParams>()(confirmingPayment),
    cancel: accepts<Stripe.PaymentIntentCancelParams>()({
      cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
    }),
    make(sandbox, given) {
      if (given.amount < MINIMUM_CENTS) {
        throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount')
      }
      return build('payment_intent', {
        ...newIntentIds('pi'),
        ...acceptedBy(given),
        amount: given.amount,
        created: sandbox.now(),
        currency: given.currency.toLowerCase(),
        customer: given.customer,
        description: given.description,
        metadata: mergeMetadata({}, given.metadata),
        receipt_email: given.receipt_email,
        setup_future_usage: given.setup_future_usage,
        statement_descriptor: given.statement_descriptor,
        statement_descriptor_suffix: given.statement_descriptor_suffix,
      })
    },
    beforeConfirm({ fromBrowser, params }, intent) {
      if (fromBrowser && params.off_session !== undefined) {
        const message = 'You cannot pass `off_session` with a publishable API key.'
        throw invalidRequest(message, undefined, 'off_session')
      }
      if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null
      if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage || null
    },
    beforeCancel(sandbox, { id }) {
      if (sandbox.listBy('invoice_payment', 'payment_intent', id).length === 0) return
      throw invalidRequest('You cannot cancel the PaymentIntent of an invoice. Void the invoice instead.')
    },
  }),
  listRoute<Stripe.PaymentIntentListParams>()({
    kind: 'payment_intent',
    path: '/v1/payment_intents',
    equals: { customer: text },
  }),
]

export const setupIntentRoutes: Route[] = [
  ...intentRoutes({
    kind: 'setup_intent',
    create: accepts<Stripe.SetupIntentCreateParams>()({
      ...confirming,
      ...acceptance,
      confirm: z.optional(flag),
      customer: z.optional(text),
      description: z.optional(text),
      metadata: z.optional(metadata),
      usage: z.optional(z.enum(['off_session', 'on_session'])),
    }),
    confirm: accepts<Stripe.SetupIntentConfirmParams>()(confirming),
    cancel: accepts<Stripe.SetupIntentCancelParams>()({
      cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'requested_by_customer'])),
    }),
    make: (sandbox, given) =>
      build('setup_intent', {
        ...newIntentIds('seti'),
        ...acceptedBy(given),
        created: sandbox.now(),
        customer: given.customer,
        description: given.description,
        metadata: mergeMetadata({}, given.metadata),
        usage: given.usage,
      }),
  }),
  listRoute<Stripe.SetupIntentListParams>()({
    kind: 'setup_intent',
    path: '/v1/setup_intents',
    equals: { customer: text, payment_method: text },
  }),
]
