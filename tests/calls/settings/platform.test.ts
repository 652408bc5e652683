import { accountUser } from '#contract/billing/account.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { describe, expect, it, ownWorld, platformAdmin, registered, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

describe('GET /api/config', () => {
  it('returns what the page needs first, and no key but the publishable one (D170, S001)', async () => {
    expect(await world.visitor().call(publicConfig)).toEqual({
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
  })

  it('follows the stored settings at once and shows no other setting', async () => {
    await world.sql(
      `insert into platform_setting (setting_key, setting_value, updated_at)
       values ('firstTimeBonusPercent', '10', now()), ('internalNote', '"not for the page"', now())`,
    )
    const config = await world.visitor().call(publicConfig)
    expect(config.firstTimeBonusPercent).toBe(10)
    expect(JSON.stringify(config)).not.toContain('not for the page')
    const person = await registered(world)
    expect(await person.client.call(purchases.firstTimeEligible)).toEqual({ isFirstTime: true, bonusPercent: 10 })
    await world.sql('delete from platform_setting')
  })
})

it('an individual belongs to no organization, and has the same figures in both answers (S321, S120)', async () => {
  const { client } = await subscriber(world)
  const none = { isMember: false, organization: null, role: null, memberships: [], offersPersonal: true }
  expect(await client.call(userOrganization)).toEqual(none)
  expect(await client.call(accountUser)).toEqual(await client.call(currentUser))
})

it('access follows the state of the subscription, and platform admins have it (D7, D8, D10 [S], S195, S200)', async () => {
  const { client, id } = await subscriber(world, 'launch')
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
    const isPastDue = subscriptionStatus === 'past_due'
    expect([subscriptionStatus, status, graceEndsAt !== null]).toEqual([
      subscriptionStatus,
      hasAccess ? 200 : 403,
      isPastDue,
    ])
  }
  const admin = await platformAdmin(world)
  expect(await admin.client.call(currentUser)).toMatchObject({ hasAccess: true, subscriptionStatus: null })
})
