import { createHash } from 'node:crypto'
import { login, loginWithCode, reauthenticate } from '#contract/identity/auth.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import { setUserRole } from '#contract/admin/users.ts'
import { endOtherSignIns } from '#contract/identity/profile.ts'
import { changeMember } from '#contract/organizations/members.ts'
import { findMembership } from '#server/identity/memberships.ts'
import { withRoleBefore } from '#server/identity/role-mark.ts'
import { renewEncryption } from '#server/identity/two-factor/two-factor.flow.ts'
import { startServer } from '#server/main.ts'
import { sessionsOf, signIn, signedInAgain, statusWith } from '#tests/kit/identity/accounts.ts'
import { codeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, password, registered } = kit
type TestPerson = kit.TestPerson
const world = await kit.ownWorld()
const daysUntil = (date?: Date) => ((date?.getTime() ?? 0) - Date.now()) / 86_400_000

/** Returns the random id in the cookie, without its signature. */
function sidOf(cookieHeader: string): string {
  const value = decodeURIComponent(/luna=([^;]+)/.exec(cookieHeader)?.[1] ?? '')
  return value.slice(0, value.lastIndexOf('.'))
}

const hashOf = (sid: string) => createHash('sha256').update(sid).digest('base64url')

/** Returns the cookies that an answer sets, of which there must be one. */
function onlyCookie({ headers }: { headers: Headers }): string {
  expect(headers.getSetCookie()).toHaveLength(1)
  return headers.getSetCookie()[0] ?? ''
}

it('the cookie is HttpOnly and SameSite=Lax, for the whole site and 30 days (D15 [S])', async () => {
  const cookie = onlyCookie(await signIn(world, await registered(world)))
  expect(cookie).toMatch(/^luna=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  expect(daysUntil(new Date(/Expires=([^;]+)/.exec(cookie)?.[1] ?? ''))).toBeCloseTo(30, 1)
})

it('the cookie is Secure and bound to the host when the site is https (D15 [S])', async () => {
  const site = { PUBLIC_URL: 'https://luna.example', TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' }
  const secure = await kit.openWorld(site)
  try {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'luna.example' }
    const body = { email: 'secure@example.com', password, firstName: 'Se', lastName: 'Cure' }
    const reply = await secure.visitor().request('POST', '/api/auth/register', body, forwarded)
    expect(onlyCookie(reply)).toMatch(/^__Host-luna=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    expect(reply.headers.get('strict-transport-security')).toContain('max-age=')
  } finally {
    await secure.close()
  }
})

it('signing out removes cookie and session, again and again (S210, S125, D17, D15 [S])', async () => {
  const person = await registered(world)
  const cookie = person.client.cookieHeader()
  for (const sent of [cookie, cookie, '']) {
    const reply = await world.visitor().request('POST', '/api/auth/logout', {}, { cookie: sent })
    expect([reply.status, reply.body]).toEqual([200, { success: true }])
    if (sent) expect(onlyCookie(reply)).toMatch(/^luna=; (?=.*Path=\/)(?=.*SameSite=Lax)(?=.*Expires=Thu, 01 Jan 1970)/)
  }
  expect([await sessionsOf(world, person), await statusWith(world, cookie)]).toEqual([[], 401])
})

it('the cookie is set only for people who sign in, and creates no row for others (D15 [S])', async () => {
  const before = await world.sql('select sid from session order by sid')
  for (const path of ['/', '/login', '/api/config', '/api/auth/user']) {
    const { headers } = await world.visitor().request('GET', path)
    expect([path, headers.getSetCookie()]).toEqual([path, []])
  }
  await signIn(world, { email: 'nobody@example.com' })
  expect(await world.sql('select sid from session order by sid')).toEqual(before)
})

it('the row holds only the hash of 256 random bits, for 7 days (S125, D15 [S])', async () => {
  const person = await registered(world)
  const [row] = await sessionsOf(world, person)
  const value = /luna=([^;]+)/.exec(person.client.cookieHeader())?.[1] ?? ''
  const sid = sidOf(person.client.cookieHeader())
  expect(Buffer.from(sid, 'base64url')).toHaveLength(32)
  const [whole] = await world.sql('select * from session where user_id = $1', [person.id])
  expect(whole).toMatchObject({ sid: hashOf(sid), sess: { userId: person.id } })
  expect(JSON.stringify(whole)).not.toContain(sid)
  expect(daysUntil(row?.expire)).toBeCloseTo(7, 2)
  const signature = value.slice(value.lastIndexOf('.'))
  for (const stolen of [`${row?.sid}`, `${row?.sid}${signature}`, sid])
    expect(await statusWith(world, `luna=${stolen}`)).toBe(401)
})

it('the row gets a new id at each sign-in, never a given one, and ends in time (S125, D15 [S])', async () => {
  const { client, ...person } = await registered(world)
  const before = client.cookieHeader()
  const body = { email: person.email, password }
  await client.call(login, { body })
  const sid = sidOf(client.cookieHeader())
  expect(sid).not.toBe(sidOf(before))
  expect(await sessionsOf(world, person)).toMatchObject([{ sid: hashOf(sid) }])
  expect(await statusWith(world, before)).toBe(401)
  const chosen = 'A'.repeat(43)
  for (const cookie of [`luna=${chosen}`, `luna=${chosen}.${'x'.repeat(43)}`, 'luna=', 'luna=%00', 'luna=.']) {
    const reply = await world.visitor().request('POST', '/api/auth/login', body, { cookie })
    expect(reply.status).toBe(200)
    expect(sidOf(reply.headers.getSetCookie().join('; '))).not.toContain(chosen)
  }
  expect((await sessionsOf(world, person)).map((row) => row.sid)).not.toContain(hashOf(chosen))
  await world.sql("update session set expire = now() - interval '1 second' where user_id = $1", [person.id])
  expect((await client.try(currentUser)).status).toBe(401)
})

/** Uses the session after its end and its age were set. Returns the days that are then left. */
async function daysAfter(use: (person: TestPerson) => Promise<unknown>, left: string, age: string) {
  const person = await registered(world)
  const set = 'update session set expire = now() + $2::interval, created_at = now() - $3::interval where user_id = $1'
  await world.sql(set, [person.id, left, age])
  await use(person)
  return { person, days: daysUntil((await sessionsOf(world, person))[0]?.expire) }
}
const use = ({ client }: TestPerson) => client.request('GET', '/api/user/purchases')

it('the end is 7 days from the last use, at most 30 in all, and noted once an hour (D15 [S])', async () => {
  expect((await daysAfter(use, '3 days', '4 days')).days).toBeCloseTo(7, 2)
  expect((await daysAfter(use, '6 days 23 hours 30 minutes', '1 day')).days).toBeCloseTo(7 - 0.5 / 24, 3)
  // The poll of the current user does not move it.
  const poll = ({ client }: TestPerson) => client.call(currentUser)
  expect((await daysAfter(poll, '3 days', '4 days')).days).toBeCloseTo(3, 2)
  const { person, days } = await daysAfter(use, '1 day', '28 days')
  expect(days).toBeCloseTo(2, 2)
  const version = () => world.sql('select xmin::text from session where user_id = $1', [person.id])
  const before = await version()
  await use(person)
  expect(await version()).toEqual(before)
})

const ends = ['365 days', '2 days']
it.each(ends)('a slow request across sign-out restores no session that ends in %s (D15 [S])', async (end) => {
  const person = await registered(world)
  const shorten = 'update session set expire = least(expire, now() + $2::interval) where user_id = $1'
  await world.sql(shorten, [person.id, end])
  const cookie = person.client.cookieHeader()
  const lock = await kit.holdLock(world, 'select from users where id = $1 for update', [person.id])
  const slow = world.visitor()
  const answer = slow.request('PATCH', '/api/account/names', { firstName: 'Slow', lastName: 'Writer' }, { cookie })
  await lock.awaited()
  await person.client.call(logout)
  await lock.release()
  expect((await answer).status).toBe(200)
  expect([await sessionsOf(world, person), await statusWith(world, cookie)]).toEqual([[], 401])
  expect((await slow.try(currentUser)).status).toBe(401)
})

const idsOf = async (person: TestPerson) => (await sessionsOf(world, person)).map(({ id, sid }) => ({ id, sid }))
const makeAdmin = ({ id }: TestPerson) => world.sql("update users set role = 'admin' where id = $1", [id])

it('a changed role gives each browser a new id with its next request (D15 [S])', async () => {
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

it('the old id serves requests under way for a minute, and nobody afterwards (D15 [S])', async () => {
  const person = await registered(world)
  const cookie = person.client.cookieHeader()
  await makeAdmin(person)
  const askWith = (given: string) => world.visitor().request('GET', '/api/auth/user', undefined, { cookie: given })
  const replies = await Promise.all(Array.from({ length: 8 }, () => askWith(cookie)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const given = replies.flatMap(({ headers }) => headers.getSetCookie()).filter((text) => /^luna=[^;]/.test(text))
  expect([given.length, await statusWith(world, cookie)]).toEqual([1, 200])
  await world.sql("update session set previous_until = now() - interval '1 second' where user_id = $1", [person.id])
  expect(await statusWith(world, cookie)).toBe(401)
  const browser = world.visitor()
  const [present = ''] = given[0]?.split(';') ?? []
  const reply = await browser.request('GET', '/api/auth/user', undefined, { cookie: present })
  expect([reply.body['id'], (await idsOf(person)).length]).toEqual([person.id, 1])
  // Signing out is for good, even under a former id of the last minute.
  await world.sql("update session set previous_until = now() + interval '1 minute' where user_id = $1", [person.id])
  await browser.request('POST', '/api/auth/logout', {}, { cookie: present })
  expect([await idsOf(person), await statusWith(world, cookie)]).toEqual([[], 401])
})

it('a former id keeps only its former rights, and no proof of identity (D194 [S])', async () => {
  const [owner, person, other] = [await kit.platformAdmin(world), await registered(world), await registered(world)]
  const raise = (staffRole: 'support' | 'finance') =>
    owner.client.call(setUserRole, { params: { id: person.id }, body: { role: 'admin', staffRole } })
  const read = `/api/admin/users/${other.id}`
  const statuses = async (cookie: string) => {
    const ask = (method: string, path: string, body?: object) => world.visitor().request(method, path, body, { cookie })
    const gift = { minutes: 60, reason: 'A gift', key: crypto.randomUUID() }
    const gives = await ask('POST', `/api/admin/users/${other.id}/credits`, gift)
    return [(await ask('GET', currentUser.path)).status, (await ask('GET', read)).status, gives.body['code']]
  }
  const before = person.client.cookieHeader()
  await raise('support')
  await person.client.call(currentUser)
  expect(await statuses(before)).toEqual([200, 403, 'forbidden'])
  const asSupport = person.client.cookieHeader()
  expect((await statuses(asSupport)).slice(0, 2)).toEqual([200, 200])
  // Proving who one is brings a new id; the one before may read, and is never proven.
  await person.client.call(reauthenticate, { body: { currentPassword: password } })
  expect(person.client.cookieHeader()).not.toBe(asSupport)
  expect(await statuses(asSupport)).toEqual([200, 200, 'reauthentication_required'])
  await person.client.call(endOtherSignIns)
  expect(await statusWith(world, asSupport)).toBe(401)
  expect(await statusWith(world, before)).toBe(401)
})

it('a new id follows the role in an organization, and not joining it (D15 [S])', async () => {
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
  const invited = async (given: string) =>
    (await world.visitor().request('GET', '/api/organization/invitations', undefined, { cookie: given })).status
  expect([await invited(person.client.cookieHeader()), await invited(cookie)]).toEqual([200, 403])
  // Nor does the former id see the agents of the new role (D194).
  const asAdmin = await findMembership(world.services.database.read, person.id, firm.id, false)
  expect(withRoleBefore(asAdmin, `user ${firm.id} member`)).toMatchObject({ role: 'member', rank: 3 })
})

it('a new SESSION_SECRET keeps sign-ins and second steps, encrypted again (D15, D27 [S])', async () => {
  const [present, before] = ['n'.repeat(48), world.services.config.sessionSecret]
  const [active, quiet] = [await protectedPerson(world), await protectedPerson(world)]
  const sealed = async () => {
    const secrets = 'select sealed_secret from two_factor where user_id = any($1) order by created_at'
    const rows = await world.sql<{ sealed_secret: string }>(secrets, [[active.id, quiet.id]])
    return rows.map((row) => row.sealed_secret)
  }
  const start = (previousSessionSecret: string | null) => {
    const secrets = { sessionSecret: present, previousSessionSecret }
    return startServer({ ...world.services.config, port: 0, ...secrets }, { log: world.services.log })
  }
  const signInAt = async (port: number, person: typeof active) => {
    const browser = new kit.TestClient(`http://127.0.0.1:${port}`, `${world.logFile}.answers`)
    await browser.call(login, { body: { email: person.email, password } })
    await clearUsedCodes(world, person)
    await browser.call(loginWithCode, { body: { code: codeOf(person.secret) } })
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
