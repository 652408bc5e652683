import { setUserRole } from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import { changeMember } from '#contract/organizations/members.ts'
import { renewEncryption } from '#server/identity/two-factor/two-factor.flow.ts'
import { startServer } from '#server/main.ts'
import { sessionsOf, signedInAgain, statusWith } from '#tests/kit/identity/accounts.ts'
import { codeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, it, registered } = kit
const world = await kit.ownWorld()

const idsOf = async (person: kit.TestPerson) => (await sessionsOf(world, person)).map(({ id, sid }) => ({ id, sid }))
const makeAdmin = ({ id }: kit.TestPerson) => world.sql("update users set role = 'admin' where id = $1", [id])

describe('a new session id after a change of role (D15 [S])', () => {
  it('comes with the next request of each browser, and the session continues', async () => {
    const [admin, person] = [await kit.platformAdmin(world), await registered(world)]
    const other = await signedInAgain(world, person)
    const before = await idsOf(person)
    const cookies = [person.client.cookieHeader(), other.cookieHeader()]
    await admin.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin' } })
    expect(await idsOf(person)).toEqual(before)

    const reply = await person.client.try(currentUser)
    expect([reply.status, reply.body]).toMatchObject([200, { role: 'admin', hasAccess: true }])
    expect(reply.headers.getSetCookie().at(-1)).toMatch(/^luna=[^;]+;(?=.*HttpOnly)(?=.*SameSite=Lax)/)
    const [renewed, untouched] = await idsOf(person)
    expect(renewed).toEqual({ id: before[0]?.id, sid: expect.not.stringContaining(before[0]?.sid ?? '') })
    expect(untouched).toEqual(before[1])
    await other.call(currentUser)
    expect((await idsOf(person)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const [i, browser] of [person.client, other].entries()) {
      expect(browser.cookieHeader()).not.toBe(cookies[i])
      // Nothing changes any longer, so nothing is set again.
      expect((await browser.try(currentUser)).headers.getSetCookie()).toEqual([])
    }
  })

  it('serves requests under way for a minute, and nobody under the old id afterwards', async () => {
    const person = await registered(world)
    const cookie = person.client.cookieHeader()
    await makeAdmin(person)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.visitor().request('GET', '/api/auth/user', undefined, { cookie })),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const given = replies.flatMap(({ headers }) => headers.getSetCookie()).filter((text) => /^luna=[^;]/.test(text))
    expect([given.length, await statusWith(world, cookie)]).toEqual([1, 200])
    await world.sql("update session set previous_until = now() - interval '1 second' where user_id = $1", [person.id])
    expect(await statusWith(world, cookie)).toBe(401)
    const [present = ''] = given[0]?.split(';') ?? []
    expect((await world.visitor().request('GET', '/api/auth/user', undefined, { cookie: present })).body).toMatchObject(
      {
        id: person.id,
      },
    )
    expect(await idsOf(person)).toHaveLength(1)
  })

  it('follows the role in an organization; joining and working for oneself are no change of role', async () => {
    const [firm, person] = [await kit.organization(world), await kit.subscriber(world)]
    const before = await idsOf(person)
    await kit.join(world, person, firm.id)
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: 'member' })
    await kit.switchTo(person, null)
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: null })
    expect(await idsOf(person)).toEqual(before)
    await kit.switchTo(person, firm.id)
    await person.client.call(currentUser)
    const cookie = person.client.cookieHeader()
    const raised = { params: { id: person.id }, query: {}, body: { role: 'admin' } } as const
    await firm.owner.client.call(changeMember, raised)
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: 'admin' })
    expect(person.client.cookieHeader()).not.toBe(cookie)
  })

  it('signs out for good, even under the former id', async () => {
    const person = await registered(world)
    const old = person.client.cookieHeader()
    await makeAdmin(person)
    await person.client.call(currentUser)
    await person.client.call(logout)
    expect([await idsOf(person), await statusWith(world, old)]).toEqual([[], 401])
  })
})

it('a rotated SESSION_SECRET keeps sign-ins and second steps, and encrypts again with the new one (D15, D27 [S])', async () => {
  const [present, before] = ['n'.repeat(48), world.services.config.sessionSecret]
  const [active, quiet] = [await protectedPerson(world), await protectedPerson(world)]
  const sealed = async () => {
    const rows = await world.sql<{ sealed_secret: string }>(
      'select sealed_secret from two_factor where user_id = any($1) order by created_at',
      [[active.id, quiet.id]],
    )
    return rows.map((row) => row.sealed_secret)
  }
  const start = (previousSessionSecret: string | null) => {
    const secrets = { sessionSecret: present, previousSessionSecret }
    return startServer({ ...world.services.config, port: 0, ...secrets }, { log: world.services.log })
  }
  const signInAt = async (port: number, person: typeof active) => {
    const browser = new kit.TestClient(`http://127.0.0.1:${port}`, `${world.logFile}.answers`)
    await browser.call(auth.login, { body: { email: person.email, password: kit.password } })
    await clearUsedCodes(world, person)
    await browser.call(auth.loginWithCode, { body: { code: codeOf(person.secret) } })
    return browser.cookieHeader()
  }
  const asks = async (port: number, cookie: string) =>
    (await fetch(`http://127.0.0.1:${port}/api/auth/user`, { headers: { cookie } })).status

  const [old, both] = [await sealed(), await start(before)]
  const cookieOfBefore = active.client.cookieHeader()
  expect(await asks(both.port, cookieOfBefore)).toBe(200)
  const cookie = await signInAt(both.port, active)
  await renewEncryption(both.services)
  const renewed = await sealed()
  expect(renewed.filter((secret) => old.includes(secret))).toEqual([])
  await renewEncryption(both.services)
  expect(await sealed()).toEqual(renewed)
  await both.stop()

  const alone = await start(null)
  expect([await asks(alone.port, cookieOfBefore), await asks(alone.port, cookie)]).toEqual([401, 200])
  await signInAt(alone.port, quiet)
  await alone.stop()
})
