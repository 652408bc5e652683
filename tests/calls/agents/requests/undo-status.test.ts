import { describe, expect, it } from 'vitest'
import * as messages from '#contract/messages/messages.ts'
import { actsOn, addAgent, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { mailAfterUndo, requestAgent, setStatusAs, statusChanges } from '../../../kit/agents/requests.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const setStatus = (id: string, body: object) => setStatusAs(ada, id, body)
const mailOf = (person: TestPerson) => mailAfterUndo(world, person)
const changesOf = (id: string) => statusChanges(world, id)

describe('POST /api/admin/agent-requests/:id/undo', () => {
  const undo = (id: string, by = ada) => by.client.request('POST', `/api/admin/agent-requests/${id}/undo`, {})
  const later = (seconds: number) => world.services.clock.setOffset(seconds * 1000)
  const newsOf = async (person: TestPerson) =>
    (await person.client.call(messages.communications)).filter(({ audience }) => audience === 'person')

  it('takes a status back within ten seconds, and the person hears nothing of it (D188)', async () => {
    const person = await registered(world)
    const { id } = await requestAgent(person)
    const agentId = await addAgent(world)
    await setStatus(id, { status: 'published', agentId })
    await setStatus(id, { status: 'denied', note: 'Oops.' })
    expect(await newsOf(person)).toEqual([])
    expect(await undo(id)).toMatchObject({ status: 200, body: { id, status: 'published', agentId } })
    expect((await changesOf(id)).map(({ to_status }) => to_status)).toEqual(['received', 'published'])
    const [act] = await actsOn(ada, 'agent_request', id)
    expect(act).toMatchObject({
      action: 'agent_request.undo',
      before: { status: 'denied', agentId: null },
      after: { status: 'published', agentId },
    })
    try {
      // Moving the clock runs the upkeep, which sends what is due.
      await later(11)
      expect((await newsOf(person)).map(({ message }) => message)).toEqual([expect.stringContaining('was published.')])
      expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
      expect(await newsOf(person)).toHaveLength(1)
    } finally {
      await later(0)
    }
    expect((await changesOf(id)).at(-1)?.to_status).toBe('published')
  })

  it('sends each message once, however many processes send', async () => {
    const person = await registered(world)
    await setStatus((await requestAgent(person)).id, { status: 'approved' })
    await Promise.all([mailOf(person), mailOf(person), mailOf(person)])
    expect(await newsOf(person)).toHaveLength(1)
  })

  it('is refused for another admin’s change, without one, for unknown requests and to everybody else', async () => {
    const person = await registered(world)
    const { id } = await requestAgent(person)
    expect((await undo(id)).body.code).toBe('too_late')
    await setStatus(id, { status: 'denied' })
    expect((await undo(id, await platformAdmin(world))).body.code).toBe('too_late')
    expect(await undo(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'request_not_found' } })
    expect((await undo(id, person)).status).toBe(403)
    expect(await changesOf(id)).toHaveLength(2)
  })
})
