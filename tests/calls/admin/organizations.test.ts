import { describe, expect, it } from 'vitest'
import * as adminOrganizations from '#contract/admin/organizations.ts'
import * as branded from '#contract/organizations/app/branded-app-settings.ts'
import * as organizationManagement from '#contract/organizations/management.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { assign, member, organization } from '../../kit/organizations/organizations.ts'
import { ownedOrganization } from '../../kit/organizations/owned-organizations.ts'
import { talkIn } from '../../kit/conversations/past-conversations.ts'
import { organizationFields, unpaidOrganization } from '../../kit/organizations/unpaid-organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const { adminOrganizations: list, adminOrganizationDetails: details } = adminOrganizations
const paramsOf = ({ id }: { id: number }) => ({ params: { organizationId: String(id) } })

/** Returns people who are not platform admins, with the organization that they may be in. */
async function others(organizationId: number): Promise<TestPerson[]> {
  const named = await registered(world)
  await world.sql("update users set role = 'organization_admin' where id = $1", [named.id])
  return [await registered(world), await member(world, organizationId), named]
}

describe('GET /api/organizations (S590, D142 [S])', () => {
  it("is only for platform admins, whatever a person's role in an organization (S590)", async () => {
    const firm = await organization(world)
    for (const { client } of [...(await others(firm.id)), firm.owner]) {
      const reply = await client.try(list, { query: {} })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await world.visitor().try(list, { query: {} })).status).toBe(401)
  })

  it('lists all organizations with their figures (S590)', async () => {
    const firm = await organization(world, { minutes: 120, maxUsers: 7 })
    const person = await member(world, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [person.id])
    await assign(world, firm, await addAgent(world))
    const unpaid = await unpaidOrganization(world)
    const all = await ada.client.call(list, { query: {} })
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
    const named = async (name: string, change: string) => {
      const { id } = await organization(world)
      await world.sql(`update organization set name = $2, ${change} where id = $1`, [id, `${word} ${name}`])
    }
    await named('active', 'is_active = true')
    await named('late', "subscription_status = 'past_due', past_due_since = now()")
    await named('canceled', "subscription_status = 'canceled'")
    await named('off', 'is_active = false')
    await named('unpaid', "subscription_status = 'inactive'")
    const found = async (query: object) => {
      const reply = await ada.client.try(list, { query: { search: word, ...query } })
      const names = reply.body.map(({ name }: { name: string }) => name.slice(word.length + 1))
      return [names, reply.headers.get('x-total-count')]
    }
    const everybody = [['active', 'canceled', 'late', 'off', 'unpaid'], '5']
    expect(await found({})).toEqual(everybody)
    expect(await found({ status: 'all' })).toEqual(everybody)
    expect(await found({ status: 'active' })).toEqual([['active', 'late'], '2'])
    expect(await found({ status: 'inactive' })).toEqual([['off', 'unpaid'], '2'])
    expect(await found({ status: 'canceled' })).toEqual([['canceled'], '1'])
    expect(await found({ sort: '-name', limit: 2, offset: 1 })).toEqual([['off', 'late'], '5'])
    expect(await found({ sort: 'status' })).toEqual([['active', 'canceled', 'unpaid', 'late', 'off'], '5'])
    expect(await found({ offset: 9 })).toEqual([[], '5'])
    const wrong = await ada.client.request('GET', '/api/organizations?status=past_due')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_query', field: 'status' } })
  })

  it('finds by id, slug, e-mail and name, and sorts by members and credits (D150)', async () => {
    const [small, large] = [await organization(world, { minutes: 5 }), await organization(world, { minutes: 900 })]
    await member(world, small.id)
    const word = `zebra${process.pid}`
    await world.sql('update organization set contact_email = $2 where id = any($1)', [
      [small.id, large.id],
      `${word}@firm.test`,
    ])
    const ids = async (query: object) =>
      (await ada.client.call(list, { query: { search: word, ...query } })).map(({ id }) => id)
    expect(await ids({ sort: 'members' })).toEqual([large.id, small.id])
    expect(await ids({ sort: '-members' })).toEqual([small.id, large.id])
    expect(await ids({ sort: 'credits' })).toEqual([small.id, large.id])
    expect(await ids({ sort: '-created' })).toEqual([large.id, small.id])
    expect(await ids({ search: String(small.id) })).toContain(small.id)
    expect(await ids({ search: small.slug.toUpperCase() })).toContain(small.id)
  })
})

describe('GET /api/organizations/{id}/details (S591, D150)', () => {
  it('returns the five sections of one organization (S591, S432)', async () => {
    const firm = await ownedOrganization(world)
    await member(world, firm.id)
    const answer = await ada.client.call(details, paramsOf(firm))
    expect(answer.organization).toMatchObject({
      id: firm.id,
      name: firm.name,
      contactEmail: firm.owner.email,
      memberCount: 2,
      isAppBought: true,
      isAppGranted: false,
    })
    expect(answer.payment.stripeBilling?.setupPayments).toHaveLength(1)
    expect(answer.payment.plan).toMatchObject({ status: 'active', hasAccess: true })
    expect(answer.users).toEqual({ active: 2, inactive: 0, admins: 1, invited: 0, maxUsers: 5 })
    expect(answer.usage).toEqual({ minutes: 0, sessions: 0, members: [], agents: [] })
    const sums = [false, true].map((isMonthly) =>
      answer.services.filter((one) => one.isMonthly === isMonthly).reduce((sum, { amount }) => sum + amount, 0),
    )
    const { businessRegistration: order } = answer.payment
    expect(sums).toEqual([order?.paymentAmount, order?.monthlyTotal])
    expect(answer.organization.stripeCustomerId).toBe(answer.payment.stripeBilling?.customerId)
  })

  it('shows who talked and with which agents in the last 30 days, and no words (D135)', async () => {
    const firm = await organization(world)
    const agentId = await addAgent(world)
    await talkIn(world, firm, firm.owner, agentId, 90)
    const old = await talkIn(world, firm, firm.owner, agentId, 60)
    await world.sql(
      `update voice_session set created_at = created_at - interval '40 days',
         connected_at = connected_at - interval '40 days' where id = $1`,
      [old],
    )
    const { usage, organization: shown } = await ada.client.call(details, paramsOf(firm))
    expect(usage).toMatchObject({
      minutes: 1.5,
      sessions: 1,
      members: [{ userId: firm.owner.id, seconds: 90 }],
      agents: [{ agentId, seconds: 90 }],
    })
    expect(shown.totalMinutesUsed).toBe(2.5)
  })

  it('is only for platform admins; an unknown organization is 404', async () => {
    const firm = await organization(world)
    for (const { client } of [...(await others(firm.id)), firm.owner]) {
      expect((await client.try(details, paramsOf(firm))).status).toBe(403)
    }
    expect((await world.visitor().try(details, paramsOf(firm))).status).toBe(401)
    for (const id of ['999999', '0', 'x', '99999999999']) {
      const reply = await ada.client.try(details, { params: { organizationId: id } })
      expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
    }
  })
})

describe('what an admin grants an organization is recorded (D130, D140, D153)', () => {
  it('the branded app, and its revocation', async () => {
    const firm = await organization(world)
    for (const isGranted of [true, false]) {
      await ada.client.call(branded.grantBrandedApp, { ...paramsOf(firm), body: { isGranted } })
      const { organization: shown } = await ada.client.call(details, paramsOf(firm))
      expect([shown.isAppGranted, shown.isAppBought]).toEqual([isGranted, false])
    }
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
      { action: 'organization.appGrant', before: { isAppGranted: true }, after: { isAppGranted: false } },
      { action: 'organization.appGrant', before: { isAppGranted: false }, after: { isAppGranted: true } },
    ])
  })

  it('an organization that an admin created, and none that anybody else created (D130)', async () => {
    const body = organizationFields()
    const made = await ada.client.call(organizationManagement.createOrganization, { body })
    expect(await actsOn(ada, 'organization', made.id)).toMatchObject([
      { action: 'organization.create', adminId: ada.id, after: { slug: body.slug, subscriptionStatus: 'active' } },
    ])
    const other = await unpaidOrganization(world)
    expect(await actsOn(ada, 'organization', other.id)).toEqual([])
  })
})
