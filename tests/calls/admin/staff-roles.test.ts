import { setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { addDocument, listDocuments } from '#contract/agents/documents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { type StaffRole, staffRoles } from '#contract/identity/people.ts'
import { markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import { userRow } from '#tests/kit/identity/accounts.ts'
import { fileOf, sendForm } from '#tests/kit/identity/forms.ts'
import { plain } from '#tests/kit/world/pictures.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const owner = await kit.platformAdmin(world)
const hire = (staffRole: StaffRole) => kit.hired(world, owner, staffRole)
const pairs = await Promise.all(staffRoles.map(async (role) => [role, await hire(role)] as const))
const staff = Object.fromEntries(pairs) as Record<StaffRole, Person>

describe('outside the panel, staff have what their duties include', () => {
  const expected: [StaffRole, documents: number, added: number, upload: number, message: number][] = [
    ['owner', 200, 201, 201, 200],
    ['support', 200, 404, 403, 200],
    ['finance', 200, 404, 403, 200],
    ['content', 200, 201, 201, 404],
    ['read_only', 200, 404, 403, 200],
  ]
  it.each(expected)('%s: documents %i, new ones %i, pictures %i, messages %i (D151, D183)', async (role, ...wanted) => {
    const { client } = staff[role]
    expect(await client.call(currentUser)).toMatchObject({ role: 'admin', staffRole: role })
    const params = { agentId: await kit.addAgent(world) }
    const document = { kind: 'text', title: 'Tides', text: 'High water is at noon.' } as const
    const question = { subject: 'Tides', message: 'When is high water?' }
    const { id } = await (await kit.registered(world)).client.call(sendMessage, { body: question })
    const replies = [
      await client.try(listDocuments, { params, query: {} }),
      await client.try(addDocument, { params, body: document }),
      await sendForm(client, 'POST', '/api/upload', { image: fileOf(await plain(20, 20).png().toBuffer()) }),
      await client.try(markMessageRead, { params: { id } }),
    ]
    expect(replies.map(({ status }) => status)).toEqual(wanted)
  })
})

describe('only owners decide about staff (D144)', () => {
  const setRole = (by: Person, { id }: Person, staffRole?: StaffRole, role: 'admin' | 'user' = 'admin') =>
    by.client.try(setUserRole, { params: { id }, body: { role, ...(staffRole && { staffRole }) } })

  it('support cannot deactivate other staff', async () => {
    const input = { params: { id: staff.content.id }, body: { isActive: false } }
    await expectRefused(setUserStatus, [staff.support, input, 403, {}])
  })

  it('an admin keeps their staff role when the role is saved without one', async () => {
    const saved = await setRole(owner, await hire('finance'))
    expect(saved.body).toMatchObject({ role: 'admin', staffRole: 'finance' })
  })

  it('only owners are admins for the release before there were staff roles, which reads users.role', async () => {
    const [person, other] = [await hire('support'), await hire('support')]
    expect(await userRow(world, person)).toMatchObject({ role: 'user', staff_role: 'support' })
    await setRole(owner, person, 'owner')
    expect(await userRow(world, person)).toMatchObject({ role: 'admin', staff_role: null })
    await setRole(owner, person, 'owner', 'user')
    expect(await userRow(world, person)).toMatchObject({ role: 'user', staff_role: null })
    // That release changes the role, and nothing else.
    for (const role of ['admin', 'user']) await world.sql('update users set role = $1 where id = $2', [role, other.id])
    expect(await userRow(world, other)).toMatchObject({ role: 'user', staff_role: null })
  })

  it('two owners who demote each other at once leave one owner', async () => {
    const [one, other] = [await kit.platformAdmin(world), await kit.platformAdmin(world)]
    await kit.onlyAdmins(world, one, other)
    const replies = await Promise.all([setRole(one, other, 'support'), setRole(other, one, 'support')])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.map(({ body }) => body.code ?? null)).toContain('last_admin')
    expect(await world.sql("select id from users where role = 'admin'")).toHaveLength(1)
  })
})
