import * as z from 'zod/mini'
import { call } from '../call.ts'
import { organizationId } from './ranks.ts'
import { savedCard } from '../billing/saved-card.ts'
import { subscriptionEnd } from '../billing/subscription.ts'
import { paymentSetupFailed, chosen_anew, payment_unavailable, too_many_payments } from '../billing/payment-errors.ts'

/** How an organization cancels, resumes and reactivates its subscription (D129), as a person does (D41, D7). */

const no_subscription = [409, 'This organization has no active subscription.'] as const
const switched_off = [409, 'We have switched off this organization. Please contact support.'] as const
/** The amount in dollars, the provider's secret, and the saved card, so that it need not be entered again. */
const openedPayment = z.object({
  clientSecret: z.string(),
  amount: z.number(),
  card: z.nullable(savedCard),
  paymentMethodId: z.nullable(z.string()),
})

export const cancelOrganizationSubscription = call('POST /api/organizations/:organizationId/cancel-subscription', {
  who: 'organization_admin',
  asksProof: true,
  summary: 'Cancels the organization’s subscription at the end of its paid month; repeating it changes nothing.',
  worksAfterEnd: true,
  params: { organizationId },
  answer: subscriptionEnd,
  failed: ['Failed to cancel subscription', 'Your subscription is unchanged. Please try again.'],
  errors: { no_subscription, payment_unavailable },
})

export const resumeOrganizationSubscription = call('POST /api/organizations/:organizationId/resume-subscription', {
  who: 'organization_admin',
  summary: 'Resumes a canceled subscription that has not ended yet.',
  worksAfterEnd: true,
  params: { organizationId },
  answer: subscriptionEnd,
  done: ['Subscription Resumed', 'It will renew as before.'],
  failed: ['Failed to resume subscription', 'Your subscription will still end as planned. Please try again.'],
  errors: { no_subscription, switched_off, payment_unavailable },
})

export const payOrganizationOverdue = call('POST /api/organizations/:organizationId/pay-overdue', {
  who: 'organization_admin',
  holdsSecret: true,
  summary: 'Opens the payment for the organization’s overdue invoice (D7, D129).',
  failed: paymentSetupFailed,
  worksAfterEnd: true,
  params: { organizationId },
  answer: openedPayment,
  errors: {
    nothing_overdue: [409, 'This organization has no overdue payment.'],
    too_many_payments,
    payment_unavailable,
  },
})

export const reactivateOrganization = call('POST /api/organizations/:organizationId/reactivate', {
  who: 'organization_admin',
  holdsSecret: true,
  summary: 'Opens or resumes the payment that reactivates an ended organization with its plan (D129).',
  failed: paymentSetupFailed,
  worksAfterEnd: true,
  params: { organizationId },
  answer: openedPayment,
  errors: {
    already_active: [409, 'This subscription is already active.'],
    invoice_open: [409, 'This organization has an unpaid invoice. Please pay that instead.'],
    chosen_anew,
    no_plan: [409, 'This organization has not ordered a package yet. Please choose one first.'],
    switched_off,
    too_many_payments,
    payment_unavailable,
  },
})
