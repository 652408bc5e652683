import { platformSettings, type PlatformSettings, type SettingKey } from '#contract/settings/admin-settings.ts'
import { allValues, type Read, type Tx } from '../database/sql.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'

/** Typed platform settings with their defaults (DECISIONS: "setting"). */
export const settingDefaults: PlatformSettings = {
  productName: 'Luna',
  businessName: 'Luna for Business',
  tagline: 'Learn. Understand. Navigate. Apply.',
  hoursSavedText: 'over 1000 hours saved each month',
  supportEmail: null,
  contactEmail: null,
  contactPhone: null,
  communityUrl: null,
  careersUrl: null,
  socialLinks: {},
  firstTimeBonusPercent: 0,
  unlockCostCredits: 0,
  referralRewardMinutes: 0,
  maxConversationMinutes: 120,
  /** An assumption, the bookkeeping cost of a minute (D31): the voice provider's real price depends on its plan. */
  voiceCostCentsPerMinute: 8.5,
  supportLimitDollars: 50,
  secondPersonAboveDollars: 200,
  /** Read together with a role: must_set_up_two_factor in identity/two-factor/two-factor.sql (D27). */
  adminTwoFactorRequired: false,
}

export async function readSettings(read: Read): Promise<PlatformSettings> {
  const rows = await read<{ settingKey: string; settingValue: unknown }>`
    select setting_key, setting_value from platform_setting`
  const stored = Object.fromEntries(rows.map((row) => [row.settingKey, row.settingValue]))
  return { ...settingDefaults, ...stored }
}

/** Requires two-factor sign-in of staff where a live installation has not decided that yet. */
export async function requireTwoFactorAtFirst(tx: Tx, at: Date): Promise<void> {
  await tx`
    insert into platform_setting (setting_key, setting_value, updated_at)
    values ('adminTwoFactorRequired', 'true', ${at}) on conflict (setting_key) do nothing`
}

type SettingsInput = { [Key in SettingKey]?: PlatformSettings[Key] | undefined } & {
  before?: Record<string, unknown> | undefined
}

type Changes = Partial<Record<SettingKey, { updatedAt: Date; updatedBy: string | null }>>

/** Returns when each setting was last changed, and by whom. */
export async function readSettingChanges(read: Read): Promise<Changes> {
  const rows = await read<{ settingKey: SettingKey; updatedAt: Date; updatedBy: string | null }>`
    select setting_key, platform_setting.updated_at, users.email as updated_by
    from platform_setting left join users on users.id = platform_setting.updated_by
    where setting_key = any(${Object.keys(platformSettings.shape)}::text[])`
  return Object.fromEntries(rows.map(({ settingKey, ...change }) => [settingKey, change]))
}

/** Returns the values that a setting had before its changes since a moment, newest first. */
export function listFormerValues<Key extends SettingKey>(
  read: Read,
  key: Key,
  since: Date,
): Promise<PlatformSettings[Key][]> {
  return allValues(read<{ value: PlatformSettings[Key] }>`
    select before->'value' as value from admin_act
    where target_kind = 'setting' and target_id = ${key} and at > ${since} order by at desc`)
}

/**
 * Changes settings and records each one that differs, with its former value (D152, D153). Refuses when a setting is no
 * longer what the form began with (D187).
 */
export async function changeSettings(tx: Tx, by: Acting, { before: began, ...input }: SettingsInput): Promise<void> {
  // Until the end of the transaction nobody else writes, and everybody can still read.
  await tx`lock table platform_setting in share row exclusive mode`
  refuseChanged(began, await readSettings(tx), input)
  for (const [key, value] of Object.entries(input).toSorted(([a], [b]) => a.localeCompare(b))) {
    const json = JSON.stringify(value)
    const [row] = await tx<{ before: unknown; isSame: boolean }>`
      insert into platform_setting (setting_key, setting_value, updated_at, updated_by)
      values (${key}, ${json}::text::jsonb, ${by.at}, ${by.adminId})
      on conflict (setting_key) do update set setting_value = excluded.setting_value, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      where platform_setting.setting_value <> excluded.setting_value
      returning coalesce(old.setting_value, ${JSON.stringify(settingDefaults[key as SettingKey])}::text::jsonb) as before,
        old.setting_value is null and new.setting_value
          = ${JSON.stringify(settingDefaults[key as SettingKey])}::text::jsonb as is_same`
    // Not stored at all, or stored with its default value: nothing was changed.
    if (!row || row.isSame) continue
    const target = { kind: 'setting', id: key } as const
    await recordAct(tx, by, { action: 'setting.change', target, before: { value: row.before }, after: { value } })
  }
}
