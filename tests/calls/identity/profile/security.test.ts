import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as profile from '#contract/identity/profile.ts'
import { describe, expect, it, ownWorld, password, queuedMails, registered, type TestPerson } from '#tests/calls.ts'

/** Limits as in production. */

const world = await ownWorld()
const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const newPassword = 'another-horse-8'

function sessionsOf({ id }: TestPerson) {
  return world.sql<{ id: string; sid: string }>('select id, sid from session where user_id = $1 order by created_at', [
    id,
  ])
}

/** Signs the same person in on another browser. */
async function signedInAgain({ email }: TestPerson, userAgent = 'node') {
  const browser = world.visitor()
  await browser.request('POST', '/api/auth/login', { email, password }, { 'user-agent': userAgent })
  return browser
}

describe('POST /api/account/password (D25, D15 [S])', () => {
  it('sets the password, ends the other sessions, renews this one and sends a mail', async () => {
    const person = await registered(world)
    const other = await signedInAgain(person)
    const cookie = person.client.cookieHeader()
    const body = { currentPassword: password, newPassword }
    expect(await person.client.call(profile.changePassword, { body })).toEqual({ success: true })
    expect((await other.try(currentUser)).status).toBe(401)
    expect(await person.client.call(currentUser)).toMatchObject({ id: person.id })
    expect((await world.visitor().request('GET', '/api/auth/user', undefined, { cookie })).status).toBe(401)
    expect(await sessionsOf(person)).toHaveLength(1)
    expect((await queuedMails(world, person.email))[0]?.subject).toBe('Your password was changed')
    expect((await world.visitor().try(auth.login, { body: { email: person.email, password } })).status).toBe(401)
    const now = await world.visitor().try(auth.login, { body: { email: person.email, password: newPassword } })
    expect(now.status).toBe(200)
  })

  it.each([
    [{ newPassword }, 'currentPassword', 'Your current password is required'],
    [{ currentPassword: 'wrong-horse-1', newPassword }, 'currentPassword', 'This is not your current password.'],
    [{ currentPassword: password }, 'newPassword', 'Password is required'],
    [
      { currentPassword: password, newPassword: 'seven-7' },
      'newPassword',
      'Password must be at least 8 characters long',
    ],
    [{ currentPassword: password, newPassword: 'Password123' }, 'newPassword', 'Please choose a less common password.'],
  ])('refuses %j with the message of its field, and nothing changes (D11)', async (body, field, message) => {
    const person = await registered(world)
    await signedInAgain(person)
    const reply = await person.client.request('POST', '/api/account/password', body)
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ field, message })])
    expect(await sessionsOf(person)).toHaveLength(2)
    expect((await world.visitor().try(auth.login, { body: { email: person.email, password } })).status).toBe(200)
  })

  it('is closed to strangers', async () => {
    const reply = await world
      .visitor()
      .try(profile.changePassword, { body: { currentPassword: password, newPassword } })
    expect(reply.status).toBe(401)
  })

  it('checks 10 wrong passwords in 15 minutes and no more, not even the right one (D13 [S])', async () => {
    const { client, id } = await registered(strict)
    strict.clock.holdReal()
    const body = { currentPassword: 'wrong-horse-1', newPassword }
    await client.try(profile.changePassword, { body })
    await strict.sql('update rate_limit set hits = 10 where key = $1', [`password:${id}`])
    const refused = await client.try(profile.changePassword, { body: { ...body, currentPassword: password } })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }, 40_000)
})

it('the link that confirms an address is mailed again 3 times an hour (D24)', async () => {
  const { client } = await registered(strict)
  strict.clock.holdReal()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await client.try(profile.resendVerification)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
}, 40_000)

describe("a person's sign-ins (D25, S125)", () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

  it('are listed with browser and times, the current one marked, and none of other people', async () => {
    const person = await registered(world)
    await registered(world)
    await signedInAgain(person, chrome)
    await world.sql(
      "update session set created_at = now() - interval '3 days', last_seen_at = now() - interval '2 days' where user_id = $1 and user_agent = $2",
      [person.id, chrome],
    )
    const list = await person.client.call(profile.signIns)
    expect(list).toEqual([
      {
        id: expect.any(String),
        browser: null,
        firstSeenAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: true,
      },
      {
        id: expect.any(String),
        browser: 'Chrome on Windows',
        firstSeenAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: false,
      },
    ])
    expect(Date.now() - Date.parse(list[1]?.lastSeenAt ?? '')).toBeGreaterThan(47 * 3_600_000)
    for (const { sid } of await sessionsOf(person)) expect(JSON.stringify(list)).not.toContain(sid)
    expect((await world.visitor().try(profile.signIns)).status).toBe(401)
  })

  it('note when a browser was last used, at most once an hour', async () => {
    const person = await registered(world)
    const ageMs = async () => Date.now() - Date.parse((await person.client.call(profile.signIns))[0]?.lastSeenAt ?? '')
    await world.sql("update session set last_seen_at = now() - interval '50 minutes' where user_id = $1", [person.id])
    expect(await ageMs()).toBeGreaterThan(49 * 60_000)
    await world.sql("update session set last_seen_at = now() - interval '61 minutes' where user_id = $1", [person.id])
    expect(await ageMs()).toBeLessThan(60_000)
  })

  it("end one by one, and another person's does not exist", async () => {
    const [person, stranger] = [await registered(world), await registered(world)]
    const other = await signedInAgain(person)
    const id = (await sessionsOf(person))[1]?.id ?? ''
    const foreign = await stranger.client.try(profile.endSignIn, { params: { id } })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'sign_in_not_found'])
    expect((await world.visitor().try(profile.endSignIn, { params: { id } })).status).toBe(401)
    expect((await other.try(currentUser)).status).toBe(200)

    expect(await person.client.call(profile.endSignIn, { params: { id } })).toEqual({ success: true })
    expect((await other.try(currentUser)).status).toBe(401)
    expect((await person.client.try(profile.endSignIn, { params: { id } })).status).toBe(404)
    expect(await sessionsOf(person)).toHaveLength(1)
  })

  it('end all at once except the current one, and nobody else’s', async () => {
    const [person, stranger] = [await registered(world), await registered(world)]
    const others = [await signedInAgain(person), await signedInAgain(person)]
    expect((await world.visitor().try(profile.endOtherSignIns)).status).toBe(401)
    expect(await person.client.call(profile.endOtherSignIns)).toEqual({ ended: 2 })
    for (const other of others) expect((await other.try(currentUser)).status).toBe(401)
    expect((await person.client.try(currentUser)).status).toBe(200)
    expect((await stranger.client.try(currentUser)).status).toBe(200)
  })
})
