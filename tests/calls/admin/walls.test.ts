import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isDuty } from '#contract/identity/staff.ts'
import { type Call, problemBody, type ProblemBody } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { ownWorld, platformAdmin, registered, subscriber, type TestClient, type TestPerson } from '#tests/calls.ts'
import { member, organization, switchTo } from '../../kit/organizations/organizations.ts'

/** Every call and page of platform admins, tried by everybody else, whatever their other roles (D121 [S], D142 [S]). */

const kinds = ['visitor', 'user', 'subscriber', 'guest', 'member', 'organization admin', 'one by role alone'] as const
type Kind = (typeof kinds)[number]

const people = {} as Record<Kind, TestClient>

const world = await ownWorld()
const firm = await organization(world)
const placed = {
  guest: await member(world, firm.id, { role: 'guest', accessLevel: 'full' }),
  member: await member(world, firm.id, { accessLevel: 'admin-only' }),
  'organization admin': firm.owner,
}
for (const [kind, person] of Object.entries(placed) as [keyof typeof placed, TestPerson][]) {
  await switchTo(person, firm.id)
  people[kind] = person.client
}
const named = await registered(world)
await world.sql("update users set role = 'organization_admin' where id = any($1)", [[named.id, firm.owner.id]])
people.visitor = world.visitor()
people.user = (await registered(world)).client
people.subscriber = (await subscriber(world)).client
people['one by role alone'] = named.client
const ada = await platformAdmin(world)

const ofAdmins = calls.flatMap(({ call }) => (isDuty(call.who) ? [call] : []))

/** Makes the call with an unknown id wherever it needs one and, where it writes, an empty body. */
function ask(client: TestClient, { method, path }: Call) {
  const filled = path.replaceAll(/:\w+/g, () => crypto.randomUUID())
  return client.request<ProblemBody>(method, filled, method === 'GET' ? undefined : {})
}

describe('a call of platform admins (S538, S539, S540, S541, S542, S590, D142 [S])', () => {
  it('is every call below /api/admin, the list of organizations and their details', () => {
    const others = calls.filter(({ call }) => !isDuty(call.who)).map(({ call }) => call.path)
    expect(others.filter((path) => path.startsWith('/api/admin'))).toEqual([])
    const signatures = ofAdmins.map(({ method, path }) => `${method} ${path}`)
    expect(signatures).toContain('GET /api/organizations')
    expect(signatures).toContain('GET /api/organizations/:organizationId/details')
    expect(signatures.length).toBeGreaterThan(25)
  })

  const grid = ofAdmins.flatMap((call) => kinds.map((kind) => [`${call.method} ${call.path}`, kind, call] as const))
  it.each(grid)('%s refuses a %s', async (_title, kind, call) => {
    const reply = await ask(people[kind], call)
    const refusal = kind === 'visitor' ? [401, 'unauthorized'] : [403, 'forbidden']
    expect([reply.status, reply.body.code]).toEqual(refusal)
    // Nothing but the refusal: no field of the answer.
    expect(z.safeParse(z.strictObject({ ...problemBody.shape }), reply.body).error).toBeUndefined()
  })

  it('has no effect when refused, and is not recorded', async () => {
    expect(await world.sql('select action from admin_act')).toEqual([])
  })
})

describe('a page of platform admins (S332, S544, D142 [S])', () => {
  const pages = ['/admin', '/admin/', '/admin/settings', '/admin?tab=agents&adminMode=true']
  const see = async (client: TestClient, page: string) => (await client.request<string>('GET', page)).status

  it.each(kinds.slice(1))('is a 404 for a %s who opens it', async (kind) => {
    expect(await Promise.all(pages.map((page) => see(people[kind], page)))).toEqual(pages.map(() => 404))
  })

  it('opens for platform admins; a visitor gets the landing page in its place (D1)', async () => {
    for (const client of [ada.client, people.visitor]) {
      expect(await Promise.all(pages.map((page) => see(client, page)))).toEqual(pages.map(() => 200))
    }
  })

  it('says nothing about the panel', async () => {
    for (const kind of kinds) {
      const { body } = await people[kind].request<string>('GET', '/admin')
      expect(body).toContain('aria-busy="true"')
      expect(body).not.toMatch(/admin/i)
    }
  })
})
