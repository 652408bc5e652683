import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as versions from '#contract/agents/versions.ts'
import { actsOn, addAgent, describe, expect, it, platformAdmin, registered, sharedWorld } from '#tests/calls.ts'
import { askProvider } from '../../../kit/conversations/conversations.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)

let count = 0
const create = (more: object = {}) =>
  ada.client.call(adminAgents.createAgent, {
    body: { name: `Speaker ${++count}`, description: 'D', category: 'Systems', ...more },
  })
const change = (id: string, body: adminAgents.AgentChange, by = ada) =>
  by.client.call(adminAgents.changeAgent, { params: { id }, body })
const list = (id: string, query: { before?: number } = {}) =>
  ada.client.call(versions.agentVersions, { params: { id }, query })
const read = (id: string, revision: number) =>
  ada.client.call(versions.readAgentVersion, { params: { id, revision: String(revision) } })
const bringBack = (id: string, revision: number, before?: Record<string, unknown>) =>
  ada.client.try(versions.bringBackVersion, { params: { id, revision: String(revision) }, body: { before } })
const storedWords = (id: string) =>
  world.sql('select number, system_prompt, first_message from agent_version where agent_id = $1 order by number', [id])

describe("the versions of an agent's words", () => {
  it('are only for platform admins: 401 and 403 for all others, on every call, even of their own private agent', async () => {
    const firm = await organization(world)
    const { id } = await ada.client.call(adminAgents.createPrivateAgent, {
      body: {
        agent: { name: `Speaker ${++count}`, description: 'D', category: 'Systems', systemPrompt: 'Private words' },
        organizationIds: [firm.id],
      },
    })
    const params = { id, revision: '1' }
    for (const [client, status] of [
      [world.visitor(), 401],
      [(await registered(world)).client, 403],
      [(await member(world, firm.id)).client, 403],
      [firm.owner.client, 403],
    ] as const) {
      const replies = [
        await client.try(versions.agentVersions, { params: { id }, query: {} }),
        await client.try(versions.readAgentVersion, { params }),
        await client.try(versions.bringBackVersion, { params, body: {} }),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status])
      expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('Private words')
    }
    expect(await storedWords(id)).toHaveLength(1)
  })

  it('begin with the agent, and follow only when its words change, each with who and when', async () => {
    const bob = await platformAdmin(world)
    const { id } = await create({ systemPrompt: 'Be brief.', firstMessage: 'Hello.' })
    await change(id, { description: 'Another one', isPremium: true })
    await change(id, { systemPrompt: 'Be brief.' })
    await change(id, { systemPrompt: 'Be brief and kind.', price: '1.00' }, bob)
    await change(id, { firstMessage: '' })
    const { versions: found, hasOlder, total } = await list(id)
    expect(found.map(({ number, savedBy, isCurrent }) => [number, savedBy?.id, isCurrent])).toEqual([
      [3, ada.id, true],
      [2, bob.id, false],
      [1, ada.id, false],
    ])
    expect([hasOlder, new Date(found[0]?.savedAt ?? 0) <= world.services.clock.now()]).toEqual([false, true])
    const none = versions.criterionCounts.shape.criterion.options.map((criterion) => ({
      criterion,
      success: 0,
      failure: 0,
      unknown: 0,
    }))
    expect([total, found[0]?.counts]).toEqual([none, none])
    expect(await storedWords(id)).toEqual([
      { number: 1, system_prompt: 'Be brief.', first_message: 'Hello.' },
      { number: 2, system_prompt: 'Be brief and kind.', first_message: 'Hello.' },
      { number: 3, system_prompt: 'Be brief and kind.', first_message: '' },
    ])
  })

  it('are read with their difference to the one before, and with the words of today', async () => {
    const { id } = await create({ systemPrompt: 'Be brief.', firstMessage: 'Hello.' })
    await change(id, { systemPrompt: 'Be brief and kind.' })
    await change(id, { firstMessage: 'Hi.' })
    const [, second, first] = (await list(id)).versions
    const present = { systemPrompt: 'Be brief and kind.', firstMessage: 'Hi.' }
    expect(await read(id, second?.revision ?? 0)).toMatchObject({
      words: { systemPrompt: 'Be brief and kind.', firstMessage: 'Hello.' },
      changes: {
        systemPrompt: [
          { kind: 'same', text: 'Be ' },
          { kind: 'removed', text: 'brief.' },
          { kind: 'added', text: 'brief and kind.' },
        ],
        firstMessage: [{ kind: 'same', text: 'Hello.' }],
      },
      present,
    })
    expect(await read(id, first?.revision ?? 0)).toMatchObject({ number: 1, changes: null, present })
  })

  it('come fifty at a time, older ones on request', async () => {
    const id = await addAgent(world)
    await world.sql(
      `insert into agent_version (agent_id, revision, number, system_prompt, first_message, saved_at)
       select $1, place, place, 'Words ' || place, '', now() from generate_series(2, 60) as place`,
      [id],
    )
    await world.sql("update agent set revision = 60, system_prompt = 'Words 60', first_message = '' where id = $1", [
      id,
    ])
    const newest = await list(id)
    expect([newest.versions.map(({ number }) => number).at(-1), newest.hasOlder]).toEqual([11, true])
    const older = await list(id, { before: 11 })
    expect([older.versions.map(({ number }) => number), older.hasOlder]).toEqual([
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      false,
    ])
    expect(older.versions.every(({ isCurrent }) => !isCurrent)).toBe(true)
  })

  it('go with an agent that is deleted, and are gone for a foreign or unknown id', async () => {
    const { id } = await create({ systemPrompt: 'Short-lived' })
    const unknown = { id: crypto.randomUUID(), revision: '1' }
    for (const params of [unknown, { id, revision: '999' }]) {
      const replies = [
        await ada.client.try(versions.readAgentVersion, { params }),
        await ada.client.try(versions.bringBackVersion, { params, body: {} }),
      ]
      const code = params === unknown ? 'agent_not_found' : 'version_not_found'
      expect(replies.map(({ status, body }) => [status, 'code' in body && body.code])).toEqual([
        [404, code],
        [404, code],
      ])
    }
    await ada.client.call(adminAgents.deleteAgent, { params: { id } })
    expect(await storedWords(id)).toEqual([])
    const gone = await ada.client.try(versions.agentVersions, { params: { id }, query: {} })
    expect([gone.status, gone.body.code]).toEqual([404, 'agent_not_found'])
  })
})

describe('POST /api/admin/agents/:id/versions/:revision/bring-back', () => {
  it('makes a new version of the old words, recorded, and known to the voice provider', async () => {
    const { id } = await create({ systemPrompt: 'Be brief.', firstMessage: 'Hello.', price: '1.00' })
    await change(id, { systemPrompt: 'Be long.', firstMessage: 'Hi.', price: '2.00' })
    const first = (await list(id)).versions[1]
    const before = { systemPrompt: 'Be long.', firstMessage: 'Hi.' }
    const reply = await bringBack(id, first?.revision ?? 0, before)
    const words = { systemPrompt: 'Be brief.', firstMessage: 'Hello.' }
    // What is not words stays as it is.
    expect(reply).toMatchObject({ status: 200, body: { ...words, price: '2.00', syncState: 'synced' } })
    expect((await list(id)).versions.map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const [act] = await actsOn(ada, 'agent', id)
    expect(act).toMatchObject({ action: 'agent.update', reason: 'Version 1 brought back', before, after: words })
    expect(await askProvider(world, 'GET', `/agents/${reply.body.elevenLabsAgentId}`)).toMatchObject({
      conversation_config: {
        agent: { first_message: 'Hello.', prompt: { prompt: expect.stringMatching(/^Be brief\.\n/) } },
      },
    })
  })

  it('changes nothing when somebody else changed the words meanwhile, and names theirs (D187)', async () => {
    const { id } = await create({ systemPrompt: 'Be brief.' })
    await change(id, { systemPrompt: 'Be long.' })
    const [, first] = (await list(id)).versions
    await change(id, { systemPrompt: 'Be funny.' }, await platformAdmin(world))
    const reply = await bringBack(id, first?.revision ?? 0, { systemPrompt: 'Be long.', firstMessage: '' })
    expect(reply).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(reply.body).toHaveProperty('present', { systemPrompt: 'Be funny.' })
    expect(await storedWords(id)).toHaveLength(3)
  })

  it('makes one version, also when it comes twice', async () => {
    const { id } = await create({ systemPrompt: 'Be brief.' })
    await change(id, { systemPrompt: 'Be long.' })
    const [, first] = (await list(id)).versions
    const before = { systemPrompt: 'Be long.', firstMessage: '' }
    const replies = await Promise.all([1, 2].map(() => bringBack(id, first?.revision ?? 0, before)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await storedWords(id)).toHaveLength(3)
  })
})
