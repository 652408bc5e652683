import * as agents from '#contract/agents/agents.ts'
import * as ratings from '#contract/agents/ratings.ts'
import { settleConversation } from '#server/conversations/voice-sessions.ts'
import { addAgent, addPastSession, expect, expectRefused, it, openTalk, platformAdmin } from '#tests/calls.ts'
import { registered, sharedWorld, subscriber, tags, type TestClient, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const ids = {
  premium: await addAgent(world, { name: 'Alpha Premium', isPremium: true, ratingTenths: 46 }),
  free: await addAgent(world, { name: 'bravo Free', category: 'Sales', imageUrl: '/agents/bravo.webp' }),
  paused: await addAgent(world, { name: 'Charlie Paused', isPremium: true }),
  hidden: await addAgent(world, { name: 'Delta Private', isPrivate: true }),
}
await world.sql('update agent set is_active = false where id = $1', [ids.paused])
const [ada, reader, guest] = [await platformAdmin(world), await subscriber(world), await registered(world)]

const publicAgent = {
  description: 'Helps in tests',
  isActive: true,
  rating: 4.9,
  ratingSource: 'editorial',
  ratingCount: 0,
  sessionCount: 0,
  greetingUrl: null,
  greeting: null,
}
const listOf = ({ client }: TestPerson) => client.call(agents.agents)
const listed = async (person: TestPerson, agentId: string) =>
  (await listOf(person)).find((agent) => agent.id === agentId)
const page = (client: TestClient, agentId: string) => client.call(agents.agentPage, { params: { agentId } })
const rate = (person: TestPerson, agentId: string, stars: number) =>
  person.client.call(ratings.rateAgent, { params: { agentId }, body: { stars } })
const starsOf = (person: TestPerson) => world.sql('select stars from agent_rating where user_id = $1', [person.id])

/** Returns the names of this file's agents that a person's list has, in its order. */
const namesFor = async (person: TestPerson) =>
  (await listOf(person)).filter(({ id }) => Object.values(ids).includes(id)).map(({ name }) => name)

it('lists the active public agents by name, and all to admins', tags('D53 D166'), async () => {
  const names = ['Alpha Premium', 'bravo Free']
  for (const person of [reader, guest]) expect(await namesFor(person)).toEqual(names)
  expect(await namesFor(ada)).toEqual([...names, 'Charlie Paused', 'Delta Private'])
})

it('lists exactly the public fields: no prompt, provider id, price or creator', tags('S605 D53'), async () => {
  const list = await listOf(guest)
  expect(JSON.stringify(list)).not.toMatch(/SECRET-PROMPT|eleven|price|creat|prompt/i)
  const words = { id: ids.free, name: 'bravo Free', category: 'Sales', imageUrl: '/agents/bravo.webp' }
  const free = { ...publicAgent, ...words, isPremium: false, isUnlocked: true }
  expect(list.find((agent) => agent.id === ids.free)).toEqual(free)
  expect(await listed(guest, ids.premium)).toMatchObject({ isPremium: true, isUnlocked: false, rating: 4.6 })
})

it('counts conversations that were charged', tags('S079 D56 D189'), async () => {
  const agentId = await addAgent(world)
  for (const seconds of [10, 61, 9.999]) await addPastSession(world, reader, agentId, seconds)
  const { id, progress, at } = await openTalk(world, reader, agentId, 60)
  const silent = { ...progress, agentSpoke: false }
  await settleConversation(world.services.database.step, { id, reason: 'fault', progress: silent, at })
  expect((await listed(reader, agentId))?.sessionCount).toBe(2)
})

it('shows everybody how a public agent begins, never its prompt', tags('D53 D55'), async () => {
  const turn = { question: 'Where do I start?', answer: 'With one step.' }
  const agentId = await addAgent(world, { name: 'Foxtrot Shown', isPremium: true, sampleConversation: [turn] })
  const sample = [{ ...turn, audioUrl: null, sound: null, questionSound: null }]
  const words = { id: agentId, name: 'Foxtrot Shown', category: 'Operations', imageUrl: null }
  const state = { isPremium: true, isUnlocked: false, managesDocuments: false }
  for (const client of [world.visitor(), reader.client]) {
    expect(await page(client, agentId)).toEqual({
      ...publicAgent,
      ...words,
      ...state,
      firstMessage: 'Hello, how can I help?',
      sampleConversation: sample,
    })
  }
  await reader.client.call(agents.unlockAgent, { params: { agentId } })
  expect((await page(reader.client, agentId)).isUnlocked).toBe(true)
  expect((await page(world.visitor(), agentId)).isUnlocked).toBe(false)
})

it('hides agents, except from admins and people who unlocked a paused one', tags('D53 D54'), async () => {
  for (const agentId of [ids.paused, ids.hidden, crypto.randomUUID(), 'no-id']) {
    const params = { agentId }
    await expectRefused(agents.agentPage, [reader, { params }, 404, {}], [world.visitor(), { params }, 404, {}])
    await expectRefused(ratings.rateAgent, [reader, { params, body: { stars: 5 } }, 404, {}])
  }
  expect((await page(ada.client, ids.hidden)).id).toBe(ids.hidden)
  const person = await subscriber(world)
  const unlocked = 'insert into user_agent_unlock (user_id, agent_id, unlocked_at) values ($1, $2, now())'
  await world.sql(unlocked, [person.id, ids.paused])
  const paused = { isActive: false, isUnlocked: true }
  expect(await page(person.client, ids.paused)).toMatchObject(paused)
  expect(await listed(person, ids.paused)).toMatchObject(paused)
  expect(await listed(reader, ids.paused)).toBeUndefined()
})

it('a rating needs 2 minutes of talk, which short conversations add up to', tags('D55 D71'), async () => {
  const [person, agentId] = [await subscriber(world), await addAgent(world)]
  const refused = () =>
    expectRefused(ratings.rateAgent, [person, { params: { agentId }, body: { stars: 5 } }, 403, 'talk_first'])
  await addPastSession(world, person, agentId, 119)
  expect(await person.client.call(ratings.ratings)).toEqual([])
  await refused()
  // A conversation that was too short does not count.
  await addPastSession(world, person, agentId, 9)
  await refused()
  await addPastSession(world, person, agentId, 10)
  expect(await person.client.call(ratings.ratings)).toEqual([{ agentId, stars: null, ratedAt: null }])
  const params = { agentId: await addAgent(world) }
  await expectRefused(ratings.rateAgent, [person, { params, body: { stars: 5 } }, 403, 'talk_first'])
  expect(await starsOf(person)).toEqual([])
  expect(await rate(person, agentId, 2)).toEqual({ agentId, stars: 2, ratedAt: expect.stringMatching(/Z$/) })
  expect((await rate(person, agentId, 3)).stars).toBe(3)
  for (const stars of [0, 6, 4.5, -1, '5', null])
    await expectRefused(ratings.rateAgent, [person, { params: { agentId }, body: { stars } }, 400, { field: 'stars' }])
  expect(await starsOf(person)).toEqual([{ stars: 3 }])
  expect(await person.client.call(ratings.ratings)).toMatchObject([{ agentId, stars: 3 }])
  expect(await guest.client.call(ratings.ratings)).toEqual([])
})

it("a rating is people's average from the fifth on, and an editor's before", tags('D55'), async () => {
  const agentId = await addAgent(world, { ratingTenths: 41 })
  for (const stars of [5, 4, 4, 5]) {
    const person = await subscriber(world)
    await addPastSession(world, person, agentId, 130)
    await rate(person, agentId, stars)
  }
  expect(await listed(guest, agentId)).toMatchObject({ rating: 4.1, ratingSource: 'editorial', ratingCount: 4 })
  await addPastSession(world, reader, agentId, 130)
  await rate(reader, agentId, 3)
  expect(await listed(guest, agentId)).toMatchObject({ rating: 4.2, ratingSource: 'people', ratingCount: 5 })
  await rate(reader, agentId, 1)
  const rated = { rating: 3.8, ratingSource: 'people', ratingCount: 5 }
  expect([await listed(guest, agentId), await page(world.visitor(), agentId)]).toMatchObject([rated, rated])
})
