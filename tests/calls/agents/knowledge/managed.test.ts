import { describe, expect, it } from 'vitest'
import { agentPage } from '#contract/agents/agents.ts'
import { listDocuments } from '#contract/agents/documents.ts'
import { agentsOfOrganization, organizationAgents } from '#contract/organizations/agents.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { addAgent, platformAdmin, sharedWorld, staffMember, subscriber, type TestClient } from '#tests/calls.ts'
import { assign, join, member, organization, switchTo } from '../../../kit/organizations/organizations.ts'

/** Everybody's; of the firm alone; of both organizations. */
const ids = { open: '', own: '', shared: '' }

const world = await sharedWorld()
const firm = await organization(world)
const other = await organization(world)
for (const { id, owner } of [firm, other]) await switchTo(owner, id)
ids.open = await addAgent(world, { name: 'Open' })
ids.own = await addAgent(world, { name: 'Own', isPrivate: true })
ids.shared = await addAgent(world, { name: 'Shared', isPrivate: true })
for (const agentId of Object.values(ids)) await assign(world, firm, agentId)
await assign(world, other, ids.shared)
const staff = await member(world, firm.id)
const secondAdmin = await subscriber(world)
await join(world, secondAdmin, firm.id, 'admin')
for (const person of [staff, secondAdmin]) await switchTo(person, firm.id)

/** Returns whether an agent's page says that this person manages its documents; the status where there is no page. */
async function managed(client: TestClient, agentId: string): Promise<boolean | number> {
  const { body, status } = await client.try(agentPage, { params: { agentId } })
  return status === 200 ? body.managesDocuments : status
}

describe("an agent's page says whether the person manages what it has read (D183)", () => {
  it('to platform admins of every agent, to admins of the one organization that has it, and to nobody else', async () => {
    const ada = await platformAdmin(world)
    const people: [string, TestClient, (boolean | number)[]][] = [
      ['a visitor', world.visitor(), [false, 404, 404]],
      ['a subscriber', (await subscriber(world)).client, [false, 404, 404]],
      ['a member', staff.client, [false, false, false]],
      ['its admin', firm.owner.client, [false, true, false]],
      ['its second admin', secondAdmin.client, [false, true, false]],
      ['an admin elsewhere', other.owner.client, [404, 404, false]],
      ['a platform admin', ada.client, [true, true, true]],
    ]
    for (const [who, client, expected] of people) {
      const found = await Promise.all(Object.values(ids).map((agentId) => managed(client, agentId)))
      expect([who, ...found]).toEqual([who, ...expected])
    }
  })

  it('to staff who read agents and change none: that they read its documents', async () => {
    const reader = await staffMember(world, 'read_only')
    const params = { agentId: Object.values(ids)[0] ?? '' }
    const shown = await reader.client.call(agentPage, { params })
    expect(shown).toMatchObject({ managesDocuments: false, readsDocuments: true })
    expect((await reader.client.try(listDocuments, { params, query: {} })).status).toBe(200)
    for (const { client } of [firm.owner, staff]) {
      expect((await client.call(agentPage, { params })).readsDocuments).toBeUndefined()
    }
  })

  it('exactly where the list of documents answers', async () => {
    const people = [staff, firm.owner, other.owner, await platformAdmin(world)]
    for (const { client } of people) {
      for (const agentId of Object.values(ids)) {
        const { status } = await client.try(listDocuments, { params: { agentId }, query: {} })
        expect(status).toBe((await managed(client, agentId)) === true ? 200 : 404)
      }
    }
  })

  it('until another organization has the agent, too, or the admin works elsewhere', async () => {
    const agentId = await addAgent(world, { isPrivate: true })
    await assign(world, firm, agentId)
    expect(await managed(firm.owner.client, agentId)).toBe(true)
    await assign(world, other, agentId)
    expect(await managed(firm.owner.client, agentId)).toBe(false)
    expect(await managed(secondAdmin.client, ids.own)).toBe(true)
    await switchTo(secondAdmin, null)
    expect(await managed(secondAdmin.client, ids.own)).toBe(404)
    await switchTo(secondAdmin, firm.id)
  })
})

describe("the lists of an organization's agents say it to its admins (D183)", () => {
  const fields = (rows: readonly { agentId: string; managesDocuments?: boolean | undefined }[]) =>
    Object.values(ids).map((id) => rows.find(({ agentId }) => agentId === id)?.managesDocuments)

  it('on the dashboard and by its id; members are not told', async () => {
    const params = { organizationId: String(firm.id) }
    for (const { client } of [firm.owner, secondAdmin]) {
      expect(fields(await client.call(organizationAgents, { query: {} }))).toEqual([false, true, false])
      expect(fields(await client.call(agentsOfOrganization, { params }))).toEqual([false, true, false])
      expect(fields((await client.call(organizationDetails, { params })).agents)).toEqual([false, true, false])
    }
    expect(fields(await staff.client.call(organizationAgents, { query: {} }))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('only for the organization in which the admin works, because the calls of documents go by that', async () => {
    const params = { organizationId: String(firm.id) }
    await switchTo(secondAdmin, null)
    expect(fields(await secondAdmin.client.call(agentsOfOrganization, { params }))).toEqual([false, false, false])
    await switchTo(secondAdmin, firm.id)
    const ada = await platformAdmin(world)
    expect(fields(await ada.client.call(agentsOfOrganization, { params }))).toEqual([true, true, true])
  })
})
