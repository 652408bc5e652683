import { describe, expect, it } from 'vitest'
import * as adminUsers from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { calls } from '#contract/index.ts'
import * as organizationMembers from '#contract/organizations/members.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { ownWorld, password, platformAdmin, promoteToAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { join, member, organization } from '../../../kit/organizations/organizations.ts'
import { codeOf, wrongCodeOf } from '../../../kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld()

/** As if the last proof were that old. */
const proveBefore = (person: TestPerson, age: string) =>
  world.sql('update session set proven_at = now() - $2::interval where user_id = $1', [person.id, age])

const prove = (person: TestPerson, body: { currentPassword?: string; code?: string }) =>
  person.client.try(auth.reauthenticate, { body })

const makeAdmin = (admin: TestPerson, { id }: TestPerson) =>
  admin.client.try(adminUsers.setUserRole, { params: { id }, body: { role: 'admin' } })

async function roleOf({ id }: TestPerson): Promise<string | undefined> {
  const [row] = await world.sql<{ role: string }>('select role from users where id = $1', [id])
  return row?.role
}

describe('acts on money and roles (D15, D27 [S])', () => {
  const asking = calls.filter(({ call }) => call.asksProof).map(({ call }) => call)

  it('are exactly these', () => {
    expect(asking.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'PATCH /api/admin/settings',
      'PATCH /api/admin/users/:id/role',
      'PATCH /api/organization/members',
      'PATCH /api/organization/members/:id',
      'POST /api/admin/conversations/:id/credit',
      'POST /api/admin/debts/:id/forgive',
      'POST /api/admin/organizations/:id/credits',
      'POST /api/admin/refund-requests/:id/approve',
      'POST /api/admin/refund-requests/:id/decline',
      'POST /api/admin/refund-requests/:id/withdraw',
      'POST /api/admin/transactions/:id/refund',
      'POST /api/admin/users/:id/credits',
    ])
  })

  it.each(asking)(
    '$method $path requires a proof from an admin who gave none for five minutes, and from nobody else',
    async (call) => {
      const [admin, person] = [await platformAdmin(world), await registered(world)]
      const firm = await organization(world)
      const path = `${call.path.replaceAll(/:\w+/g, crypto.randomUUID())}?organizationId=${firm.id}`
      const ask = async ({ client }: Pick<TestPerson, 'client'>) => {
        const { status, body } = await client.request<{ code: string }>(call.method, path, {})
        return [status, body.code]
      }
      const isOfOrganization = call.who === 'organization_admin'
      expect(await ask({ client: world.visitor() })).toEqual([401, 'unauthorized'])
      expect(await ask(person)).toEqual(isOfOrganization ? [404, 'organization_not_found'] : [403, 'forbidden'])
      const fresh = await ask(admin)
      expect(fresh).not.toContain('reauthentication_required')
      await proveBefore(admin, '4 minutes 50 seconds')
      expect(await ask(admin)).toEqual(fresh)
      await proveBefore(admin, '5 minutes 1 second')
      expect(await ask(admin)).toEqual([403, 'reauthentication_required'])
      if (!isOfOrganization) return
      await proveBefore(firm.owner, '1 day')
      expect(await ask(firm.owner)).toEqual(fresh)
    },
  )

  it('change nothing before the proof, and succeed after the password until five minutes are over', async () => {
    const [admin, person] = [await platformAdmin(world), await registered(world)]
    await proveBefore(admin, '1 hour')
    const refused = await makeAdmin(admin, person)
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect(await roleOf(person)).toBe('user')

    const wrong = await prove(admin, { currentPassword: 'wrong-horse-1' })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, 'wrong_password', 'currentPassword'])
    expect((await makeAdmin(admin, person)).status).toBe(403)
    const proven = await prove(admin, { currentPassword: password })
    expect(proven.status).toBe(200)
    expect((Date.parse(proven.body.provenUntil) - Date.now()) / 60_000).toBeCloseTo(5, 0)
    expect((await makeAdmin(admin, person)).status).toBe(200)
    expect(await roleOf(person)).toBe('admin')

    // An act is not a proof.
    await proveBefore(admin, '4 minutes 55 seconds')
    expect((await makeAdmin(admin, person)).status).toBe(200)
    const [row] = await world.sql<{ age: number }>(
      'select extract(epoch from now() - proven_at)::float as age from session where user_id = $1',
      [admin.id],
    )
    expect(row?.age).toBeGreaterThan(294)
  })

  it('count the proof only for the browser that gave it', async () => {
    const [admin, person] = [await platformAdmin(world), await registered(world)]
    const other = world.visitor()
    await other.call(auth.login, { body: { email: admin.email, password } })
    await proveBefore(admin, '1 hour')
    await prove(admin, { currentPassword: password })
    const reply = await makeAdmin({ ...admin, client: other }, person)
    expect([reply.status, reply.body.code]).toEqual([403, 'reauthentication_required'])
    expect(await roleOf(person)).toBe('user')
  })

  it('require no proof from an organization admin, but one from a platform admin in an organization (D120)', async () => {
    const [admin, firm] = [await platformAdmin(world), await organization(world)]
    const person = await member(world, firm.id)
    const change = (by: TestPerson) =>
      by.client.try(organizationMembers.changeMember, {
        params: { id: person.id },
        query: { organizationId: String(firm.id) },
        body: { role: 'admin' },
      })
    await proveBefore(admin, '1 hour')
    await proveBefore(firm.owner, '1 hour')
    expect((await change(admin)).body.code).toBe('reauthentication_required')
    const before = await world.sql('select role from organization_user where user_id = $1', [person.id])
    expect(before).toEqual([{ role: 'member' }])
    expect((await change(firm.owner)).status).toBe(200)
  })
})

describe('POST /api/auth/reauthenticate', () => {
  it('is for every signed-in person, and accepts a password or a code', async () => {
    expect((await world.visitor().try(auth.reauthenticate, { body: { currentPassword: password } })).status).toBe(401)
    const person = await registered(world)
    const nothing = await prove(person, {})
    expect([nothing.status, nothing.body.field]).toEqual([400, 'currentPassword'])
    const code = await prove(person, { code: '123456' })
    expect([code.status, code.body.code, code.body.field]).toEqual([400, 'wrong_code', 'code'])
  })

  it('accepts each code of the app once, a recovery code, and the password of a person with two-factor (D27)', async () => {
    const person = await protectedPerson(world)
    const wrong = await prove(person, { code: wrongCodeOf(person.secret) })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_code'])
    await clearUsedCodes(world, person)
    const code = codeOf(person.secret)
    expect((await prove(person, { code })).status).toBe(200)
    expect((await prove(person, { code })).body.code).toBe('wrong_code')
    expect((await prove(person, { code: person.recoveryCodes[0] ?? '' })).status).toBe(200)
    expect((await prove(person, { currentPassword: password })).status).toBe(200)
  })
})

describe('two-factor is suggested to admins (D27)', () => {
  const suggests = async ({ client }: TestPerson) => (await client.call(currentUser)).isTwoFactorSuggested

  it('of the platform and of an organization, until they set it up', async () => {
    const [admin, firm, person] = [await platformAdmin(world), await organization(world), await registered(world)]
    expect([await suggests(admin), await suggests(firm.owner), await suggests(person)]).toEqual([true, true, false])
    await join(world, person, firm.id)
    expect(await suggests(person)).toBe(false)
    const guarded = await promoteToAdmin(world, await protectedPerson(world))
    expect(await guarded.client.call(currentUser)).toMatchObject({
      hasTwoFactor: true,
      isTwoFactorSuggested: false,
    })
  })

  it('until they decline, which applies to them alone and in every browser', async () => {
    const [admin, other] = [await platformAdmin(world), await platformAdmin(world)]
    expect((await world.visitor().try(twoFactor.declineTwoFactor)).status).toBe(401)
    await admin.client.call(twoFactor.declineTwoFactor)
    expect([await suggests(admin), await suggests(other)]).toEqual([false, true])
    const client = world.visitor()
    await client.call(auth.login, { body: { email: admin.email, password } })
    expect(await suggests({ ...admin, client })).toBe(false)
    const rows = await world.sql('select id from users where two_factor_declined_at is not null')
    expect(rows).toEqual([{ id: admin.id }])
  })

  it('and again 30 days after they declined, until they decline once more', async () => {
    const admin = await platformAdmin(world)
    await admin.client.call(twoFactor.declineTwoFactor)
    const age = (interval: string) =>
      world.sql(
        `update users set two_factor_declined_at = two_factor_declined_at - interval '${interval}' where id = $1`,
        [admin.id],
      )
    await age('29 days')
    expect(await suggests(admin)).toBe(false)
    await age('1 day')
    expect(await suggests(admin)).toBe(true)
    await admin.client.call(twoFactor.declineTwoFactor)
    expect(await suggests(admin)).toBe(false)
  })
})
