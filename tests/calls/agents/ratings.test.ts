import * as agents from '#contract/agents/agents.ts'
import * as ratings from '#contract/agents/ratings.ts'
import { addAgent, describe, expect, it, ownWorld, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'

const world = await ownWorld()
const agentId = await addAgent(world, { ratingTenths: 47 })

function rate(person: TestPerson, stars: number, of = agentId) {
  return person.client.try(ratings.rateAgent, { params: { agentId: of }, body: { stars } })
}

async function talker(seconds = 120): Promise<TestPerson> {
  const person = await subscriber(world)
  await addPastSession(world, person, agentId, seconds)
  return person
}

function rowsOf(person: TestPerson) {
  return world.sql<{ stars: number }>('select stars from agent_rating where user_id = $1', [person.id])
}

describe('PUT /api/user/ratings/{agentId} (D55)', () => {
  it('is for signed-in people, and stores nothing for strangers', async () => {
    const reply = await world.visitor().try(ratings.rateAgent, { params: { agentId }, body: { stars: 5 } })
    expect(reply.status).toBe(401)
    expect((await world.visitor().try(ratings.ratings)).status).toBe(401)
    expect(await world.sql('select * from agent_rating')).toEqual([])
  })

  it('requires 2 minutes of talk with this agent, which short conversations add up to', async () => {
    const person = await talker(119)
    expect(await person.client.call(ratings.ratings)).toEqual([])
    const refused = await rate(person, 5)
    expect([refused.status, refused.body.code]).toEqual([403, 'talk_first'])
    expect(await rowsOf(person)).toEqual([])
    // A conversation that was too short does not count (D71).
    await addPastSession(world, person, agentId, 9)
    expect((await rate(person, 5)).status).toBe(403)
    await addPastSession(world, person, agentId, 10)
    expect(await person.client.call(ratings.ratings)).toEqual([{ agentId, stars: null, ratedAt: null }])
    const other = await addAgent(world)
    expect((await rate(person, 5, other)).status).toBe(403)
    expect((await rate(person, 4)).status).toBe(200)
    expect(await rowsOf(person)).toEqual([{ stars: 4 }])
  })

  it('is given once and can be changed; nobody else sees it', async () => {
    const [person, other] = [await talker(), await registered(world)]
    expect((await rate(person, 2)).body).toEqual({ agentId, stars: 2, ratedAt: expect.stringMatching(/Z$/) })
    expect((await rate(person, 5)).body.stars).toBe(5)
    expect(await rowsOf(person)).toEqual([{ stars: 5 }])
    expect(await person.client.call(ratings.ratings)).toMatchObject([{ agentId, stars: 5 }])
    expect(await other.client.call(ratings.ratings)).toEqual([])
  })

  it.each([0, 6, 4.5, -1, '5', null])('refuses %s stars and changes nothing', async (stars) => {
    const person = await talker()
    await rate(person, 3)
    const reply = await person.client.request('PUT', `/api/user/ratings/${agentId}`, { stars })
    expect(reply).toMatchObject({ status: 400, body: { field: 'stars' } })
    expect(await rowsOf(person)).toEqual([{ stars: 3 }])
  })

  it('is 404 for an agent that this person may not see', async () => {
    const person = await subscriber(world)
    const hidden = await addAgent(world, { isPrivate: true })
    for (const id of [hidden, crypto.randomUUID(), 'no-id']) expect((await rate(person, 5, id)).status).toBe(404)
    expect(await rowsOf(person)).toEqual([])
  })
})

it("the rating is people's average from the fifth on, with one decimal, and an editor's before (D55)", async () => {
  const rated = await addAgent(world, { ratingTenths: 41 })
  const viewer = await registered(world)
  const seen = async () => (await viewer.client.call(agents.agents)).find(({ id }) => id === rated)
  for (const stars of [5, 4, 4, 5]) {
    const person = await subscriber(world)
    await addPastSession(world, person, rated, 130)
    await rate(person, stars, rated)
  }
  expect(await seen()).toMatchObject({ rating: 4.1, ratingSource: 'editorial', ratingCount: 4 })
  const fifth = await subscriber(world)
  await addPastSession(world, fifth, rated, 130)
  await rate(fifth, 3, rated)
  expect(await seen()).toMatchObject({ rating: 4.2, ratingSource: 'people', ratingCount: 5 })
  await rate(fifth, 1, rated)
  expect(await seen()).toMatchObject({ rating: 3.8, ratingSource: 'people', ratingCount: 5 })
  const page = await world.visitor().call(agents.agentPage, { params: { agentId: rated } })
  expect(page).toMatchObject({ rating: 3.8, ratingSource: 'people' })
})
