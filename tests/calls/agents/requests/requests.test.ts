import { expect, it } from 'vitest'
import * as requests from '#contract/agents/requests.ts'
import * as voice from '#contract/conversations/voice.ts'
import { ownWorld, registered, tags, type TestPerson } from '#tests/calls.ts'
import { wanted } from '../../../kit/agents/requests.ts'
import { expectWrong } from '../../../kit/world/wrong-fields.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const submit = (person: TestPerson, more: object = {}) =>
  person.client.request('POST', '/api/agent-requests', { ...wanted, ...more })
const requestsOf = ({ client }: TestPerson) => client.call(requests.agentRequests)

it('a request is received, with a first line of history', tags('S134 S231 D60 D61 D165'), async () => {
  const person = await registered(world)
  const reply = await submit(person, { agentName: '  Negotiation Coach ', status: 'published', userId: 'x' })
  expect(reply).toMatchObject({ status: 201, body: { ...wanted, userId: person.id, status: 'received' } })
  const [line] = reply.body.history as { changedAt: string }[]
  expect(line).toEqual({ status: 'received', note: null, changedAt: reply.body.createdAt })
  expect(await requestsOf(person)).toEqual([reply.body])
  const changes = await world.sql('select * from agent_request_change where request_id = $1', [reply.body.id])
  expect(changes).toMatchObject([{ changed_by: person.id, from_status: null, to_status: 'received', note: null }])
})

it('people see only their own requests, newest first', tags('S230 D62 D166'), async () => {
  const [person, other] = [await registered(world), await registered(world)]
  for (const [by, agentName] of [
    [other, 'Foreign'],
    [person, 'First'],
    [person, 'Second'],
  ] as const)
    await submit(by, { agentName })
  expect((await requestsOf(person)).map(({ agentName }) => agentName)).toEqual(['Second', 'First'])
  expect(await person.client.call(voice.userStats)).toMatchObject({ agentsRequested: 2 })
  const page = await person.client.request('GET', '/api/agent-requests?limit=1&offset=1')
  expect([page.headers.get('x-total-count'), page.body]).toMatchObject(['2', [{ agentName: 'First' }]])
})

it('people see changes with their note, and make none', tags('S179 D61'), async () => {
  const [person, admin] = [await registered(world), await registered(world)]
  const { body } = await submit(person)
  await world.sql("update agent_request set status = 'in progress' where id = $1", [body.id])
  await world.sql(
    `insert into agent_request_change (request_id, changed_by, from_status, to_status, note, changed_at)
     values ($1, $2, 'received', 'in progress', 'We begin next week.', now() + interval '1 minute')`,
    [body.id, admin.id],
  )
  const [request] = await requestsOf(person)
  const [first, second] = [
    { status: 'received', note: null },
    { status: 'in progress', note: 'We begin next week.' },
  ]
  expect(request).toMatchObject({ status: 'in progress', history: [first, second] })
  expect(JSON.stringify(request)).not.toContain(admin.id)
  for (const path of [body.id, `${String(body.id)}/status`]) {
    const reply = await person.client.request('PATCH', `/api/agent-requests/${String(path)}`, { status: 'published' })
    expect(reply.status).toBe(404)
  }
})

it('requests are checked', tags('S187 S189 S190 S231 D61 D164'), async () => {
  const person = await registered(world)
  await expectWrong(
    requests.submitRequest,
    person,
    { body: wanted },
    {
      agentName: [undefined, '   ', 'x'.repeat(121)],
      description: [undefined, '\n \t', 'x'.repeat(5001)],
      useCase: [undefined, 'Cooking'],
      priority: [undefined, 'urgent'],
    },
  )
  expect(await requestsOf(person)).toEqual([])
  const full = { agentName: 'x'.repeat(120), description: 'é'.repeat(5000) }
  for (const useCase of requests.requestUseCases) expect((await submit(person, { ...full, useCase })).status).toBe(201)
  for (const priority of requests.requestPriorities) expect((await submit(person, { priority })).status).toBe(201)
})

it('each person may send 20 requests a day, even all at once', tags('D61'), async () => {
  world.clock.holdReal()
  const [person, other] = [await registered(world), await registered(world)]
  const replies = await Promise.all(Array.from({ length: 22 }, () => submit(person)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = await submit(person)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_agent_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await requestsOf(person)).toHaveLength(20)
  expect((await submit(other)).status).toBe(201)
})
