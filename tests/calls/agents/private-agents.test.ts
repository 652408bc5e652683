import { calls } from '#contract/index.ts'
import { createPrivateAs, expect, it, member, organization, platformAdmin, sharedWorld } from '#tests/calls.ts'
import { subscriber, switchTo, tags, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const [firm, other] = [await organization(world), await organization(world)]
const [inFirm, inOther, payer] = [await member(world, firm.id), await member(world, other.id), await subscriber(world)]
await switchTo(inFirm, firm.id)
await switchTo(inOther, other.id)
const name = `Harbor desk of ${crypto.randomUUID()}`
const words = {
  description: 'Knows the harbor.',
  firstMessage: 'Welcome to the harbor desk.',
  systemPrompt: 'You help.',
}
const { id } = await createPrivateAs(ada, [firm.id], { name, isPrivate: true, ...words })

/** Returns the reads of the contract, with all that their addresses can name, whose answer names the agent. */
async function whereSeen({ client }: Pick<TestPerson, 'client'>, ownId: number): Promise<string[]> {
  const seen: string[] = []
  for (const { call } of calls.filter((one) => one.call.method === 'GET')) {
    for (const organizationId of new Set([firm.id, ownId])) {
      const address = call.path.replace(':organizationId', String(organizationId)).replaceAll(/:\w+/g, id)
      const search = `search=${encodeURIComponent(name)}&agentId=${id}&organizationId=${organizationId}`
      const { body } = await client.request('GET', `${address}?${search}`)
      // A refusal may repeat the request, so the agent's own words count as well.
      if (new RegExp(`"(id|agentId)":"${id}"|${name}|harbor desk`, 'i').test(JSON.stringify(body))) seen.push(call.path)
    }
  }
  return seen
}

it('no read names a private agent to others than its members', tags('S427 S492 D53 D125'), async () => {
  const reads = ['/api/agents', '/api/agents/:agentId', '/api/organization/agents']
  expect(await whereSeen(inFirm, firm.id)).toEqual(expect.arrayContaining(reads))
  for (const person of [{ client: world.visitor() }, payer]) expect(await whereSeen(person, firm.id)).toEqual([])
  for (const person of [inOther, other.owner]) expect(await whereSeen(person, other.id)).toEqual([])
})

it('for others a private agent does not exist to be used', tags('S492 D53 D125'), async () => {
  for (const [person, method, path, body] of [
    [payer, 'POST', '/api/sessions', { agentId: id }],
    [inOther, 'POST', '/api/sessions', { agentId: id }],
    [payer, 'POST', `/api/user/unlock-agent/${id}`, {}],
    [payer, 'PUT', `/api/user/ratings/${id}`, { stars: 5 }],
    [other.owner, 'POST', `/api/organizations/${other.id}/agents`, { agentId: id, accessLevel: 'standard' }],
    [other.owner, 'POST', `/api/organization/agents/bulk?organizationId=${other.id}`, { agentIds: [id] }],
  ] as const) {
    const answer = await person.client.request(method, path, body)
    expect([path, answer.status]).toEqual([path, 404])
    expect(JSON.stringify(answer.body)).not.toContain(name)
  }
})
