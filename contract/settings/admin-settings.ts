import * as z from 'zod/mini'
import { formatCount } from '../amounts.ts'
import { call } from '../call.ts'
import { beforeFields, changedMeanwhile } from '../changed-fields.ts'
import { emailField } from '../identity/fields.ts'
import { isoTime } from '../identity/people.ts'
import { socialSites } from './platform.ts'
import { requiredLine, requiredText } from '../required-text.ts'

const numberMissing = { error: 'Please enter a number' }

function wholeNumber(least: number, most: number) {
  const message = `Please enter a whole number from ${least} to ${formatCount(most)}`
  return z.int({ error: message }).check(z.minimum(least, { error: message }), z.maximum(most, { error: message }))
}

/** A link in the footer: https only, because it appears on every page. */
const siteAddress = z.string().check(
  z.trim(),
  z.maxLength(300, { error: 'Please use at most 300 characters' }),
  z.refine((text) => /^https:\/\/[^/\s.]+\.[^\s]+$/i.test(text) && URL.canParse(text), {
    error: 'Please enter an address that begins with https://',
  }),
)

const phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[\d\s().-]{5,40}$/, { error: 'Please enter a phone number, such as +1 801 555 0100' }))

/** The platform's settings; `null` hides the line or link of a setting (D152, D154). */
export const platformSettings = z.object({
  productName: requiredLine('Product name', 60),
  businessName: requiredLine('Business name', 60),
  tagline: requiredLine('Tagline', 120),
  hoursSavedText: requiredText('Hours saved', 120),
  supportEmail: z.nullable(emailField),
  contactEmail: z.nullable(emailField),
  contactPhone: z.nullable(phone),
  communityUrl: z.nullable(siteAddress),
  careersUrl: z.nullable(siteAddress),
  socialLinks: z.partialRecord(z.enum(socialSites), siteAddress),
  /** The bonus on a first package, in percent (D40). */
  firstTimeBonusPercent: wholeNumber(0, 100),
  /** The price of unlocking an agent, in credits (D52). */
  unlockCostCredits: z
    .number(numberMissing)
    .check(
      z.minimum(0, { error: 'Please enter a number from 0 to 1,000' }),
      z.maximum(1000, { error: 'Please enter a number from 0 to 1,000' }),
      z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    ),
  /** The minutes that a person earns when someone they referred makes a first payment (D51). */
  referralRewardMinutes: wholeNumber(0, 1000),
  /** The longest conversation, in minutes (D86). */
  maxConversationMinutes: wholeNumber(1, 720),
  /** What a minute at the voice provider costs us, in cents; the owner's figures use it. */
  voiceCostCentsPerMinute: z
    .number(numberMissing)
    .check(
      z.minimum(0, { error: 'Please enter a number from 0 to 1,000' }),
      z.maximum(1000, { error: 'Please enter a number from 0 to 1,000' }),
      z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    ),
  /** The most that support may refund or credit at once, and to one account within 24 hours, in dollars. */
  supportLimitDollars: wholeNumber(0, 10_000),
  /** A refund that brings its payment above this sum, in dollars, needs a second person. */
  secondPersonAboveDollars: wholeNumber(0, 100_000),
  /** Whether platform admins must use two-factor sign-in (D27). */
  adminTwoFactorRequired: z.boolean(),
})
export type PlatformSettings = z.output<typeof platformSettings>
export type SettingKey = keyof PlatformSettings

const answer = z.object({
  /** As stored: values written directly to the database may be outside the form's range. */
  settings: z.custom<PlatformSettings>(),
  defaults: platformSettings,
  /** When each changed setting was last changed, and by whom. */
  changes: z.partialRecord(
    z.enum(Object.keys(platformSettings.shape) as [SettingKey]),
    z.object({ updatedAt: isoTime, updatedBy: z.nullable(z.string()) }),
  ),
})

export const readPlatformSettings = call('GET /api/admin/settings', {
  who: 'settings.read',
  summary:
    'Returns every platform setting with its default and its latest change; the audit log has earlier ones (D152).',
  answer,
})

export const changePlatformSettings = call('PATCH /api/admin/settings', {
  who: 'settings.change',
  asksProof: true,
  summary: 'Changes the given settings, with immediate effect (D152).',
  body: z.strictObject({ ...z.partial(platformSettings).shape, before: beforeFields }),
  answer,
  errors: { changed_meanwhile: changedMeanwhile },
})
