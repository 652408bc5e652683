import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as organizationAgents from '#contract/organizations/agents.ts'
import * as organizationManagement from '#contract/organizations/management.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as voice from '#contract/conversations/voice.ts'
import {
  addAgent,
  platformAdmin,
  queuedMails,
  registered,
  sharedWorld,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { organizationFields, unpaidOrganization } from '../../kit/organizations/unpaid-organizations.ts'

const world = await sharedWorld()

const listOf = ({ client }: TestPerson) => client.call(organizationManagement.userOrganizations)
const create = ({ client }: Pick<TestPerson, 'client'>, body: object = {}) =>
  client.try(organizationManagement.createOrganization, { body: organizationFields(body) })
const rowOf = async (id: number) => (await world.sql('select * from organization where id = $1', [id]))[0]

describe('POST /api/organizations (S437, S562, D130)', () => {
  it('creates one that waits for its package: 10 seats, no minutes, default colors, its creator as admin', async () => {
    const person = await registered(world)
    const reply = await create(person, { description: ' We try. ' })
    expect(reply).toMatchObject({
      status: 201,
      body: { subscriptionStatus: 'inactive', isActive: true, givesAccess: false, creditBalance: 0, memberCount: 1 },
    })
    expect(await rowOf(reply.body.id)).toMatchObject({
      description: 'We try.',
      max_users: 10,
      primary_color: '#9334ea',
      secondary_color: '#7c3aed',
      subscription_status: 'inactive',
      is_active: true,
      website_url: null,
      created_by: person.id,
    })
    expect(await listOf(person)).toMatchObject([{ organization: { id: reply.body.id }, role: 'admin' }])
    expect((await create({ client: world.visitor() })).status).toBe(401)
  })

  it('gives no access and no voice calls, while branding and agents work', async () => {
    const firm = await unpaidOrganization(world)
    const { client } = firm.owner
    const agentId = await addAgent(world)
    const params = { organizationId: String(firm.id) }
    await client.call(organizationAgents.addAgentToOrganization, { params, body: { agentId } })
    await client.call(organizationManagement.changeBranding, { params, body: { primaryColor: '#112233' } })
    expect(await client.call(currentUser)).toMatchObject({ hasAccess: false, isOrganizationUnpaid: true })
    await client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
    const call = await client.try(voice.startConversation, { body: { agentId } })
    expect([call.status, call.body.code]).toEqual([403, 'organization_inactive'])
    expect(call.body.message).toBe("Your organization hasn't paid yet.")
  })

  it('leaves people with a subscription of their own in their personal context', async () => {
    const person = await subscriber(world)
    const { body } = await create(person)
    const context = await person.client.call(organizations.userOrganization)
    expect(context).toMatchObject({ isMember: false, memberships: [{ id: body.id }], offersPersonal: true })
    expect(await person.client.call(currentUser)).toMatchObject({ hasAccess: true, organizationId: null })
  })

  it('allows three at once that wait for payment, even when requested at the same moment', async () => {
    const person = await registered(world)
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(person)))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'too_many_unpaid'],
      [409, 'too_many_unpaid'],
    ])
    expect(await listOf(person)).toHaveLength(3)
    await world.sql(
      `update organization set subscription_status = 'active'
       where id = (select id from organization where created_by = $1 limit 1)`,
      [person.id],
    )
    expect((await create(person)).status).toBe(201)
  })

  it('by a platform admin creates an active one and invites its contact as an admin', async () => {
    const admin = await platformAdmin(world)
    const contactEmail = `contact.${process.pid}@given.test`
    const replies = [await create(admin, { contactEmail })]
    for (let i = 0; i < 3; i++) replies.push(await create(admin, { contactEmail: admin.email }))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const [first] = replies
    expect(first?.body).toMatchObject({ subscriptionStatus: 'active', givesAccess: true })
    const invited = await world.sql(
      `select email, role, access_level, status from organization_invitation where organization_id = any($1)`,
      [replies.map(({ body }) => body.id)],
    )
    expect(invited).toEqual([{ email: contactEmail, role: 'admin', access_level: 'full', status: 'pending' }])
    expect((await queuedMails(world, contactEmail)).map(({ text }) => text).join('')).toMatch(/\/join\/[\w-]+/)
  })

  it('refuses a slug that is taken and suggests a free one (D138)', async () => {
    const firm = await unpaidOrganization(world)
    const person = await registered(world)
    const { slug } = firm
    const reply = await create(person, { slug })
    expect(reply).toMatchObject({ status: 409, body: { code: 'slug_taken', field: 'slug', suggestion: `${slug}-2` } })
    expect((await create(person, { slug: `${slug}-2` })).status).toBe(201)
    expect((await create(person, { slug })).body).toMatchObject({ suggestion: `${slug}-3` })
    expect(await listOf(person)).toHaveLength(1)
  })

  it.each([
    [{ name: ' ' }, 'name', 'Organization name is required'],
    [{ slug: undefined }, 'slug', 'Slug is required'],
    [{ slug: '' }, 'slug', 'Please use 3 to 40 characters'],
    [{ slug: 'A b' }, 'slug', 'Please use lowercase letters, digits and hyphens only'],
    [{ slug: 'a_b' }, 'slug', 'Please use lowercase letters, digits and hyphens only'],
    [{ slug: 'admin' }, 'slug', 'This word is reserved. Please choose another one.'],
    [{ contactEmail: 'x' }, 'contactEmail', 'Invalid email address'],
    [{ websiteUrl: 'x' }, 'websiteUrl', 'Invalid URL'],
    [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl', 'Invalid URL'],
    [{ primaryColor: '#abc' }, 'primaryColor', 'Please enter a valid hex color'],
  ])('refuses %o (S503-S506)', async (given, field, message) => {
    const person = await registered(world)
    expect(await create(person, given)).toMatchObject({ status: 400, body: { field, message } })
    expect(await listOf(person)).toEqual([])
  })

  it('accepts the shortest slug with a hyphen, and no website (S504, S506)', async () => {
    const reply = await create(await registered(world), { slug: 'a-1', websiteUrl: '' })
    expect(reply).toMatchObject({ status: 201, body: { slug: 'a-1', websiteUrl: null } })
  })
})
