import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { paymentSummary } from './purchases.ts'
import { paymentUnavailable } from './payment-errors.ts'

const noSubscription = [409, 'There is no active subscription.'] as const

export const subscriptionEnd = z.object({
  subscriptionStatus: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  /** When access ends, or when the subscription renews. */
  accessEndsAt: z.nullable(isoTime),
})

export const cancelSubscription = call('POST /api/account/cancel-subscription', {
  who: 'person',
  summary: 'Cancels the subscription at the end of its paid month; repeating it changes nothing (D41).',
  answer: subscriptionEnd,
  errors: { no_subscription: noSubscription, payment_unavailable: paymentUnavailable },
})

export const resumeSubscription = call('POST /api/account/resume-subscription', {
  who: 'person',
  summary: 'Undoes a cancellation until it takes effect (D41).',
  answer: subscriptionEnd,
  errors: { no_subscription: noSubscription, payment_unavailable: paymentUnavailable },
})

export const payOverdue = call('POST /api/account/pay-overdue', {
  who: 'person',
  summary: 'Opens the payment of the overdue invoice of the person’s subscription (D7).',
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: { nothing_overdue: [409, 'Nothing is overdue.'], payment_unavailable: paymentUnavailable },
})
