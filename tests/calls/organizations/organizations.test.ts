import * as agents from '#contract/agents/agents.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as management from '#contract/organizations/management.ts'
import * as members from '#contract/organizations/members.ts'
import type { AccessLevel } from '#contract/organizations/ranks.ts'
import * as kit from '#tests/calls.ts'
import { get, putImage } from '../../kit/organizations/branded-apps.ts'
import { plain } from '../../kit/world/pictures.ts'

const { addAgent, describe, expect, expectRefused, expectWrong, it, member, organization, switchTo, tags } = kit
const world = await kit.sharedWorld()

const admin = await kit.platformAdmin(world)

const contextOf = ({ client }: kit.TestPerson) => client.call(organizations.userOrganization)
const meOf = ({ client }: kit.TestPerson) => client.call(currentUser)

async function signInAgain({ email, id }: kit.TestPerson): Promise<kit.TestPerson> {
  const client = world.visitor()
  await client.call(auth.login, { body: { email, password: kit.password } })
  return { client, email, id }
}

const joinLast = async (person: kit.TestPerson, { id }: kit.TestOrganization, role?: 'guest') => {
  await kit.join(world, person, id, role)
  await world.sql('update organization_user set joined_at = now() where organization_id = $1', [id])
}

describe('the context in which a person works', tags('D122 S321'), () => {
  it('is the only or the last used organization, with its pool and access', tags('S122 S151 D9'), async () => {
    const firm = await organization(world, { minutes: 42 })
    const { id, slug } = firm
    const person = await member(world, id)
    const place = { id, slug, isActive: true, subscriptionStatus: 'active' }
    const membership = { role: 'member', organization: place, memberships: [{ id, slug, role: 'member' }] }
    expect(await contextOf(person)).toMatchObject({ isMember: true, ...membership, offersPersonal: false })
    const there = { organizationId: id, organizationName: firm.name, organizationRole: 'member' }
    const minutes = { organizationCredits: 42, creditBalance: 0 }
    const access = { hasAccess: true, hasOrganizationAccess: true, subscriptionStatus: null }
    expect(await meOf(person)).toMatchObject({ ...there, ...minutes, ...access })

    // Of several it is the oldest at first, later the last used, per browser.
    const second = await organization(world)
    await joinLast(person, second, 'guest')
    expect((await contextOf(person)).organization?.id).toBe(id)
    await switchTo(person, second.id)
    expect(await contextOf(person)).toMatchObject({ organization: { id: second.id }, role: 'guest' })
    const elsewhere = await signInAgain(person)
    expect((await contextOf(elsewhere)).organization?.id).toBe(second.id)
    await switchTo(elsewhere, id)
    expect((await contextOf(person)).organization?.id).toBe(second.id)
  })

  it('gives access where any context does, until one is chosen', tags('D180'), async () => {
    const [ended, open] = [await organization(world), await organization(world)]
    const person = await member(world, ended.id)
    await joinLast(person, open)
    await kit.setStatus(world, ended, 'inactive')
    expect(await meOf(person)).toMatchObject({ organizationId: open.id, hasAccess: true, isOrganizationUnpaid: false })
    // Even before the one that was used last, and for a person who pays for themselves.
    await switchTo(person, ended.id)
    const elsewhere = await signInAgain(person)
    expect(await meOf(elsewhere)).toMatchObject({ organizationId: open.id, hasAccess: true })
    const payer = await kit.subscriber(world)
    await kit.join(world, payer, ended.id, 'admin')
    expect(await meOf(payer)).toMatchObject({ organizationId: null, hasAccess: true })
    expect(await world.sql('select 1 from organization_context where user_id = $1', [payer.id])).toEqual([])
    expect((await contextOf(payer)).offersPersonal).toBe(true)
    // The chosen one alone gives access.
    await switchTo(payer, ended.id)
    await kit.setStatus(world, ended, 'canceled')
    const without = { hasAccess: false, hasOrganizationAccess: false, organizationCredits: 500 }
    expect(await meOf(payer)).toMatchObject({ organizationId: ended.id, ...without })
    const body = { tier: 'uplift', organizationId: ended.id }
    await expectRefused(createPaymentIntent, [payer, { body }, 409, 'organization_inactive'])
    expect(await world.sql("select 1 from checkout where user_id = $1 and status = 'open'", [payer.id])).toEqual([])

    // Personal is only for people with something of their own, and stays so.
    const personal = { body: { organizationId: null } }
    await expectRefused(organizations.switchOrganization, [person, personal, 409, 'no_personal_context'])
    await switchTo(payer, null)
    expect(await contextOf(payer)).toMatchObject({ isMember: false, organization: null, offersPersonal: true })
    const own = { hasAccess: true, hasOrganizationAccess: false, organizationCredits: null }
    expect(await meOf(payer)).toMatchObject(own)
    expect((await contextOf(await signInAgain(payer))).isMember).toBe(false)
    await switchTo(payer, ended.id)
    expect((await contextOf(payer)).isMember).toBe(true)
  })

  it('is never an organization to which the person does not or no longer belong', async () => {
    const firm = await organization(world)
    const person = await kit.registered(world)
    const input = { body: { organizationId: firm.id } }
    await expectRefused(organizations.switchOrganization, [person, input, 404, 'organization_not_found'])
    expect(await world.sql('select * from organization_context where user_id = $1', [person.id])).toEqual([])
    const former = await member(world, firm.id)
    await switchTo(former, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [former.id])
    expect(await contextOf(former)).toMatchObject({ isMember: false, memberships: [] })
    expect(await meOf(former)).toMatchObject({ hasAccess: false, organizationName: null })
  })

  it('gives access only while the organization does', tags('D9 D129 D130'), async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    for (const [change, expected] of [
      ["subscription_status = 'past_due', past_due_since = now() - interval '6 days'", true],
      ["subscription_status = 'past_due', past_due_since = now() - interval '8 days'", false],
      ["subscription_status = 'active', past_due_since = null", true],
      ["subscription_status = 'canceled'", false],
      ["subscription_status = 'inactive'", false],
      ["subscription_status = 'active', is_active = false", false],
    ] as const) {
      await world.sql(`update organization set ${change} where id = $1`, [firm.id])
      const { givesAccess } = await firm.owner.client.call(organizationOverview, { query: {} })
      expect([change, (await meOf(person)).hasAccess, givesAccess]).toEqual([change, expected, expected])
    }
  })
})

it('people see the assigned agents of their rank (S199, S444, S469, S547, S570)', tags('D53 D124 D125'), async () => {
  const [firm, other] = [await organization(world), await organization(world)]
  const add = (level: AccessLevel, agent = {}) => kit.assignedAgent(world, firm, agent, level)
  const [standard, full] = [await add('standard', { isPrivate: true }), await add('full', { isPrivate: true })]
  const [premium, adminOnly] = [await add('premium', { isPremium: true }), await add('admin-only')]
  const publicOne = await addAgent(world)
  const seen = async ({ client }: kit.TestPerson) => (await client.call(agents.agents)).map(({ id }) => id).toSorted()
  const expectSeen = async (person: kit.TestPerson, ids: string[]) => {
    expect(await seen(person)).toEqual(ids.toSorted())
    const assigned = await person.client.call(organizationAgents, { query: {} })
    expect(assigned.map(({ agentId }) => agentId).toSorted()).toEqual(ids.toSorted())
  }
  for (const [accessLevel, role, ids] of [
    ['standard', 'member', [standard]],
    ['premium', 'member', [standard, premium]],
    ['full', 'member', [standard, premium, full]],
    // A plain member with admin-only is treated as full, and a guest as standard, whatever is stored.
    ['admin-only', 'member', [standard, premium, full]],
    ['full', 'guest', [standard]],
  ] as const)
    await expectSeen(await member(world, firm.id, { role, accessLevel }), [...ids])
  await expectSeen(firm.owner, [standard, premium, full, adminOnly])
  expect((await firm.owner.client.call(agents.agents)).every(({ isUnlocked }) => isUnlocked)).toBe(true)
  const page = { params: { agentId: standard } }
  const stranger = await kit.registered(world)
  expect(await seen(stranger)).toContain(publicOne)
  for (const person of [stranger, other.owner]) {
    expect(await seen(person)).not.toContain(standard)
    await expectRefused(agents.agentPage, [person, page, 404, 'agent_not_found'])
  }
  expect((await firm.owner.client.try(agents.agentPage, page)).status).toBe(200)
  // The access row decides which organizations may have a private agent.
  await world.sql('update private_agent_access set is_active = false where agent_id = $1', [standard])
  expect(await seen(firm.owner)).toEqual([premium, full, adminOnly].toSorted())
})

const listOf = ({ client }: kit.TestPerson) => client.call(management.userOrganizations)
const paramsOf = ({ id }: { id: number }) => ({ params: { organizationId: String(id) } })
const detailsOf = ({ client }: kit.TestPerson, firm: { id: number }) =>
  client.call(management.organizationDetails, paramsOf(firm))

it('a person lists their own organizations with the role there, and no others', tags('S560'), async () => {
  const [first, second] = [await organization(world), await organization(world)]
  const person = await member(world, first.id, { role: 'guest' })
  await kit.join(world, person, second.id, 'admin')
  await kit.setStatus(world, second, 'canceled')
  const ended = { organization: { id: second.id, subscriptionStatus: 'canceled', givesAccess: false }, role: 'admin' }
  expect(await listOf(person)).toMatchObject([
    { organization: { id: first.id, slug: first.slug, givesAccess: true }, role: 'guest' },
    ended,
  ])
  const barred = 'update organization_user set is_active = false where user_id = $1 and organization_id = $2'
  await world.sql(barred, [person.id, first.id])
  expect(await listOf(person)).toMatchObject([ended])
})

it('admins read everybody, members some, guests none', tags('S441 S442 S561 S568 S578 D120 D123'), async () => {
  const firm = await organization(world, { minutes: 42, maxUsers: 7 })
  const { id, owner } = firm
  const [colleague, guest] = [await member(world, id), await member(world, id, { role: 'guest' })]
  const [open, hidden] = [await kit.assignedAgent(world, firm), await addAgent(world, { isPrivate: true })]
  await kit.assign(world, firm, hidden, 'full', 'Be brief.')

  const forAdmin = await detailsOf(owner, firm)
  const shown = { id, creditBalance: 42, memberCount: 3, maxUsers: 7, contactEmail: owner.email }
  expect(forAdmin).toMatchObject({ role: 'admin', organization: shown })
  expect(forAdmin.users).toHaveLength(3)
  const names = { firstName: 'Test', lastName: 'Person' }
  const user = { id: colleague.id, ...names, email: colleague.email }
  const membership = { role: 'member', accessLevel: 'standard', userCategory: 'Members', isActive: true }
  expect(forAdmin.users).toContainEqual({ ...membership, user })
  expect(forAdmin.agents.map(({ agentId }) => agentId).toSorted()).toEqual([open, hidden].toSorted())
  expect(await detailsOf(admin, firm)).toMatchObject({ role: 'admin', users: forAdmin.users })

  const forMember = await detailsOf(colleague, firm)
  for (const name of ['contactEmail', 'maxUsers']) expect(forMember.organization).not.toHaveProperty(name)
  expect(forMember.users).toContainEqual({ userCategory: 'Members', user: { id: guest.id, ...names } })
  expect(forMember.agents.map(({ agentId }) => agentId)).toEqual([open])
  expect(JSON.stringify(forMember)).not.toMatch(/@|Be brief\./)

  const forGuest = await detailsOf(guest, firm)
  expect(forGuest).toMatchObject({ role: 'guest', users: [], organization: { memberCount: 3, creditBalance: 42 } })

  // The list of members has those who were switched off as well, for admins.
  await world.sql('update organization_user set is_active = false where user_id = $1', [guest.id])
  const all = await owner.client.call(members.members, { query: {} })
  expect(all.map((one) => one.id).toSorted()).toEqual([owner.id, colleague.id, guest.id].toSorted())
  const gone = { ...names, ...membership, id: guest.id, email: guest.email, role: 'guest', isActive: false }
  expect(all.find((one) => one.id === guest.id)).toMatchObject({ ...gone, lastActiveAt: expect.any(String) })
  for (const { client } of [owner, admin])
    expect(await client.call(members.organizationUsers, paramsOf(firm))).toEqual(all)
  const directory = await colleague.client.call(members.members, { query: {} })
  expect(directory.map((one) => one.id).toSorted()).toEqual([owner.id, colleague.id].toSorted())
  for (const entry of directory)
    expect(Object.keys(entry).toSorted()).toEqual(['firstName', 'id', 'lastName', 'userCategory'])
})

it('POST invite opens an invitation with all six fields of the dashboard', tags('S563 S579 S583'), async () => {
  const firm = await organization(world)
  const given = { firstName: 'Ada', lastName: 'Lane', role: 'admin', accessLevel: 'full' } as const
  for (const { client } of [firm.owner, admin]) {
    const body = { email: `six.${crypto.randomUUID()}@hands.test`, ...given, userCategory: 'Employees' } as const
    const sent = await client.try(invitations.inviteToOrganization, { ...paramsOf(firm), body })
    expect(sent).toMatchObject({ status: 201, body: { ...body, status: 'pending' } })
    expect(await admin.client.call(invitations.invitationsOfOrganization, paramsOf(firm))).toContainEqual(sent.body)
  }
})

const create = ({ client }: kit.TestPerson, body: object = {}) =>
  client.try(management.createOrganization, { body: kit.organizationFields(body) })

describe('POST /api/organizations', tags('S437 S562 D130'), () => {
  it('creates one that waits for its package, with its creator as admin', async () => {
    const person = await kit.registered(world)
    const reply = await create(person, { description: ' We try. ' })
    const state = { subscriptionStatus: 'inactive', isActive: true, givesAccess: false }
    expect(reply).toMatchObject({ status: 201, body: { ...state, creditBalance: 0, memberCount: 1 } })
    const [row] = await world.sql('select * from organization where id = $1', [reply.body.id])
    const look = { primary_color: '#9334ea', secondary_color: '#7c3aed', website_url: null }
    const stored = { description: 'We try.', max_users: 10, subscription_status: 'inactive', is_active: true }
    expect(row).toMatchObject({ ...stored, ...look, created_by: person.id })
    expect(await listOf(person)).toMatchObject([{ organization: { id: reply.body.id }, role: 'admin' }])
  })

  it('allows three that wait for payment, even when requested at the same moment', async () => {
    const person = await kit.registered(world)
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(person)))
    const refused = replies.filter(({ status }) => status !== 201)
    const codes = refused.map(({ status, body }) => `${status} ${body.code}`)
    expect(codes).toEqual(['409 too_many_unpaid', '409 too_many_unpaid'])
    expect(await listOf(person)).toHaveLength(3)
    const [first] = await listOf(person)
    await kit.setStatus(world, { id: first?.organization.id ?? 0 }, 'active')
    expect((await create(person)).status).toBe(201)
  })

  it('by a platform admin creates an active one and invites its contact', async () => {
    const contactEmail = `contact.${process.pid}@given.test`
    const replies = [await create(admin, { contactEmail })]
    for (let i = 0; i < 3; i++) replies.push(await create(admin, { contactEmail: admin.email }))
    const active = { status: 201, body: { subscriptionStatus: 'active', givesAccess: true } }
    expect(replies).toMatchObject([active, active, active, active])
    const invited = await world.sql(
      'select email, role, access_level, status from organization_invitation where organization_id = any($1)',
      [replies.map(({ body }) => body.id)],
    )
    expect(invited).toEqual([{ email: contactEmail, role: 'admin', access_level: 'full', status: 'pending' }])
    await kit.linkMailedTo(world, contactEmail)
  })

  it('refuses wrong fields and taken slugs, with a free one (S503-S506, D138)', async () => {
    const [person, { slug }] = [await kit.registered(world), await kit.unpaidOrganization(world)]
    const body = kit.organizationFields({ slug })
    const wrong = { name: [' '], slug: [undefined, '', 'A b', 'a_b', 'admin'], contactEmail: ['x'] }
    const look = { websiteUrl: ['x', 'javascript:alert(1)'], primaryColor: ['#abc'] }
    await expectWrong(management.createOrganization, person, { body }, { ...wrong, ...look })
    const expectTaken = (suggestion: string) => {
      const problem = { code: 'slug_taken', field: 'slug', suggestion }
      return expectRefused(management.createOrganization, [person, { body }, 409, problem])
    }
    await expectTaken(`${slug}-2`)
    expect(await listOf(person)).toEqual([])
    expect((await create(person, { slug: `${slug}-2` })).status).toBe(201)
    await expectTaken(`${slug}-3`)
    // The shortest slug has a hyphen, and no website is needed (S504, S506).
    const short = await create(person, { slug: 'a-1', websiteUrl: '' })
    expect(short).toMatchObject({ status: 201, body: { slug: 'a-1', websiteUrl: null } })
  })
})

const input = (firm: kit.TestOrganization, body: object) => ({ ...paramsOf(firm), body })
const change = (firm: kit.TestOrganization, body: object, { client } = firm.owner) =>
  client.call(management.changeBranding, input(firm, body))
const rowOf = async ({ id }: kit.TestOrganization) =>
  (await world.sql('select * from organization where id = $1', [id]))[0]

describe('PATCH /api/organizations/{id}/branding (S508, S509, S564, D136, D137 [S])', () => {
  it('saves what its admins choose, and refuses wrong colors and addresses', async () => {
    const firm = await organization(world)
    const logoUrl = 'https://cdn.acme.test/logo.png'
    const chosen = { logoUrl, primaryColor: '#A1b2C3', secondaryColor: '#112233', websiteUrl: 'acme.test' }
    const stored = { ...chosen, websiteUrl: 'https://acme.test' }
    expect(await change(firm, chosen)).toMatchObject(stored)
    const { client } = await kit.member(world, firm.id)
    const shown = { logoUrl, primaryColor: '#A1b2C3' }
    expect((await client.call(organizations.userOrganization)).organization).toMatchObject(shown)
    // Omitted fields stay; an emptied address goes.
    expect(await change(firm, { logoUrl: '' })).toMatchObject({ ...stored, logoUrl: null })
    expect((await change(firm, { websiteUrl: '' }, admin)).websiteUrl).toBeNull()

    const before = await rowOf(firm)
    const elsewhere = ['javascript:alert(1)', 'http://acme.test/logo.png', 'https://acme.test/logo.SVG?v=2']
    const colors = { primaryColor: ['#abc'], secondaryColor: ['red'], websiteUrl: ['x', 'javascript:alert(1)'] }
    const wrongLogos = [...elsewhere, 'data:image/svg+xml,<svg/>', '/images/../api']
    await expectWrong(management.changeBranding, firm.owner, input(firm, {}), { ...colors, logoUrl: wrongLogos })
    expect(await rowOf(firm)).toEqual(before)
  })

  it("accepts a picture as the logo, but not somebody else's picture (D151)", async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const png = await plain(60, 40).png().toBuffer()
    const upload = async ({ id, owner }: kit.TestOrganization) =>
      (await putImage(world, owner.client, `/api/organizations/${id}/logo`, png)).body.logoUrl
    const statusOf = async (url: string) => (await get(world, url)).status
    const [first, foreign] = [await upload(firm), await upload(other)]
    expect([(await rowOf(firm))?.logo_url, await statusOf(first)]).toEqual([first, 200])
    const problem = { field: 'logoUrl', message: 'Please enter a valid URL' }
    await expectRefused(management.changeBranding, [firm.owner, input(firm, { logoUrl: foreign }), 400, problem])
    expect(await change(firm, { logoUrl: first, primaryColor: '#010203' })).toMatchObject({ logoUrl: first })
    const second = await upload(firm)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await change(firm, { logoUrl: '' })
    expect([await statusOf(second), await statusOf(foreign)]).toEqual([404, 200])
  })
})
