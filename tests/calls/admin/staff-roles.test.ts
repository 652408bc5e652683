import { describe, expect, it } from 'vitest'
import { addDocument, listDocuments } from '#contract/agents/documents.ts'
import { setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import { type StaffRole, staffRoles } from '#contract/identity/people.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { addAgent, onlyAdmins, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { plain } from '../../kit/world/pictures.ts'

const world = await ownWorld()
const owner = await platformAdmin(world)
const hired = await Promise.all(staffRoles.map(async (staffRole) => [staffRole, await hire(staffRole)] as const))
const staff: Record<StaffRole, TestPerson> = Object.fromEntries(hired) as Record<StaffRole, TestPerson>

async function hire(staffRole: StaffRole): Promise<TestPerson> {
  const person = await registered(world)
  await owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  return person
}

it('every staff role is itself to the browser', async () => {
  for (const staffRole of staffRoles)
    expect(await staff[staffRole].client.call(currentUser)).toMatchObject({ role: 'admin', staffRole })
})

describe('outside the panel, staff have what their duties include', () => {
  const expected: [StaffRole, documents: number, added: number, upload: number][] = [
    ['owner', 200, 201, 201],
    ['support', 200, 404, 403],
    ['finance', 200, 404, 403],
    ['content', 200, 201, 201],
    ['read_only', 200, 404, 403],
  ]
  it.each(expected)('%s: documents %i, new ones %i, pictures %i (D151, D183)', async (role, ...wanted) => {
    const { client } = staff[role]
    const params = { agentId: await addAgent(world) }
    const listed = await client.try(listDocuments, { params, query: {} })
    const body = { kind: 'text', title: 'Tides', text: 'High water is at noon.' } as const
    const added = await client.try(addDocument, { params, body })
    const form = new FormData()
    form.set('image', new File([await plain(20, 20).png().toBuffer()], 'a.png', { type: 'image/png' }))
    const headers = { cookie: client.cookieHeader() }
    const uploaded = await fetch(`${world.url}/api/upload`, { method: 'POST', body: form, headers })
    expect([listed.status, added.status, uploaded.status]).toEqual(wanted)
  })

  it('messages to the team are open to all who read messages, and unknown to content staff', async () => {
    const body = { subject: 'Tides', message: 'When is high water?' }
    const { id } = await (await registered(world)).client.call(sendMessage, { body })
    const marked = await Promise.all(
      staffRoles.map(async (role) => [
        role,
        (await staff[role].client.try(markMessageRead, { params: { id } })).status,
      ]),
    )
    const wanted = { owner: 200, support: 200, finance: 200, content: 404, read_only: 200 }
    expect(Object.fromEntries(marked)).toEqual(wanted)
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

  it('only owners are admins for the release before there were staff roles, which reads users.role', async () => {
    const roleOf = ({ id }: TestPerson) => world.sql('select role, staff_role from users where id = $1', [id])
    const person = await hire('support')
    expect(await roleOf(person)).toEqual([{ role: 'user', staff_role: 'support' }])
    const raise = { params: { id: person.id }, body: { role: 'admin', staffRole: 'owner' } } as const
    await owner.client.call(setUserRole, raise)
    expect(await roleOf(person)).toEqual([{ role: 'admin', staff_role: null }])
    await owner.client.call(setUserRole, { ...raise, body: { role: 'user' } })
    expect(await roleOf(person)).toEqual([{ role: 'user', staff_role: null }])
    // That release changes the role, and nothing else.
    const other = await hire('support')
    for (const role of ['admin', 'user']) await world.sql('update users set role = $1 where id = $2', [role, other.id])
    expect(await roleOf(other)).toEqual([{ role: 'user', staff_role: null }])
  })

  it('two owners who demote each other at once leave one owner', async () => {
    const [one, other] = [await platformAdmin(world), await platformAdmin(world)]
    await onlyAdmins(world, one, other)
    const demote = (by: TestPerson, whom: TestPerson) =>
      by.client.try(setUserRole, { params: { id: whom.id }, body: { role: 'admin', staffRole: 'support' } })
    const replies = await Promise.all([demote(one, other), demote(other, one)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.map(({ body }) => body.code ?? null)).toContain('last_admin')
    const owners = await world.sql("select id from users where role = 'admin'")
    expect(owners).toHaveLength(1)
  })
})
