import * as z from 'zod/mini'
import { call } from '../call.ts'
import { organizationId } from './organizations.ts'
import { savedCard } from '../billing/saved-card.ts'
import { subscriptionEnd } from '../billing/subscription.ts'
import { chosenAnew, paymentUnavailable, tooManyPayments } from '../billing/payment-errors.ts'

/** How an organization's subscription ends, continues and starts again (D129), as a person's does (D41, D7). */

const noSubscription = [409, 'This organization has no active subscription.'] as const
const switchedOff = [409, 'This organization was switched off by the platform. Please contact support.'] as const
/** Dollars, the provider's secret, and the saved card, for paying without typing it again. */
const openedPayment = z.object({
  clientSecret: z.string(),
  amount: z.number(),
  card: z.nullable(savedCard),
  paymentMethodId: z.nullable(z.string()),
})

export const cancelOrganizationSubscription = call('POST /api/organizations/:organizationId/cancel-subscription', {
  who: 'organization_admin',
  summary: 'Cancels the organization’s subscription at the end of its paid month; repeating it changes nothing.',
  worksAfterEnd: true,
  params: { organizationId },
  answer: subscriptionEnd,
  errors: { no_subscription: noSubscription, payment_unavailable: paymentUnavailable },
})

export const resumeOrganizationSubscription = call('POST /api/organizations/:organizationId/resume-subscription', {
  who: 'organization_admin',
  summary: 'Undoes a cancellation until it takes effect.',
  worksAfterEnd: true,
  params: { organizationId },
  answer: subscriptionEnd,
  errors: { no_subscription: noSubscription, switched_off: switchedOff, payment_unavailable: paymentUnavailable },
})

export const payOrganizationOverdue = call('POST /api/organizations/:organizationId/pay-overdue', {
  who: 'organization_admin',
  summary: 'Opens the payment of the overdue invoice of the organization (D7, D129).',
  worksAfterEnd: true,
  params: { organizationId },
  answer: openedPayment,
  errors: {
    nothing_overdue: [409, 'Nothing is overdue.'],
    too_many_payments: tooManyPayments,
    payment_unavailable: paymentUnavailable,
  },
})

export const reactivateOrganization = call('POST /api/organizations/:organizationId/reactivate', {
  who: 'organization_admin',
  summary: 'Opens or resumes the payment that reactivates an ended organization with its plan (D129).',
  worksAfterEnd: true,
  params: { organizationId },
  answer: openedPayment,
  errors: {
    already_active: [409, 'The subscription is already active.'],
    invoice_open: [409, 'There is an open invoice. Please pay that one instead.'],
    chosen_anew: chosenAnew,
    no_plan: [409, 'This organization has not ordered a package yet.'],
    switched_off: switchedOff,
    too_many_payments: tooManyPayments,
    payment_unavailable: paymentUnavailable,
  },
})
