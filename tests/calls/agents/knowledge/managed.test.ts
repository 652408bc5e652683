import * as adminCalls from '#contract/agents/admin-agents.ts'
import { agentPage } from '#contract/agents/agents.ts'
import * as documents from '#contract/agents/documents.ts'
import { agentsOfOrganization, organizationAgents } from '#contract/organizations/agents.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { addText, settled } from '../../../kit/documents/documents.ts'
import { actsOn, addAgent, askProvider, assign, changeAgentAs, expect, expectRefused, it, join } from '#tests/calls.ts'
import { member, organization, platformAdmin, registered, sharedWorld, staffMember, subscriber } from '#tests/calls.ts'
import { switchTo, tags, type TestClient } from '#tests/calls.ts'

const world = await sharedWorld()
const [firm, other] = [await organization(world), await organization(world)]
/** Everybody's; of the firm alone; of both organizations. */
const agents = [
  await addAgent(world),
  await addAgent(world, { isPrivate: true }),
  await addAgent(world, { isPrivate: true }),
] as const
const [open, own, shared] = agents
for (const agentId of agents) await assign(world, firm, agentId)
await assign(world, other, shared)
const [ada, staff, secondAdmin] = [await platformAdmin(world), await member(world, firm.id), await subscriber(world)]
await join(world, secondAdmin, firm.id, 'admin')
for (const person of [firm.owner, staff, secondAdmin]) await switchTo(person, firm.id)
await switchTo(other.owner, other.id)

/** Returns whether an agent's page says that this person manages its documents; the status where there is no page. */
async function managed(client: TestClient, agentId: string): Promise<boolean | number> {
  const { body, status } = await client.try(agentPage, { params: { agentId } })
  return status === 200 ? body.managesDocuments : status
}

it("an agent's page and the list of documents agree on the people who manage them", tags('D183'), async () => {
  for (const [who, client, expected] of [
    ['a visitor', world.visitor(), [false, 404, 404]],
    ['somebody else', (await registered(world)).client, [false, 404, 404]],
    ['a member', staff.client, [false, false, false]],
    ['its admin', firm.owner.client, [false, true, false]],
    ['its second admin', secondAdmin.client, [false, true, false]],
    ['an admin elsewhere', other.owner.client, [404, 404, false]],
    ['a platform admin', ada.client, [true, true, true]],
  ] as const) {
    expect([who, ...(await Promise.all(agents.map((id) => managed(client, id))))]).toEqual([who, ...expected])
    for (const [at, agentId] of agents.entries()) {
      const { status } = await client.try(documents.listDocuments, { params: { agentId }, query: {} })
      expect([who, status]).toEqual([who, who === 'a visitor' ? 401 : expected[at] === true ? 200 : 404])
    }
  }
})

it('staff who read agents and change none read their documents', tags('D183'), async () => {
  const reader = await staffMember(world, 'read_only')
  const params = { agentId: open }
  const shown = await reader.client.call(agentPage, { params })
  expect(shown).toMatchObject({ managesDocuments: false, readsDocuments: true })
  await reader.client.call(documents.listDocuments, { params, query: {} })
  for (const { client } of [firm.owner, staff])
    expect((await client.call(agentPage, { params })).readsDocuments).toBeUndefined()
})

it("an organization's lists tell its admins, where they work for it", tags('D183'), async () => {
  const params = { organizationId: String(firm.id) }
  const fields = (rows: readonly { agentId: string; managesDocuments?: boolean | undefined }[]) =>
    agents.map((id) => rows.find(({ agentId }) => agentId === id)?.managesDocuments)
  for (const { client } of [firm.owner, secondAdmin]) {
    expect(fields(await client.call(organizationAgents, { query: {} }))).toEqual([false, true, false])
    expect(fields(await client.call(agentsOfOrganization, { params }))).toEqual([false, true, false])
    expect(fields((await client.call(organizationDetails, { params })).agents)).toEqual([false, true, false])
  }
  const toMember = fields(await staff.client.call(organizationAgents, { query: {} }))
  expect(toMember).toEqual([undefined, undefined, undefined])
  // The calls of documents go by the organization in which the admin works.
  await switchTo(secondAdmin, null)
  expect(await managed(secondAdmin.client, own)).toBe(404)
  expect(fields(await secondAdmin.client.call(agentsOfOrganization, { params }))).toEqual([false, false, false])
  expect(fields(await ada.client.call(agentsOfOrganization, { params }))).toEqual([true, true, true])
  await switchTo(secondAdmin, firm.id)
})

it("others get an organization's agent only without what it read", tags('D183'), async () => {
  const agentId = await addAgent(world, { isPrivate: true })
  await assign(world, firm, agentId)
  const ofPlatform = await addText(ada, agentId)
  await settled(ada, agentId, ofPlatform.id)
  await changeAgentAs(ada, agentId, { organizationIds: [firm.id, other.id] })
  await changeAgentAs(ada, agentId, { organizationIds: [firm.id] })
  const { id } = await addText(firm.owner, agentId)
  await settled(firm.owner, agentId, id)
  const refusal = { code: 'documents_of_organization', field: 'organizationIds' }
  for (const body of [{ organizationIds: [firm.id, other.id] }, { organizationIds: [other.id] }, { isPrivate: false }])
    await expectRefused(adminCalls.changeAgent, [ada, { params: { id: agentId }, body }, 409, refusal])
  const access = 'select organization_id from private_agent_access where agent_id = $1 and is_active'
  expect(await world.sql(access, [agentId])).toEqual([{ organization_id: firm.id }])
  await ada.client.call(documents.removeDocument, { params: { agentId, id } })
  await changeAgentAs(ada, agentId, { organizationIds: [other.id] })
})

it('documents are recorded without texts, and go with an archived agent', tags('D146 D153'), async () => {
  const agentId = await addAgent(world)
  const params = { agentId, id: (await addText(ada, agentId, 'Parents take fourteen weeks.')).id }
  const body = { title: 'Rules', text: 'Parents take sixteen weeks.' }
  await ada.client.call(documents.changeDocument, { params, body })
  await ada.client.call(documents.removeDocument, { params })
  const acts = (await actsOn(ada, 'agent', agentId)).map(({ action, before, after }) => [action, before, after])
  expect(acts).toEqual([
    ['agent.document.remove', { title: 'Rules' }, null],
    ['agent.document.change', { title: 'Handbook', characters: 28 }, { title: 'Rules', characters: 27 }],
    ['agent.document.add', null, { title: 'Handbook' }],
  ])
  const { id } = await addText(ada, agentId)
  await settled(ada, agentId, id)
  const deleted = await ada.client.call(adminCalls.deleteAgent, { params: { id: agentId } })
  expect(deleted).toMatchObject({ isArchived: true })
  await expect.poll(() => world.sql('select state from agent_document where id = $1', [id])).toEqual([])
  expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({ documents: [] })
  await expectRefused(documents.listDocuments, [ada, { params: { agentId } }, 404, 'agent_not_found'])
})
