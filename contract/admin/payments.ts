import * as z from 'zod/mini'
import { dayField, payerRef, sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { findingKinds } from './findings.ts'
import { disputeStates } from './disputes.ts'
import { payment_not_found } from '../refusals.ts'

/** What a payment was for; `order` is an organization's first payment. */
export const adminPaymentKinds = [
  'combined',
  'subscription',
  'credits',
  'auto',
  'renewal',
  'seats',
  'debt',
  'order',
] as const
export type AdminPaymentKind = (typeof adminPaymentKinds)[number]

/** What has become of a payment here; `open` was not paid as far as Luna knows. */
export const adminPaymentStates = [
  'paid',
  'open',
  'declined',
  'ended',
  'partly_refunded',
  'refunded',
  'disputed',
  'dispute_lost',
] as const
export type AdminPaymentState = (typeof adminPaymentStates)[number]

/** The columns that the list can be sorted by. */
export const adminPaymentColumns = ['created', 'amount', 'payer'] as const

export const adminPayment = z.object({
  id: z.string(),
  kind: z.enum(adminPaymentKinds),
  state: z.enum(adminPaymentStates),
  /** Dollars, as is `refunded`. */
  amount: z.number(),
  refunded: z.number(),
  createdAt: isoTime,
  payer: payerRef,
  /** What was bought, in the words used at the time. */
  description: z.string(),
  /** The numbers of its receipts, such as L-000042. */
  receiptNumbers: z.array(z.string()),
  /** Such as "Visa ending in 4242", where it is not paid the card of the last try; null when unknown. */
  paidWith: z.nullable(z.string()),
  /** The payment's id at Stripe; null until it has one. */
  stripePaymentId: z.nullable(z.string()),
})
export type AdminPayment = z.output<typeof adminPayment>

export const adminPayments = call('GET /api/admin/payments', {
  who: 'money.read',
  summary:
    'Lists payments, newest first; the search understands receipt numbers, payment ids, the last four digits of a card, names, addresses and amounts.',
  query: z.extend(sortedListQuery(adminPaymentColumns), {
    kind: z.optional(z.enum(adminPaymentKinds)),
    state: z.optional(z.enum(adminPaymentStates)),
    /** The first and the last day (UTC) on which a payment was opened. */
    from: dayField,
    to: dayField,
  }),
  answer: z.array(adminPayment),
})

/** A payment by our id, by that of one of its receipts, or by its id at Stripe. */
const anyId = { id: z.union([z.uuid(), z.string().check(z.regex(/^pi_\w{1,100}$/))]) }

export const readAdminPayment = call('GET /api/admin/payments/:id', {
  who: 'money.read',
  summary: 'Returns a payment with what it gave, its refunds and disputes, and open findings about it.',
  params: anyId,
  answer: z.extend(adminPayment, {
    /** Why the bank refused an automatic charge; null if it has not. */
    declineCode: z.nullable(z.string()),
    /** What was booked, with its receipts. */
    parts: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        amount: z.number(),
        /** Minutes. */
        creditsAdded: z.number(),
        receiptNumber: z.string(),
        createdAt: isoTime,
        /** Dollars that can still be refunded, and that a refund would return which waits for approval. */
        refundable: z.number(),
        waiting: z.number(),
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        status: z.enum(['requested', 'pending', 'succeeded', 'failed', 'canceled']),
        reason: z.nullable(z.string()),
        requestedBy: z.nullable(z.string()),
        createdAt: isoTime,
      }),
    ),
    disputes: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        state: z.enum(disputeStates),
        reason: z.string(),
        dueAt: z.nullable(isoTime),
      }),
    ),
    findings: z.array(z.object({ id: z.string(), kind: z.enum(findingKinds), details: z.string() })),
  }),
  errors: { payment_not_found },
})
export type AdminPaymentPage = z.output<typeof readAdminPayment.answer>

/** The state of a payment at Stripe; `unknown` when Stripe has no such payment, `none` when none was opened there. */
export const stripeStates = ['succeeded', 'processing', 'open', 'canceled', 'unknown', 'none'] as const
export type StripeState = (typeof stripeStates)[number]

export const paymentAtStripe = z.object({
  state: z.enum(stripeStates),
  /** Dollars, as is `refunded`. */
  amount: z.number(),
  refunded: z.number(),
  isDisputed: z.boolean(),
  /** Each try to charge a card, newest first. */
  attempts: z.array(
    z.object({
      at: isoTime,
      isPaid: z.boolean(),
      amount: z.number(),
      card: z.nullable(z.string()),
      /** Stripe's code of the refusal. */
      declineCode: z.nullable(z.string()),
    }),
  ),
})
export type PaymentAtStripe = z.output<typeof paymentAtStripe>

const payment_unavailable = [
  503,
  'Stripe cannot be reached. Nothing has changed. Please try again in a minute.',
] as const

export const readPaymentAtStripe = call('GET /api/admin/payments/:id/stripe', {
  who: 'money.read',
  summary: 'Asks Stripe for the state of a payment and each try to pay it.',
  answer: paymentAtStripe,
  errors: { payment_not_found, payment_unavailable },
})

/** What a check found and did about the minutes of a payment. */
export const checkOutcomes = [
  'credited_now',
  'credited_before',
  'not_paid',
  'processing',
  'not_ours',
  'not_creditable',
] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

export const checkPayment = call('POST /api/admin/payments/:id/check', {
  who: 'money.change',
  summary:
    'Asks Stripe about a payment, credits it if it is paid and not booked, and corrects its refunds and disputes (D37, D44).',
  params: anyId,
  failed: ['Failed to check payment', 'Nothing has changed. Please try again.'],
  answer: z.object({
    outcome: z.enum(checkOutcomes),
    /** Why a paid payment cannot be credited; null otherwise. */
    problem: z.nullable(z.string()),
    refundsCorrected: z.number(),
    disputesCorrected: z.number(),
    stripe: paymentAtStripe,
    /** The payment in Luna; null for one that is not ours. */
    payment: z.nullable(adminPayment),
  }),
  errors: {
    payment_not_found: [404, 'Neither Luna nor Stripe knows this payment.'],
    payment_unavailable,
    too_many_checks: [429, 'Too many checks. Please wait a few minutes.'],
  },
})
export type CheckedPayment = z.output<typeof checkPayment.answer>
