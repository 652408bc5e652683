import type { SettingKey } from '#contract/settings/admin-settings.ts'
import type { SocialSite } from '#contract/settings/platform.ts'

/** The form for the platform's settings: its sections, and how its text becomes values. */

export interface SettingField {
  key: SettingKey
  label: string
  help: string
  kind: 'text' | 'optional' | 'number' | 'switch' | 'social'
}

export interface SettingGroup {
  /** The anchor in the URL. */
  id: string
  title: string
  fields: readonly SettingField[]
}

export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'names',
    title: 'Names and wording',
    fields: [
      { key: 'productName', label: 'Product name', help: 'Appears on receipts and pages.', kind: 'text' },
      { key: 'businessName', label: 'Business name', help: 'The name of the offer for organizations.', kind: 'text' },
      { key: 'tagline', label: 'Tagline', help: 'Visitors see it beside the logo.', kind: 'text' },
      {
        key: 'hoursSavedText',
        label: 'Hours saved',
        help: 'Appears on the landing page, with a link to how saved hours are counted.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    fields: [
      { key: 'supportEmail', label: 'Support email', help: 'Leave empty to hide it.', kind: 'optional' },
      { key: 'contactEmail', label: 'Sales email', help: 'Leave empty to hide it.', kind: 'optional' },
      { key: 'contactPhone', label: 'Phone', help: 'Leave empty to hide it.', kind: 'optional' },
    ],
  },
  {
    id: 'links',
    title: 'Links in the footer',
    fields: [
      { key: 'communityUrl', label: 'Community', help: 'Leave empty to hide it.', kind: 'optional' },
      { key: 'careersUrl', label: 'Careers', help: 'Leave empty to hide it.', kind: 'optional' },
      { key: 'socialLinks', label: 'Social sites', help: 'Leave empty to hide the icon.', kind: 'social' },
    ],
  },
  {
    id: 'minutes',
    title: 'Minutes',
    fields: [
      {
        key: 'firstTimeBonusPercent',
        label: 'Bonus on the first package (%)',
        help: 'Extra whole minutes on top of the package. 0 hides the banner.',
        kind: 'number',
      },
      {
        key: 'unlockCostCredits',
        label: 'Cost of unlocking an agent (credits)',
        help: '0 makes unlocking free.',
        kind: 'number',
      },
      {
        key: 'referralRewardMinutes',
        label: 'Reward for an invitation (min)',
        help: 'Granted when the invited person makes their first payment. 0 turns rewards off.',
        kind: 'number',
      },
      {
        key: 'maxConversationMinutes',
        label: 'Maximum length of a conversation (min)',
        help: 'From 1 to 720.',
        kind: 'number',
      },
      {
        key: 'voiceCostCentsPerMinute',
        label: 'Voice cost per minute (cents)',
        help: 'What the voice provider charges us. The overview sets it against income; 8.5 is only an assumption.',
        kind: 'number',
      },
    ],
  },
  {
    id: 'money',
    title: 'Credits and refunds',
    fields: [
      {
        key: 'supportLimitDollars',
        label: 'Support limit ($)',
        help: 'The most that support can refund or credit alone, at once and to one customer within 24 hours. An owner or finance approves larger refunds.',
        kind: 'number',
      },
      {
        key: 'secondPersonAboveDollars',
        label: 'Second approval over ($)',
        help: 'When the refunds of a payment, with the customer’s other refunds of the last 24 hours, add up to more, someone else must approve. Owners get an email about credits that are worth more. A higher amount applies after 24 hours.',
        kind: 'number',
      },
    ],
  },
  {
    id: 'security',
    title: 'Security',
    fields: [
      {
        key: 'adminTwoFactorRequired',
        label: 'Require two-factor sign-in for platform admins',
        help: 'Admins who have not set it up, including you, must do so before they can use the panel.',
        kind: 'switch',
      },
    ],
  },
]

export const siteNames: Record<SocialSite, string> = { linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube' }

/** Returns the name of a social site's field; each site has its own, so that errors appear in the right place. */
export function siteField(site: SocialSite): string {
  return `social-${site}`
}

const fields = settingGroups.flatMap((group) => group.fields)

export const settingLabels = Object.fromEntries(fields.map(({ key, label }) => [key, label]))

/** Returns the entered values; an empty number becomes undefined, so that validation refuses it. */
export function readForm(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, kind }): [string, unknown][] => {
      const text = textOf(values[key])
      if (kind === 'social') {
        return Object.keys(siteNames).flatMap((site): [string, unknown][] => {
          const name = siteField(site as SocialSite)
          const address = textOf(values[name])
          return address ? [[name, address]] : []
        })
      }
      if (kind === 'switch') return [[key, values[key] === true]]
      if (kind === 'number') return [[key, text === '' ? undefined : Number(text)]]
      return [[key, kind === 'optional' && text === '' ? null : text]]
    }),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
