import * as account from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as platform from '#contract/settings/platform.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { describe, expect, it, ownWorld, platformAdmin, registered, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

describe('GET /api/config', () => {
  it('returns what the page needs first, and no key but the publishable one (D170, S001)', async () => {
    const reply = await world.visitor().try(platform.publicConfig)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
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
       values ('tagline', '"Talk it through."', now()), ('firstTimeBonusPercent', '10', now()),
         ('internalNote', '"not for the page"', now())`,
    )
    const config = await world.visitor().call(platform.publicConfig)
    expect(config).toMatchObject({ tagline: 'Talk it through.', firstTimeBonusPercent: 10 })
    expect(JSON.stringify(config)).not.toContain('not for the page')
    const person = await registered(world)
    expect(await person.client.call(purchases.firstTimeEligible)).toEqual({ isFirstTime: true, bonusPercent: 10 })
    await world.sql('delete from platform_setting')
  })
})

describe('GET /api/user/organization (S321)', () => {
  it('returns none for an individual', async () => {
    const person = await subscriber(world)
    const none = { isMember: false, organization: null, role: null, memberships: [], offersPersonal: true }
    expect(await person.client.call(organizations.userOrganization)).toEqual(none)
    expect((await world.visitor().try(organizations.userOrganization)).status).toBe(401)
  })
})

describe('GET /api/account/user (S120)', () => {
  it('returns the same person with the same figures', async () => {
    const person = await subscriber(world)
    expect(await person.client.call(account.accountUser)).toEqual(await person.client.call(currentUser))
    const fresh = await registered(world)
    expect(await fresh.client.call(account.accountUser)).toMatchObject({
      autoPurchaseEnabled: false,
      autoPurchaseThreshold: 9,
    })
  })
})

describe('access (D7, D8, D10 [S], S195)', () => {
  const statuses: [string, string | null, boolean][] = [
    ['active', null, true],
    ['trialing', null, true],
    ['past_due', '6 days 23 hours', true],
    ['past_due', '7 days 1 minute', false],
    ['canceled', null, false],
    ['incomplete', null, false],
    ['unpaid', null, false],
    ['something_new', null, false],
  ]
  it.each(statuses)('%s since %s: %s', async (status, since, hasAccess) => {
    const person = await subscriber(world, 'launch')
    // Under another id, so that no late event of the provider about the real one undoes it.
    await world.sql(
      `update subscription set status = $2, past_due_since = now() - $3::interval,
         stripe_subscription_id = 'sub_of_' || account_id
       where account_id = (select id from account where user_id = $1)`,
      [person.id, status, since],
    )
    const me = await person.client.call(currentUser)
    expect(me).toMatchObject({ subscriptionStatus: status, hasAccess })
    const reply = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    expect(reply.status).toBe(hasAccess ? 200 : 403)
    const shown = await person.client.call(purchases.subscriptionStatus)
    expect(shown.graceEndsAt !== null).toBe(status === 'past_due')
  })

  it('is always there for a platform admin (S200)', async () => {
    const person = await platformAdmin(world)
    expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: true, subscriptionStatus: null })
  })
})
