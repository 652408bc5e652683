import * as z from 'zod/mini'
import { call } from '../call.ts'
import { minutePackages } from '../organizations/prices.ts'
import { isoTime } from '../identity/people.ts'
import { organizationNumber } from '../organizations/ranks.ts'
import { packageTiers, platformAccess } from './prices.ts'
import { savedCard } from './saved-card.ts'
import {
  openingFailed,
  paymentSetupFailed,
  chosen_anew,
  invoice_open,
  payment_unavailable,
  price_changed,
  too_many_payments,
} from './payment-errors.ts'
import { payment_not_found } from '../refusals.ts'

const subscriptionUnavailable = 'Failed to initialize subscription payment. Please try again.'
const chooseOne = 'Please choose one of the packages'
const tierField = z.enum(packageTiers, { error: chooseOne })

/** The figures beside the pay button, in dollars, as the server charges them (D29, D33). */
export const paymentSummary = z.object({
  totalAmount: z.number(),
  /** As agreed (D181): first the package, then the month. */
  lines: z.array(z.object({ label: z.string(), amount: z.number() })),
  packageMinutes: z.number(),
  /** Extra minutes on a first package; omitted when there are none (D40). */
  bonusMinutes: z.optional(z.number()),
  monthlyMinutes: z.number(),
})

/** A payment with the payer's saved card, which need not be entered again. */
export const openedPayment = z.object({
  clientSecret: z.string(),
  summary: paymentSummary,
  card: z.nullable(savedCard),
  paymentMethodId: z.nullable(z.string()),
  /** The organization whose pool it fills; null for the person's own balance. */
  organizationName: z.nullable(z.string()),
})

export const createCombinedPurchase = call('POST /api/create-combined-purchase', {
  who: 'person',
  holdsSecret: true,
  summary: 'Opens or resumes the first payment: a package and monthly platform access in one (D34).',
  failed: paymentSetupFailed,
  body: z.object({ package: tierField, subscriptionPrice: z.number({ error: 'subscriptionPrice must be a number' }) }),
  answer: z.object({ clientSecret: z.string(), summary: paymentSummary }),
  errors: {
    invalid_tier: [400, 'Please choose one of the packages'],
    price_changed,
    already_subscribed: [409, 'Your subscription is already active.'],
    invoice_open,
    chosen_anew,
    too_many_payments,
    payment_unavailable,
  },
  invalid: { package: 'invalid_tier' },
})

export const openFirstPayment = call('GET /api/user/open-payment', {
  who: 'person',
  summary: 'Returns the package of the person’s open first payment; null without one (D4).',
  answer: z.object({ package: z.nullable(z.enum(packageTiers)) }),
})

export const createPaymentIntent = call('POST /api/create-payment-intent', {
  who: 'access',
  holdsSecret: true,
  summary: 'Opens the payment for one minute package, for the person or for an organization’s pool (D49, D50).',
  failed: paymentSetupFailed,
  body: z.object({
    /** One of the four packages for people or the five for organizations. */
    tier: z.enum([...packageTiers, ...minutePackages], { error: chooseOne }),
    /** The organization whose pool is filled; the person must be its admin. */
    organizationId: z.optional(organizationNumber),
  }),
  answer: openedPayment,
  errors: {
    organization_not_found: [404, 'This organization does not exist, or you do not run it.'],
    organization_inactive: [409, "Your organization's access has ended."],
    wrong_context: [409, 'You are working in an organization. Switch to your own account to buy minutes for yourself.'],
    invalid_tier: [400, 'Please choose one of the packages'],
    too_many_payments,
    payment_unavailable,
  },
  invalid: { tier: 'invalid_tier' },
})

export const createSubscriptionPayment = call('POST /api/create-subscription-payment', {
  who: 'person',
  holdsSecret: true,
  summary: 'Opens or resumes the payment for monthly platform access alone (D35).',
  failed: openingFailed('Setup Error', subscriptionUnavailable),
  body: z.object({
    tier: z.literal(platformAccess.tier, { error: 'Please choose the starter plan' }),
    amount: z.number({ error: 'amount must be a number' }),
  }),
  answer: z.object({
    /** Missing when the subscription is already active. */
    clientSecret: z.optional(z.string()),
    message: z.string(),
    summary: z.optional(paymentSummary),
  }),
  errors: {
    invalid_tier: [400, 'Please choose the starter plan'],
    price_changed,
    invoice_open,
    chosen_anew,
    too_many_payments,
    payment_unavailable: [503, 'Failed to initialize subscription payment. Please try again.'],
  },
  invalid: { tier: 'invalid_tier' },
})

export const processPaymentSuccess = call('POST /api/process-payment-success', {
  who: 'person',
  summary: 'Looks up the payment at the provider and credits it exactly once (D36); 202 while it is processing.',
  body: z.object({ paymentIntentId: z.string({ error: 'paymentIntentId is required' }).check(z.maxLength(255)) }),
  answer: z.object({
    /** Minutes of the package, without the monthly part. */
    creditsAdded: z.number(),
    monthlyCreditsAdded: z.number(),
    /** Extra minutes on a first package; omitted when there are none (D40). */
    bonusCreditsAdded: z.optional(z.number()),
  }),
  errors: {
    payment_not_found,
    payment_not_completed: [409, 'This payment has not been completed. Please try again.'],
    payment_unavailable,
  },
})

export const firstTimeEligible = call('GET /api/user/first-time-eligible', {
  who: 'person',
  summary: 'Returns whether the next package is the person’s first, and the bonus that comes with it (D40).',
  answer: z.object({ isFirstTime: z.boolean(), bonusPercent: z.number() }),
})

/** A purchased package (S133). */
export const creditPurchase = z.object({
  id: z.string(),
  userId: z.string(),
  amount: z.number(),
  creditsAdded: z.number(),
  bonusAgents: z.number(),
  stripePaymentIntentId: z.string(),
  tier: z.string(),
  createdAt: isoTime,
})

export const purchases = call('GET /api/user/purchases', {
  who: 'person',
  summary: 'Lists the person’s package purchases, newest first.',
  answer: z.array(creditPurchase),
})

export const subscriptionStatus = call('GET /api/subscription-status', {
  who: 'person',
  summary: 'Returns the state of the person’s subscription; fields are null if there is none (D165).',
  answer: z.object({
    status: z.nullable(z.string()),
    tier: z.nullable(z.string()),
    renewsAt: z.nullable(isoTime),
    cancelAtPeriodEnd: z.boolean(),
    graceEndsAt: z.nullable(isoTime),
  }),
})
