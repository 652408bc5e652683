import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as adminRequests from '#contract/agents/admin-requests.ts'
import * as requests from '#contract/agents/requests.ts'
import { addAgent, expect, it, platformAdmin, registered, sharedWorld, type TestPerson } from '#tests/calls.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'
import { mailAfterUndo, requestAgent, setStatusAs } from '../../../kit/agents/requests.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)

const setStatus = (id: string, body: object) => setStatusAs(ada, id, body)
const mailOf = (person: TestPerson) => mailAfterUndo(world, person)

it('links a published request with its agent until it is no longer published (D61)', async () => {
  const person = await registered(world)
  const { id } = await requestAgent(person)
  const agentId = await addAgent(world, { name: 'Hard Buyer' })
  expect(await setStatus(id, { status: 'published', agentId })).toMatchObject({
    status: 200,
    body: { agentId, agent: { id: agentId, name: 'Hard Buyer' } },
  })
  expect((await mailOf(person))[0]?.message).toContain('“Hard Buyer”')
  expect(await person.client.call(requests.agentRequests)).toMatchObject([{ agentId }])
  // An omitted field stays.
  expect((await setStatus(id, { status: 'published', note: 'Enjoy!' })).body.agentId).toBe(agentId)
  expect((await setStatus(id, { status: 'published', agentId: null })).body.agent).toBe(null)
  await setStatus(id, { status: 'published', agentId })
  expect((await setStatus(id, { status: 'reviewed' })).body).toMatchObject({ agentId: null, agent: null })
  const choices = await ada.client.call(adminRequests.agentChoices)
  expect(choices).toContainEqual({ id: agentId, name: 'Hard Buyer' })
})

it('offers and accepts no archived agent, but keeps one that was named before', async () => {
  const person = await registered(world)
  const { id } = await requestAgent(person)
  const agentId = await addAgent(world, { name: 'Old Buyer' })
  await setStatus(id, { status: 'published', agentId })
  await world.sql('update agent set is_active = false, archived_at = now() where id = $1', [agentId])
  const choices = await ada.client.call(adminRequests.agentChoices)
  expect(choices.map((choice) => choice.id)).not.toContain(agentId)
  expect(await setStatus((await requestAgent(person)).id, { status: 'published', agentId })).toMatchObject({
    status: 404,
    body: { code: 'agent_not_found', field: 'agentId' },
  })
  // Only a new note, with the agent unchanged.
  expect((await setStatus(id, { status: 'published', note: 'It rests now.' })).body.agent).toMatchObject({
    id: agentId,
  })
  expect((await mailOf(person))[0]?.message).not.toContain('in the marketplace')
})

it('names an agent only to people who see it: a private one to its members, where they work for it (D53, D61)', async () => {
  const [firm, agentId] = [await organization(world), await addAgent(world)]
  const [inside, outside] = [await member(world, firm.id), await registered(world)]
  const body = { isPrivate: true, organizationIds: [firm.id] }
  await ada.client.call(adminAgents.changeAgent, { params: { id: agentId }, body })
  const linkOf = async (person: TestPerson) => (await person.client.call(requests.agentRequests))[0]?.agentId
  for (const person of [inside, outside]) {
    const { id } = await requestAgent(person)
    expect((await setStatus(id, { status: 'published', agentId })).body.agentId).toBe(agentId)
  }
  expect([await linkOf(inside), await linkOf(outside)]).toEqual([agentId, null])
  await ada.client.call(adminAgents.changeAgent, { params: { id: agentId }, body: { isPrivate: false } })
  expect(await linkOf(outside)).toBe(agentId)
  await ada.client.call(adminAgents.changeAgent, { params: { id: agentId }, body: { isActive: false } })
  expect(await linkOf(outside)).toBe(null)
})
