import * as adminRequests from '#contract/agents/admin-requests.ts'
import * as requests from '#contract/agents/requests.ts'
import * as voice from '#contract/conversations/voice.ts'
import * as messages from '#contract/messages/messages.ts'
import * as kit from '#tests/calls.ts'
import { mailAfterUndo, requestAgent, setStatusAs, statusChanges, wanted } from '../../../kit/agents/requests.ts'
import { changeAgentAs, expectWrong, useStrictLimits } from '#tests/calls.ts'

const { actsOn, addAgent, expect, expectRefused, it, member, organization, registered, tags } = kit
type TestPerson = kit.TestPerson
const world = await kit.sharedWorld()
const [ada, bob] = [await kit.platformAdmin(world), await kit.platformAdmin(world)]

const submit = (person: TestPerson, more: object = {}) =>
  person.client.request('POST', '/api/agent-requests', { ...wanted, ...more })
const requestsOf = ({ client }: TestPerson) => client.call(requests.agentRequests)
const setStatus = (id: string, body: object, by = ada) => setStatusAs(by, id, body)
const undo = (id: string, by = ada) => by.client.request('POST', `/api/admin/agent-requests/${id}/undo`, {})
const newsIn = (mail: messages.Communication[]) => mail.filter(({ audience }) => audience === 'person')
const mailOf = async (person: TestPerson) => newsIn(await mailAfterUndo(world, person))
const newsOf = async (person: TestPerson) => newsIn(await person.client.call(messages.communications))
const changesOf = (id: string) => statusChanges(world, id)
const open = async (person?: TestPerson) => {
  const by = person ?? (await registered(world))
  return { person: by, id: (await requestAgent(by)).id }
}

it('the list has requests with their person and organization', tags('S458 S479 S594 D61'), async () => {
  const firm = await organization(world)
  const [person, worker] = [await registered(world, { firstName: 'Zoe' }), await member(world, firm.id)]
  const [mine, theirs] = [await requestAgent(person), await requestAgent(worker)]
  const list = await ada.client.call(adminRequests.adminRequests, { query: {} })
  const by = { id: person.id, email: person.email, firstName: 'Zoe', lastName: 'Person' }
  const history = [{ status: 'received', note: null, changedAt: mine.createdAt, changedBy: by }]
  const shown = list.find(({ id }) => id === mine.id)
  expect(shown).toEqual({ ...mine, person: by, organization: null, agent: null, history })
  const [ofFirm] = await world.sql('select id, name from organization where id = $1', [firm.id])
  const other = list.find(({ id }) => id === theirs.id)
  expect(other).toMatchObject({ ...wanted, status: 'received', organization: ofFirm })
  expect(list.map(({ id }) => id).slice(0, 2)).toEqual([theirs.id, mine.id])
})

it('the list is searched, filtered, sorted and paged', tags('D150 D166'), async () => {
  const [one, two] = [await registered(world, { firstName: 'Abel' }), await registered(world, { firstName: 'Cleo' })]
  await requestAgent(two, 'Quax Alpha')
  const beta = await requestAgent(one, 'Quax Beta')
  await requestAgent(two, 'Quax 100%')
  await setStatus(beta.id, { status: 'in progress' })
  for (const [query, names, total] of [
    [{}, '100% Beta Alpha', 3],
    [{ sort: 'created' }, 'Alpha Beta 100%', 3],
    [{ sort: 'agent' }, '100% Alpha Beta', 3],
    [{ sort: '-agent' }, 'Beta Alpha 100%', 3],
    [{ sort: 'person', limit: 1 }, 'Beta', 3],
    [{ limit: 1, offset: 1 }, 'Beta', 3],
    [{ offset: 9 }, '', 3],
    [{ status: 'in progress' }, 'Beta', 1],
    [{ search: '100%' }, '100%', 1],
    [{ search: one.email }, 'Beta', 1],
  ] as const) {
    const reply = await ada.client.try(adminRequests.adminRequests, { query: { search: 'quax', ...query } })
    const found = reply.body.map(({ agentName }: { agentName: string }) => agentName.slice(5)).join(' ')
    expect([query, found, reply.headers.get('x-total-count')]).toEqual([query, names, String(total)])
  }
  await expectRefused(
    adminRequests.adminRequests,
    [ada, { query: { status: 'pending' } }, 400, { code: 'invalid_query', field: 'status' }],
    [ada, { query: { sort: 'description' } }, 400, { code: 'invalid_query', field: 'sort' }],
  )
})

it('any status follows any other, recorded and mailed', tags('S489 S490 S595 D61 D153'), async () => {
  const { person, id } = await open()
  const steps = ['published', 'received', 'denied', 'approved', 'reviewed', 'in progress', 'already exists'] as const
  for (const status of steps) {
    const reply = await setStatus(id, { status, note: `  About ${status}.  ` })
    expect(reply).toMatchObject({ status: 200, body: { id, status } })
    expect(await requestsOf(person)).toMatchObject([{ id, status, agentId: null }])
    const [newest] = await mailOf(person)
    expect(newest).toMatchObject({ toUserId: person.id, fromUserId: ada.id, isUnread: true })
    expect(newest?.subject).toBe('Your agent request: Negotiation Coach')
    expect(newest?.message).toContain(`\n\nAbout ${status}.`)
  }
  const changes = await changesOf(id)
  expect(changes.map(({ to_status }) => to_status)).toEqual(['received', ...steps])
  expect(Object.values(changes[1] ?? {})).toEqual(['received', 'published', 'About published.', ada.id])
  const acts = await actsOn(ada, 'agent_request', id)
  expect(acts).toHaveLength(7)
  const [before, after] = [{ status: 'in progress' }, { status: 'already exists' }]
  expect(acts[0]).toMatchObject({ action: 'agent_request.status', before, after, targetName: 'Negotiation Coach' })
  // The note to the person stays out of the record.
  expect(JSON.stringify(acts)).not.toContain('About')
  const [listed] = await ada.client.call(adminRequests.adminRequests, { query: { search: person.email } })
  expect(listed?.history.at(-1)).toMatchObject({ note: 'About already exists.', changedBy: { email: ada.email } })
})

it('other statuses, long notes and unknown ids are refused', tags('S595 D60 D61'), async () => {
  const { id } = await open()
  const [params, agentId] = [{ id }, await addAgent(world)]
  const call = adminRequests.setRequestStatus
  for (const [body, field] of [
    [{ status: 'x' }, 'status'],
    [{ status: 'pending' }, 'status'],
    [{}, 'status'],
    [{ status: 'denied', note: 'x'.repeat(501) }, 'note'],
    [{ status: 'published', agentId: 'x' }, 'agentId'],
    [{ status: 'denied', agentId }, 'agentId'],
  ] as const)
    await expectRefused(call, [ada, { params, body }, 400, { field }])
  const unknown = { status: 'published', agentId: crypto.randomUUID() }
  await expectRefused(call, [ada, { params, body: unknown }, 404, 'agent_not_found'])
  for (const other of [crypto.randomUUID(), 'no-id'])
    await expectRefused(call, [ada, { params: { id: other }, body: { status: 'denied' } }, 404, {}])
  expect(await changesOf(id)).toHaveLength(1)
  expect((await setStatus(id, { status: 'denied', note: 'é'.repeat(500) })).status).toBe(200)
})

it('the same status without a note is no news, and with one it is sent', tags('D61'), async () => {
  const { person, id } = await open()
  expect(await setStatus(id, { status: 'received' })).toMatchObject({ status: 200, body: { status: 'received' } })
  expect([await mailOf(person), await actsOn(ada, 'agent_request', id)]).toEqual([[], []])
  expect(await changesOf(id)).toHaveLength(1)
  await setStatus(id, { status: 'received', note: 'Next in line.' })
  expect([(await changesOf(id)).length, (await mailOf(person)).length]).toEqual([2, 1])
})

it('two changes at once follow one another', tags('D61'), async () => {
  const { id } = await open()
  await Promise.all([setStatus(id, { status: 'approved' }), setStatus(id, { status: 'denied' }, bob)])
  const [first, second, third] = await changesOf(id)
  expect([second?.from_status, third?.from_status]).toEqual([first?.to_status, second?.to_status])
})

it("an admin overwrites another's status only on purpose", tags('D187'), async () => {
  const { person, id } = await open()
  const set = async (by: TestPerson, body: object) => {
    const { status, body: answer } = await setStatus(id, body, by)
    return [status, answer.present ?? answer.status]
  }
  const before = { status: 'received' }
  expect(await set(ada, { status: 'approved', before })).toEqual([200, 'approved'])
  // A note with the former status would revert it.
  const late = { status: 'received', note: 'Thank you.', before }
  expect(await set(bob, late)).toEqual([409, { status: 'approved' }])
  expect(await changesOf(id)).toHaveLength(2)
  expect(await set(bob, { ...late, status: 'approved' })).toEqual([200, 'approved'])
  expect(await set(bob, { status: 'denied', before: { status: 'approved' } })).toEqual([200, 'denied'])
  const states = (await changesOf(id)).map(({ to_status }) => to_status)
  expect(states).toEqual(['received', 'approved', 'approved', 'denied'])
  expect([(await mailOf(person)).length, (await mailOf(person)).length]).toEqual([3, 3])
  // The agent that another admin named is compared as well.
  const [one, other] = [await addAgent(world), await addAgent(world)]
  await setStatus(id, { status: 'published', agentId: one })
  const stale = { status: 'published', agentId: other, before: { status: 'published', agentId: null } }
  expect(await set(bob, stale)).toEqual([409, { agentId: one }])
  expect(await requestsOf(person)).toMatchObject([{ agentId: one }])
})

it('a status is taken back within ten seconds, unheard', tags('D188'), async () => {
  const { person, id } = await open()
  expect((await undo(id)).body.code).toBe('too_late')
  const agentId = await addAgent(world)
  await setStatus(id, { status: 'published', agentId })
  await setStatus(id, { status: 'denied', note: 'Oops.' })
  expect((await undo(id, bob)).body.code).toBe('too_late')
  expect(await newsOf(person)).toEqual([])
  expect(await undo(id)).toMatchObject({ status: 200, body: { id, status: 'published', agentId } })
  const [act] = await actsOn(ada, 'agent_request', id)
  const [before, after] = [{ status: 'denied', agentId: null } as const, { status: 'published', agentId }]
  expect(act).toMatchObject({ action: 'agent_request.undo', before, after })
  try {
    // Moving the clock runs the upkeep, which sends what is due.
    await world.services.clock.setOffset(11_000)
    expect((await newsOf(person)).map(({ message }) => message)).toEqual([expect.stringContaining('was published.')])
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    expect(await newsOf(person)).toHaveLength(1)
  } finally {
    await world.services.clock.setOffset(0)
  }
  expect((await changesOf(id)).map(({ to_status }) => to_status)).toEqual(['received', 'published'])
  expect(await undo(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'request_not_found' } })
})

it('each message is sent once, however many processes send', async () => {
  const { person, id } = await open()
  await setStatus(id, { status: 'approved' })
  await Promise.all([mailOf(person), mailOf(person), mailOf(person)])
  expect(await newsOf(person)).toHaveLength(1)
})

it('a request is linked with its agent while it is published', tags('D61'), async () => {
  const { person, id } = await open()
  const agent = { id: await addAgent(world, { name: 'Hard Buyer' }), name: 'Hard Buyer' }
  const publish = async (more: object) => (await setStatus(id, { status: 'published', ...more })).body
  expect(await publish({ agentId: agent.id })).toMatchObject({ agentId: agent.id, agent })
  expect((await mailOf(person))[0]?.message).toContain('“Hard Buyer”')
  expect(await requestsOf(person)).toMatchObject([{ agentId: agent.id }])
  // An omitted field stays.
  expect((await publish({ note: 'Enjoy!' })).agentId).toBe(agent.id)
  expect((await publish({ agentId: null })).agent).toBe(null)
  await publish({ agentId: agent.id })
  expect((await setStatus(id, { status: 'reviewed' })).body).toMatchObject({ agentId: null, agent: null })
  expect(await ada.client.call(adminRequests.agentChoices)).toContainEqual(agent)
})

it('no archived agent is offered or accepted, but one that was named stays', async () => {
  const { person, id } = await open()
  const agentId = await addAgent(world)
  await setStatus(id, { status: 'published', agentId })
  await world.sql('update agent set is_active = false, archived_at = now() where id = $1', [agentId])
  expect((await ada.client.call(adminRequests.agentChoices)).map((choice) => choice.id)).not.toContain(agentId)
  const other = { params: { id: (await open(person)).id }, body: { status: 'published', agentId } }
  const refusal = { code: 'agent_not_found', field: 'agentId' }
  await expectRefused(adminRequests.setRequestStatus, [ada, other, 404, refusal])
  // Only a new note, with the agent unchanged.
  const noted = await setStatus(id, { status: 'published', note: 'It rests now.' })
  expect(noted.body.agent).toMatchObject({ id: agentId })
  expect((await mailOf(person))[0]?.message).not.toContain('in the marketplace')
})

it('an agent is named only to people who see it', tags('D53 D61'), async () => {
  const [firm, agentId] = [await organization(world), await addAgent(world)]
  const [inside, outside] = [await member(world, firm.id), await registered(world)]
  await changeAgentAs(ada, agentId, { isPrivate: true, organizationIds: [firm.id] })
  const linkOf = async (person: TestPerson) => (await requestsOf(person))[0]?.agentId
  for (const person of [inside, outside]) {
    const published = await setStatus((await open(person)).id, { status: 'published', agentId })
    expect(published.body.agentId).toBe(agentId)
  }
  expect([await linkOf(inside), await linkOf(outside)]).toEqual([agentId, null])
  await changeAgentAs(ada, agentId, { isPrivate: false })
  expect(await linkOf(outside)).toBe(agentId)
  await changeAgentAs(ada, agentId, { isActive: false })
  expect(await linkOf(outside)).toBe(null)
})

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

it('people see their own requests with notes, and change none', tags('S179 S230 D61 D62 D166'), async () => {
  const [person, other] = [await registered(world), await registered(world)]
  await submit(other, { agentName: 'Foreign' })
  for (const agentName of ['First', 'Second']) await submit(person, { agentName })
  const [second, first] = await requestsOf(person)
  expect([second?.agentName, first?.agentName]).toEqual(['Second', 'First'])
  expect(await person.client.call(voice.userStats)).toMatchObject({ agentsRequested: 2 })
  const page = await person.client.request('GET', '/api/agent-requests?limit=1&offset=1')
  expect([page.headers.get('x-total-count'), page.body]).toMatchObject(['2', [{ agentName: 'First' }]])
  await setStatus(second?.id ?? '', { status: 'in progress', note: 'We begin next week.' })
  const [changed, ...others] = await requestsOf(person)
  const history = [{ status: 'received' }, { status: 'in progress', note: 'We begin next week.' }]
  expect([changed, others]).toMatchObject([{ id: second?.id, status: 'in progress', history }, [{}]])
  expect(JSON.stringify(changed)).not.toContain(ada.id)
  for (const path of [second?.id, `${second?.id}/status`]) {
    const reply = await person.client.request('PATCH', `/api/agent-requests/${path}`, { status: 'published' })
    expect(reply.status).toBe(404)
  }
})

it('requests are checked', tags('S187 S189 S190 S231 D61 D164'), async () => {
  const person = await registered(world)
  const wrong = {
    agentName: [undefined, '   ', 'x'.repeat(121)],
    description: [undefined, '\n \t', 'x'.repeat(5001)],
    useCase: [undefined, 'Cooking'],
    priority: [undefined, 'urgent'],
  }
  await expectWrong(requests.submitRequest, person, { body: wanted }, wrong)
  expect(await requestsOf(person)).toEqual([])
  const full = { agentName: 'x'.repeat(120), description: 'é'.repeat(5000) }
  for (const useCase of requests.requestUseCases) expect((await submit(person, { ...full, useCase })).status).toBe(201)
  for (const priority of requests.requestPriorities) expect((await submit(person, { priority })).status).toBe(201)
})

it('each person may send 20 requests a day, even all at once', tags('D61'), async () => {
  const [person, other] = [await registered(world), await registered(world)]
  useStrictLimits(world)
  await submit(person)
  await world.sql('update rate_limit set hits = 17 where key = $1', [`agent-request:${person.id}`])
  const replies = await Promise.all(Array.from({ length: 5 }, () => submit(person)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = await submit(person)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_agent_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await requestsOf(person)).toHaveLength(4)
  expect((await submit(other)).status).toBe(201)
})
