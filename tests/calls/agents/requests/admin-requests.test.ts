import { describe, expect, it } from 'vitest'
import * as adminRequests from '#contract/agents/admin-requests.ts'
import * as requests from '#contract/agents/requests.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'
import { mailAfterUndo, requestAgent, setStatusAs, statusChanges, wanted } from '../../../kit/agents/requests.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const setStatus = (id: string, body: object, by = ada) => setStatusAs(by, id, body)
const mailOf = (person: TestPerson) => mailAfterUndo(world, person)
const changesOf = (id: string) => statusChanges(world, id)

describe('GET /api/admin/agent-requests', () => {
  it("lists everybody's requests with their fields, name, e-mail and organization (S458, S479, S594, D61)", async () => {
    const firm = await organization(world)
    const [person, worker] = [await registered(world, { firstName: 'Zoe' }), await member(world, firm.id)]
    const [mine, theirs] = [await requestAgent(person), await requestAgent(worker)]
    const list = await ada.client.call(adminRequests.adminRequests, { query: {} })
    expect(list.find(({ id }) => id === mine.id)).toEqual({
      ...mine,
      person: { id: person.id, email: person.email, firstName: 'Zoe', lastName: 'Person' },
      organization: null,
      agent: null,
      history: [
        {
          status: 'received',
          note: null,
          changedAt: mine.createdAt,
          changedBy: { id: person.id, email: person.email, firstName: 'Zoe', lastName: 'Person' },
        },
      ],
    })
    const [row] = await world.sql<{ name: string }>('select name from organization where id = $1', [firm.id])
    expect(list.find(({ id }) => id === theirs.id)).toMatchObject({
      ...wanted,
      status: 'received',
      organization: { id: firm.id, name: row?.name },
    })
    expect(list.map(({ id }) => id).indexOf(theirs.id)).toBeLessThan(list.map(({ id }) => id).indexOf(mine.id))
  })

  it('is refused to everybody else: 403, a stranger 401, including the status (S541, S594, D142 [S])', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { id } = await requestAgent(person)
    for (const who of [person, await member(world, firm.id), firm.owner]) {
      const list = await who.client.try(adminRequests.adminRequests, { query: {} })
      expect([list.status, list.body.code]).toEqual([403, 'forbidden'])
      expect((await setStatus(id, { status: 'published' }, who)).status).toBe(403)
    }
    expect((await world.visitor().request('GET', '/api/admin/agent-requests')).status).toBe(401)
    expect(await changesOf(id)).toHaveLength(1)
  })

  it('searches, filters, sorts both ways and pages with the total (D150, D166)', async () => {
    const [one, two] = [await registered(world, { firstName: 'Abel' }), await registered(world, { firstName: 'Cleo' })]
    await requestAgent(two, 'Quax Alpha')
    const beta = await requestAgent(one, 'Quax Beta')
    await requestAgent(two, 'Quax 100%')
    await setStatus(beta.id, { status: 'in progress' })
    const find = async (query: object) => {
      const reply = await ada.client.try(adminRequests.adminRequests, { query: { search: 'quax', ...query } })
      const names = reply.body.map(({ agentName }: { agentName: string }) => agentName.slice(5))
      return [names, reply.headers.get('x-total-count')]
    }
    expect(await find({})).toEqual([['100%', 'Beta', 'Alpha'], '3'])
    expect(await find({ sort: 'created' })).toEqual([['Alpha', 'Beta', '100%'], '3'])
    expect(await find({ sort: 'agent' })).toEqual([['100%', 'Alpha', 'Beta'], '3'])
    expect(await find({ sort: '-agent' })).toEqual([['Beta', 'Alpha', '100%'], '3'])
    expect(await find({ sort: 'person', limit: 1 })).toEqual([['Beta'], '3'])
    expect(await find({ limit: 1, offset: 1 })).toEqual([['Beta'], '3'])
    expect(await find({ offset: 9 })).toEqual([[], '3'])
    expect(await find({ status: 'in progress' })).toEqual([['Beta'], '1'])
    expect(await find({ search: '100%' })).toEqual([['100%'], '1'])
    expect(await find({ search: one.email })).toEqual([['Beta'], '1'])
    for (const [query, field] of [
      ['status=pending', 'status'],
      ['sort=description', 'sort'],
    ]) {
      const wrong = await ada.client.request('GET', `/api/admin/agent-requests?${query}`)
      expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_query', field } })
    }
  })
})

describe('PATCH /api/admin/agent-requests/:id/status', () => {
  it('sets any status from any other, with history, a message and a record (S489, S490, S595, D61, D153 [S])', async () => {
    const person = await registered(world)
    const { id } = await requestAgent(person)
    const steps = ['published', 'received', 'denied', 'approved', 'reviewed', 'in progress', 'already exists'] as const
    for (const status of steps) {
      const reply = await setStatus(id, { status, note: `  About ${status}.  ` })
      expect(reply).toMatchObject({ status: 200, body: { id, status } })
      expect(await person.client.call(requests.agentRequests)).toMatchObject([{ id, status, agentId: null }])
      const [newest] = await mailOf(person)
      expect(newest).toMatchObject({ audience: 'person', toUserId: person.id, fromUserId: ada.id, isUnread: true })
      expect(newest?.subject).toBe('Your agent request: Negotiation Coach')
      expect(newest?.message).toContain(`\n\nAbout ${status}.`)
    }
    const changes = await changesOf(id)
    expect(changes.map(({ to_status }) => to_status)).toEqual(['received', ...steps])
    expect(changes[1]).toEqual({
      from_status: 'received',
      to_status: 'published',
      note: 'About published.',
      changed_by: ada.id,
    })
    const acts = await actsOn(ada, 'agent_request', id)
    expect(acts).toHaveLength(7)
    expect(acts[0]).toMatchObject({
      action: 'agent_request.status',
      before: { status: 'in progress' },
      after: { status: 'already exists' },
      targetName: 'Negotiation Coach',
    })
    // The note to the person stays out of the record.
    expect(JSON.stringify(acts)).not.toContain('About')
    const [listed] = await ada.client.call(adminRequests.adminRequests, { query: { search: person.email } })
    expect(listed?.history.at(-1)).toMatchObject({ note: 'About already exists.', changedBy: { email: ada.email } })
  })

  it('refuses other values, a note that is too long, and unknown requests (S595, D60, D61)', async () => {
    const { id } = await requestAgent(await registered(world))
    for (const [body, field] of [
      [{ status: 'x' }, 'status'],
      [{ status: 'pending' }, 'status'],
      [{}, 'status'],
      [{ status: 'denied', note: 'x'.repeat(501) }, 'note'],
      [{ status: 'published', agentId: 'x' }, 'agentId'],
      [{ status: 'denied', agentId: await addAgent(world) }, 'agentId'],
    ] as const) {
      expect(await setStatus(id, body)).toMatchObject({ status: 400, body: { field } })
    }
    expect(await setStatus(id, { status: 'published', agentId: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'agent_not_found' },
    })
    expect(await changesOf(id)).toHaveLength(1)
    for (const unknown of [crypto.randomUUID(), 'no-id']) {
      expect((await setStatus(unknown, { status: 'denied' })).status).toBe(404)
    }
    expect((await setStatus(id, { status: 'denied', note: 'é'.repeat(500) })).status).toBe(200)
  })

  it('repeats no news: the same status without a note changes nothing, and with one it is sent (D61)', async () => {
    const person = await registered(world)
    const { id } = await requestAgent(person)
    expect(await setStatus(id, { status: 'received' })).toMatchObject({ status: 200, body: { status: 'received' } })
    expect(await changesOf(id)).toHaveLength(1)
    expect((await mailOf(person)).filter(({ audience }) => audience === 'person')).toEqual([])
    expect(await actsOn(ada, 'agent_request', id)).toEqual([])
    await setStatus(id, { status: 'received', note: 'Next in line.' })
    expect(await changesOf(id)).toHaveLength(2)
    expect((await mailOf(person)).filter(({ audience }) => audience === 'person')).toHaveLength(1)
  })

  it('handles two admins at once one after the other (D61)', async () => {
    const { id } = await requestAgent(await registered(world))
    const bob = await platformAdmin(world)
    await Promise.all([setStatus(id, { status: 'approved' }), setStatus(id, { status: 'denied' }, bob)])
    const [first, second, third] = await changesOf(id)
    expect(second?.from_status).toBe(first?.to_status)
    expect(third?.from_status).toBe(second?.to_status)
  })
})
