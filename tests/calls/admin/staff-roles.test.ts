import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index.ts'
import { setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { duties, includesDuty, isDuty, type StaffRole, staffRoles } from '#contract/identity/staff.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { platformAdmin } from '../../kit/world/admins.ts'
import { registered, type TestPerson } from '../../kit/world/people.ts'
import { openWorld, type World } from '../../kit/world/world.ts'

let world: World
let owner: TestPerson
let staff: Record<StaffRole, TestPerson>
beforeAll(async () => {
  world = await openWorld()
  owner = await platformAdmin(world)
  const hired = await Promise.all(staffRoles.map(async (staffRole) => [staffRole, await hire(staffRole)] as const))
  staff = Object.fromEntries(hired) as Record<StaffRole, TestPerson>
})
afterAll(() => world.close())

async function hire(staffRole: StaffRole): Promise<TestPerson> {
  const person = await registered(world)
  await owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}

const panelCalls = calls.flatMap(({ call }) => (isDuty(call.who) ? [{ call, duty: call.who }] : []))

describe('staff make the calls of their duties and no others (D142)', () => {
  it('every duty has calls, and every staff role is itself', async () => {
    const used = new Set<string>(panelCalls.map(({ duty }) => duty))
    expect(Object.keys(duties).filter((duty) => !used.has(duty))).toEqual([])
    for (const staffRole of staffRoles)
      expect(await staff[staffRole].client.call(currentUser)).toMatchObject({ role: 'admin', staffRole })
  })

  const grid = panelCalls.flatMap(({ call, duty }) =>
    staffRoles.map((role) => [`${call.method} ${call.path}`, role, call, duty] as const),
  )
  it.each(grid)('%s as %s', async (_title, role, { method, path }, duty) => {
    const address = path.replaceAll(/:(\w+)/g, () => crypto.randomUUID())
    const reply = await staff[role].client.request(method, address, method === 'GET' ? undefined : {})
    if (includesDuty(role, duty)) expect(reply.status).not.toBe(403)
    else expect([reply.status, (reply.body as { code: string }).code]).toEqual([403, 'forbidden'])
  })
})

describe('only owners decide about staff (D144)', () => {
  it('support cannot deactivate other staff, and nobody but owners changes roles', async () => {
    const { support, content } = staff
    const ended = await support.client.try(setUserStatus, { params: { id: content.id }, body: { isActive: false } })
    expect(ended.status).toBe(403)
    const raised = await support.client.try(setUserRole, {
      params: { id: content.id },
      body: { role: 'admin', staffRole: 'owner' },
    })
    expect(raised.status).toBe(403)
  })

  it('an admin keeps their staff role when the role is saved without one', async () => {
    const person = await hire('finance')
    const saved = await owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin' } })
    expect(saved).toMatchObject({ role: 'admin', staffRole: 'finance' })
  })
})
