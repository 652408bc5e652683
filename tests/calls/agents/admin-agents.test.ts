import { describe, expect, it } from 'vitest'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import * as agents from '#contract/agents/agents.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, registered, subscriber } from '#tests/calls.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

let count = 0
const plain = (more: object = {}) => ({
  name: `Helper ${++count}`,
  description: 'Helps with everything',
  category: 'Systems',
  ...more,
})
const create = (more: object = {}) => ada.client.call(adminAgents.createAgent, { body: plain(more) })
const rowOf = async (id: string) =>
  (await world.sql<Record<string, unknown>>('select * from agent where id = $1', [id]))[0]

describe('POST /api/admin/agents (S539, S597)', () => {
  it('is only for platform admins: 401 and 403 for all others, on every call', async () => {
    const firm = await organization(world)
    const id = await addAgent(world)
    for (const [client, status] of [
      [world.visitor(), 401],
      [(await registered(world)).client, 403],
      [(await member(world, firm.id)).client, 403],
      [firm.owner.client, 403],
    ] as const) {
      const replies = [
        await client.try(adminAgents.createAgent, { body: plain() }),
        await client.try(adminAgents.createPrivateAgent, { body: { agent: plain(), organizationIds: [firm.id] } }),
        await client.try(adminAgents.changeAgent, { params: { id }, body: { name: 'Mine' } }),
        await client.try(adminAgents.deleteAgent, { params: { id } }),
        await client.try(adminAgents.adminAgents, { query: {} }),
        await client.try(adminAgents.readAdminAgent, { params: { id } }),
        await client.try(adminAgents.syncAgent, { params: { id } }),
        await client.try(testAgent, { params: { id }, body: {} }),
      ]
      expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 8 }, () => status))
    }
    expect(await rowOf(id)).toMatchObject({ is_active: true, archived_at: null })
  })

  it.each(['name', 'description', 'category'] as const)('needs %s (S127)', async (field) => {
    const { [field]: _left, ...body } = plain()
    const reply = await ada.client.request('POST', '/api/admin/agents', body)
    expect(reply).toMatchObject({ status: 400, body: { field } })
  })

  it('fills in the stated defaults and its creator (S128, S129, S130)', async () => {
    const made = await create()
    expect(made).toMatchObject({
      isActive: true,
      isPremium: false,
      isPrivate: false,
      price: '0.00',
      rating: 5,
      sessionCount: 0,
      createdBy: ada.id,
      updatedBy: ada.id,
      organizations: [],
      imageData: null,
    })
    expect(made.createdAt).toBe(made.updatedAt)
    const [act] = await actsOn(ada, 'agent', made.id)
    expect(act).toMatchObject({ action: 'agent.create', adminId: ada.id, targetName: made.name })
    expect(act?.after).toMatchObject({ name: made.name, category: 'Systems' })
  })

  it.each<[string, object, string]>([
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a description of 2,001', { description: 'x'.repeat(2001) }, 'description'],
    ['a prompt of 20,001', { systemPrompt: 'x'.repeat(20_001) }, 'systemPrompt'],
    ['a provider id of 101', { elevenLabsAgentId: 'x'.repeat(101) }, 'elevenLabsAgentId'],
    ['a provider id that is a path', { elevenLabsAgentId: '../conversations' }, 'elevenLabsAgentId'],
    ['a price of 100', { price: '100.00' }, 'price'],
    ['a price in words', { price: 'cheap' }, 'price'],
    ['a rating of 5.1', { rating: 5.1 }, 'rating'],
    ['a rating of 4.85', { rating: 4.85 }, 'rating'],
    ['a negative rating', { rating: -0.1 }, 'rating'],
  ])('refuses %s (S128, D148)', async (_what, more, field) => {
    const reply = await ada.client.request('POST', '/api/admin/agents', plain(more))
    expect(reply).toMatchObject({ status: 400, body: { field } })
  })

  it('accepts each field at its limit (D148)', async () => {
    const name = `${++count} `.padEnd(120, 'x')
    const limits = { name, description: 'x'.repeat(2000), systemPrompt: 'x'.repeat(20_000), price: '99.99', rating: 0 }
    const made = await create({ ...limits, elevenLabsAgentId: 'x'.repeat(100) })
    expect(made).toMatchObject({ ...limits, elevenLabsAgentId: 'x'.repeat(100) })
  })

  it('keeps a price as text with cents, however it was typed (S457)', async () => {
    expect(await create({ price: '0.5' })).toMatchObject({ price: '0.50' })
  })

  it('refuses a name that another agent has, ignoring case (409)', async () => {
    const { name } = await create()
    const reply = await ada.client.try(adminAgents.createAgent, { body: plain({ name: name.toUpperCase() }) })
    expect(reply).toMatchObject({ status: 409, body: { code: 'name_taken', field: 'name' } })
  })

  it('refuses a private agent without organizations in the stated words (S493, S535, D147)', async () => {
    const body = plain({ isPrivate: true })
    const replies = [
      await ada.client.request('POST', '/api/admin/agents', body),
      await ada.client.request('POST', '/api/admin/agents/with-access', { agent: body, organizationIds: [] }),
    ]
    const message = 'Please select at least one organization for private agent access'
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 400, body: { message, field: 'organizationIds' } })
    }
    expect(await world.sql('select id from agent where name = $1', [body.name])).toEqual([])
  })
})

/** Everything that the specification names, including `imageData`. */
const fieldsOfAdmins = (
  'id name description category imageUrl elevenLabsAgentId isActive isPremium isPrivate price rating systemPrompt ' +
  'updatedBy'
).split(' ')

describe('GET /api/agents and the list of the panel (S457, S596, D53 [S])', () => {
  it('shows admins every agent with all fields, and others their own agents without them', async () => {
    const firm = await organization(world)
    const hidden = await create({ isActive: false, systemPrompt: 'Own prompt', price: '0.05' })
    const secret = await ada.client.call(adminAgents.createPrivateAgent, {
      body: { agent: plain(), organizationIds: [firm.id] },
    })
    const all = await ada.client.call(agents.agents)
    expect(all.find(({ id }) => id === hidden.id)).toMatchObject({
      isActive: false,
      systemPrompt: 'Own prompt',
      price: '0.05',
      createdBy: ada.id,
    })
    expect(all.find(({ id }) => id === secret.id)).toMatchObject({ isPrivate: true })
    const inList = Object.keys(all.find(({ id }) => id === hidden.id) ?? {})
    const { imageData, ...inPage } = await ada.client.call(adminAgents.readAdminAgent, { params: { id: hidden.id } })
    for (const names of [inList, Object.keys(inPage)]) expect(names).toEqual(expect.arrayContaining(fieldsOfAdmins))
    // A picture's data comes with one agent, never with a list of them.
    expect([imageData, inList.includes('imageData')]).toEqual([null, false])
    const reader = await subscriber(world)
    const seen = await reader.client.call(agents.agents)
    expect(seen.map(({ id }) => id)).not.toContain(hidden.id)
    expect(seen.map(({ id }) => id)).not.toContain(secret.id)
    expect(JSON.stringify(seen)).not.toMatch(/systemPrompt|price|createdBy|elevenLabs/)
  })

  it('is searched, filtered, sorted and paged by the server, with the total (D150)', async () => {
    const word = `Zebra${++count}`
    for (const [name, more] of [
      ['A', { rating: 1.5, isActive: false }],
      ['B', { rating: 4.5, isPremium: true }],
      ['C', { rating: 3 }],
    ] as const) {
      await create({ name: `${word} ${name}`, ...more })
    }
    const ask = async (query: object) => {
      const search = new URLSearchParams({ search: word.toLowerCase(), ...query })
      const reply = await ada.client.request<{ name: string }[]>('GET', `/api/admin/agents?${search.toString()}`)
      return [reply.headers.get('x-total-count'), reply.body.map(({ name }) => name.slice(-1)).join('')]
    }
    expect(await ask({})).toEqual(['3', 'ABC'])
    expect(await ask({ sort: '-name' })).toEqual(['3', 'CBA'])
    expect(await ask({ sort: 'rating' })).toEqual(['3', 'ACB'])
    expect(await ask({ sort: '-rating', limit: '1', offset: '1' })).toEqual(['3', 'C'])
    expect(await ask({ offset: '7' })).toEqual(['3', ''])
    expect(await ask({ status: 'inactive' })).toEqual(['1', 'A'])
    expect(await ask({ tier: 'premium' })).toEqual(['1', 'B'])
    expect(await ask({ access: 'private' })).toEqual(['0', ''])
    expect((await ada.client.request('GET', '/api/admin/agents?sort=price')).status).toBe(400)
  })
})
