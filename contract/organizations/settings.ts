import * as z from 'zod/mini'
import { shownAddress } from '../identity/people.ts'
import { formatCount } from '../amounts.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field } from '../field-words.ts'
import { organizationLimits } from './management.ts'
import { byAdmins } from './ranks.ts'
import { addressField } from '../identity/fields.ts'
import { limitedText, requiredLine } from '../required-text.ts'
import { webAddressField } from '../web-addresses.ts'
import { wholeNumber } from '../whole-number.ts'

/** An organization's settings, for its admins (D131). `changeBranding` changes its logo and colors. */

const settings = z.object({
  name: z.string(),
  description: z.string(),
  contactEmail: shownAddress,
  websiteUrl: z.nullable(z.string()),
  /** Whether its people may keep transcripts of conversations in it; if so, each person's own setting applies. */
  allowsTranscripts: z.boolean(),
  /** Whether agents may remember its people in it; if so, each person's own setting applies (D185). */
  allowsMemory: z.boolean(),
})

export const organizationSettings = call('GET /api/organization/settings', {
  ...byAdmins,
  summary: 'Returns the organization’s settings (D131).',
  answer: settings,
})

/** The form for an organization's profile; omitted fields keep their value, an empty address is removed. */
export const profileForm = z.object({
  name: field(z.optional(requiredLine('Organization name', organizationLimits.name)), {
    label: 'Organization name',
    autoComplete: 'organization',
  }),
  contactEmail: field(z.optional(addressField('Please enter a valid email address')), {
    label: 'Contact email',
    kind: 'email',
    autoComplete: 'email',
  }),
  websiteUrl: field(z.optional(webAddressField('Please enter a valid URL')), {
    label: 'Website',
    kind: 'url',
    placeholder: 'https://',
    autoComplete: 'url',
  }),
  description: field(z.optional(limitedText(organizationLimits.description)), { label: 'Description', kind: 'area' }),
})

export const changeOrganizationSettings = call('PATCH /api/organization/settings', {
  ...byAdmins,
  summary:
    'Changes the organization’s profile, and whether its people may keep transcripts and be remembered (D131, D185).',
  body: z.extend(profileForm, {
    allowsTranscripts: z.optional(z.boolean({ error: 'allowsTranscripts must be true or false' })),
    allowsMemory: z.optional(z.boolean({ error: 'allowsMemory must be true or false' })),
    before: beforeFields,
  }),
  answer: settings,
  done: ['Settings Saved'],
  failed: ['Failed to save settings', 'No changes were saved. Please try again.'],
  errors: { changed_meanwhile },
})

/** The highest monthly limit of auto-purchase, in dollars. */
export const highestAutoPurchaseCap = 10_000

const wrongCap = `The monthly limit must be a whole number of dollars up to ${formatCount(highestAutoPurchaseCap)}`

export const changePoolAutoPurchase = call('PATCH /api/organization/refill', {
  ...byAdmins,
  asksProof: true,
  summary: 'Turns the pool’s auto-refill on or off, and sets its monthly limit (D109).',
  body: z.object({
    enabled: z.optional(z.boolean({ error: 'enabled must be true or false' })),
    /** Dollars. */
    monthlyCap: field(z.optional(wholeNumber(0, highestAutoPurchaseCap, wrongCap)), { label: 'Monthly limit (USD)' }),
    before: beforeFields,
  }),
  errors: {
    no_package: [409, 'Auto-refill comes with a minute package. Please choose one first.'],
    no_saved_card: [409, 'No card is saved for this organization. Please make a payment first.'],
    invalid_cap: [400, 'The monthly limit must be at least the price of one refill.'],
    changed_meanwhile,
  },
  done: ['Auto-Refill Updated'],
  failed: ['Failed to save auto-refill', 'No changes were saved. Please try again.'],
})

export const archiveOrganization = call('POST /api/organization/archive', {
  ...byAdmins,
  asksProof: true,
  summary:
    'Archives the organization: its people can no longer talk or change anything, but nothing is deleted (D129, D131).',
  body: z.object({
    /** Its name, typed as a confirmation. */
    name: limitedText(organizationLimits.name),
  }),
  done: ['Organization Archived', 'You can still view everything in it.'],
  failed: ['Failed to archive organization', "It's still active. Please try again."],
  errors: {
    wrong_name: [400, 'This is not the name of the organization. Please type it exactly.'],
    payment_unavailable: [
      503,
      'The subscription could not be ended, so the organization was not archived. Please try again.',
    ],
  },
})
