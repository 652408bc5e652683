import { describe, expect, it } from 'vitest'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { calls } from '#contract/index.ts'
import { member, organization, ownWorld, platformAdmin, subscriber, switchTo, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const name = `Harbor desk of ${crypto.randomUUID()}`
const fields = { name, description: 'Knows the harbor.', category: 'Operations', systemPrompt: 'You help.' }

describe('a private agent (S427, S492, D53, D125)', async () => {
  const [firm, other] = [await organization(world), await organization(world)]
  const [inFirm, inOther, payer] = [
    await member(world, firm.id),
    await member(world, other.id),
    await subscriber(world),
  ]
  await switchTo(inFirm, firm.id)
  await switchTo(inOther, other.id)
  const { id } = await ada.client.call(adminAgents.createPrivateAgent, {
    body: {
      agent: { ...fields, isPrivate: true, firstMessage: 'Welcome to the harbor desk.' },
      organizationIds: [firm.id],
    },
  })

  /** Returns the reads of the contract, with all that their addresses can name, whose answer names the agent. */
  async function whereSeen({ client }: Pick<TestPerson, 'client'>, ownId: number): Promise<string[]> {
    const seen: string[] = []
    for (const { call } of calls.filter((one) => one.call.method === 'GET')) {
      for (const organizationId of new Set([firm.id, ownId])) {
        const address = call.path.replace(':organizationId', String(organizationId)).replaceAll(/:\w+/g, id)
        const search = `search=${encodeURIComponent(name)}&agentId=${id}&organizationId=${organizationId}`
        const { body } = await client.request('GET', `${address}?${search}`)
        // A refusal may repeat the request, so the agent's own words count as well.
        if (new RegExp(`"(id|agentId)":"${id}"|${name}|harbor desk`, 'i').test(JSON.stringify(body)))
          seen.push(call.path)
      }
    }
    return seen
  }

  it('is in the answers to its members, and in no answer of any read to somebody else', async () => {
    expect(await whereSeen(inFirm, firm.id)).toEqual(
      expect.arrayContaining(['/api/agents', '/api/agents/:agentId', '/api/organization/agents']),
    )
    const visitor = { client: world.visitor() }
    for (const person of [visitor, payer]) expect(await whereSeen(person, firm.id)).toEqual([])
    for (const person of [inOther, other.owner]) expect(await whereSeen(person, other.id)).toEqual([])
  })

  it('cannot be used by others: it does not exist for them', async () => {
    const uses: [TestPerson, method: string, path: string, body: unknown, status: number][] = [
      [payer, 'POST', '/api/sessions', { agentId: id }, 404],
      [inOther, 'POST', '/api/sessions', { agentId: id }, 404],
      [payer, 'POST', `/api/user/unlock-agent/${id}`, {}, 404],
      [payer, 'PUT', `/api/user/ratings/${id}`, { stars: 5 }, 404],
      [other.owner, 'POST', `/api/organizations/${other.id}/agents`, { agentId: id, accessLevel: 'standard' }, 404],
      [other.owner, 'POST', `/api/organization/agents/bulk?organizationId=${other.id}`, { agentIds: [id] }, 404],
      [other.owner, 'POST', `/api/admin/agents/${id}/test`, {}, 403],
    ]
    for (const [person, method, path, body, status] of uses) {
      const answer = await person.client.request(method, path, body)
      expect([path, answer.status]).toEqual([path, status])
      expect(JSON.stringify(answer.body)).not.toContain(name)
    }
  })
})
