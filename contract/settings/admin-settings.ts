import * as z from 'zod/mini'
import { formatCount } from '../amounts.ts'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { emailField } from '../identity/fields.ts'
import { isoTime } from '../identity/people.ts'
import { socialSites } from './platform.ts'
import { requiredLine, requiredText } from '../required-text.ts'

function wholeNumber(least: number, most: number) {
  const message = `Please enter a whole number from ${least} to ${formatCount(most)}`
  return z.int({ error: message }).check(z.minimum(least, { error: message }), z.maximum(most, { error: message }))
}

function upTo1000() {
  const message = 'Please enter a number from 0 to 1,000'
  return z
    .number({ error: 'Please enter a number' })
    .check(
      z.minimum(0, { error: message }),
      z.maximum(1000, { error: message }),
      z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    )
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

/** The name of each setting. */
export const settingNames = {
  productName: 'Product name',
  businessName: 'Business name',
  tagline: 'Tagline',
  hoursSavedText: 'Hours saved',
  supportEmail: 'Support email',
  contactEmail: 'Sales email',
  contactPhone: 'Phone',
  communityUrl: 'Community',
  careersUrl: 'Careers',
  socialLinks: 'Social sites',
  firstTimeBonusPercent: 'Bonus on the first package (%)',
  unlockCostCredits: 'Cost of unlocking an agent (credits)',
  referralRewardMinutes: 'Reward for an invitation (min)',
  maxConversationMinutes: 'Maximum length of a conversation (min)',
  voiceCostCentsPerMinute: 'Voice cost per minute (cents)',
  supportLimitDollars: 'Support limit ($)',
  secondPersonAboveDollars: 'Second approval over ($)',
  adminTwoFactorRequired: 'Require two-factor sign-in for platform admins',
}

/** The platform's settings; `null` hides the line or link of a setting (D152, D154). */
export const platformSettings = z.object({
  productName: field(requiredLine('Product name', 60), {
    label: settingNames.productName,
    help: 'Appears on receipts and pages.',
  }),
  businessName: field(requiredLine('Business name', 60), {
    label: settingNames.businessName,
    help: 'The name of the offer for organizations.',
  }),
  tagline: field(requiredLine('Tagline', 120), {
    label: settingNames.tagline,
    help: 'Visitors see it beside the logo.',
  }),
  hoursSavedText: field(requiredText('Hours saved', 120), {
    label: settingNames.hoursSavedText,
    help: 'Appears on the landing page, with a link to how saved hours are counted.',
  }),
  supportEmail: field(z.nullable(emailField), { label: settingNames.supportEmail, help: 'Leave empty to hide it.' }),
  contactEmail: field(z.nullable(emailField), { label: settingNames.contactEmail, help: 'Leave empty to hide it.' }),
  contactPhone: field(z.nullable(phone), { label: settingNames.contactPhone, help: 'Leave empty to hide it.' }),
  communityUrl: field(z.nullable(siteAddress), { label: settingNames.communityUrl, help: 'Leave empty to hide it.' }),
  careersUrl: field(z.nullable(siteAddress), { label: settingNames.careersUrl, help: 'Leave empty to hide it.' }),
  socialLinks: field(z.partialRecord(z.enum(socialSites), siteAddress), {
    label: settingNames.socialLinks,
    help: 'Leave empty to hide the icon.',
  }),
  /** The bonus on a first package, in percent (D40). */
  firstTimeBonusPercent: field(wholeNumber(0, 100), {
    label: settingNames.firstTimeBonusPercent,
    help: 'Extra whole minutes on top of the package. 0 hides the banner.',
  }),
  /** The price of unlocking an agent, in credits (D52). */
  unlockCostCredits: field(upTo1000(), {
    label: settingNames.unlockCostCredits,
    help: '0 makes unlocking free.',
  }),
  /** The minutes that a person earns when someone they referred makes a first payment (D51). */
  referralRewardMinutes: field(wholeNumber(0, 1000), {
    label: settingNames.referralRewardMinutes,
    help: 'Granted when the invited person makes their first payment. 0 turns rewards off.',
  }),
  /** The longest conversation, in minutes (D86). */
  maxConversationMinutes: field(wholeNumber(1, 720), {
    label: settingNames.maxConversationMinutes,
    help: 'From 1 to 720.',
  }),
  /** What a minute at the voice provider costs us, in cents; the owner's figures use it. */
  voiceCostCentsPerMinute: field(upTo1000(), {
    label: settingNames.voiceCostCentsPerMinute,
    help: 'What the voice provider charges us. The overview sets it against income; 8.5 is only an assumption.',
  }),
  /** The most that support may refund or credit at once, and to one account within 24 hours, in dollars. */
  supportLimitDollars: field(wholeNumber(0, 10_000), {
    label: settingNames.supportLimitDollars,
    help: 'The most that support can refund or credit alone, at once and to one customer within 24 hours. An owner or finance approves larger refunds.',
  }),
  /** A refund that brings its payment above this sum, in dollars, needs a second person. */
  secondPersonAboveDollars: field(wholeNumber(0, 100_000), {
    label: settingNames.secondPersonAboveDollars,
    help: 'When the refunds of a payment, with the customer’s other refunds of the last 24 hours, add up to more, someone else must approve. Owners get an email about credits that are worth more. A higher amount applies after 24 hours.',
  }),
  /** Whether platform admins must use two-factor sign-in (D27). */
  adminTwoFactorRequired: field(z.boolean(), {
    label: settingNames.adminTwoFactorRequired,
    help: 'Admins who have not set it up, including you, must do so before they can use the panel.',
  }),
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
  done: ['Settings Saved', 'They are now in effect.'],
  failed: ['Failed to save settings', 'No changes were saved. Please try again.'],
  errors: { changed_meanwhile },
})
