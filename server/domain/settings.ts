import type { SocialSite } from '#contract/platform.ts'
import type { Read } from '../database/sql.ts'

/** Typed platform settings with their defaults (DECISIONS: "setting"). */
const defaults = {
  productName: 'Luna',
  businessName: 'Luna for Business',
  tagline: 'Learn. Understand. Navigate. Apply.',
  hoursSavedText: 'over 1000 hours saved each month',
  supportEmail: null as string | null,
  contactEmail: null as string | null,
  contactPhone: null as string | null,
  communityUrl: null as string | null,
  careersUrl: null as string | null,
  socialLinks: {} as Partial<Record<SocialSite, string>>,
  firstTimeBonusPercent: 0,
  unlockCostCredits: 0,
  referralRewardMinutes: 0,
  maxSessionMinutes: 120,
  /** Read where a role is read: must_set_up_two_factor in functions/two-factor.sql (D27). */
  adminTwoFactorRequired: false,
}
export type Settings = typeof defaults

export async function readSettings(read: Read): Promise<Settings> {
  const rows = await read<{ settingKey: string; settingValue: unknown }>`
    select setting_key, setting_value from platform_setting`
  const stored = Object.fromEntries(rows.map((row) => [row.settingKey, row.settingValue]))
  return { ...defaults, ...stored }
}
