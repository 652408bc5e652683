import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import * as organizations from '#contract/organizations/members.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { renewEncryption } from '#server/identity/two-factor/two-factor.flow.ts'
import { startServer } from '#server/main.ts'
import { ownWorld, password, platformAdmin, registered, subscriber, TestClient, type TestPerson } from '#tests/calls.ts'
import { join, member, organization } from '../../../kit/organizations/organizations.ts'
import { codeOf } from '../../../kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld()

function sessionsOf(person: TestPerson): Promise<{ id: string; sid: string }[]> {
  return world.sql('select id, sid from session where user_id = $1 order by created_at', [person.id])
}

/** Returns who is signed in under a cookie; null for nobody. */
async function whoHas(cookie: string): Promise<string | null> {
  const reply = await world.visitor().request<{ id: string }>('GET', '/api/auth/user', undefined, { cookie })
  return reply.status === 200 ? reply.body.id : null
}

describe('a new session id after a change of role (D15 [S])', () => {
  it('comes with the next request of each browser, and the session continues', async () => {
    const [admin, person] = [await platformAdmin(world), await registered(world)]
    const other = world.visitor()
    await other.call(auth.login, { body: { email: person.email, password } })
    const before = await sessionsOf(person)
    const cookies = [person.client.cookieHeader(), other.cookieHeader()]
    await admin.client.call(adminUsers.setUserRole, { params: { id: person.id }, body: { role: 'admin' } })
    expect(await sessionsOf(person)).toEqual(before)

    const reply = await person.client.try(currentUser)
    expect([reply.status, reply.body.role]).toEqual([200, 'admin'])
    expect(reply.headers.getSetCookie().at(-1)).toMatch(/^luna=[^;]+;(?=.*HttpOnly)(?=.*SameSite=Lax)/)
    const [renewed, untouched] = await sessionsOf(person)
    expect(renewed).toEqual({ id: before[0]?.id, sid: expect.not.stringContaining(before[0]?.sid ?? '') })
    expect(untouched).toEqual(before[1])
    expect(person.client.cookieHeader()).not.toBe(cookies[0])

    await other.call(currentUser)
    expect(other.cookieHeader()).not.toBe(cookies[1])
    expect((await sessionsOf(person)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    // Nothing changes any longer, so nothing is set again.
    for (const browser of [person.client, other]) {
      expect((await browser.try(currentUser)).headers.getSetCookie()).toEqual([])
    }
  })

  it('serves requests under way for a minute, and nobody under the old id afterwards', async () => {
    const person = await registered(world)
    const old = person.client.cookieHeader()
    await world.sql("update users set role = 'admin' where id = $1", [person.id])
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.visitor().request('GET', '/api/auth/user', undefined, { cookie: old })),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const given = replies.flatMap(({ headers }) => headers.getSetCookie()).filter((cookie) => /^luna=[^;]/.test(cookie))
    expect(given).toHaveLength(1)
    expect(await whoHas(old)).toBe(person.id)
    await world.sql("update session set previous_until = now() - interval '1 second' where user_id = $1", [person.id])
    expect(await whoHas(old)).toBe(null)
    expect(await whoHas(given[0]?.split(';')[0] ?? '')).toBe(person.id)
    expect(await sessionsOf(person)).toHaveLength(1)
  })

  it('also follows the role in an organization', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    await person.client.call(currentUser)
    const before = person.client.cookieHeader()
    await firm.owner.client.call(organizations.changeMember, {
      params: { id: person.id },
      query: {},
      body: { role: 'admin' },
    })
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: 'admin' })
    expect(person.client.cookieHeader()).not.toBe(before)
  })

  it('does not follow joining an organization or working for oneself: neither is a change of role', async () => {
    const [firm, person] = [await organization(world), await subscriber(world)]
    const before = await sessionsOf(person)
    await join(world, person, firm.id)
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: 'member' })
    await person.client.call(switchOrganization, { body: { organizationId: null } })
    expect(await person.client.call(currentUser)).toMatchObject({ organizationRole: null })
    expect(await sessionsOf(person)).toEqual(before)
  })

  it('signs out for good, even under the former id', async () => {
    const person = await registered(world)
    const old = person.client.cookieHeader()
    await world.sql("update users set role = 'admin' where id = $1", [person.id])
    await person.client.call(currentUser)
    await person.client.call(logout)
    expect(await sessionsOf(person)).toEqual([])
    expect(await whoHas(old)).toBe(null)
  })
})

describe('rotation of SESSION_SECRET (D15, D27 [S])', () => {
  it('keeps sign-ins and second steps under both secrets, and encrypts again with the current one', async () => {
    const [present, before] = ['n'.repeat(48), world.services.config.sessionSecret]
    const [active, quiet] = [await protectedPerson(world), await protectedPerson(world)]
    const sealed = () =>
      world.sql<{ user_id: string; sealed_secret: string }>(
        'select user_id, sealed_secret from two_factor where user_id = any($1) order by created_at',
        [[active.id, quiet.id]],
      )
    const start = (previousSessionSecret: string | null) =>
      startServer(
        { ...world.services.config, port: 0, sessionSecret: present, previousSessionSecret },
        { log: world.services.log },
      )
    const signInAt = async (port: number, person: typeof active) => {
      const browser = new TestClient(`http://127.0.0.1:${port}`, `${world.logFile}.answers`)
      await browser.call(auth.login, { body: { email: person.email, password } })
      await clearUsedCodes(world, person)
      const reply = await browser.try(auth.loginWithCode, { body: { code: codeOf(person.secret) } })
      return { status: reply.status, cookie: browser.cookieHeader() }
    }
    const asks = async (port: number, cookie: string) =>
      (await fetch(`http://127.0.0.1:${port}/api/auth/user`, { headers: { cookie } })).status

    const [old, both] = [await sealed(), await start(before)]
    const cookieOfBefore = active.client.cookieHeader()
    expect(await asks(both.port, cookieOfBefore)).toBe(200)
    const signedIn = await signInAt(both.port, active)
    expect(signedIn.status).toBe(200)
    await renewEncryption(both.services)
    const renewed = await sealed()
    expect(renewed.map((row, place) => row.sealed_secret === old[place]?.sealed_secret)).toEqual([false, false])
    await renewEncryption(both.services)
    expect(await sealed()).toEqual(renewed)
    await both.stop()

    const alone = await start(null)
    expect(await asks(alone.port, cookieOfBefore)).toBe(401)
    expect(await asks(alone.port, signedIn.cookie)).toBe(200)
    expect((await signInAt(alone.port, quiet)).status).toBe(200)
    await alone.stop()
  })
})
