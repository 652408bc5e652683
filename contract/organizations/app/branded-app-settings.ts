import * as z from 'zod/mini'
import { defaultPrimaryColor, defaultSecondaryColor, hexColor } from './brand-colors.ts'
import { appColors, appFlags, contactInfo } from './branded-app.ts'
import { call } from '../../call.ts'
import { beforeFields, changedMeanwhile } from '../../changed-fields.ts'
import { imageErrors, imageField } from '../../images/images.ts'
import { addOns } from '../prices.ts'
import { organizationId, organizationQuery } from '../organizations.ts'
import { isoTime } from '../../identity/people.ts'
import { requiredLine } from '../../required-text.ts'
import { slugField } from '../slugs.ts'
import { isWebAddress, longestAddress, webAddressField } from '../../web-addresses.ts'

/** How an organization's admins build and publish its app (D136-D140). */

/** Characters, and featured agents. */
export const brandedAppLimits = {
  appName: 60,
  tagline: 160,
  welcomeMessage: 500,
  phone: 40,
  address: 300,
  featuredAgents: 12,
}

export const defaultColors = {
  primaryColor: defaultPrimaryColor,
  secondaryColor: defaultSecondaryColor,
  accentColor: '#06b6d4',
}

function text(maxLength: number) {
  const error = `Please use at most ${maxLength.toLocaleString('en-US')} characters`
  return z.string().check(z.trim(), z.maxLength(maxLength, { error }))
}

const invalidUrl = 'Please enter a valid URL'
const invalidEmail = 'Please enter a valid email'
const invalidDomain = 'Please enter a domain such as app.example.com'

/** An https address, or the path of a picture on this site; the server decides whose picture it is (D137). */
const logoUrl = z.string().check(
  z.trim(),
  z.maxLength(longestAddress, { error: invalidUrl }),
  z.refine((url) => /^\/images\/[\w-]+$/.test(url) || (/^https:/i.test(url) && isWebAddress(url)), {
    error: invalidUrl,
  }),
)

/** How visitors reach the organization, as forms take it. */
export const contactFields = {
  email: z.string().check(
    z.trim(),
    z.maxLength(254, { error: invalidEmail }),
    z.refine((email) => email === '' || z.safeParse(z.email(), email).success, { error: invalidEmail }),
  ),
  phone: text(brandedAppLimits.phone),
  websiteUrl: webAddressField(invalidUrl),
  address: text(brandedAppLimits.address),
}

const givenContact = z.object({
  email: z._default(contactFields.email, ''),
  phone: z._default(contactFields.phone, ''),
  websiteUrl: z._default(contactFields.websiteUrl, ''),
  address: z._default(contactFields.address, ''),
})

/** Empty, or a host name. */
const customDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, { error: invalidDomain }),
    z.regex(/^$|^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/, { error: invalidDomain }),
  )

const color = hexColor.check(z.toLowerCase())

/** The texts and colors of an app, as forms take them. */
export const lookFields = {
  appName: requiredLine('App name', brandedAppLimits.appName),
  slug: slugField,
  tagline: text(brandedAppLimits.tagline),
  welcomeMessage: text(brandedAppLimits.welcomeMessage),
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  customDomain,
}

const change = z.object({
  appName: z.optional(lookFields.appName),
  slug: z.optional(lookFields.slug),
  logoUrl: z.optional(z.nullable(logoUrl)),
  primaryColor: z.optional(color),
  secondaryColor: z.optional(color),
  accentColor: z.optional(color),
  welcomeMessage: z.optional(lookFields.welcomeMessage),
  tagline: z.optional(lookFields.tagline),
  showPublicAgents: z.optional(z.boolean()),
  featuredAgentIds: z.optional(
    z.array(z.uuid({ error: 'Please choose an agent' })).check(
      z.maxLength(brandedAppLimits.featuredAgents, {
        error: `Please feature at most ${brandedAppLimits.featuredAgents} agents`,
      }),
    ),
  ),
  enableAgentRequests: z.optional(z.boolean()),
  enableFeedback: z.optional(z.boolean()),
  contactInfo: z.optional(givenContact),
  customDomain: z.optional(z.nullable(customDomain)),
  /** Whether the app is published. */
  isActive: z.optional(z.boolean()),
  before: beforeFields,
})
export type BrandedAppChange = z.output<typeof change>

const settings = z.object({
  organizationId: z.number(),
  appName: z.string(),
  slug: z.string(),
  /** null shows the organization's logo, or else the initial. */
  logoUrl: z.nullable(z.string()),
  /** The logo shown now: the app's own, else the organization's, else none. */
  shownLogoUrl: z.nullable(z.string()),
  ...appColors,
  welcomeMessage: z.string(),
  tagline: z.string(),
  ...appFlags,
  /** In order; only those that are still assigned. */
  featuredAgentIds: z.array(z.string()),
  contactInfo,
  /** Stored as a request; serving it takes an agreement with the platform (D138). */
  customDomain: z.nullable(z.string()),
  customDomainStatus: z.nullable(z.literal('on_request')),
  isActive: z.boolean(),
  /** Whether the branded app was bought, or granted by a platform admin (D140). */
  canPublish: z.boolean(),
  /** What it costs in dollars: once, and per month. */
  offer: z.object({ setupPrice: z.number(), monthlyPrice: z.number() }),
  /** null until the first save. */
  createdAt: z.nullable(isoTime),
  updatedAt: z.nullable(isoTime),
})

/** Dollars that the branded app costs, from the price list (D93). */
export const brandedAppOffer = {
  setupPrice: addOns.pwaSetupCents / 100,
  monthlyPrice: addOns.pwaMaintenanceCents / 100,
}

export const brandedAppSettings = call('GET /api/organization/pwa', {
  who: 'organization_admin',
  summary: "Returns the settings of the organization's app; defaults until the first save (D140).",
  query: organizationQuery,
  answer: settings,
})

export const saveBrandedApp = call('PUT /api/organization/pwa', {
  who: 'organization_admin',
  summary: 'Saves the given settings and keeps the rest; also publishes and unpublishes (D136-D140).',
  query: organizationQuery,
  body: change,
  answer: settings,
  errors: {
    pwa_not_purchased: [
      403,
      `Publishing requires the branded app: $${brandedAppOffer.setupPrice} once and $${brandedAppOffer.monthlyPrice} a month. You can prepare everything else first.`,
    ],
    slug_taken: [409, 'This address is taken. Please choose another one.'],
    foreign_logo: [400, invalidUrl],
    agent_not_assigned: [400, "Please choose from your organization's agents."],
    changed_meanwhile: changedMeanwhile,
  },
})

export const uploadBrandedAppLogo = call('PUT /api/organization/pwa/logo', {
  who: 'organization_admin',
  summary: 'Sets the app’s logo, a JPG or PNG judged by its bytes (D137, D151).',
  query: organizationQuery,
  body: z.object({ image: imageField }),
  answer: settings,
  errors: {
    ...imageErrors,
    too_many_attempts: [429, 'Too many attempts. Please try again later.'],
  },
})

export const grantBrandedApp = call('PUT /api/admin/organizations/:organizationId/pwa-grant', {
  who: 'admin',
  summary: 'Lets an organization publish its app without buying it, or stops that and unpublishes the app (D140).',
  params: { organizationId },
  body: z.object({ isGranted: z.boolean() }),
  answer: settings,
  errors: { organization_not_found: [404, 'This organization does not exist.'] },
})
