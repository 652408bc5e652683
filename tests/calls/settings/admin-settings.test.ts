import * as adminSettings from '#contract/settings/admin-settings.ts'
import * as platform from '#contract/settings/platform.ts'
import { actsOn, describe, expect, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const change = (body: object, by = ada) => by.client.try(adminSettings.changePlatformSettings, { body })

describe('GET and PATCH /api/admin/settings (D152)', () => {
  it('are for platform admins: strangers 401, others 403, and nothing is changed', async () => {
    const person = await registered(world)
    expect((await person.client.try(adminSettings.readPlatformSettings)).status).toBe(403)
    expect((await world.visitor().try(adminSettings.readPlatformSettings)).status).toBe(401)
    expect((await change({ tagline: 'Mine' }, person)).status).toBe(403)
    expect(await world.sql('select from platform_setting')).toEqual([])
  })

  it('return every setting with its default', async () => {
    const { settings, defaults, changes } = await ada.client.call(adminSettings.readPlatformSettings)
    expect(settings).toEqual(defaults)
    expect(changes).toEqual({})
    expect(defaults).toMatchObject({
      productName: 'Luna',
      maxConversationMinutes: 120,
      supportEmail: null,
      socialLinks: {},
    })
    expect(Object.keys(defaults)).toEqual(Object.keys(adminSettings.platformSettings.shape))
  })

  it('change the given settings, in force at once, stored as typed rows with who and when (S456)', async () => {
    const given = { tagline: 'Talk it through.', firstTimeBonusPercent: 10, supportEmail: 'Help@Luna.Test' }
    const { status, body } = await change({ ...given, socialLinks: { x: 'https://x.com/luna' } })
    expect([status, body.settings.supportEmail, body.settings.productName]).toEqual([200, 'help@luna.test', 'Luna'])
    expect(body.changes).toMatchObject({ tagline: { updatedBy: ada.email } })
    expect(body.changes.productName).toBeUndefined()
    expect(await world.visitor().call(platform.publicConfig)).toMatchObject({
      tagline: 'Talk it through.',
      firstTimeBonusPercent: 10,
      supportEmail: 'help@luna.test',
      socialLinks: { x: 'https://x.com/luna' },
    })
    await expect(
      world.sql(
        "insert into platform_setting (setting_key, setting_value, updated_at) values ('tagline', '\"x\"', now())",
      ),
    ).rejects.toThrow(/unique/)
    await expect(
      world.sql("insert into platform_setting (setting_key, setting_value, updated_at) values ('x', null, now())"),
    ).rejects.toThrow(/null value in column "setting_value"/)
    const rows = await world.sql("select * from platform_setting where setting_key = 'tagline'")
    expect(rows).toMatchObject([{ setting_value: 'Talk it through.', updated_by: ada.id }])
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['description', 'updated_at']))
    await change({ supportEmail: null })
    expect(await world.visitor().call(platform.publicConfig)).toMatchObject({ supportEmail: null })
  })

  it('record each change with the former value, and the same value not at all (D153 [S])', async () => {
    await change({ unlockCostCredits: 2.5 })
    await change({ unlockCostCredits: 2.5 })
    await change({ unlockCostCredits: 0 })
    expect(await actsOn(ada, 'setting', 'unlockCostCredits')).toMatchObject([
      { action: 'setting.change', before: { value: 2.5 }, after: { value: 0 }, adminEmail: ada.email },
      { before: { value: 0 }, after: { value: 2.5 }, targetName: 'unlockCostCredits' },
    ])
  })

  it.each([
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
    [{ maxConversationMinutes: 0 }, 'maxConversationMinutes'],
    [{ adminTwoFactorRequired: 'yes' }, 'adminTwoFactorRequired'],
  ])('refuse %j (400)', async (body, field) => {
    const reply = await change(body)
    expect([reply.status, reply.body.field]).toEqual([400, field])
  })

  it('refuse an unknown setting, and store nothing of a refused change', async () => {
    expect((await change({ secretKey: 'x' })).status).toBe(400)
    expect((await change({ tagline: 'Half', maxConversationMinutes: 0 })).status).toBe(400)
    expect(await world.visitor().call(platform.publicConfig)).toMatchObject({ tagline: 'Talk it through.' })
  })
})
