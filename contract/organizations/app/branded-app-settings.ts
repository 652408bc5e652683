import * as z from 'zod/mini'
import { defaultPrimaryColor, defaultSecondaryColor, hexColor } from './brand-colors.ts'
import { appColors, appFlags, contactInfo } from './branded-app.ts'
import { givingErrors, ownOrganization } from '../../billing/refunds.ts'
import { call } from '../../call.ts'
import { beforeFields, changed_meanwhile } from '../../changed-fields.ts'
import { field } from '../../field-words.ts'
import { imageErrors, imageField } from '../../images/images.ts'
import { addOns } from '../prices.ts'
import { byAdmins, organizationId } from '../ranks.ts'
import { optionalAddressField } from '../../identity/fields.ts'
import { isoTime } from '../../identity/people.ts'
import { limitedText, requiredLine } from '../../required-text.ts'
import { slugField } from '../slugs.ts'
import { isWebAddress, longestAddress, webAddressField } from '../../web-addresses.ts'
import { organization_not_found, too_many_attempts } from '../../refusals.ts'

/** How an organization's admins build and publish its app (D136-D140). */

/** Maximum lengths in characters, and the number of featured agents. */
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

const invalidUrl = 'Please enter a valid URL'
const invalidDomain = 'Please enter a domain such as app.example.com'

/** An https URL, or the path of a picture on this site; the server checks who owns the picture (D137). */
const logoUrl = z.string().check(
  z.trim(),
  z.maxLength(longestAddress, { error: invalidUrl }),
  z.refine((url) => /^\/images\/[\w-]+$/.test(url) || (/^https:/i.test(url) && isWebAddress(url)), {
    error: invalidUrl,
  }),
)

/** The form fields for the organization's contact details. */
export const contactFields = {
  email: field(optionalAddressField('Please enter a valid email'), { label: 'Email' }),
  phone: field(limitedText(brandedAppLimits.phone), { label: 'Phone' }),
  websiteUrl: field(webAddressField(invalidUrl), { label: 'Website' }),
  address: field(limitedText(brandedAppLimits.address), { label: 'Address' }),
}

const givenContact = z.object({
  email: z._default(contactFields.email, ''),
  phone: z._default(contactFields.phone, ''),
  websiteUrl: z._default(contactFields.websiteUrl, ''),
  address: z._default(contactFields.address, ''),
})

/** A host name, or empty. */
const customDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, { error: invalidDomain }),
    z.regex(/^$|^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/, { error: invalidDomain }),
  )

const colorField = (label: string) => field(hexColor.check(z.toLowerCase()), { label })

/** The form fields for the texts and colors of an app. */
export const lookFields = {
  appName: field(requiredLine('App name', brandedAppLimits.appName), { label: 'App name' }),
  slug: field(slugField.check(), { label: 'App URL' }),
  tagline: field(limitedText(brandedAppLimits.tagline), { label: 'Tagline' }),
  welcomeMessage: field(limitedText(brandedAppLimits.welcomeMessage), {
    label: 'Welcome message',
    kind: 'area',
    rows: 4,
  }),
  primaryColor: colorField('Primary color'),
  secondaryColor: colorField('Secondary color'),
  accentColor: colorField('Accent color'),
  customDomain: field(customDomain, { label: 'Custom domain' }),
}

/** The form fields for what visitors and members find. */
export const flagFields = {
  showPublicAgents: field(z.boolean(), { label: 'Show agents to visitors' }),
  enableAgentRequests: field(z.boolean(), { label: 'Ask your admins for a new agent' }),
  enableFeedback: field(z.boolean(), { label: 'Send feedback to your admins' }),
}

const change = z.object({
  ...z.partial(z.object({ ...lookFields, ...flagFields })).shape,
  customDomain: z.optional(z.nullable(lookFields.customDomain)),
  logoUrl: z.optional(z.nullable(logoUrl)),
  featuredAgentIds: field(
    z.optional(
      z.array(z.uuid({ error: 'Please choose an agent' })).check(
        z.maxLength(brandedAppLimits.featuredAgents, {
          error: `Please feature at most ${brandedAppLimits.featuredAgents} agents`,
        }),
      ),
    ),
    { label: 'Featured agents' },
  ),
  contactInfo: field(z.optional(givenContact), { label: 'Contact' }),
  /** Whether the app is published. */
  isActive: z.optional(z.boolean()),
  before: beforeFields,
})
export type BrandedAppChange = z.output<typeof change>

const settings = z.object({
  organizationId: z.number(),
  appName: z.string(),
  slug: z.string(),
  /** When null, the app shows the organization's logo, otherwise its initial. */
  logoUrl: z.nullable(z.string()),
  /** The logo shown now: the app's own, otherwise the organization's, if any. */
  shownLogoUrl: z.nullable(z.string()),
  ...appColors,
  welcomeMessage: z.string(),
  tagline: z.string(),
  ...appFlags,
  /** In display order; only agents that are still assigned. */
  featuredAgentIds: z.array(z.string()),
  contactInfo,
  /** Stored as a request; the domain works only after an agreement with the platform (D138). */
  customDomain: z.nullable(z.string()),
  customDomainStatus: z.nullable(z.literal('on_request')),
  isActive: z.boolean(),
  /** Whether the branded app was bought, or granted by a platform admin (D140). */
  canPublish: z.boolean(),
  /** The price in dollars, once and per month. */
  offer: z.object({ setupPrice: z.number(), monthlyPrice: z.number() }),
  /** null until the first save. */
  createdAt: z.nullable(isoTime),
  updatedAt: z.nullable(isoTime),
})

/** The price of the branded app in dollars, from the price list (D93). */
export const brandedAppOffer = {
  setupPrice: addOns.pwaSetupCents / 100,
  monthlyPrice: addOns.pwaMaintenanceCents / 100,
}

export const brandedAppSettings = call('GET /api/organization/pwa', {
  ...byAdmins,
  summary: 'Returns the settings of the organization’s app, or the defaults before the first save (D140).',
  answer: settings,
})

export const saveBrandedApp = call('PUT /api/organization/pwa', {
  ...byAdmins,
  summary: 'Saves the given settings, keeps the rest, and publishes or unpublishes the app (D136-D140).',
  body: change,
  answer: settings,
  done: ['App Saved'],
  failed: ['Failed to save your app', 'No changes were saved. Please try again.'],
  errors: {
    pwa_not_purchased: [
      403,
      `Publishing requires the branded app: $${brandedAppOffer.setupPrice} once and $${brandedAppOffer.monthlyPrice} a month. You can prepare everything else first.`,
    ],
    slug_taken: [409, 'This address is taken. Please choose another one.'],
    foreign_logo: [400, invalidUrl],
    agent_not_assigned: [400, "Please choose from your organization's agents."],
    changed_meanwhile,
  },
})

export const uploadBrandedAppLogo = call('PUT /api/organization/pwa/logo', {
  ...byAdmins,
  summary: 'Sets the app’s logo, a JPG or PNG; the file type is detected from its contents (D137, D151).',
  body: z.object({ image: imageField }),
  answer: settings,
  done: ['Logo Saved'],
  errors: { ...imageErrors, too_many_attempts },
})

export const grantBrandedApp = call('PUT /api/admin/organizations/:organizationId/pwa-grant', {
  who: 'people.change',
  summary: 'Lets an organization publish its app without buying it, or withdraws that and unpublishes the app (D140).',
  params: { organizationId },
  body: z.object({ isGranted: z.boolean() }),
  asksProof: true,
  done: ['Branded App Granted', 'Its admins can now publish it.'],
  failed: ['Failed to grant the branded app', 'No changes were saved. Please try again.'],
  answer: settings,
  errors: { organization_not_found, ...givingErrors, self_change: ownOrganization },
})
