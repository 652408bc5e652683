import * as z from 'zod/mini'
import { defaultPrimaryColor, hexColor } from './app/brand-colors.ts'
import { call } from '../call.ts'
import { imageErrors, imageField } from '../images/images.ts'
import { agentTypes, minutePackages, orderLimits, tooManyUsersText } from './prices.ts'
import { requiredLine, requiredText } from '../required-text.ts'
import { webAddressField } from '../web-addresses.ts'
import { paymentUnavailable } from '../billing/payment-errors.ts'

/** How an organization registers before it pays (D100, D101). */

export const industries = [
  'technology',
  'healthcare',
  'finance',
  'education',
  'retail',
  'manufacturing',
  'consulting',
  'other',
] as const

export const companySizes = ['1-10', '11-50', '51-200', '201-1000', '1000+'] as const

/** Characters. */
export const registrationLimits = { name: 120, phone: 40, plannedUsers: 40, text: 2000, welcome: 500 }

const emailMissing = 'Valid email is required'

/** Optional text; empty by default. */
function optionalText(maxLength: number) {
  const error = `Please use at most ${maxLength.toLocaleString('en-US')} characters`
  return z._default(z.string().check(z.trim(), z.maxLength(maxLength, { error })), '')
}

/** The registering organization: the fields of both forms (S460, S495-S499). */
const contact = {
  organizationName: requiredLine('Organization name', registrationLimits.name),
  contactName: requiredLine('Contact name', registrationLimits.name),
  contactEmail: z
    .string({ error: emailMissing })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254, { error: emailMissing, abort: true }),
      z.email({ error: emailMissing }),
    ),
  contactPhone: optionalText(registrationLimits.phone),
  industry: z.enum(industries, { error: 'Industry is required' }),
  companySize: z.enum(companySizes, { error: 'Company size is required' }),
  website: z._default(webAddressField('Please enter a valid URL'), ''),
}

/** The extra fields of the main form (S500-S502). */
const purpose = {
  agentPurpose: requiredText('Agent purpose', registrationLimits.text),
  plannedUsers: requiredText('Number of planned users', registrationLimits.plannedUsers),
  additionalNotes: optionalText(registrationLimits.text),
}

/** The fields of the variant form instead (S461); its logo follows in another call. */
const look = {
  primaryColor: z._default(hexColor, defaultPrimaryColor),
  welcomeMessage: optionalText(registrationLimits.welcome),
}

const noUsers = 'Number of users is required'

/** What is bought: 0 to 50 agents and 1 to 1,000 users (D96). Amounts are computed, never accepted (D29). */
const order = {
  userCount: z
    .int({ error: noUsers })
    .check(z.minimum(1, { error: noUsers }), z.maximum(orderLimits.maxUsers, { error: tooManyUsersText })),
  agentType: z.enum(agentTypes, { error: 'Agent type is required' }),
  numberOfAgents: z.optional(
    z
      .int({ error: `Allowed: 0 to ${orderLimits.maxAgents}` })
      .check(z.minimum(0), z.maximum(orderLimits.maxAgents, { error: `Allowed: 0 to ${orderLimits.maxAgents}` })),
  ),
  minutePackage: z.enum(minutePackages, { error: 'Minute package is required' }),
  brandedPWA: z.optional(z.boolean()),
  /** An alternative spelling (D100). */
  brandedPwa: z.optional(z.boolean()),
  ongoingOptimization: z._default(z.boolean(), false),
  /** The total that the page showed, in dollars; logged when it differs. */
  totalAmount: z.optional(z.number()),
}

/** The fields of each form, for the forms themselves. */
export const registrationForm = z.object({ ...contact, ...purpose })
export const variantForm = z.object({ ...contact, ...look })

const answer = z.object({
  id: z.string(),
  /** In dollars, computed from the choice (D93). */
  amounts: z.object({ oneTime: z.number(), monthly: z.number(), today: z.number() }),
})

const errors = {
  too_many_registrations: [429, 'There were too many registrations from your network. Please try again in an hour.'],
  payment_unavailable: paymentUnavailable,
} as const

/** Refusals of registrations that can replace an unpaid order. */
const replacing = {
  ...errors,
  already_paid: [
    409,
    'Your order for this organization has been paid, or its payment is on its way. Nothing was ordered again.',
  ],
} as const

/** Each call accepts the fields of both forms and requires its own (D100). */
export const registerOrganization = call('POST /api/organizations/register', {
  who: 'anyone',
  summary:
    'Stores a registration that waits for payment; its browser gets a setup cookie (D101). It replaces an unpaid one of the same browser and organization.',
  body: z.object({ ...contact, ...purpose, ...look, ...order }),
  answer,
  status: 201,
  errors: replacing,
})

/** The form for an existing organization: who pays, and for what. */
export const waitingForm = z.object({
  contactName: contact.contactName,
  contactPhone: contact.contactPhone,
  industry: contact.industry,
  companySize: contact.companySize,
  ...purpose,
})

export const registerWaitingOrganization = call('POST /api/organizations/:organizationId/registration', {
  who: 'organization_admin',
  summary: 'Stores a package for a waiting organization, which opens when it is paid (D130).',
  body: z.object({ ...waitingForm.shape, ...order }),
  answer,
  status: 201,
  errors: {
    ...errors,
    not_waiting: [409, 'This organization is not waiting for a package.'],
  },
})

export const registerOrganizationVariant = call('POST /webhook/organization-register', {
  who: 'anyone',
  summary: 'Does the same for the form with package controls and branding (D98, D101).',
  body: z.object({
    ...contact,
    agentPurpose: optionalText(registrationLimits.text),
    plannedUsers: optionalText(registrationLimits.plannedUsers),
    additionalNotes: purpose.additionalNotes,
    ...look,
    ...order,
  }),
  answer,
  status: 201,
  errors: replacing,
})

export const uploadRegistrationLogo = call('PUT /api/organizations/registrations/:id/logo', {
  who: 'anyone',
  summary: 'Stores the logo of an unpaid registration; only for the browser that made it (D101, D151).',
  params: { id: z.uuid() },
  body: z.object({ image: imageField }),
  answer: z.object({ success: z.literal(true) }),
  errors: {
    ...imageErrors,
    registration_not_found: [404, 'This registration does not exist or is not waiting for payment.'],
    too_many_attempts: [429, 'Too many attempts. Please try again later.'],
  },
})
