import * as requests from '#contract/agents/requests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { beforeAll, describe, expect, it, ownWorld, registered, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const input = {
  agentName: 'Negotiation Coach',
  description: 'Plays a hard buyer and tells me what I gave away.',
  useCase: 'Sales Training',
  priority: 'medium',
} as const

function submit(person: TestPerson, body: object) {
  return person.client.request('POST', '/api/agent-requests', body)
}

it('a request is stored as received, with its first line of history (S134, S231, D60, D61, D165)', async () => {
  const person = await registered(world)
  const reply = await submit(person, { ...input, agentName: '  Negotiation Coach ', status: 'published', userId: 'x' })
  expect(reply).toMatchObject({ status: 201, body: { ...input, userId: person.id, status: 'received' } })
  const [line] = reply.body.history as { changedAt: string }[]
  expect(line).toEqual({ status: 'received', note: null, changedAt: reply.body.createdAt })
  expect(await person.client.call(requests.agentRequests)).toEqual([reply.body])
  expect(await world.sql('select agent_name, status from agent_request where user_id = $1', [person.id])).toEqual([
    { agent_name: 'Negotiation Coach', status: 'received' },
  ])
  const changes = await world.sql('select * from agent_request_change where request_id = $1', [reply.body.id])
  expect(changes).toMatchObject([{ changed_by: person.id, from_status: null, to_status: 'received', note: null }])
})

it('people see only their own requests, newest first, with their number (S230, D62, D166)', async () => {
  const [person, other] = [await registered(world), await registered(world)]
  await submit(other, input)
  await submit(person, { ...input, agentName: 'First' })
  await submit(person, { ...input, agentName: 'Second' })
  const names = (await person.client.call(requests.agentRequests)).map(({ agentName }) => agentName)
  expect(names).toEqual(['Second', 'First'])
  expect(await person.client.call(voice.userStats)).toMatchObject({ agentsRequested: 2 })
  const page = await person.client.request('GET', '/api/agent-requests?limit=1&offset=1')
  expect(page.headers.get('x-total-count')).toBe('2')
  expect(page.body).toMatchObject([{ agentName: 'First' }])
})

it("an admin's change is visible with its note, and people cannot change their own status (S179, D61)", async () => {
  const [person, admin] = [await registered(world), await registered(world)]
  const { body } = await submit(person, input)
  await world.sql("update agent_request set status = 'in progress' where id = $1", [body.id])
  await world.sql(
    `insert into agent_request_change (request_id, changed_by, from_status, to_status, note, changed_at)
     values ($1, $2, 'received', 'in progress', 'We begin next week.', now() + interval '1 minute')`,
    [body.id, admin.id],
  )
  const [request] = await person.client.call(requests.agentRequests)
  expect(request).toMatchObject({
    status: 'in progress',
    history: [
      { status: 'received', note: null },
      { status: 'in progress', note: 'We begin next week.' },
    ],
  })
  expect(JSON.stringify(request)).not.toContain(admin.id)
  for (const path of ['', '/status']) {
    const reply = await person.client.request('PATCH', `/api/agent-requests/${body.id as string}${path}`, {
      status: 'published',
    })
    expect(reply.status).toBe(404)
  }
})

describe('bad input is 400 and stores nothing (S187, S189, S190, S231, D61, D164)', () => {
  let person: TestPerson
  beforeAll(async () => {
    person = await registered(world)
  })

  it.each([
    ['agentName', 'missing', undefined],
    ['agentName', 'blank', '   '],
    ['agentName', 'too long', 'x'.repeat(121)],
    ['description', 'missing', undefined],
    ['description', 'blank', '\n \t'],
    ['description', 'too long', 'x'.repeat(5001)],
    ['useCase', 'missing', undefined],
    ['useCase', 'unknown', 'Cooking'],
    ['priority', 'missing', undefined],
    ['priority', 'unknown', 'urgent'],
  ])('%s %s', async (field, _what, value) => {
    const reply = await submit(person, { ...input, [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', field } })
    expect(await person.client.call(requests.agentRequests)).toEqual([])
  })

  it('accepts every use case and priority, and texts of full length', async () => {
    const full = { agentName: 'x'.repeat(120), description: 'é'.repeat(5000) }
    for (const useCase of requests.requestUseCases)
      expect((await submit(person, { ...input, ...full, useCase })).status).toBe(201)
    for (const priority of requests.requestPriorities)
      expect((await submit(person, { ...input, priority })).status).toBe(201)
  })
})

it('a stranger is refused (S230, S231)', async () => {
  const visitor = world.visitor()
  expect((await visitor.request('GET', '/api/agent-requests')).status).toBe(401)
  expect((await visitor.request('POST', '/api/agent-requests', input)).status).toBe(401)
})

it('each person may send 20 requests a day, even all at once (D61)', async () => {
  world.clock.holdReal()
  const [person, other] = [await registered(world), await registered(world)]
  const replies = await Promise.all(Array.from({ length: 22 }, () => submit(person, input)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = await submit(person, input)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_agent_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await person.client.call(requests.agentRequests)).toHaveLength(20)
  expect((await submit(other, input)).status).toBe(201)
})
