import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as versions from '#contract/agents/versions.ts'
import { actsOn, addAgent, askProvider, changeAgentAs, createAs, expect, expectRefused, it } from '#tests/calls.ts'
import { platformAdmin, sharedWorld, tags } from '#tests/calls.ts'

const world = await sharedWorld()
const [ada, bob] = [await platformAdmin(world), await platformAdmin(world)]

const create = async (more: object = {}) => (await createAs(ada, { systemPrompt: 'Be brief.', ...more })).id
const change = (id: string, body: adminAgents.AgentChange, by = ada) => changeAgentAs(by, id, body)
const list = (id: string, query: { before?: number } = {}) =>
  ada.client.call(versions.agentVersions, { params: { id }, query })
const read = (id: string, revision = 0) =>
  ada.client.call(versions.readAgentVersion, { params: { id, revision: String(revision) } })
const bringBack = (id: string, revision = 0, before?: Record<string, unknown>) =>
  ada.client.try(versions.bringBackVersion, { params: { id, revision: String(revision) }, body: { before } })
const storedWords = (id: string) =>
  world.sql('select number, system_prompt, first_message from agent_version where agent_id = $1 order by number', [id])

it('versions begin with the agent, follow new words, and show the difference', async () => {
  const id = await create({ firstMessage: 'Hello.' })
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
  const counts = { success: 0, failure: 0, unknown: 0 }
  const none = versions.criterionCounts.shape.criterion.options.map((criterion) => ({ criterion, ...counts }))
  expect([total, found[0]?.counts]).toEqual([none, none])
  expect((await storedWords(id)).map((row) => Object.values(row))).toEqual([
    [1, 'Be brief.', 'Hello.'],
    [2, 'Be brief and kind.', 'Hello.'],
    [3, 'Be brief and kind.', ''],
  ])
  // One is read with its difference to the one before.
  const [, second, first] = found
  const present = { systemPrompt: 'Be brief and kind.', firstMessage: '' }
  const systemPrompt = [
    { kind: 'same', text: 'Be ' },
    { kind: 'removed', text: 'brief.' },
    { kind: 'added', text: 'brief and kind.' },
  ]
  expect(await read(id, second?.revision)).toMatchObject({
    words: { systemPrompt: 'Be brief and kind.', firstMessage: 'Hello.' },
    changes: { systemPrompt, firstMessage: [{ kind: 'same', text: 'Hello.' }] },
    present,
  })
  expect(await read(id, first?.revision)).toMatchObject({ number: 1, changes: null, present })
})

it('versions come fifty at a time, older ones on request', async () => {
  const id = await addAgent(world)
  await world.sql(
    `insert into agent_version (agent_id, revision, number, system_prompt, first_message, saved_at)
     select $1, place, place, 'Words ' || place, '', now() from generate_series(2, 60) as place`,
    [id],
  )
  const latest = "update agent set revision = 60, system_prompt = 'Words 60', first_message = '' where id = $1"
  await world.sql(latest, [id])
  const [newest, older] = [await list(id), await list(id, { before: 11 })]
  expect([newest.versions.at(-1)?.number, newest.hasOlder, older.hasOlder]).toEqual([11, true, false])
  expect(older.versions.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(older.versions.every(({ isCurrent }) => !isCurrent)).toBe(true)
})

it('versions go with their agent, and unknown ones are not found', async () => {
  const id = await create()
  for (const [params, code] of [
    [{ id: crypto.randomUUID(), revision: '1' }, 'agent_not_found'],
    [{ id, revision: '999' }, 'version_not_found'],
  ] as const) {
    await expectRefused(versions.readAgentVersion, [ada, { params }, 404, code])
    await expectRefused(versions.bringBackVersion, [ada, { params, body: {} }, 404, code])
  }
  await ada.client.call(adminAgents.deleteAgent, { params: { id } })
  expect(await storedWords(id)).toEqual([])
  await expectRefused(versions.agentVersions, [ada, { params: { id } }, 404, 'agent_not_found'])
})

it('old words that are brought back are a new version, recorded and sent', async () => {
  const words = { systemPrompt: 'Be brief.', firstMessage: 'Hello.' }
  const before = { systemPrompt: 'Be long.', firstMessage: 'Hi.' }
  const id = await create({ ...words, price: '1.00' })
  await change(id, { ...before, price: '2.00' })
  const reply = await bringBack(id, (await list(id)).versions[1]?.revision, before)
  // What is not words stays as it is.
  expect(reply).toMatchObject({ status: 200, body: { ...words, price: '2.00', syncState: 'synced' } })
  const found = (await list(id)).versions.map(({ number, isCurrent }) => `${number} ${isCurrent}`)
  expect(found).toEqual(['3 true', '2 false', '1 false'])
  const [act] = await actsOn(ada, 'agent', id)
  expect(act).toMatchObject({ action: 'agent.update', reason: 'Version 1 brought back', before, after: words })
  const agent = { first_message: 'Hello.', prompt: { prompt: expect.stringMatching(/^Be brief\.\n/) as string } }
  const sent = await askProvider(world, 'GET', `/agents/${reply.body.elevenLabsAgentId}`)
  expect(sent).toMatchObject({ conversation_config: { agent } })
})

it('old words are brought back once, and only over words that were seen', tags('D187'), async () => {
  const id = await create()
  await change(id, { systemPrompt: 'Be long.' })
  const revision = (await list(id)).versions[1]?.revision
  const before = { systemPrompt: 'Be long.', firstMessage: '' }
  const replies = await Promise.all([1, 2].map(() => bringBack(id, revision, before)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await storedWords(id)).toHaveLength(3)
  await change(id, { systemPrompt: 'Be funny.' }, bob)
  const refusal = { code: 'changed_meanwhile', present: { systemPrompt: 'Be funny.' } }
  expect(await bringBack(id, revision, before)).toMatchObject({ status: 409, body: refusal })
  expect(await storedWords(id)).toHaveLength(4)
})
