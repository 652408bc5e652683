import { createHash } from 'node:crypto'
import pg from 'pg'
import * as auth from '#contract/identity/auth.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import { describe, expect, it, openWorld, ownWorld, password, registered, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()

interface SessionRow {
  sid: string
  sess: { userId: string }
  daysLeft: number
}

function sessionsOf(person: TestPerson): Promise<SessionRow[]> {
  return world.sql(
    `select sid, sess, extract(epoch from expire - now())::float / 86400 as "daysLeft" from session
     where user_id = $1 order by created_at`,
    [person.id],
  )
}

/** Returns the random id in the cookie, without its signature. */
function sidOf(cookieHeader: string): string {
  const value = decodeURIComponent(/luna=([^;]+)/.exec(cookieHeader)?.[1] ?? '')
  return value.slice(0, value.lastIndexOf('.'))
}

function hashOf(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url')
}

async function signInRaw(person: TestPerson, cookie?: string) {
  const body = { email: person.email, password }
  return world.visitor().request('POST', '/api/auth/login', body, cookie ? { cookie } : {})
}

describe('the session cookie (D15 [S])', () => {
  it('is HttpOnly, SameSite=Lax, for the whole site and 30 days; Secure only with https', async () => {
    const reply = await signInRaw(await registered(world))
    const [cookie = '', ...others] = reply.headers.getSetCookie()
    expect(others).toEqual([])
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']))
    expect(attributes.join()).not.toMatch(/Secure|Domain/)
    const expires = Date.parse(attributes.find((text) => text.startsWith('Expires='))?.slice(8) ?? '')
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  })

  it('is Secure and bound to the host when the site is https', async () => {
    const secure = await openWorld({
      PUBLIC_URL: 'https://luna.example',
      TRUST_PROXY: '127.0.0.1',
      STANDINS: 'demo',
    })
    try {
      const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'luna.example' }
      const body = { email: 'secure@example.com', password, firstName: 'Se', lastName: 'Cure' }
      const reply = await secure.visitor().request('POST', '/api/auth/register', body, forwarded)
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-luna=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
      ])
      expect(reply.headers.get('strict-transport-security')).toContain('max-age=')
    } finally {
      await secure.close()
    }
  })

  it('is removed by signing out, even when the session had ended (D17)', async () => {
    const person = await registered(world)
    const cookie = person.client.cookieHeader()
    const signOut = () => world.visitor().request('POST', '/api/auth/logout', {}, { cookie })
    for (const reply of [await signOut(), await signOut()]) {
      const [cleared = '', ...others] = reply.headers.getSetCookie()
      expect(others).toEqual([])
      expect(cleared).toMatch(/^luna=; (?=.*Path=\/)(?=.*SameSite=Lax)(?=.*Expires=Thu, 01 Jan 1970)/)
    }
    expect(await sessionsOf(person)).toEqual([])
  })

  it('is set only for people who sign in, and creates no row for others', async () => {
    const before = await world.sql('select count(*)::int as n from session')
    for (const path of ['/', '/login', '/api/config', '/api/auth/user']) {
      const reply = await world.visitor().request('GET', path)
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    await world.visitor().try(auth.login, { body: { email: 'nobody@example.com', password } })
    expect(await world.sql('select count(*)::int as n from session')).toEqual(before)
  })
})

describe('the session row (S125, D15 [S])', () => {
  it('holds only the hash of 256 random bits and ends in 7 days', async () => {
    const person = await registered(world)
    const [row] = await sessionsOf(person)
    const sid = sidOf(person.client.cookieHeader())
    expect(Buffer.from(sid, 'base64url')).toHaveLength(32)
    expect(row?.sid).toBe(hashOf(sid))
    expect(JSON.stringify(row)).not.toContain(sid)
    expect(row?.sess.userId).toBe(person.id)
    expect(row?.daysLeft).toBeCloseTo(7, 2)
  })

  it('gets a new id at each sign-in, and the old id is useless', async () => {
    const person = await registered(world)
    const before = person.client.cookieHeader()
    await person.client.call(auth.login, { body: { email: person.email, password } })
    expect(sidOf(person.client.cookieHeader())).not.toBe(sidOf(before))
    const rows = await sessionsOf(person)
    expect(rows.map((row) => row.sid)).toEqual([hashOf(sidOf(person.client.cookieHeader()))])
    const replayed = await world.visitor().request('GET', '/api/auth/user', undefined, { cookie: before })
    expect(replayed.status).toBe(401)
  })

  it('never accepts an id that a visitor brings', async () => {
    const person = await registered(world)
    const chosen = 'A'.repeat(43)
    for (const cookie of [`luna=${chosen}`, `luna=${chosen}.${'x'.repeat(43)}`, 'luna=', 'luna=%00', 'luna=.']) {
      const reply = await signInRaw(person, cookie)
      expect(reply.status).toBe(200)
      expect(sidOf(reply.headers.getSetCookie().join('; '))).not.toContain(chosen)
    }
    expect((await sessionsOf(person)).map((row) => row.sid)).not.toContain(hashOf(chosen))
  })

  it('cannot be used by a reader of the table, or without a signature', async () => {
    const person = await registered(world)
    const [row] = await sessionsOf(person)
    const value = /luna=([^;]+)/.exec(person.client.cookieHeader())?.[1] ?? ''
    const signature = value.slice(value.lastIndexOf('.'))
    for (const stolen of [`${row?.sid}`, `${row?.sid}${signature}`, sidOf(person.client.cookieHeader())]) {
      const reply = await world.visitor().request('GET', '/api/auth/user', undefined, { cookie: `luna=${stolen}` })
      expect(reply.status).toBe(401)
    }
  })

  it('ends at its time', async () => {
    const person = await registered(world)
    await world.sql("update session set expire = now() - interval '1 second' where user_id = $1", [person.id])
    expect((await person.client.try(currentUser)).status).toBe(401)
  })
})

describe('staying signed in (D15 [S])', () => {
  const use = (person: TestPerson) => person.client.request('GET', '/api/user/purchases')
  const setDaysLeft = (person: TestPerson, left: string, age: string) =>
    world.sql(
      'update session set expire = now() + $2::interval, created_at = now() - $3::interval where user_id = $1',
      [person.id, left, age],
    )

  it('moves the end to 7 days from the last use, at most once an hour', async () => {
    const person = await registered(world)
    await setDaysLeft(person, '3 days', '4 days')
    await use(person)
    expect((await sessionsOf(person))[0]?.daysLeft).toBeCloseTo(7, 2)
    await setDaysLeft(person, '6 days 23 hours 30 minutes', '1 day')
    await use(person)
    expect((await sessionsOf(person))[0]?.daysLeft).toBeCloseTo(7 - 0.5 / 24, 3)
  })

  it('does not count the poll of the current user as use', async () => {
    const person = await registered(world)
    await setDaysLeft(person, '3 days', '4 days')
    await person.client.call(currentUser)
    expect((await sessionsOf(person))[0]?.daysLeft).toBeCloseTo(3, 2)
  })

  it('ends after 30 days in any case, without a write per request in the last week', async () => {
    const person = await registered(world)
    await setDaysLeft(person, '1 day', '28 days')
    await use(person)
    expect((await sessionsOf(person))[0]?.daysLeft).toBeCloseTo(2, 2)
    const version = () => world.sql('select xmin::text from session where user_id = $1', [person.id])
    const before = await version()
    await use(person)
    expect(await version()).toEqual(before)
  })
})

describe('a slow request across sign-out (D15 [S])', () => {
  it.each(['plain', 'due for a new end'])('does not restore the session (%s)', async (kind) => {
    const person = await registered(world)
    if (kind !== 'plain') {
      await world.sql("update session set expire = now() + interval '2 days' where user_id = $1", [person.id])
    }
    const cookie = person.client.cookieHeader()
    const blocker = new pg.Client({ connectionString: world.databaseUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select 1 from users where id = $1 for update', [person.id])
    const names = { firstName: 'Slow', lastName: 'Writer' }
    const slow = world.visitor()
    const answer = slow.request('PATCH', '/api/account/names', names, { cookie })
    const waiting = () =>
      world.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update users set first_name%'",
      )
    await expect.poll(waiting).toHaveLength(1)
    await person.client.call(logout)
    await blocker.query('commit')
    await blocker.end()
    expect((await answer).status).toBe(200)
    expect(await sessionsOf(person)).toEqual([])
    const replayed = await world.visitor().request('GET', '/api/auth/user', undefined, { cookie })
    expect(replayed.status).toBe(401)
    expect((await slow.try(currentUser)).status).toBe(401)
  })
})
