import * as z from 'zod/mini'
import { defaultPrimaryColor, hexColor } from './app/brand-colors.ts'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { imageErrors, imageField } from '../images/images.ts'
import { addressField } from '../identity/fields.ts'
import { agentTypes, minutePackages, orderLimits, tooManyUsersText, type AgentType } from './prices.ts'
import { limitedText, requiredLine, requiredText } from '../required-text.ts'
import { webAddressField } from '../web-addresses.ts'
import { payment_unavailable } from '../billing/payment-errors.ts'
import { too_many_attempts } from '../refusals.ts'

/** How an organization registers before it pays (D100, D101). */

const industries = [
  'technology',
  'healthcare',
  'finance',
  'education',
  'retail',
  'manufacturing',
  'consulting',
  'other',
] as const

const companySizes = ['1-10', '11-50', '51-200', '201-1000', '1000+'] as const

/** Maximum lengths in characters. */
const limits = { name: 120, phone: 40, plannedUsers: 40, text: 2000, welcome: 500 }

/** Optional text; empty by default. */
function optionalText(maxLength: number) {
  return z._default(limitedText(maxLength), '')
}

/** The organization and its contact: the fields that both forms share (S460, S495-S499). */
const contact = {
  organizationName: field(requiredLine('Organization name', limits.name), {
    label: 'Organization name',
    autoComplete: 'organization',
  }),
  contactName: field(requiredLine('Contact name', limits.name), { label: 'Contact name', autoComplete: 'name' }),
  contactEmail: field(addressField('Valid email is required'), {
    label: 'Contact email',
    kind: 'email',
    help: "Your organization's admin will sign in with this address.",
    autoComplete: 'email',
  }),
  contactPhone: field(optionalText(limits.phone), {
    label: 'Contact phone (optional)',
    kind: 'phone',
    autoComplete: 'tel',
  }),
  industry: field(z.enum(industries, { error: 'Industry is required' }), {
    label: 'Industry',
    names: namesOf(industries, (name) => name.replace(/^./, (first) => first.toUpperCase())),
  }),
  companySize: field(z.enum(companySizes, { error: 'Company size is required' }), {
    label: 'Company size',
    names: namesOf(companySizes, (size) => `${size.replace('-', '–')} people`),
  }),
  website: field(z._default(webAddressField('Please enter a valid URL'), ''), {
    label: 'Website (optional)',
    kind: 'url',
    autoComplete: 'url',
  }),
}

function namesOf(values: readonly string[], nameOf: (value: string) => string): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, nameOf(value)]))
}

/** The purpose of the agents that are built, for the forms that ask for it (S500, S501). */
export const askedPurpose = {
  agentPurpose: requiredText('Agent purpose', limits.text),
  plannedUsers: requiredText('Number of planned users', limits.plannedUsers),
}

/** Without an agent build there is nothing to ask. */
const purpose = {
  agentPurpose: field(optionalText(limits.text), {
    label: 'Agent purpose',
    kind: 'area',
    rows: 3,
    help: 'What should your agents do for your people?',
  }),
  plannedUsers: field(optionalText(limits.plannedUsers), {
    label: 'Number of planned users',
    help: 'This helps us plan. You pay for the users in your package.',
  }),
}

type Purpose = Record<keyof typeof purpose, string> & { agentType: AgentType }

/** Refuses an order of agents without a purpose. */
const purposeChecks = (['agentPurpose', 'plannedUsers'] as const).map((field) =>
  z.refine<Purpose>((order) => order.agentType === 'none' || order[field] !== '', {
    error: field === 'agentPurpose' ? 'Agent purpose is required' : 'Number of planned users is required',
    path: [field],
  }),
)

const additionalNotes = field(optionalText(limits.text), {
  label: 'Additional notes (optional)',
  kind: 'area',
  rows: 3,
})

/** The additional fields of the variant form (S461); its logo is uploaded in another call. */
const look = {
  primaryColor: z._default(hexColor, defaultPrimaryColor),
  welcomeMessage: field(optionalText(limits.welcome), {
    label: 'Welcome message (optional)',
    kind: 'area',
    rows: 3,
    help: 'The first thing your people read.',
  }),
}

const noUsers = 'Number of users is required'

/** The order: 0 to 50 agents and 1 to 1,000 users (D96). Amounts are calculated, never accepted (D29). */
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
  /** The total on the page, in dollars; logged if it differs from ours. */
  totalAmount: z.optional(z.number()),
}

const answer = z.object({
  id: z.string(),
  /** In dollars, calculated from the choice (D93). */
  amounts: z.object({ oneTime: z.number(), monthly: z.number(), today: z.number() }),
})

const errors = {
  too_many_registrations: [
    429,
    'There have been too many registrations from your network. Please try again in an hour.',
  ],
  payment_unavailable,
} as const

/** A registration whose checkout cannot be opened has other words. */
const toasts = {
  done: ['Registration Submitted', 'One payment, and your organization is ready.'],
  failed: ['Registration Failed', 'Failed to submit registration. Please try again.'],
} as const

/** Refusals of calls that can replace an unpaid order. */
const replacing = {
  ...errors,
  already_paid: [409, 'Your order for this organization has been paid or is being processed. No new order was placed.'],
} as const

/** Each call accepts the fields of both forms but requires only its own (D100). */
export const registerOrganization = call('POST /api/organizations/register', {
  who: 'anyone',
  summary:
    'Stores a registration until it is paid, and gives the browser a setup cookie (D101). Replaces an unpaid registration of the same organization from the same browser.',
  body: z.object({ ...contact, ...purpose, additionalNotes, ...look, ...order }).check(...purposeChecks),
  answer,
  status: 201,
  errors: replacing,
  ...toasts,
})

const waiting = {
  contactName: contact.contactName,
  contactPhone: contact.contactPhone,
  industry: contact.industry,
  companySize: contact.companySize,
  additionalNotes,
}

export const registerWaitingOrganization = call('POST /api/organizations/:organizationId/registration', {
  who: 'organization_admin',
  summary: 'Stores the package of a waiting organization, which opens once the package is paid for (D130).',
  body: z.object({ ...waiting, ...purpose, ...order }).check(...purposeChecks),
  answer,
  status: 201,
  errors: { ...errors, not_waiting: [409, 'This organization already has a package.'] },
  ...toasts,
})

export const registerOrganizationVariant = call('POST /webhook/organization-register', {
  who: 'anyone',
  summary: 'Stores a registration from the form with package controls and branding (D98, D101).',
  body: z.object({
    ...contact,
    ...purpose,
    additionalNotes,
    ...look,
    ...order,
  }),
  answer,
  status: 201,
  errors: replacing,
  ...toasts,
})

export const uploadRegistrationLogo = call('PUT /api/organizations/registrations/:id/logo', {
  who: 'anyone',
  summary: 'Stores the logo of an unpaid registration; only for the browser that made it (D101, D151).',
  body: z.object({ image: imageField }),
  errors: {
    ...imageErrors,
    registration_not_found: [404, 'This registration does not exist or is not waiting for payment.'],
    too_many_attempts,
  },
  failed: ['Failed to upload image', 'Your registration was saved without it. You can add the logo later.'],
})
