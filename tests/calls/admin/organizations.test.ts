import * as admin from '#contract/admin/organizations.ts'
import { adjustPoolMinutes } from '#contract/admin/users.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { createOrganization } from '#contract/organizations/management.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { archiveOrganization } from '#contract/organizations/settings.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import * as owned from '#tests/kit/organizations/owned-organizations.ts'
import { subjectsTo } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'
import { eventsWorkedOff, organizationFields, talkIn, unpaidOrganization } from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it, organization, tags } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const paramsOf = ({ id }: { id: number }) => ({ params: { organizationId: String(id) } })
const list = (query: object) => ada.client.call(admin.adminOrganizations, { query })
const details = (firm: { id: number }) => ada.client.call(admin.adminOrganizationDetails, paramsOf(firm))

it('the list has all organizations with their figures (S590, D142 [S])', async () => {
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

it('the list is filtered by state: active, inactive and canceled (S429, S590, D149)', async () => {
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
    const { body, headers } = await ada.client.try(admin.adminOrganizations, { query: { search: word, ...query } })
    const found = body.map(({ name }: { name: string }) => name.slice(word.length + 1)).join(' ')
    expect([query, found, headers.get('x-total-count')]).toEqual([query, names, total])
  }
  const wrong = { query: { status: 'past_due' } }
  await expectRefused(admin.adminOrganizations, [ada, wrong, 400, { code: 'invalid_query', field: 'status' }])
})

it('the list is searched by id, slug, e-mail and name, and sorted (S590, D150)', async () => {
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

it('the details have five sections; those of an unknown one are a 404 (S591, S432)', async () => {
  const firm = await owned.ownedOrganization(world)
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
  const unknown = ['999999', '0', 'x', '99999999999'].map((organizationId): kit.Refusal => {
    return [ada, { params: { organizationId } }, 404, 'organization_not_found']
  })
  await expectRefused(admin.adminOrganizationDetails, ...unknown)
})

it('the details show who talked, with whom, in 30 days, and no words (S591, D135, D150)', async () => {
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

it('grants by an admin are recorded', tags('D140 D153'), async () => {
  const firm = await organization(world)
  for (const isGranted of [true, false]) {
    await ada.client.call(grantBrandedApp, { ...paramsOf(firm), body: { isGranted } })
    expect((await details(firm)).organization).toMatchObject({ isAppGranted: isGranted, isAppBought: false })
  }
  expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
    { action: 'organization.appGrant', before: { isAppGranted: true }, after: { isAppGranted: false } },
    { action: 'organization.appGrant', before: { isAppGranted: false }, after: { isAppGranted: true } },
  ])
})

const giveMinutes = ({ id }: Firm) => {
  const body = { minutes: 5, reason: 'A start', key: crypto.randomUUID() }
  return { params: { id: String(id) }, body }
}

it('staff create for a customer without joining or taking a seat', tags('D130 D153 D211'), async () => {
  for (const [creator, subscriptionStatus] of [
    [ada, 'active'],
    [await kit.staffMember(world, 'support'), 'inactive'],
  ] as const) {
    const body = organizationFields()
    const made = await creator.client.call(createOrganization, { body })
    expect(made).toMatchObject({ subscriptionStatus, memberCount: 0, contactEmail: body.contactEmail })
    expect((await details(made)).users).toMatchObject({ active: 0, admins: 0, invited: 1 })
    const act = { action: 'organization.create', adminId: creator.id, after: { slug: body.slug, subscriptionStatus } }
    expect(await actsOn(ada, 'organization', made.id)).toMatchObject([act])
    // It is not theirs, so they may give it minutes and access as they may to any customer.
    await ada.client.call(adjustPoolMinutes, giveMinutes(made))
    for (const status of ['canceled', 'active'] as const) expect((await set(made, status)).status).toBe(200)
    await kit.linkMailedTo(world, body.contactEmail)
  }
  expect(await actsOn(ada, 'organization', (await unpaidOrganization(world)).id)).toEqual([])
})

it('staff who run an organization undo their own end of it, and nothing else', tags('D149 D211'), async () => {
  const firm = await organization(world)
  await kit.join(world, ada, firm.id, 'admin', 'full')
  const bob = await kit.platformAdmin(world)
  const message = 'You are an admin of this organization. Please ask someone else on the team.'
  const own = { code: 'self_change', message }
  const expectOwn = () => expectRefused(admin.setOrganizationStatus, [ada, inputOf(firm, 'active'), 409, own])
  expect((await set(firm, 'canceled')).status).toBe(200)
  expect((await set(firm, 'active')).body).toMatchObject({ givesAccess: true })
  await ada.client.call(archiveOrganization, { query: { organizationId: firm.id }, body: { name: firm.name } })
  expect((await set(firm, 'active')).body).toMatchObject({ isActive: true, givesAccess: true })
  // Access that a colleague ended, or that never was, would be a gift to oneself.
  await set(firm, 'canceled', bob)
  await expectOwn()
  await set(firm, 'active', bob)
  const unpaid = "update organization set subscription_status = 'inactive', set_by_admin = null where id = $1"
  await world.sql(unpaid, [firm.id])
  expect((await set(firm, 'canceled')).status).toBe(200)
  await expectOwn()
  await expectRefused(adjustPoolMinutes, [ada, giveMinutes(firm), 409, { ...own, field: 'minutes' }])
})

type Firm = { id: number }
const inputOf = ({ id }: Firm, status: unknown) => ({ params: { id: String(id) }, body: { status } })
const set = ({ id }: Firm, status: admin.SettableStatus, by = ada) =>
  by.client.try(admin.setOrganizationStatus, { params: { id: String(id) }, body: { status } })

async function stateOf({ id }: Firm) {
  const rows = await world.sql('select subscription_status, is_active from organization where id = $1', [id])
  return Object.values(rows[0] ?? {})
}

async function expectState(firm: owned.Owned, status: string, atProvider: object): Promise<void> {
  expect(await stateOf(firm)).toEqual([status, true])
  expect(await owned.planAtProvider(world, firm)).toMatchObject(atProvider)
}

it('a status is active or canceled, recorded once per change (S430, S540, S593, D149, D153)', async () => {
  const firm = await organization(world)
  for (const status of ['canceled', 'canceled', 'active'] as const) {
    const body = { id: firm.id, subscriptionStatus: status, givesAccess: status === 'active' }
    expect(await set(firm, status)).toMatchObject({ status: 200, body })
    expect(await stateOf(firm)).toEqual([status, true])
  }
  const [active, canceled] = [{ subscriptionStatus: 'active' }, { subscriptionStatus: 'canceled' }]
  expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([
    { action: 'organization.status', before: canceled, after: active },
    { action: 'organization.status', before: active, after: canceled },
  ])
  const refusal = { field: 'status', message: 'Please choose active or canceled' }
  await expectRefused(
    admin.setOrganizationStatus,
    [ada, inputOf({ id: 999_999 }, 'canceled'), 404, 'organization_not_found'],
    ...['inactive', 'past_due', 'x', '', null, undefined].map((status): kit.Refusal => {
      return [ada, inputOf(firm, status), 400, refusal]
    }),
  )
  expect(await stateOf(firm)).toEqual(['active', true])
})

it('a canceled organization has its live conversations charged and ended (D129, D149)', async () => {
  const [firm, agentId] = [await organization(world), await kit.addAgent(world)]
  await kit.assign(world, firm, agentId)
  const person = await kit.member(world, firm.id)
  kit.moveTalkClock(world, 0)
  const talk = await kit.startHeardTalk(person, agentId)
  await kit.passTalkTime(world, 20, talk.client)
  await set(firm, 'canceled')
  const ended = await kit.endedRow(world, talk.id)
  expect([ended.end_reason, ended.charged_ms >= 20_000, ended.charged_ms % 1000]).toEqual(['access', true, 0])
  const start = { body: { agentId } }
  expect((await person.client.try(startConversation, start)).body.code).toBe('organization_inactive')
  const invitation = { body: { email: 'late@firm.test' } }
  await expectRefused(inviteMember, [firm.owner, invitation, 409, 'organization_inactive'])
  const people = await world.sql('select is_active from organization_user where organization_id = $1', [firm.id])
  expect(people).toEqual([{ is_active: true }, { is_active: true }])
  await set(firm, 'active')
  expect((await person.client.try(startConversation, start)).status).toBe(201)
}, 40_000)

it('a canceled organization is not charged, and only the team restores it', tags('D129 D149'), async () => {
  const firm = await owned.ownedOrganization(world)
  const expectSwitchedOff = async () => {
    for (const call of [subscription.resumeOrganizationSubscription, subscription.reactivateOrganization])
      await expectRefused(call, [firm.owner, firm, 409, 'switched_off'])
  }
  // It stays unchanged while the provider is unreachable.
  await world.control({ apiFault: { stripe: 'error' } })
  await expectRefused(admin.setOrganizationStatus, [ada, inputOf(firm, 'canceled'), 503, 'payment_unavailable'])
  await world.control({ apiFault: { stripe: null } })
  expect([await stateOf(firm), await actsOn(ada, 'organization', firm.id)]).toEqual([['active', true], []])
  await set(firm, 'canceled')
  // What the provider says of the paid month does not open it again.
  await eventsWorkedOff(world)
  await expectState(firm, 'canceled', { status: 'active', cancel_at_period_end: true })
  await expectSwitchedOff()
  await set(firm, 'active')
  await expectState(firm, 'active', { status: 'active', cancel_at_period_end: false })
  await owned.passMonth(world, firm)
  await expectState(firm, 'active', { status: 'active' })

  await set(firm, 'canceled')
  await owned.passMonth(world, firm)
  await expectState(firm, 'canceled', { status: 'canceled' })
  await expectSwitchedOff()
  // Restored after its month, it has access without a payment, whatever the provider says of the old one.
  await set(firm, 'active')
  await eventsWorkedOff(world)
  expect(await stateOf(firm)).toEqual(['active', true])
  const about = (await subjectsTo(world, firm.owner)).filter((subject) => subject.startsWith('Access for'))
  const [ended, restored] = ['has ended', 'is restored'].map((what) => `Access for your organization ${what}`)
  expect(about.toSorted()).toEqual([ended, ended, restored, restored])
})

it('a canceled organization keeps an end that its admins had requested (D129, D149)', async () => {
  const firm = await owned.ownedOrganization(world)
  await firm.owner.client.call(subscription.cancelOrganizationSubscription, firm)
  for (const status of ['canceled', 'active'] as const) await set(firm, status)
  await expectState(firm, 'active', { cancel_at_period_end: true })
  await owned.passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['canceled', true])
})

it('a canceled organization owes nothing that a bank refused (D129, D149)', async () => {
  const firm = await owned.ownedOrganization(world)
  await owned.poolCard(world, firm, 'pm_card_chargeCustomerFail')
  await owned.passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['past_due', true])
  await set(firm, 'canceled')
  await eventsWorkedOff(world)
  await expectState(firm, 'canceled', { status: 'canceled' })
})

it('an organization set active has access, unpaid or archived (D130, D149)', async () => {
  const [unpaid, archived] = [await unpaidOrganization(world), await organization(world)]
  expect(await set(unpaid, 'active')).toMatchObject({ body: { subscriptionStatus: 'active', givesAccess: true } })
  const path = `/api/organization/dashboard?organizationId=${unpaid.id}`
  const { body } = await unpaid.owner.client.request('GET', path)
  expect(body).toMatchObject({ subscriptionStatus: 'active', isActive: true })
  await world.sql('update organization set is_active = false where id = $1', [archived.id])
  expect(await set(archived, 'active')).toMatchObject({ body: { isActive: true, givesAccess: true } })
})
