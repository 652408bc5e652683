import { adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { createOrganization } from '#contract/organizations/management.ts'
import { talkIn } from '#tests/kit/conversations/past-conversations.ts'
import { ownedOrganization } from '#tests/kit/organizations/owned-organizations.ts'
import { organizationFields, unpaidOrganization } from '#tests/kit/organizations/unpaid-organizations.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, describe, expect, expectRefused, it, organization } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)

const paramsOf = ({ id }: { id: number }) => ({ params: { organizationId: String(id) } })
const list = (query: object) => ada.client.call(adminOrganizations, { query })
const details = (firm: { id: number }) => ada.client.call(adminOrganizationDetails, paramsOf(firm))

describe('GET /api/organizations (S590, D142 [S])', () => {
  it('lists all organizations with their figures (S590)', async () => {
    const firm = await organization(world, { minutes: 120, maxUsers: 7 })
    const person = await kit.member(world, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [person.id])
    await kit.assign(world, firm, await kit.addAgent(world))
    const unpaid = await unpaidOrganization(world)
    const all = await list({})
    expect(all.find(({ id }) => id === firm.id)).toMatchObject({
      isActive: true,
      subscriptionStatus: 'active',
      givesAccess: true,
      creditBalance: 120,
      maxUsers: 7,
      memberCount: 1,
      currentUserCount: 1,
      activeAgents: 1,
      monthlyUsage: 0,
      totalMinutesUsed: 0,
    })
    expect(all.find(({ id }) => id === unpaid.id)).toMatchObject({ subscriptionStatus: 'inactive', givesAccess: false })
  })

  it('filters by state: active, inactive and canceled; all shows every one (S429, D149)', async () => {
    const word = `Quill ${process.pid}`
    for (const [name, change] of Object.entries({
      active: 'is_active = true',
      late: "subscription_status = 'past_due', past_due_since = now()",
      canceled: "subscription_status = 'canceled'",
      off: 'is_active = false',
      unpaid: "subscription_status = 'inactive'",
    })) {
      const { id } = await organization(world)
      await world.sql(`update organization set name = $2, ${change} where id = $1`, [id, `${word} ${name}`])
    }
    for (const [query, names, total = '5'] of [
      [{}, 'active canceled late off unpaid'],
      [{ status: 'all' }, 'active canceled late off unpaid'],
      [{ status: 'active' }, 'active late', '2'],
      [{ status: 'inactive' }, 'off unpaid', '2'],
      [{ status: 'canceled' }, 'canceled', '1'],
      [{ sort: '-name', limit: 2, offset: 1 }, 'off late'],
      [{ sort: 'status' }, 'active canceled unpaid late off'],
      [{ offset: 9 }, ''],
    ] as const) {
      const { body, headers } = await ada.client.try(adminOrganizations, { query: { search: word, ...query } })
      const found = body.map(({ name }: { name: string }) => name.slice(word.length + 1)).join(' ')
      expect([query, found, headers.get('x-total-count')]).toEqual([query, names, total])
    }
    const wrong = { query: { status: 'past_due' } }
    await expectRefused(adminOrganizations, [ada, wrong, 400, { code: 'invalid_query', field: 'status' }])
  })

  it('finds by id, slug, e-mail and name, and sorts by members and credits (D150)', async () => {
    const [small, large] = [await organization(world, { minutes: 5 }), await organization(world, { minutes: 900 })]
    await kit.member(world, small.id)
    const search = `zebra${process.pid}`
    await world.sql('update organization set contact_email = $2 where id = any($1)', [
      [small.id, large.id],
      `${search}@firm.test`,
    ])
    const ids = async (query: object) => (await list({ search, ...query })).map(({ id }) => id)
    expect(await ids({ sort: 'members' })).toEqual([large.id, small.id])
    expect(await ids({ sort: '-members' })).toEqual([small.id, large.id])
    expect(await ids({ sort: 'credits' })).toEqual([small.id, large.id])
    expect(await ids({ sort: '-created' })).toEqual([large.id, small.id])
    for (const word of [String(small.id), small.slug.toUpperCase()])
      expect(await ids({ search: word })).toContain(small.id)
  })
})

describe('GET /api/organizations/{id}/details (S591, D150)', () => {
  it('returns the five sections of one organization, and 404 for an unknown one (S591, S432)', async () => {
    const firm = await ownedOrganization(world)
    await kit.member(world, firm.id)
    const { organization: shown, payment, users, usage, services } = await details(firm)
    const own = { id: firm.id, name: firm.name, contactEmail: firm.owner.email }
    expect(shown).toMatchObject({ ...own, memberCount: 2, isAppBought: true, isAppGranted: false })
    expect(payment.stripeBilling?.setupPayments).toHaveLength(1)
    expect(payment.plan).toMatchObject({ status: 'active', hasAccess: true })
    expect(users).toEqual({ active: 2, inactive: 0, admins: 1, invited: 0, maxUsers: 5 })
    expect(usage).toEqual({ minutes: 0, sessions: 0, members: [], agents: [] })
    const sums = [false, true].map((isMonthly) =>
      services.filter((one) => one.isMonthly === isMonthly).reduce((sum, { amount }) => sum + amount, 0),
    )
    expect(sums).toEqual([payment.businessRegistration?.paymentAmount, payment.businessRegistration?.monthlyTotal])
    expect(shown.stripeCustomerId).toBe(payment.stripeBilling?.customerId)
    for (const organizationId of ['999999', '0', 'x', '99999999999'])
      await expectRefused(adminOrganizationDetails, [
        ada,
        { params: { organizationId } },
        404,
        'organization_not_found',
      ])
  })

  it('shows who talked and with which agents in the last 30 days, and no words (D135)', async () => {
    const firm = await organization(world)
    const agentId = await kit.addAgent(world)
    await talkIn(world, firm, firm.owner, agentId, 90)
    const old = await talkIn(world, firm, firm.owner, agentId, 60)
    await world.sql(
      `update voice_session set created_at = created_at - interval '40 days',
         connected_at = connected_at - interval '40 days' where id = $1`,
      [old],
    )
    const { usage, organization: shown } = await details(firm)
    const seconds = 90
    const by = { members: [{ userId: firm.owner.id, seconds }], agents: [{ agentId, seconds }] }
    expect(usage).toMatchObject({ minutes: 1.5, sessions: 1, ...by })
    expect(shown.totalMinutesUsed).toBe(2.5)
  })
})

it('what an admin grants or creates is recorded, and nothing that others create (D130, D140, D153)', async () => {
  const firm = await organization(world)
  for (const isGranted of [true, false]) {
    await ada.client.call(grantBrandedApp, { ...paramsOf(firm), body: { isGranted } })
    expect((await details(firm)).organization).toMatchObject({ isAppGranted: isGranted, isAppBought: false })
  }
  expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
    { action: 'organization.appGrant', before: { isAppGranted: true }, after: { isAppGranted: false } },
    { action: 'organization.appGrant', before: { isAppGranted: false }, after: { isAppGranted: true } },
  ])
  const body = organizationFields()
  const made = await ada.client.call(createOrganization, { body })
  const after = { slug: body.slug, subscriptionStatus: 'active' }
  const act = { action: 'organization.create', adminId: ada.id, after }
  expect(await actsOn(ada, 'organization', made.id)).toMatchObject([act])
  expect(await actsOn(ada, 'organization', (await unpaidOrganization(world)).id)).toEqual([])
})
