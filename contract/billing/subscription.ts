import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { paymentSummary } from './purchases.ts'
import { paymentSetupFailed, payment_unavailable } from './payment-errors.ts'

const no_subscription = [409, 'You do not have an active subscription.'] as const

export const subscriptionEnd = z.object({
  subscriptionStatus: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  /** When access ends, or when the subscription renews. */
  accessEndsAt: z.nullable(isoTime),
})

export const cancelSubscription = call('POST /api/account/cancel-subscription', {
  who: 'person',
  summary: 'Cancels the subscription at the end of its paid month; repeating it changes nothing (D41).',
  failed: ['Failed to cancel subscription', 'Your subscription is unchanged. Please try again.'],
  answer: subscriptionEnd,
  errors: { no_subscription, payment_unavailable },
})

export const resumeSubscription = call('POST /api/account/resume-subscription', {
  who: 'person',
  summary: 'Resumes a canceled subscription that has not ended yet (D41).',
  done: ['Subscription Resumed', 'It will renew as before.'],
  failed: ['Failed to resume subscription', 'Your subscription will still end as planned. Please try again.'],
  answer: subscriptionEnd,
  errors: { no_subscription, payment_unavailable },
})

export const payOverdue = call('POST /api/account/pay-overdue', {
  who: 'person',
  holdsSecret: true,
  summary: 'Opens the payment for the overdue invoice of the person’s subscription (D7).',
  failed: paymentSetupFailed,
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: { nothing_overdue: [409, 'You have no overdue payment.'], payment_unavailable },
})
