import { expect, it } from 'vitest'
import { agentPage } from '#contract/agents/agents.ts'
import { listDocuments } from '#contract/agents/documents.ts'
import { agentsOfOrganization, organizationAgents } from '#contract/organizations/agents.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { addAgent, platformAdmin, sharedWorld, staffMember, subscriber, tags, type TestClient } from '#tests/calls.ts'
import { assign, join, member, organization, switchTo } from '../../../kit/organizations/organizations.ts'

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
    ['a subscriber', (await subscriber(world)).client, [false, 404, 404]],
    ['a member', staff.client, [false, false, false]],
    ['its admin', firm.owner.client, [false, true, false]],
    ['its second admin', secondAdmin.client, [false, true, false]],
    ['an admin elsewhere', other.owner.client, [404, 404, false]],
    ['a platform admin', ada.client, [true, true, true]],
  ] as const) {
    expect([who, ...(await Promise.all(agents.map((id) => managed(client, id))))]).toEqual([who, ...expected])
    for (const [at, agentId] of agents.entries()) {
      const { status } = await client.try(listDocuments, { params: { agentId }, query: {} })
      expect([who, status]).toEqual([who, who === 'a visitor' ? 401 : expected[at] === true ? 200 : 404])
    }
  }
})

it('staff who read agents and change none read their documents', tags('D183'), async () => {
  const reader = await staffMember(world, 'read_only')
  const params = { agentId: open }
  const shown = await reader.client.call(agentPage, { params })
  expect(shown).toMatchObject({ managesDocuments: false, readsDocuments: true })
  await reader.client.call(listDocuments, { params, query: {} })
  for (const { client } of [firm.owner, staff])
    expect((await client.call(agentPage, { params })).readsDocuments).toBeUndefined()
})

it('an admin manages documents while only this organization has the agent', tags('D183'), async () => {
  const agentId = await addAgent(world, { isPrivate: true })
  await assign(world, firm, agentId)
  expect(await managed(firm.owner.client, agentId)).toBe(true)
  await assign(world, other, agentId)
  expect(await managed(firm.owner.client, agentId)).toBe(false)
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
