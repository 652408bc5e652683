import { accountUser } from '#contract/billing/account.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import * as adminSettings from '#contract/settings/admin-settings.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered, subscriber } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const config = () => world.visitor().call(publicConfig)

it('GET /api/config has what the page needs first, and no secret key (D170, S001)', async () => {
  expect(await config()).toEqual({
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
    payments: { mode: 'standin', publishableKey: 'pk_test_sandbox' },
    voice: { mode: 'standin' },
    demo: true,
  })
  // It follows the stored settings at once, and shows no other one.
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('firstTimeBonusPercent', '10', now()), ('internalNote', '"not for the page"', now())`,
  )
  const shown = await config()
  expect(shown.firstTimeBonusPercent).toBe(10)
  expect(JSON.stringify(shown)).not.toContain('not for the page')
  const person = await registered(world)
  expect(await person.client.call(purchases.firstTimeEligible)).toEqual({ isFirstTime: true, bonusPercent: 10 })
  await world.sql('delete from platform_setting')
})

it('access follows the subscription, of admins too (D7, D8, D10 [S], S120, S195, S200, S321)', async () => {
  const { client, id } = await subscriber(world, 'launch')
  // An individual belongs to no organization, and has one set of figures.
  const none = { isMember: false, organization: null, role: null, memberships: [], offersPersonal: true }
  expect(await client.call(userOrganization)).toEqual(none)
  expect(await client.call(accountUser)).toEqual(await client.call(currentUser))
  for (const [subscriptionStatus, since, hasAccess] of [
    ['active', null, true],
    ['trialing', null, true],
    ['past_due', '6 days 23 hours', true],
    ['past_due', '7 days 1 minute', false],
    ['canceled', null, false],
    ['incomplete', null, false],
    ['unpaid', null, false],
    ['something_new', null, false],
  ] as const) {
    // Under another id, so that no late event of the provider about the real one undoes it.
    await world.sql(
      `update subscription set status = $2, past_due_since = now() - $3::interval,
         stripe_subscription_id = 'sub_of_' || account_id
       where account_id = (select id from account where user_id = $1)`,
      [id, subscriptionStatus, since],
    )
    expect(await client.call(currentUser)).toMatchObject({ subscriptionStatus, hasAccess })
    const { status } = await client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    const { graceEndsAt } = await client.call(purchases.subscriptionStatus)
    const wanted = [subscriptionStatus, hasAccess ? 200 : 403, subscriptionStatus === 'past_due']
    expect([subscriptionStatus, status, graceEndsAt !== null]).toEqual(wanted)
  }
  expect(await ada.client.call(currentUser)).toMatchObject({ hasAccess: true, subscriptionStatus: null })
})

const change = (body: object) => ada.client.call(adminSettings.changePlatformSettings, { body })

it('settings have defaults, are in force at once, and on record (S456, D152, D153 [S])', async () => {
  const { settings: first, defaults, changes: none } = await ada.client.call(adminSettings.readPlatformSettings)
  expect([first, none]).toEqual([defaults, {}])
  const some = { productName: 'Luna', maxConversationMinutes: 120, supportEmail: null, socialLinks: {} }
  expect(defaults).toMatchObject(some)
  expect(Object.keys(defaults)).toEqual(Object.keys(adminSettings.platformSettings.shape))
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
  // They are on record with the former value, if it changed.
  for (const unlockCostCredits of [2.5, 2.5, 0]) await change({ unlockCostCredits })
  expect(await kit.actsOn(ada, 'setting', 'unlockCostCredits')).toMatchObject([
    { action: 'setting.change', before: { value: 2.5 }, after: { value: 0 }, adminEmail: ada.email },
    { before: { value: 0 }, after: { value: 2.5 }, targetName: 'unlockCostCredits' },
  ])
})

it('settings refuse what is wrong or unknown, and then store nothing (D152)', async () => {
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
