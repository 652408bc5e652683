import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as departure from '#contract/departure/departure.ts'
import * as profile from '#contract/identity/profile.ts'
import { closeUnbroken, openWorld, ownWorld, password, queuedMails, registered, type TestPerson } from '#tests/calls.ts'
import { codeOf, wrongCodeOf } from '../../../kit/identity/app-codes.ts'
import { giveCode, protect, protectedPerson, waiting } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld()

function sessionsOf({ id }: TestPerson) {
  return world.sql('select sid from session where user_id = $1', [id])
}

function waitingOf({ id }: TestPerson) {
  return world.sql('select secret_hash from pending_sign_in where user_id = $1', [id])
}

const subjectsTo = async ({ email }: TestPerson) => (await queuedMails(world, email)).map(({ subject }) => subject)

const wrong = [400, 'wrong_code']
const expired = [409, 'sign_in_expired']

describe('signing in with two-factor on (D27)', () => {
  it('answers the right password without a session, and signs in with the code', async () => {
    const person = await protectedPerson(world)
    const browser = world.visitor()
    const asked = await browser.try(auth.login, { body: { email: person.email, password } })
    expect([asked.status, asked.body]).toEqual([200, { twoFactorRequired: true }])
    const [cookie, ...others] = asked.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^luna-pending=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.try(currentUser)).status).toBe(401)
    expect(await sessionsOf(person)).toHaveLength(1)
    expect(JSON.stringify(await waitingOf(person))).not.toContain(browser.cookieHeader().split('=')[1])

    expect([(await giveCode(browser, wrongCodeOf(person.secret))).body.code]).toEqual(['wrong_code'])
    const me = await browser.call(auth.loginWithCode, { body: { code: ` ${codeOf(person.secret)} ` } })
    expect(me).toMatchObject({ id: person.id, email: person.email, isRestored: false })
    expect(await browser.call(currentUser)).toMatchObject({ id: person.id })
    expect(browser.cookieHeader()).not.toContain('luna-pending')
    expect([await sessionsOf(person), await waitingOf(person)]).toEqual([
      expect.toSatisfy((rows) => rows.length === 2),
      [],
    ])
  })

  it('does not mention two-factor without the right password', async () => {
    const { email } = await protectedPerson(world)
    const reply = await world.visitor().try(auth.login, { body: { email, password: 'wrong-horse-1' } })
    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_credentials'])
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  it('accepts a code once, and none from before it', async () => {
    const person = await protectedPerson(world)
    const [before, now, next] = [-1, 0, 1].map((steps) => codeOf(person.secret, steps)) as [string, string, string]
    expect((await giveCode(await waiting(world, person), now)).status).toBe(200)
    const browser = await waiting(world, person)
    for (const code of [now, before]) {
      const reply = await giveCode(browser, code)
      expect([reply.status, reply.body.code]).toEqual(wrong)
    }
    expect((await giveCode(browser, next)).status).toBe(200)
  })

  it('admits one of two browsers that send the same code at once', async () => {
    const person = await protectedPerson(world)
    const browsers = [await waiting(world, person), await waiting(world, person), await waiting(world, person)]
    const code = codeOf(person.secret)
    const replies = await Promise.all(browsers.map((browser) => giveCode(browser, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([-1, 1])('accepts the code of a clock that is %i step off', async (steps) => {
    const { secret, ...person } = await protectedPerson(world)
    const browser = await waiting(world, person)
    const at = world.clock.holdReal()
    expect((await giveCode(browser, codeOf(secret, steps, at))).status).toBe(200)
    world.clock.releaseReal()
  })

  it.each([-3, 3])('refuses the code of a clock that is %i steps off', async (steps) => {
    const { secret, ...person } = await protectedPerson(world)
    const reply = await giveCode(await waiting(world, person), codeOf(secret, steps))
    expect([reply.status, reply.body.code]).toEqual(wrong)
  })

  it('accepts each recovery code once, however it is written, and notifies its owner', async () => {
    const person = await protectedPerson(world)
    const [first = '', second = ''] = person.recoveryCodes
    expect((await giveCode(await waiting(world, person), first)).status).toBe(200)
    const again = await giveCode(await waiting(world, person), first)
    expect([again.status, again.body.code]).toEqual(wrong)
    expect((await giveCode(await waiting(world, person), second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    const mails = (await queuedMails(world, person.email)).filter(
      ({ subject }) => subject === 'A recovery code was used',
    )
    expect(new Set(mails.map(({ text }) => /; (.*) left/.exec(text)?.[1]))).toEqual(new Set(['9 are', '8 are']))
  })

  it.each([{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }])('refuses %j as a code', async (body) => {
    const reply = await world.visitor().request('POST', '/api/auth/two-factor', body)
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ code: 'invalid_input', field: 'code' })])
  })
})

describe('a sign-in that waits for its code', () => {
  it('continues only in the browser that gave the password, for 10 minutes, and once', async () => {
    const person = await protectedPerson(world)
    const browser = await waiting(world, person)
    const other = await giveCode(world.visitor(), codeOf(person.secret))
    expect([other.status, other.body.code]).toEqual(expired)
    const cookie = browser.cookieHeader()
    expect((await giveCode(browser, codeOf(person.secret))).status).toBe(200)
    const replay = { code: codeOf(person.secret, 1) }
    const used = await world.visitor().request<{ code: string }>('POST', '/api/auth/two-factor', replay, { cookie })
    expect([used.status, used.body.code]).toEqual(expired)

    const late = await waiting(world, person)
    const [{ minutes } = { minutes: 0 }] = await world.sql<{ minutes: number }>(
      'select extract(epoch from expires_at - now())::float8 / 60 as minutes from pending_sign_in where user_id = $1',
      [person.id],
    )
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThanOrEqual(10)
    await world.sql("update pending_sign_in set expires_at = now() - interval '1 second' where user_id = $1", [
      person.id,
    ])
    const reply = await giveCode(late, codeOf(person.secret, 1))
    expect([reply.status, reply.body.code]).toEqual(expired)
    expect(late.cookieHeader()).not.toContain('luna-pending')
  })

  it('is ended by a new password and by deactivating the account', async () => {
    const person = await protectedPerson(world)
    const browser = await waiting(world, person)
    const newPassword = 'another-horse-8'
    await person.client.call(profile.changePassword, { body: { currentPassword: password, newPassword } })
    const ended = await giveCode(browser, codeOf(person.secret))
    expect([ended.status, ended.body.code]).toEqual(expired)

    const other = await protectedPerson(world)
    const late = await waiting(world, other)
    await world.sql('update users set is_active = false where id = $1', [other.id])
    const reply = await giveCode(late, codeOf(other.secret))
    expect([reply.status, reply.body.code]).toEqual([403, 'account_deactivated'])
    expect((await late.try(currentUser)).status).toBe(401)
  })

  it('reports a new browser, and cancels a deletion, only with the code (D13, D28)', async () => {
    const person = await protectedPerson(world)
    await person.client.call(departure.deleteAccount, { body: { currentPassword: password } })
    const browser = world.visitor()
    await browser.request('POST', '/api/auth/login', { email: person.email, password }, { 'user-agent': 'Stranger/1' })
    const leaving = () =>
      world.sql('select from users where id = $1 and deletion_requested_at is not null', [person.id])
    expect(await leaving()).toHaveLength(1)
    expect(await subjectsTo(person)).not.toContain('New sign-in to your account')
    const { body } = await browser.request(
      'POST',
      '/api/auth/two-factor',
      { code: codeOf(person.secret) },
      { 'user-agent': 'Stranger/1' },
    )
    expect(body).toMatchObject({ isRestored: true })
    expect(await leaving()).toEqual([])
    expect(await subjectsTo(person)).toEqual(
      expect.arrayContaining(['New sign-in to your account', 'Your account will not be deleted']),
    )
  })

  it('is locked after 10 wrong codes, for this person only, and its owner is notified once (D13 [S])', async () => {
    const strict = await openWorld({ RATE_LIMIT_FACTOR: '1' })
    const person = await protect(strict, await registered(strict))
    const at = strict.clock.holdReal()
    const browser = await waiting(strict, person)
    for (let i = 0; i < 10; i++) {
      expect((await giveCode(browser, wrongCodeOf(person.secret))).status).toBe(400)
    }
    for (const code of [codeOf(person.secret, 0, at), person.recoveryCodes[0] ?? '']) {
      const refused = await giveCode(browser, code)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const again = await giveCode(await waiting(strict, person), codeOf(person.secret, 0, at))
    expect(again.status).toBe(429)
    const told = (await queuedMails(strict, person.email)).filter(
      ({ subject }) => subject === 'Someone knows your password',
    )
    expect(told).toHaveLength(1)
    const other = await protect(strict, await registered(strict))
    expect((await giveCode(await waiting(strict, other), codeOf(other.secret, 0, at))).status).toBe(200)
    await closeUnbroken(strict)
  }, 60_000)
})
