import { setUserRole } from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { declineTwoFactor } from '#contract/identity/two-factor.ts'
import { calls } from '#contract/index.ts'
import { userRow } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, platformAdmin, registered } = kit
type Person = kit.TestPerson
const world = await kit.sharedWorld()
const firm = await kit.organization(world)
const admin = await platformAdmin(world)

/** As if the last proof were that old. */
const proveBefore = (person: Person, age: string) =>
  world.sql('update session set proven_at = now() - $2::interval where user_id = $1', [person.id, age])
const prove = (person: Person, body: { currentPassword?: string; code?: string }) =>
  person.client.try(auth.reauthenticate, { body })
const makeAdmin = ({ client }: Pick<Person, 'client'>, { id }: Person) =>
  client.try(setUserRole, { params: { id }, body: { role: 'admin' } })
const unproven = { status: 403, body: { code: 'reauthentication_required' } }
const asking = calls.filter(({ call }) => call.asksProof).map(({ call }) => call)

it('acts that take money, rights or access are exactly these (D15, D27, D204 [S])', () => {
  expect(asking.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/admin/users/:id',
    'DELETE /api/organization/members/:id',
    'PATCH /api/admin/organizations/:id/status',
    'PATCH /api/admin/settings',
    'PATCH /api/admin/users/:id/role',
    'PATCH /api/admin/users/:id/status',
    'PATCH /api/organization/members',
    'PATCH /api/organization/members/:id',
    'PATCH /api/organization/refill',
    'POST /api/admin/conversations/:id/credit',
    'POST /api/admin/debts/:id/forgive',
    'POST /api/admin/disputes/:id/file',
    'POST /api/admin/findings/:id/accept',
    'POST /api/admin/findings/:id/refund',
    'POST /api/admin/organizations/:id/credits',
    'POST /api/admin/refund-requests/:id/approve',
    'POST /api/admin/refund-requests/:id/decline',
    'POST /api/admin/refund-requests/:id/withdraw',
    'POST /api/admin/transactions/:id/refund',
    'POST /api/admin/users/:id/credits',
    'POST /api/admin/users/:id/end-subscription',
    'POST /api/admin/users/:id/sign-out',
    'POST /api/organization/archive',
    'POST /api/organization/invitations/bulk',
    'POST /api/organization/invite',
    'POST /api/organizations/:organizationId/cancel-subscription',
    'POST /api/organizations/:organizationId/invite',
    'PUT /api/admin/disputes/:id/evidence',
    'PUT /api/admin/organizations/:organizationId/pwa-grant',
    'PUT /api/organizations/:organizationId/seats',
  ])
})

it.each(asking)('$method $path requires a proof of five minutes (D120, D15, D27 [S])', async (call) => {
  const named = call.path.replace(':organizationId', String(firm.id)).replaceAll(/:\w+/g, crypto.randomUUID())
  const path = `${named}?organizationId=${firm.id}`
  const ask = async (person: Person, age: string) => {
    await proveBefore(person, age)
    const { status, body } = await person.client.request(call.method, path, {})
    return { status, code: body['code'] }
  }
  const fresh = await ask(admin, '0 seconds')
  expect(fresh.code).not.toBe('reauthentication_required')
  expect(await ask(admin, '4 minutes 50 seconds')).toEqual(fresh)
  expect(await ask(admin, '5 minutes 1 second')).toEqual({ status: 403, code: 'reauthentication_required' })
  // Of platform admins only.
  if (call.who === 'organization_admin') expect(await ask(firm.owner, '1 day')).toEqual(fresh)
})

it('acts on money and roles change nothing before the proof (D15, D27 [S])', async () => {
  const person = await registered(world)
  await proveBefore(admin, '1 hour')
  expect(await makeAdmin(admin, person)).toMatchObject(unproven)
  expect(await userRow(world, person)).toMatchObject({ role: 'user' })

  const refusal = { code: 'wrong_password', field: 'currentPassword' }
  await expectRefused(auth.reauthenticate, [admin, { body: { currentPassword: 'wrong-horse-1' } }, 400, refusal])
  expect(await makeAdmin(admin, person)).toMatchObject(unproven)
  const proven = await prove(admin, { currentPassword: password })
  expect(proven.status).toBe(200)
  expect((Date.parse(proven.body.provenUntil) - Date.now()) / 60_000).toBeCloseTo(5, 0)
  expect((await makeAdmin(admin, person)).status).toBe(200)
  expect(await userRow(world, person)).toMatchObject({ role: 'admin' })

  // An act is not a proof.
  await proveBefore(admin, '4 minutes 55 seconds')
  expect((await makeAdmin(admin, person)).status).toBe(200)
  const aged = "select from session where user_id = $1 and proven_at > now() - interval '294 seconds'"
  expect(await world.sql(aged, [admin.id])).toEqual([])
  // It counts only for the browser that gave it.
  const other = world.visitor()
  await other.call(auth.login, { body: { email: admin.email, password } })
  await proveBefore(admin, '1 hour')
  await prove(admin, { currentPassword: password })
  expect(await makeAdmin({ client: other }, await registered(world))).toMatchObject(unproven)
})

it('a proof is a password, each code of the app once, or a recovery code (D27)', async () => {
  const [plain, person] = [await registered(world), await protectedPerson(world)]
  await expectRefused(
    auth.reauthenticate,
    [plain, { body: {} }, 400, { field: 'currentPassword' }],
    [plain, { body: { code: '123456' } }, 400, { code: 'wrong_code', field: 'code' }],
    [person, { body: { code: wrongCodeOf(person.secret) } }, 400, 'wrong_code'],
  )
  await clearUsedCodes(world, person)
  const code = codeOf(person.secret)
  expect((await prove(person, { code })).status).toBe(200)
  expect((await prove(person, { code })).body.code).toBe('wrong_code')
  expect((await prove(person, { code: person.recoveryCodes[0] ?? '' })).status).toBe(200)
  expect((await prove(person, { currentPassword: password })).status).toBe(200)
})

// server/identity/two-factor/suggestion.test.ts covers the 30 days after which it is suggested again.
it('two-factor is suggested to admins until they set it up or decline (D27)', async () => {
  const suggests = async ({ client }: Pick<Person, 'client'>) => (await client.call(currentUser)).isTwoFactorSuggested
  const [decliner, person] = [await platformAdmin(world), await kit.member(world, firm.id)]
  expect(await Promise.all([decliner, firm.owner, person].map(suggests))).toEqual([true, true, false])
  const guarded = await kit.promoteToAdmin(world, await protectedPerson(world))
  expect(await guarded.client.call(currentUser)).toMatchObject({ hasTwoFactor: true, isTwoFactorSuggested: false })
  await decliner.client.call(declineTwoFactor)
  const client = world.visitor()
  await client.call(auth.login, { body: { email: decliner.email, password } })
  expect(await Promise.all([decliner, { client }, firm.owner].map(suggests))).toEqual([false, false, true])
})
