import * as z from 'zod/mini'
import { call } from '../call.ts'
import { agentTypes, minutePackages } from './prices.ts'
import { emailField, firstNameField, lastNameField, newPasswordField } from '../identity/fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { payment_unavailable, price_changed, too_many_payments } from '../billing/payment-errors.ts'
import { busy, common_password, too_many_attempts } from '../refusals.ts'

/** How an organization pays for its order, and how its first admin gets access (D102-D109). */

const amounts = z.object({ oneTime: z.number(), monthly: z.number(), today: z.number() })
/** One line of an order; dollars, one-time or monthly. */
export const orderedLine = z.object({
  name: z.string(),
  /** How the amount is calculated, such as `5 × $2.80`. */
  detail: z.string(),
  amount: z.number(),
  isMonthly: z.boolean(),
})

const registration_not_found = [404, 'This registration does not exist.'] as const
/** The reasons why an order cannot be paid. */
const unpayable = {
  registration_not_found,
  already_paid: [409, 'This registration has already been paid.'],
  registration_expired: [410, 'This registration has expired, or you replaced it with a newer one.'],
} as const

export const organizationOrder = call('GET /api/organizations/registrations/:id/order', {
  who: 'anyone',
  summary: 'Returns the prices of an unpaid order, for the checkout to show before it opens the payment.',
  params: { id: z.string() },
  answer: z.object({
    /** In dollars, from the stored registration. */
    amounts,
    /** The order line by line, as agreed (D181); the lines add up to the amounts. */
    order: z.object({ organizationName: z.string(), lines: z.array(orderedLine) }),
    /** Only for the browser that registered: the recipient of the setup mail, and the values of the form. */
    contact: z.nullable(
      z.object({
        name: z.string(),
        email: shownAddress,
        /** The form that was used; null if the contact is the person's own account (D130). */
        form: z.nullable(z.enum(['main', 'variant'])),
        choice: z.object({
          userCount: z.number(),
          agentType: z.enum(agentTypes),
          numberOfAgents: z.number(),
          minutePackage: z.enum(minutePackages),
          brandedPWA: z.boolean(),
          ongoingOptimization: z.boolean(),
        }),
      }),
    ),
  }),
  errors: unpayable,
})

export const createOrganizationPayment = call('POST /api/create-organization-payment-intent', {
  who: 'anyone',
  holdsSecret: true,
  summary: 'Opens or resumes the payment for a registration: one-time items and the first month (D102).',
  body: z.object({
    registrationId: z.string({ error: 'Missing registration details or amount' }),
    /**
     * The dollars that the page shows, only for comparison: if they differ from ours, the call fails before a payment
     * opens (D29).
     */
    oneTimeAmount: z.optional(z.number()),
    monthlyAmount: z.optional(z.number()),
    /** These three have no effect: the stored registration says who pays for what (D107). */
    description: z.optional(z.string()),
    customerEmail: z.optional(z.string()),
    customerName: z.optional(z.string()),
    /** Whether auto-purchase may fill the pool (D109); when omitted, the previous choice stays. */
    autoPurchase: z.optional(z.boolean()),
  }),
  answer: z.object({
    clientSecret: z.string(),
    /** In dollars, from the stored registration. */
    amounts,
    /** The terms of auto-purchase: minutes, dollars per purchase, and the most dollars per month (D109). */
    autoPurchase: z.object({ enabled: z.boolean(), minutes: z.number(), price: z.number(), monthlyCap: z.number() }),
  }),
  errors: {
    ...unpayable,
    secret_missing: [503, 'Payment could not be initialized. Missing client secret.'],
    price_changed,
    too_many_payments,
    payment_unavailable,
  },
  failed: ['Error', 'Failed to initialize payment'],
})

export const registrationStatus = call('GET /api/organizations/registrations/:id/status', {
  who: 'anyone',
  summary: 'Returns whether a registration is paid; only its own browser and its contact see whose it is (D104).',
  answer: z.object({
    id: z.string(),
    status: z.enum(['awaiting_payment', 'confirming', 'paid', 'expired']),
    /** Null for everyone else. */
    details: z.nullable(
      z.object({
        organizationName: z.string(),
        contactName: z.string(),
        contactEmail: shownAddress,
        /** In dollars. */
        amounts,
        /** The deadline for the payment. */
        expiresAt: isoTime,
        /** `password`: the new account needs one; `attach`: the contact's own account can take over (D106). */
        next: z.nullable(z.enum(['password', 'attach'])),
      }),
    ),
  }),
  errors: { registration_not_found },
})

export const setTempPassword = call('POST /api/auth/update-temp-password', {
  who: 'anyone',
  summary:
    'Sets the first password of an account, with the setup cookie or a mailed link; an email address alone is not enough (D105).',
  body: z.object({
    email: emailField,
    newPassword: newPasswordField,
    firstName: firstNameField,
    lastName: lastNameField,
    setupToken: z.optional(z.string().check(z.maxLength(200))),
  }),
  /** 202 with `mail_sent` does not reveal whether the account exists. */
  answer: z.object({ status: z.enum(['password_set', 'mail_sent']) }),
  done: ['Password Set Successfully!', 'Taking you to your dashboard.'],
  failed: ['Setup Failed', 'Failed to set up password. Please use the link in your e-mail.'],
  errors: { common_password, too_many_attempts, busy },
})

export const answerRegistration = call('POST /api/organizations/registrations/:id/answer', {
  who: 'person',
  summary:
    'Attaches a paid organization that names the person’s address to their account, or reports that it is not theirs (D106).',
  body: z.object({ answer: z.enum(['attach', 'not_mine']) }),
  answer: z.object({ organizationId: z.nullable(z.number()) }),
  errors: {
    registration_not_found,
    email_unconfirmed: [409, 'Please confirm your email address first. We sent you a link when you registered.'],
    already_answered: [409, 'This question has already been answered.'],
  },
  failed: ['Error', 'Failed to save your answer. Please try again.'],
})
