import { submitRequest } from '#contract/agents/requests.ts'
import { addAgent, expect, it, ownWorld, platformAdmin, registered, type TestClient } from '#tests/calls.ts'
import { mailAfterUndo } from '../../../kit/agents/requests.ts'

// Two platform admins who have the same request for an agent open (D187).

const world = await ownWorld()

async function open() {
  const [ada, bob, person] = [await platformAdmin(world), await platformAdmin(world), await registered(world)]
  const asked = { agentName: 'Coach', description: 'Helps', useCase: 'Sales Training', priority: 'low' } as const
  const { id } = await person.client.call(submitRequest, { body: asked })
  const set = async (client: TestClient, body: object) => {
    const reply = await client.request('PATCH', `/api/admin/agent-requests/${id}/status`, body)
    return [reply.status, reply.body.present ?? reply.body.status]
  }
  const row = async () => {
    const [found] = await world.sql(
      `select status, agent_id, (select count(*)::integer from agent_request_change where request_id = $1) as changes
       from agent_request where id = $1`,
      [id],
    )
    return Object.values(found ?? {})
  }
  const countMessages = async () => (await mailAfterUndo(world, person)).length
  return { ada: ada.client, bob: bob.client, person: person.client, set, row, countMessages }
}

it("an admin who has not seen another's status overwrites it only on purpose, and nobody is notified twice (D187)", async () => {
  const { ada, bob, person, set, row, countMessages } = await open()
  const began = { status: 'received' }
  for (const [client, status] of [
    [world.visitor(), 401],
    [person, 403],
  ] as const) {
    expect((await set(client, { status: 'denied', before: began }))[0]).toBe(status)
  }
  expect(await row()).toEqual(['received', null, 1])
  expect(await set(ada, { status: 'approved', before: began })).toEqual([200, 'approved'])
  // A note with the former status would revert it.
  expect(await set(bob, { status: 'received', note: 'Thank you.', before: began })).toEqual([
    409,
    { status: 'approved' },
  ])
  expect(await row()).toEqual(['approved', null, 2])
  expect(await set(bob, { status: 'approved', note: 'Thank you.', before: began })).toEqual([200, 'approved'])
  expect(await set(bob, { status: 'denied', before: { status: 'approved' } })).toEqual([200, 'denied'])
  expect(await row()).toEqual(['denied', null, 4])
  expect([await countMessages(), await countMessages()]).toEqual([3, 3])
})

it('the agent that another admin named is compared as well (D187)', async () => {
  const { ada, bob, set, row } = await open()
  const [one, other] = [await addAgent(world), await addAgent(world)]
  const began = { status: 'published', agentId: null }
  expect((await set(ada, { status: 'published', agentId: one }))[0]).toBe(200)
  expect(await set(bob, { status: 'published', agentId: other, before: began })).toEqual([409, { agentId: one }])
  expect((await row()).slice(0, 2)).toEqual(['published', one])
})
