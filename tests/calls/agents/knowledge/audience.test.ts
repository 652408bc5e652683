import { expect, it } from 'vitest'
import * as adminCalls from '#contract/agents/admin-agents.ts'
import * as calls from '#contract/agents/documents.ts'
import { actsOn, addAgent, askProvider, expectRefused, platformAdmin, sharedWorld, tags } from '#tests/calls.ts'
import { changeAgentAs } from '../../../kit/agents/panel.ts'
import { addText, settled } from '../../../kit/documents/documents.ts'
import { assign, organization, switchTo } from '../../../kit/organizations/organizations.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const [firm, other] = [await organization(world), await organization(world)]
for (const { id, owner } of [firm, other]) await switchTo(owner, id)

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
  await ada.client.call(calls.removeDocument, { params: { agentId, id } })
  await changeAgentAs(ada, agentId, { organizationIds: [other.id] })
})

it('an agent that has read something is archived, without its documents', tags('D146'), async () => {
  const agentId = await addAgent(world)
  const { id } = await addText(ada, agentId)
  await settled(ada, agentId, id)
  const deleted = await ada.client.call(adminCalls.deleteAgent, { params: { id: agentId } })
  expect(deleted).toMatchObject({ isArchived: true })
  await expect.poll(() => world.sql('select state from agent_document where id = $1', [id])).toEqual([])
  expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({ documents: [] })
  await expectRefused(calls.listDocuments, [ada, { params: { agentId } }, 404, 'agent_not_found'])
})

it('the acts of platform admins are recorded, without texts', tags('D153'), async () => {
  const agentId = await addAgent(world)
  const params = { agentId, id: (await addText(ada, agentId, 'Parents take fourteen weeks.')).id }
  const body = { title: 'Rules', text: 'Parents take sixteen weeks.' }
  await ada.client.call(calls.changeDocument, { params, body })
  await ada.client.call(calls.removeDocument, { params })
  const acts = (await actsOn(ada, 'agent', agentId)).map(({ action, before, after }) => [action, before, after])
  expect(acts).toEqual([
    ['agent.document.remove', { title: 'Rules' }, null],
    ['agent.document.change', { title: 'Handbook', characters: 28 }, { title: 'Rules', characters: 27 }],
    ['agent.document.add', null, { title: 'Handbook' }],
  ])
})
