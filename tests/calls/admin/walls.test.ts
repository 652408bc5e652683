import * as z from 'zod/mini'
import { problemBody } from '#contract/call.ts'
import { isDuty } from '#contract/identity/staff.ts'
import { calls } from '#contract/index.ts'
import { askWithNothing } from '#tests/kit/world/behind-guards.ts'
import * as kit from '#tests/calls.ts'

const { expect, it } = kit

/** Platform admins' calls and pages, tried by other roles (D121, D142); others: kernel/permissions.test.ts. */

const world = await kit.sharedWorld()
const firm = await kit.organization(world)
const named = await kit.registered(world)
await world.sql("update users set role = 'organization_admin' where id = any($1)", [[named.id, firm.owner.id]])
const members = {
  guest: await kit.member(world, firm.id, { role: 'guest', accessLevel: 'full' }),
  member: await kit.member(world, firm.id, { accessLevel: 'admin-only' }),
  'organization admin': firm.owner,
}
for (const person of Object.values(members)) await kit.switchTo(person, firm.id)
const others = Object.entries({ ...members, 'one by role alone': named }).map(
  ([kind, { client }]) => [kind, client] as const,
)

const ofAdmins = calls.flatMap(({ call }) => (isDuty(call.who) ? [call] : []))

it('calls of admins are these (S538, S539, S540, S541, S542, S590, D142 [S])', () => {
  const guarded = calls.filter(({ call }) => !isDuty(call.who)).map(({ call }) => call.path)
  expect(guarded.filter((path) => path.startsWith('/api/admin'))).toEqual([])
  const signatures = ofAdmins.map(({ method, path }) => `${method} ${path}`)
  expect(signatures).toContain('GET /api/organizations')
  expect(signatures).toContain('GET /api/organizations/:organizationId/details')
  expect(signatures.length).toBeGreaterThan(25)
})

const grid = ofAdmins.flatMap((call) =>
  others.map(([kind, client]) => [`${call.method} ${call.path}`, kind, call, client] as const),
)
it.each(grid)('%s refuses a %s', async (_title, _kind, call, client) => {
  const { status, body } = await askWithNothing(client, call)
  expect([status, body.code]).toEqual([403, 'forbidden'])
  // Nothing but the refusal: no field of the answer.
  expect(z.safeParse(z.strictObject({ ...problemBody.shape }), body).error).toBeUndefined()
})

it('a call of admins has no effect when refused, and is not recorded', async () => {
  const acts = () => world.sql('select count(*) from admin_act')
  const before = await acts()
  for (const { method, path } of ofAdmins) if (method !== 'GET') await named.client.request(method, path, {})
  expect(await acts()).toEqual(before)
})

it('a page of the panel is a 404 for others, and reveals nothing (D1, S332, S544, D142 [S])', async () => {
  const pages = ['/admin', '/admin/', '/admin/settings', '/admin?tab=agents&adminMode=true']
  const visitor = world.visitor()
  const [ada, user] = [await kit.platformAdmin(world), await kit.registered(world)]
  const subscriber = await kit.subscriber(world)
  const statusesFor = (client: kit.TestClient) =>
    Promise.all(pages.map(async (page) => (await client.request('GET', page)).status))
  const people = [user.client, subscriber.client, ...others.map(([, client]) => client)]
  for (const client of people) expect(await statusesFor(client)).toEqual(pages.map(() => 404))
  // A visitor gets the landing page in its place.
  for (const client of [ada.client, visitor]) expect(await statusesFor(client)).toEqual(pages.map(() => 200))
  for (const client of [visitor, ...people]) {
    const { body } = await client.request<string>('GET', '/admin')
    expect(body).toContain('aria-busy="true"')
    expect(body).not.toMatch(/admin/i)
  }
})
