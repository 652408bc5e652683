import type { SettingKey } from '#contract/settings/admin-settings.ts'
import type { SocialSite } from '#contract/settings/platform.ts'

/** The form of the platform's settings: its sections, and how its text becomes values. */

export interface SettingField {
  key: SettingKey
  label: string
  help: string
  kind: 'text' | 'optional' | 'number' | 'switch' | 'social'
}

export interface SettingGroup {
  /** The anchor in the address. */
  id: string
  title: string
  fields: readonly SettingField[]
}

export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'names',
    title: 'Names and words',
    fields: [
      { key: 'productName', label: 'Product name', help: 'Stands on receipts and pages.', kind: 'text' },
      { key: 'businessName', label: 'Business name', help: 'The offer for organizations.', kind: 'text' },
      { key: 'tagline', label: 'Tagline', help: 'Beside the logo, for visitors.', kind: 'text' },
      { key: 'hoursSavedText', label: 'Hours saved', help: 'The claim on the landing page.', kind: 'text' },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    fields: [
      { key: 'supportEmail', label: 'Support email', help: 'Empty: its line is hidden.', kind: 'optional' },
      { key: 'contactEmail', label: 'Sales email', help: 'Empty: its line is hidden.', kind: 'optional' },
      { key: 'contactPhone', label: 'Phone', help: 'Empty: its line is hidden.', kind: 'optional' },
    ],
  },
  {
    id: 'links',
    title: 'Links in the footer',
    fields: [
      { key: 'communityUrl', label: 'Community', help: 'Empty: not shown.', kind: 'optional' },
      { key: 'careersUrl', label: 'Careers', help: 'Empty: not shown.', kind: 'optional' },
      { key: 'socialLinks', label: 'Social sites', help: 'Empty: no icon.', kind: 'social' },
    ],
  },
  {
    id: 'minutes',
    title: 'Minutes',
    fields: [
      {
        key: 'firstTimeBonusPercent',
        label: 'Bonus on the first package, in percent',
        help: 'Whole minutes on top of what was bought. 0: no banner.',
        kind: 'number',
      },
      {
        key: 'unlockCostCredits',
        label: 'Cost of unlocking an agent, in credits',
        help: '0: unlocking is free.',
        kind: 'number',
      },
      {
        key: 'referralRewardMinutes',
        label: 'Reward for an invitation, in minutes',
        help: 'Given at the first payment of the invited person. 0: nothing of it is shown.',
        kind: 'number',
      },
      { key: 'maxSessionMinutes', label: 'Longest conversation, in minutes', help: 'From 1 to 720.', kind: 'number' },
    ],
  },
  {
    id: 'security',
    title: 'Security',
    fields: [
      {
        key: 'adminTwoFactorRequired',
        label: 'Platform admins need a second factor',
        help: 'Whoever has none, you too, must set it up before the next act in the panel.',
        kind: 'switch',
      },
    ],
  },
]

export const siteNames: Record<SocialSite, string> = { linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube' }

/** Returns the name of a social site's field; each has its own, so that a message finds it. */
export function siteField(site: SocialSite): string {
  return `social-${site}`
}

const fields = settingGroups.flatMap((group) => group.fields)

export const settingLabels = Object.fromEntries(fields.map(({ key, label }) => [key, label]))

/** Returns the typed values; an empty number becomes null, so that it is refused. */
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
