import { describe, expect, it } from 'vitest'
import { type Call, isAboutOrganization, type OrganizationWho } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { addAgent, platformAdmin, registered, sharedWorld, type TestClient } from '#tests/calls.ts'
import { assign, member, organization } from '../../kit/organizations/organizations.ts'

/** Every call about an organization, made by everybody who could try (D120 [S], D121 [S]). */

const kinds = [
  'stranger',
  'person of none',
  'guest',
  'member',
  'admin',
  'admin of another organization',
  'platform admin',
] as const
type Kind = (typeof kinds)[number]

const people = {} as Record<Kind, TestClient>

const world = await sharedWorld()
const firm = await organization(world)
await assign(world, firm, await addAgent(world))
people.stranger = world.visitor()
const none = await registered(world)
await world.sql("update users set role = 'organization_admin' where id = $1", [none.id])
people['person of none'] = none.client
people.guest = (await member(world, firm.id, { role: 'guest', accessLevel: 'full' })).client
people.member = (await member(world, firm.id, { accessLevel: 'admin-only' })).client
people.admin = firm.owner.client
people['admin of another organization'] = (await organization(world)).owner.client
const admin = await platformAdmin(world)
people['platform admin'] = admin.client

/** Returns status and code of the refusal; null when the call itself answers. */
function expectedRefusal(who: OrganizationWho, kind: Kind): [number, string] | null {
  if (kind === 'stranger') return [401, 'unauthorized']
  if (kind === 'person of none' || kind === 'admin of another organization') return [404, 'organization_not_found']
  if (kind === 'guest' && who !== 'organization_guest') return [403, 'forbidden']
  if (kind === 'member' && who === 'organization_admin') return [403, 'forbidden']
  return null
}

/** Makes the call about this organization, with an unknown id for everything else and an empty body. */
function ask(client: TestClient, call: Call) {
  const path = call.path.replace(':organizationId', String(firm.id)).replaceAll(/:\w+/g, () => crypto.randomUUID())
  const named = call.path.includes(':organizationId') ? path : `${path}?organizationId=${firm.id}&adminMode=true`
  return client.request<{ code: string }>(call.method, named, call.method === 'GET' ? undefined : {})
}

const guarded = calls.flatMap(({ call }) => (isAboutOrganization(call.who) ? [{ call, who: call.who }] : []))

describe('a call about an organization', () => {
  const grid = guarded.flatMap(({ call, who }) =>
    kinds.map((kind) => [`${call.method} ${call.path}`, kind, call, who] as const),
  )
  it.each(grid)('%s by a %s', async (_title, kind, call, who) => {
    const leaver = call === leaveOrganization && (kind === 'guest' || kind === 'member') && kind
    const { client } = leaver ? await member(world, firm.id, { role: leaver }) : { client: people[kind] }
    const reply = await ask(client, call)
    const expected = expectedRefusal(who, kind)
    if (expected) return expect([reply.status, reply.body.code]).toEqual(expected)
    expect([401, 403, 500]).not.toContain(reply.status)
    expect(reply.body.code).not.toBe('organization_not_found')
  })

  it.each(guarded.map(({ call }) => [`${call.method} ${call.path}`, call] as const))(
    '%s requires an existing organization: anything else is 404',
    async (_title, call) => {
      for (const id of ['4711', '0', '-1', '1.5', 'acme', '99999999999', "1' or 1=1"]) {
        const path = call.path
          .replace(':organizationId', encodeURIComponent(id))
          .replaceAll(/:\w+/g, crypto.randomUUID())
        const named = call.path.includes(':organizationId') ? path : `${path}?organizationId=${encodeURIComponent(id)}`
        const body = call.method === 'GET' ? undefined : {}
        const reply = await people['platform admin'].request<{ code: string }>(call.method, named, body)
        expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'organization_not_found'])
      }
    },
  )

  it('changes nothing of an ended organization, and can still read (D129)', async () => {
    const ended = await organization(world)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [ended.id])
    const { client } = ended.owner
    const add = await client.request('POST', '/api/organization/agents/bulk', { agentIds: [await addAgent(world)] })
    expect([add.status, add.body.code]).toEqual([409, 'organization_inactive'])
    expect((await client.request('GET', '/api/organization/agents')).status).toBe(200)
    expect(await world.sql('select id from organization_agent where organization_id = $1', [ended.id])).toEqual([])
  })

  it('works before the first payment: it has not ended (D130)', async () => {
    const unpaid = await organization(world)
    await world.sql("update organization set subscription_status = 'inactive' where id = $1", [unpaid.id])
    const body = { agentIds: [await addAgent(world)] }
    const add = await unpaid.owner.client.request('POST', '/api/organization/agents/bulk', body)
    expect([add.status, add.body]).toEqual([201, { addedCount: 1 }])
  })
})
