import * as z from 'zod/mini'
import { defaultPrimaryColor, defaultSecondaryColor, hexColor } from './app/brand-colors.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field } from '../field-words.ts'
import { imageErrors, imageField } from '../images/images.ts'
import { agentAssignment } from './agents.ts'
import { accessLevel, organizationBrand, organizationRole, userCategory } from './ranks.ts'
import { addressField } from '../identity/fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { limitedText, requiredLine } from '../required-text.ts'
import { slugField } from './slugs.ts'
import { isWebAddress, longestAddress, webAddressField } from '../web-addresses.ts'
import { too_many_attempts } from '../refusals.ts'

/** Creating and managing organizations outside the dashboard of the current one. */

/** The number of unpaid organizations that a person can have, and the seats of one before it buys a package (D130). */
export const unpaidLimits = { organizations: 3, seats: 10 }

/** Maximum lengths in characters. */
export const organizationLimits = { name: 120, description: 2000 }

const brand = {
  ...organizationBrand,
  /** Whether its people can talk with its agents now (D9). */
  givesAccess: z.boolean(),
}

/** An organization as its people see it; contact and seats are for its admins only (D123). */
export const managedOrganization = z.object({
  ...brand,
  description: z.string(),
  industry: z.string(),
  websiteUrl: z.nullable(z.string()),
  subscriptionTier: z.string(),
  /** Minutes in the pool. */
  creditBalance: z.number(),
  memberCount: z.number(),
  activeAgents: z.number(),
  /** Whether everyone can open its app (D139). */
  isAppPublished: z.boolean(),
  createdAt: isoTime,
  contactEmail: z.optional(shownAddress),
  maxUsers: z.optional(z.number()),
})

/** A person in an organization; role, level, status and email are for its admins only (D123, S442). */
const listedUser = z.object({
  userCategory,
  role: z.optional(organizationRole),
  accessLevel: z.optional(accessLevel),
  isActive: z.optional(z.boolean()),
  user: z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.optional(shownAddress) }),
})

export const userOrganizations = call('GET /api/organizations/user', {
  who: 'person',
  summary: 'Lists the person’s organizations with their role, the oldest membership first.',
  answer: z.array(z.object({ organization: z.object(brand), role: organizationRole })),
})

export const organizationDetails = call('GET /api/organizations/:organizationId', {
  who: 'organization_guest',
  summary: 'Returns one organization with the people and agents that the person’s role may see (D123).',
  answer: z.object({
    organization: managedOrganization,
    role: organizationRole,
    /** Full details for admins, names and categories for members, empty for guests. */
    users: z.array(listedUser),
    agents: z.array(agentAssignment),
  }),
})

/** The form for a new organization (S503-S507). */
export const organizationForm = z.object({
  name: field(requiredLine('Organization name', organizationLimits.name), { label: 'Organization name' }),
  slug: field(slugField, { label: 'Slug' }),
  contactEmail: field(addressField('Invalid email address'), {
    label: 'Contact email',
    kind: 'email',
    autoComplete: 'email',
  }),
  description: field(z._default(limitedText(organizationLimits.description), ''), {
    label: 'Description (optional)',
    kind: 'area',
    rows: 3,
  }),
  websiteUrl: field(z._default(webAddressField('Invalid URL'), ''), {
    label: 'Website (optional)',
    kind: 'url',
    autoComplete: 'url',
  }),
  primaryColor: z._default(hexColor, defaultPrimaryColor),
  secondaryColor: z._default(hexColor, defaultSecondaryColor),
})

export const createOrganization = call('POST /api/organizations', {
  who: 'person',
  summary:
    'Creates an organization. It opens once a package is paid for, or right away if an owner of the platform creates it. Staff who name another contact do not join it; the contact is invited as its admin (D130, D211).',
  body: organizationForm,
  answer: managedOrganization,
  failed: ['Failed to create organization', 'The organization was not created. Please try again.'],
  status: 201,
  errors: {
    /** The answer also has `suggestion`: a free slug, or null. */
    slug_taken: [409, 'This address is taken. Please choose another one.'],
    too_many_unpaid: [
      409,
      'Three of your organizations are waiting for payment. Please choose a package for one of them first.',
    ],
  },
})

const invalidUrl = 'Please enter a valid URL'

/** Empty, the uploaded logo, or an https URL; SVG is refused because it can contain scripts (D137). */
const logoUrlField = z
  .string()
  .check(z.trim(), z.maxLength(longestAddress, { error: invalidUrl }), z.refine(isLogoAddress, { error: invalidUrl }))

function isLogoAddress(text: string): boolean {
  if (text === '' || /^\/images\/[\w-]+$/.test(text)) return true
  return isWebAddress(text) && /^https:/i.test(text) && !/\.svgz?$/i.test(new URL(text).pathname)
}

/** The branding form (S508, S509); omitted fields keep their value, empty addresses are removed. */
export const brandingForm = z.object({
  logoUrl: field(z.optional(logoUrlField), { label: 'Logo', kind: 'url', placeholder: 'https://' }),
  primaryColor: field(z.optional(hexColor), { label: 'Primary color' }),
  secondaryColor: field(z.optional(hexColor), { label: 'Secondary color' }),
  websiteUrl: field(z.optional(webAddressField(invalidUrl)), { label: 'Website', kind: 'url', autoComplete: 'url' }),
})

export const changeBranding = call('PATCH /api/organizations/:organizationId/branding', {
  who: 'organization_admin',
  summary: 'Changes the logo, colors and website; a logo on this site must be the uploaded one (D136, D137).',
  body: z.extend(brandingForm, { before: beforeFields }),
  answer: managedOrganization,
  done: ['Branding Updated', 'Your team can see it now.'],
  failed: ['Failed to update branding', 'No changes were saved. Please try again.'],
  errors: { unknown_image: [400, invalidUrl], changed_meanwhile },
})

export const uploadLogo = call('PUT /api/organizations/:organizationId/logo', {
  who: 'organization_admin',
  summary: 'Uploads a picture as the logo (D151).',
  body: z.object({ image: imageField }),
  answer: managedOrganization,
  done: ['Branding Updated', 'Your team can see it now.'],
  errors: { ...imageErrors, too_many_attempts },
})
