import * as adminCalls from '#contract/agents/admin-agents.ts'
import * as calls from '#contract/agents/documents.ts'
import { addAgent, describe, expect, it, platformAdmin, sharedWorld, type TestPerson } from '#tests/calls.ts'
import { askProvider } from '../../../kit/conversations/conversations.ts'
import { assign, organization, switchTo } from '../../../kit/organizations/organizations.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const firm = await organization(world)
const other = await organization(world)
for (const { id, owner } of [firm, other]) await switchTo(owner, id)

async function agentOfFirm(): Promise<string> {
  const agentId = await addAgent(world, { isPrivate: true })
  await assign(world, firm, agentId)
  return agentId
}

async function addText(person: TestPerson, agentId: string): Promise<string> {
  const body = { kind: 'text', title: 'Handbook', text: 'Parents take fourteen weeks.' } as const
  const { id } = await person.client.call(calls.addDocument, { params: { agentId }, body })
  await expect.poll(() => stateOf(id)).toBe('ready')
  return id
}

const stateOf = async (id: string) =>
  (await world.sql<{ state: string }>('select state from agent_document where id = $1', [id]))[0]?.state

const actsOn = (agentId: string) =>
  world.sql<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from admin_act where target_id = $1 order by id',
    [agentId],
  )

describe('what an organization gave its agent to read (D183)', () => {
  it('keeps others from getting the agent, until it is removed', async () => {
    const agentId = await agentOfFirm()
    const id = await addText(firm.owner, agentId)
    const changes = [{ organizationIds: [firm.id, other.id] }, { organizationIds: [other.id] }, { isPrivate: false }]
    for (const body of changes) {
      const refused = await ada.client.try(adminCalls.changeAgent, { params: { id: agentId }, body })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'documents_of_organization', field: 'organizationIds' },
      })
    }
    const rows = await world.sql('select organization_id from private_agent_access where agent_id = $1 and is_active', [
      agentId,
    ])
    expect(rows).toEqual([{ organization_id: firm.id }])
    await ada.client.call(calls.removeDocument, { params: { agentId, id } })
    await ada.client.call(adminCalls.changeAgent, { params: { id: agentId }, body: { organizationIds: [other.id] } })
  })

  it('does not hinder what the platform gives to agents of several organizations', async () => {
    const agentId = await agentOfFirm()
    await addText(ada, agentId)
    const body = { organizationIds: [firm.id, other.id] }
    await ada.client.call(adminCalls.changeAgent, { params: { id: agentId }, body })
  })
})

describe('an agent that has read something', () => {
  it('is archived when it is deleted, and its documents are gone here and at the provider (D146)', async () => {
    const agentId = await addAgent(world)
    const id = await addText(ada, agentId)
    expect(await ada.client.call(adminCalls.deleteAgent, { params: { id: agentId } })).toMatchObject({
      isArchived: true,
    })
    await expect.poll(() => stateOf(id)).toBeUndefined()
    expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({ documents: [] })
    const gone = await ada.client.try(calls.listDocuments, { params: { agentId }, query: {} })
    expect(gone).toMatchObject({ status: 404, body: { code: 'agent_not_found' } })
  })

  it('has the acts of platform admins recorded, with titles and without texts (D153)', async () => {
    const agentId = await addAgent(world)
    const id = await addText(ada, agentId)
    const params = { agentId, id }
    await ada.client.call(calls.changeDocument, {
      params,
      body: { title: 'Rules', text: 'Parents take sixteen weeks.' },
    })
    await ada.client.call(calls.removeDocument, { params })
    expect(await actsOn(agentId)).toEqual([
      { action: 'agent.document.add', before: null, after: { title: 'Handbook' } },
      {
        action: 'agent.document.change',
        before: { title: 'Handbook', characters: 28 },
        after: { title: 'Rules', characters: 27 },
      },
      { action: 'agent.document.remove', before: { title: 'Rules' }, after: null },
    ])
  })
})
