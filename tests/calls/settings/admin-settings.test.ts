import * as adminSettings from '#contract/settings/admin-settings.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { actsOn, describe, expect, expectRefused, it, ownWorld, platformAdmin } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const change = (body: object) => ada.client.call(adminSettings.changePlatformSettings, { body })
const config = () => world.visitor().call(publicConfig)

describe('GET and PATCH /api/admin/settings (D152)', () => {
  it('return every setting with its default', async () => {
    const { settings, defaults, changes } = await ada.client.call(adminSettings.readPlatformSettings)
    expect([settings, changes]).toEqual([defaults, {}])
    const some = { productName: 'Luna', maxConversationMinutes: 120, supportEmail: null, socialLinks: {} }
    expect(defaults).toMatchObject(some)
    expect(Object.keys(defaults)).toEqual(Object.keys(adminSettings.platformSettings.shape))
  })

  it('change the given settings, in force at once, stored as typed rows with who and when (S456)', async () => {
    const given = { tagline: 'Talk it through.', firstTimeBonusPercent: 10, socialLinks: { x: 'https://x.com/luna' } }
    const { settings, changes } = await change({ ...given, supportEmail: 'Help@Luna.Test' })
    expect(settings).toMatchObject({ supportEmail: 'help@luna.test', productName: 'Luna' })
    expect(changes).toMatchObject({ tagline: { updatedBy: ada.email } })
    expect(changes.productName).toBeUndefined()
    expect(await config()).toMatchObject({ ...given, supportEmail: 'help@luna.test' })
    const insert = 'insert into platform_setting (setting_key, setting_value, updated_at) values'
    await expect(world.sql(`${insert} ('tagline', '"x"', now())`)).rejects.toThrow(/unique/)
    await expect(world.sql(`${insert} ('x', null, now())`)).rejects.toThrow(/null value in column "setting_value"/)
    const rows = await world.sql("select * from platform_setting where setting_key = 'tagline'")
    expect(rows).toMatchObject([{ setting_value: 'Talk it through.', updated_by: ada.id }])
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['description', 'updated_at']))
    await change({ supportEmail: null })
    expect(await config()).toMatchObject({ supportEmail: null })
  })

  it('record each change with the former value, and the same value not at all (D153 [S])', async () => {
    for (const unlockCostCredits of [2.5, 2.5, 0]) await change({ unlockCostCredits })
    expect(await actsOn(ada, 'setting', 'unlockCostCredits')).toMatchObject([
      { action: 'setting.change', before: { value: 2.5 }, after: { value: 0 }, adminEmail: ada.email },
      { before: { value: 0 }, after: { value: 2.5 }, targetName: 'unlockCostCredits' },
    ])
  })

  it('refuse what is wrong or unknown, and store nothing of a refused change', async () => {
    const { tagline } = await config()
    for (const [body, field] of [
      [{ productName: ' ' }, 'productName'],
      [{ supportEmail: 'nobody' }, 'supportEmail'],
      [{ contactPhone: 'call me' }, 'contactPhone'],
      [{ communityUrl: 'http://community.example' }, 'communityUrl'],
      [{ careersUrl: 'javascript:alert(1)' }, 'careersUrl'],
      [{ socialLinks: { x: 'x.com/luna' } }, 'socialLinks.x'],
      [{ firstTimeBonusPercent: 101 }, 'firstTimeBonusPercent'],
      [{ firstTimeBonusPercent: '5' }, 'firstTimeBonusPercent'],
      [{ unlockCostCredits: -1 }, 'unlockCostCredits'],
      [{ referralRewardMinutes: 1.5 }, 'referralRewardMinutes'],
      [{ tagline: 'Half', maxConversationMinutes: 0 }, 'maxConversationMinutes'],
      [{ adminTwoFactorRequired: 'yes' }, 'adminTwoFactorRequired'],
    ] as const)
      await expectRefused(adminSettings.changePlatformSettings, [ada, { body }, 400, { field }])
    await expectRefused(adminSettings.changePlatformSettings, [ada, { body: { secretKey: 'x' } }, 400, {}])
    expect(await config()).toMatchObject({ tagline })
  })
})
