import { type Call, isAboutOrganization, type OrganizationWho } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, describe, expect, it, member, organization } from '#tests/calls.ts'

/** Every call about an organization, made by everybody signed in who could try (D120 [S], D121 [S]). */

const world = await kit.sharedWorld()
const firm = await organization(world)
await kit.assignedAgent(world, firm)
const none = await kit.registered(world)
await world.sql("update users set role = 'organization_admin' where id = $1", [none.id])

const people = {
  'person of none': none.client,
  guest: (await member(world, firm.id, { role: 'guest', accessLevel: 'full' })).client,
  member: (await member(world, firm.id, { accessLevel: 'admin-only' })).client,
  admin: firm.owner.client,
  'admin of another organization': (await organization(world)).owner.client,
  'platform admin': (await kit.platformAdmin(world)).client,
}
type Kind = keyof typeof people

/** Returns status and code of the refusal; null when the call itself answers. */
function expectedRefusal(who: OrganizationWho, kind: Kind): [number, string] | null {
  if (kind === 'person of none' || kind === 'admin of another organization') return [404, 'organization_not_found']
  if (kind === 'guest' && who !== 'organization_guest') return [403, 'forbidden']
  if (kind === 'member' && who === 'organization_admin') return [403, 'forbidden']
  return null
}

/** Makes the call about this organization, with an unknown id for everything else and an empty body. */
function ask(client: kit.TestClient, call: Call, organizationId: string | number = firm.id) {
  const id = encodeURIComponent(organizationId)
  const path = call.path.replace(':organizationId', id).replaceAll(/:\w+/g, () => crypto.randomUUID())
  const named = call.path.includes(':organizationId') ? path : `${path}?organizationId=${id}&adminMode=true`
  return client.request<{ code: string }>(call.method, named, call.method === 'GET' ? undefined : {})
}

async function expectUnknown(call: Call, id: string): Promise<void> {
  const { status, body } = await ask(people['platform admin'], call, id)
  expect([id, status, body.code]).toEqual([id, 404, 'organization_not_found'])
}

const guarded = calls.flatMap(({ call }) => (isAboutOrganization(call.who) ? [{ call, who: call.who }] : []))

/** Changes one, as its admin. */
const add = async ({ owner }: kit.TestOrganization) =>
  owner.client.request('POST', '/api/organization/agents/bulk', { agentIds: [await addAgent(world)] })

/** Expects that this kind of person is refused as expected, or answered. */
async function expectAnswered(call: Call, who: OrganizationWho, kind: Kind): Promise<void> {
  const leaver = call === leaveOrganization && (kind === 'guest' || kind === 'member') && kind
  const client = leaver ? (await member(world, firm.id, { role: leaver })).client : people[kind]
  const { status, body } = await ask(client, call)
  const expected = expectedRefusal(who, kind)
  if (expected) return expect([kind, status, body.code]).toEqual([kind, ...expected])
  expect([401, 403, 500], kind).not.toContain(status)
  expect(body.code, kind).not.toBe('organization_not_found')
}

describe('a call about an organization (S318, S319)', () => {
  it.each(guarded)('$call.method $call.path is for those who may, of existing organizations', async ({ call, who }) => {
    for (const kind of Object.keys(people) as Kind[]) await expectAnswered(call, who, kind)
    for (const id of ['4711', "1' or 1=1"]) await expectUnknown(call, id)
  })

  it('requires a number of an existing organization: anything else is 404', async () => {
    const [inPath, inQuery] = [organizationUsers, organizationAgents]
    for (const call of [inPath, inQuery])
      for (const id of ['0', '-1', '1.5', 'acme', '99999999999']) await expectUnknown(call, id)
  })

  it('changes nothing of an ended organization, and can still read (D129)', async () => {
    const ended = await organization(world)
    await kit.setStatus(world, ended, 'canceled')
    expect(await add(ended)).toMatchObject({ status: 409, body: { code: 'organization_inactive' } })
    expect((await ended.owner.client.request('GET', '/api/organization/agents')).status).toBe(200)
    expect(await world.sql('select id from organization_agent where organization_id = $1', [ended.id])).toEqual([])
  })

  it('works before the first payment: it has not ended (D130)', async () => {
    const unpaid = await organization(world)
    await kit.setStatus(world, unpaid, 'inactive')
    expect(await add(unpaid)).toMatchObject({ status: 201, body: { addedCount: 1 } })
  })
})
