import * as adminUsers from '#contract/admin/users.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { addDocument, listDocuments } from '#contract/agents/documents.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import { sessionsOf, signIn, userRow } from '#tests/kit/identity/accounts.ts'
import { fileOf, sendForm } from '#tests/kit/identity/forms.ts'
import { plain } from '#tests/kit/world/pictures.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it, member, organization, registered, tags } = kit
type Person = kit.TestPerson
const world = await kit.sharedWorld()
const ada = await kit.platformAdmin(world)
const unknown = { params: { id: crypto.randomUUID() } }
const setStatus = (by: Person, { id }: { id: string }, isActive: boolean) =>
  by.client.try(adminUsers.setUserStatus, { params: { id }, body: { isActive } })

interface Role {
  role: 'user' | 'admin' | 'organization_admin'
  organizationId?: number
  staffRole?: StaffRole
}
const roleInput = ({ id }: Person, body: Role) => ({ params: { id }, body })
const setRole = (by: Person, person: Person, body: Role) =>
  by.client.try(adminUsers.setUserRole, roleInput(person, body))
const list = (query: object = {}) => ada.client.call(adminUsers.adminUsers, { query })

const placeOf = async (organizationId: number, { id }: Person) => {
  const [row] = await world.sql(
    'select role, is_active from organization_user where organization_id = $1 and user_id = $2',
    [organizationId, id],
  )
  return row
}

it('the list of users has ten fields of everybody and no secret (S459, S586, D142 [S])', async () => {
  const person = await kit.subscriber(world, 'uplift', { firstName: 'Zelda' })
  const firm = await organization(world, { minutes: 300, owner: person })
  const all = await list()
  expect(all.find(({ id }) => id === person.id)).toMatchObject({
    email: person.email,
    firstName: 'Zelda',
    lastName: 'Person',
    role: 'user',
    isActive: true,
    creditBalance: 150,
    hasOrganizationAccess: true,
    organizationCredits: 300,
    category: 'Employees',
    organizations: [{ id: firm.id, role: 'admin', isOnlyAdmin: true }],
  })
  const admin = { role: 'admin', organizationCredits: null, category: '' }
  expect(all.find(({ id }) => id === ada.id)).toMatchObject(admin)
  expect(JSON.stringify(all)).not.toMatch(/password|argon2/i)
})

it('the list marks the only present admins of organizations (D28, D144)', async () => {
  const firm = await organization(world)
  const other = await member(world, firm.id, { role: 'admin' })
  const isOnlyAdmin = async () => {
    const [user] = await list({ search: firm.owner.email })
    return user?.organizations.map((place) => place.isOnlyAdmin)
  }
  expect(await isOnlyAdmin()).toEqual([false])
  await other.client.call(deleteAccount, { body: { currentPassword: kit.password } })
  expect(await isOnlyAdmin()).toEqual([true])
})

it('the list is searched, filtered, sorted and paged with its total (S586, D150, D166)', async () => {
  for (const firstName of ['Quax Cleo', 'Quax Abel', 'Quax 100%']) await registered(world, { firstName })
  const search = async (query: object) => {
    const { body, headers } = await ada.client.try(adminUsers.adminUsers, { query: { search: 'quax', ...query } })
    return [body.map(({ firstName }: { firstName: string }) => firstName.slice(5)), headers.get('x-total-count')]
  }
  for (const [query, ...found] of [
    [{}, ['100%', 'Abel', 'Cleo'], '3'],
    [{ sort: '-name' }, ['Cleo', 'Abel', '100%'], '3'],
    [{ sort: 'created' }, ['Cleo', 'Abel', '100%'], '3'],
    [{ limit: 1, offset: 1 }, ['Abel'], '3'],
    [{ offset: 9 }, [], '3'],
    [{ role: 'admin' }, [], '0'],
    [{ search: '100%' }, ['100%'], '1'],
    [{ search: 'q_ax' }, [], '0'],
  ] as const)
    expect([query, ...(await search(query))]).toEqual([query, ...found])
  const [person] = await list({ search: 'quax abel' })
  await setStatus(ada, person!, false)
  expect(await search({ status: 'inactive' })).toEqual([['Abel'], '1'])
  expect(await search({ status: 'active' })).toEqual([['100%', 'Cleo'], '2'])
  const wrong = { query: { sort: 'password_hash' } }
  await expectRefused(adminUsers.adminUsers, [ada, wrong, 400, { code: 'invalid_query', field: 'sort' }])
})

it('a list in any order passes each person once, and counts up to 10,000 of them', tags('D150 D166'), async () => {
  // All of one status and without minutes, so that only the tie puts them in order.
  await world.sql(`
    with person as (
      insert into users (email, first_name, last_name, referral_code, created_at, updated_at)
      select 'throng' || n || '@luna.test', 'Throng', 'Müller', 'THRONG' || n, now(), now() from generate_series(0, 10000) as n
      returning id
    ) insert into account (user_id, purchased_ms, created_at) select id, 0, now() from person`)
  try {
    const search = 'THRONG MULL'
    const first = await ada.client.try(adminUsers.adminUsers, { query: { search, limit: 500 } })
    expect([first.headers.get('x-total-count'), first.headers.get('x-total-more')]).toEqual(['10000', 'true'])
    const one = await ada.client.try(adminUsers.adminUsers, { query: { search: 'throng99@', limit: 500 } })
    expect([one.headers.get('x-total-count'), one.headers.get('x-total-more')]).toEqual(['1', null])
    for (const sort of ['name', '-status', 'credits', '-role'] as const) {
      const pages = [0, 400].map((offset) => list({ search: 'throng1', sort, limit: 400, offset }))
      const ids = (await Promise.all(pages)).flat().map(({ id }) => id)
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, 800, 800])
    }
  } finally {
    await world.sql("delete from account where user_id in (select id from users where first_name = 'Throng')")
    await world.sql("delete from users where first_name = 'Throng'")
  }
})

it('a search ignores case and accents, and finds an address as people read it', tags('D200'), async () => {
  const email = `quoz${process.pid}@b\u00FCcher.example`
  await registered(world, { firstName: 'Quo\u0308z \u0141uk\u00C5sz', email })
  for (const search of ['QU\u00D6Z', 'quoz luka', 'quo\u0308z \u0142UK\u00C1', email]) {
    expect([search, (await list({ search })).map((user) => user.email)]).toEqual([search, [email]])
  }
  const texts = [
    '\u00C5ngstr\u00F6m',
    '\u0130stanbul',
    '\u039F\u0394\u039F\u03A3',
    '\u2122 \uFB01n',
    'S\u00D8REN',
    '100%',
  ]
  const rows = await world.sql('select searchable(text) from unnest($1::text[]) as text', [texts])
  expect(rows.map((row) => row.searchable)).toEqual(texts.map(searchable))
})

it('deactivating signs out and ends the live conversation, charged (S587, D14 [S], D144)', async () => {
  const person = await kit.subscriber(world)
  kit.moveTalkClock(world, 0)
  const talk = await kit.startHeardTalk(person, await kit.addAgent(world))
  await kit.passTalkTime(world, 20, talk.client)
  const reply = await setStatus(ada, person, false)
  expect(reply).toMatchObject({ status: 200, body: { id: person.id, isActive: false } })
  const ended = await kit.endedRow(world, talk.id)
  expect([ended.end_reason, ended.charged_ms >= 20_000, ended.charged_ms % 1000]).toEqual(['access', true, 0])
  expect(await sessionsOf(world, person)).toEqual([])
  expect((await person.client.try(currentUser)).status).toBe(401)
  expect(await signIn(world, person)).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
  await setStatus(ada, person, true)
  expect((await signIn(world, person)).status).toBe(200)
  const act = { action: 'user.status', targetName: person.email }
  expect(await actsOn(ada, 'user', person.id)).toMatchObject([
    { ...act, before: { isActive: false }, after: { isActive: true } },
    { ...act, before: { isActive: true }, after: { isActive: false } },
  ])
})

it('deactivating needs a field and a person, never oneself or other staff', tags('S587 D144'), async () => {
  const [own, body] = [{ params: { id: ada.id } }, { isActive: false }]
  const [support, content] = [await hire('support'), await hire('content')]
  await expectRefused(
    adminUsers.setUserStatus,
    [ada, { ...own, body: {} }, 400, { field: 'isActive' }],
    [ada, { ...unknown, body }, 404, 'user_not_found'],
    [ada, { ...own, body }, 409, 'self_change'],
    [support, { params: { id: content.id }, body }, 403, 'forbidden'],
  )
})

it('one of two admins who deactivate, demote or delete each other stays', tags('D144'), async () => {
  const support = { role: 'admin', staffRole: 'support' } as const
  const acts: ((by: Person, whom: Person) => Promise<{ status: number; body: { code?: string } }>)[] = [
    (by, whom) => setStatus(by, whom, false),
    (by, { id }) => by.client.try(adminUsers.deleteUser, { params: { id } }),
    (by, whom) => setRole(by, whom, { role: 'user' }),
    (by, whom) => setRole(by, whom, support),
  ]
  const codes: unknown[] = []
  for (const act of acts) {
    const [one, two] = [await kit.platformAdmin(world), await kit.platformAdmin(world)]
    await kit.onlyAdmins(world, one, two)
    const replies = await Promise.all([act(one, two), act(two, one)])
    // The later one is refused as the last admin's, or came from a person who was no longer an admin or signed in.
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.sql("select from users where role = 'admin' and is_active")).toHaveLength(1)
    codes.push(replies.find(({ status }) => status !== 200)?.body.code)
    await kit.promoteToAdmin(world, ada)
  }
  // An owner who is demoted to support stays among the staff.
  expect(codes.at(-1)).toBe('last_admin')
})

it('a role changes immediately and is recorded', tags('S475 S588 D144 D145'), async () => {
  const person = await registered(world)
  for (const role of ['organization_admin', 'admin', 'user'] as const) {
    expect(await setRole(ada, person, { role })).toMatchObject({ status: 200, body: { role } })
    expect((await person.client.call(currentUser)).role).toBe(role)
  }
  await expectRefused(
    adminUsers.setUserRole,
    [ada, { params: { id: person.id }, body: { role: 'owner' } }, 400, { field: 'role' }],
    [ada, { ...unknown, body: { role: 'user' } }, 404, 'user_not_found'],
    [ada, roleInput(ada, { role: 'user' }), 409, 'self_change'],
  )
  expect(await userRow(world, ada)).toMatchObject({ role: 'admin' })
  const [last] = await actsOn(ada, 'user', person.id)
  const change = { action: 'user.role', before: { role: 'admin' }, after: { role: 'user' } }
  expect(last).toMatchObject({ ...change, adminId: ada.id })
})

it('an organization admin gets a seat in the named or only organization (S588, D145)', async () => {
  const [firm, other] = [await organization(world), await organization(world)]
  const full = await organization(world, { maxUsers: 1 })
  const person = await registered(world)
  const role = 'organization_admin'
  expect((await setRole(ada, person, { role, organizationId: firm.id })).status).toBe(200)
  expect(await placeOf(firm.id, person)).toEqual({ role: 'admin', is_active: true })
  const [busy, only] = [await member(world, firm.id), await member(world, firm.id)]
  await setRole(ada, busy, { role, organizationId: other.id })
  await expectRefused(
    adminUsers.setUserRole,
    [ada, roleInput(person, { role, organizationId: full.id }), 409, 'seats_full'],
    [ada, roleInput(person, { role, organizationId: 999_999 }), 404, 'organization_not_found'],
    [ada, roleInput(busy, { role }), 400, 'organization_required'],
  )
  await setRole(ada, only, { role })
  expect(await placeOf(firm.id, only)).toMatchObject({ role: 'admin' })
  expect((await setRole(ada, await registered(world), { role })).status).toBe(200)

  // With `user` they are a member again, unless they are the last admin there.
  await setRole(ada, only, { role: 'user' })
  expect(await placeOf(firm.id, only)).toMatchObject({ role: 'member' })
  await setRole(ada, full.owner, { role })
  await expectRefused(adminUsers.setUserRole, [ada, roleInput(full.owner, { role: 'user' }), 409, 'last_admin'])
  expect(await userRow(world, full.owner)).toMatchObject({ role })
  expect(await placeOf(full.id, full.owner)).toEqual({ role: 'admin', is_active: true })
})

const hire = (staffRole: StaffRole) => kit.hired(world, ada, staffRole)

const expected: [StaffRole, documents: number, added: number, upload: number, message: number][] = [
  ['owner', 200, 201, 201, 200],
  ['support', 200, 404, 403, 200],
  ['finance', 200, 404, 403, 200],
  ['content', 200, 201, 201, 404],
  ['read_only', 200, 404, 403, 200],
]
const document = { kind: 'text', title: 'Tides', text: 'High water is at noon.' } as const
const params = { agentId: await kit.addAgent(world) }
const asked = { body: { subject: 'Tides', message: 'When is high water?' } }
const { id } = await (await registered(world)).client.call(sendMessage, asked)

it.each(expected)('%s: documents %i, new ones %i, pictures %i, messages %i (D151, D183)', async (role, ...wanted) => {
  const { client } = await hire(role)
  expect(await client.call(currentUser)).toMatchObject({ role: 'admin', staffRole: role })
  const replies = [
    await client.try(listDocuments, { params, query: {} }),
    await client.try(addDocument, { params, body: document }),
    await sendForm(client, 'POST', '/api/upload', { image: fileOf(await plain(20, 20).png().toBuffer()) }),
    await client.try(markMessageRead, { params: { id } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(wanted)
})

it('a staff role is kept when it is not named, and nothing before staff roles (D144)', async () => {
  const saved = await setRole(ada, await hire('finance'), { role: 'admin' })
  expect(saved.body).toMatchObject({ role: 'admin', staffRole: 'finance' })
  // Only owners are admins for the release before.
  const [person, other] = [await hire('support'), await hire('support')]
  expect(await userRow(world, person)).toMatchObject({ role: 'user', staff_role: 'support' })
  await setRole(ada, person, { role: 'admin', staffRole: 'owner' })
  expect(await userRow(world, person)).toMatchObject({ role: 'admin', staff_role: null })
  await setRole(ada, person, { role: 'user', staffRole: 'owner' })
  expect(await userRow(world, person)).toMatchObject({ role: 'user', staff_role: null })
  // That release changes the role, and nothing else.
  for (const role of ['admin', 'user']) await world.sql('update users set role = $1 where id = $2', [role, other.id])
  expect(await userRow(world, other)).toMatchObject({ role: 'user', staff_role: null })
})
