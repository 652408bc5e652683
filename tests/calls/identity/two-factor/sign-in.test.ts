import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { changePassword } from '#contract/identity/profile.ts'
import { sessionsOf, signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { giveCode, protect, protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, password } = kit
const world = await kit.ownWorld()
const strict = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1' })

const waitingOf = ({ id }: kit.TestPerson) =>
  world.sql('select secret_hash from pending_sign_in where user_id = $1', [id])

const wrong = { status: 400, body: { code: 'wrong_code' } }
const expired = { status: 409, body: { code: 'sign_in_expired' } }
const signedIn = { status: 200 }

describe('signing in with two-factor on (D27)', () => {
  it('answers the right password without a session, and signs in with the code', async () => {
    const person = await protectedPerson(world)
    const browser = world.visitor()
    const asked = await browser.try(auth.login, { body: { email: person.email, password } })
    expect([asked.status, asked.body]).toEqual([200, { twoFactorRequired: true }])
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^luna-pending=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect((await browser.try(currentUser)).status).toBe(401)
    expect(await sessionsOf(world, person)).toHaveLength(1)
    expect(JSON.stringify(await waitingOf(person))).not.toContain(browser.cookieHeader().split('=')[1])

    expect(await giveCode(browser, wrongCodeOf(person.secret))).toMatchObject(wrong)
    const me = await browser.call(auth.loginWithCode, { body: { code: ` ${codeOf(person.secret)} ` } })
    expect(me).toMatchObject({ id: person.id, email: person.email, isRestored: false })
    expect(await browser.call(currentUser)).toMatchObject({ id: person.id })
    expect(browser.cookieHeader()).not.toContain('luna-pending')
    expect([(await sessionsOf(world, person)).length, await waitingOf(person)]).toEqual([2, []])
  })

  it('does not mention two-factor without the right password', async () => {
    const reply = await signIn(world, await protectedPerson(world), 'wrong-horse-1')
    expect(reply).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  it('accepts a code once, also in browsers that send it at once, and none from before it', async () => {
    const person = await protectedPerson(world)
    const [before = '', now = '', next = ''] = [-1, 0, 1].map((steps) => codeOf(person.secret, steps))
    const browsers = [await waiting(world, person), await waiting(world, person), await waiting(world, person)]
    const replies = await Promise.all(browsers.map((browser) => giveCode(browser, now)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const browser = await waiting(world, person)
    for (const code of [now, before]) expect(await giveCode(browser, code)).toMatchObject(wrong)
    expect(await giveCode(browser, next)).toMatchObject(signedIn)
  })

  it('accepts the code of a clock that is one step off, and refuses three', async () => {
    const at = world.clock.holdReal()
    for (const [steps, answer] of [
      [-1, signedIn],
      [1, signedIn],
      [-3, wrong],
      [3, wrong],
    ] as const) {
      const { secret, ...person } = await protectedPerson(world)
      expect(await giveCode(await waiting(world, person), codeOf(secret, steps, at))).toMatchObject(answer)
    }
    world.clock.releaseReal()
  })

  it('accepts each recovery code once, however it is written, and notifies its owner', async () => {
    const person = await protectedPerson(world)
    const [first = '', second = ''] = person.recoveryCodes
    const give = async (code: string) => giveCode(await waiting(world, person), code)
    expect(await give(first)).toMatchObject(signedIn)
    expect(await give(first)).toMatchObject(wrong)
    expect(await give(second.toLowerCase().replaceAll('-', ' '))).toMatchObject(signedIn)
    const mails = (await kit.queuedMails(world, person.email)).filter(
      ({ subject }) => subject === 'A recovery code was used',
    )
    expect(new Set(mails.map(({ text }) => /; (.*) left/.exec(text)?.[1]))).toEqual(new Set(['9 are', '8 are']))
  })

  it('refuses what is no code', async () => {
    for (const body of [{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }])
      await expectRefused(auth.loginWithCode, [
        world.visitor(),
        { body },
        400,
        { code: 'invalid_input', field: 'code' },
      ])
  })
})

describe('a sign-in that waits for its code', () => {
  it('continues only in the browser that gave the password, for 10 minutes, and once', async () => {
    const person = await protectedPerson(world)
    const browser = await waiting(world, person)
    expect(await giveCode(world.visitor(), codeOf(person.secret))).toMatchObject(expired)
    const cookie = browser.cookieHeader()
    expect(await giveCode(browser, codeOf(person.secret))).toMatchObject(signedIn)
    const replay = { code: codeOf(person.secret, 1) }
    const used = await world.visitor().request('POST', '/api/auth/two-factor', replay, { cookie })
    expect(used).toMatchObject(expired)

    const late = await waiting(world, person)
    const [row] = await world.sql<{ minutes: number }>(
      'select extract(epoch from expires_at - now())::float8 / 60 as minutes from pending_sign_in where user_id = $1',
      [person.id],
    )
    expect(row?.minutes).toBeGreaterThan(8)
    expect(row?.minutes).toBeLessThanOrEqual(10)
    await world.sql("update pending_sign_in set expires_at = now() - interval '1 second' where user_id = $1", [
      person.id,
    ])
    expect(await giveCode(late, codeOf(person.secret, 1))).toMatchObject(expired)
    expect(late.cookieHeader()).not.toContain('luna-pending')
  })

  it('is ended by a new password and by deactivating the account', async () => {
    const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
    const [browser, late] = [await waiting(world, person), await waiting(world, other)]
    const body = { currentPassword: password, newPassword: 'another-horse-8' }
    await person.client.call(changePassword, { body })
    expect(await giveCode(browser, codeOf(person.secret))).toMatchObject(expired)
    await world.sql('update users set is_active = false where id = $1', [other.id])
    const reply = await giveCode(late, codeOf(other.secret))
    expect(reply).toMatchObject({ status: 403, body: { code: 'account_deactivated' } })
    expect((await late.try(currentUser)).status).toBe(401)
  })

  it('reports a new browser, and cancels a deletion, only with the code (D13, D28)', async () => {
    const person = await protectedPerson(world)
    await person.client.call(deleteAccount, { body: { currentPassword: password } })
    const browser = world.visitor()
    const send = (path: string, body: object) => browser.request('POST', path, body, { 'user-agent': 'Stranger/1' })
    await send('/api/auth/login', { email: person.email, password })
    expect((await userRow(world, person))['deletion_requested_at']).not.toBeNull()
    const reported = 'New sign-in to your account'
    expect(await subjectsTo(world, person)).not.toContain(reported)
    const { body } = await send('/api/auth/two-factor', { code: codeOf(person.secret) })
    expect(body).toMatchObject({ isRestored: true })
    expect((await userRow(world, person))['deletion_requested_at']).toBeNull()
    const expected = [reported, 'Your account will not be deleted']
    expect(await subjectsTo(world, person)).toEqual(expect.arrayContaining(expected))
  })

  it('is locked after 10 wrong codes, for this person only, and its owner is notified once (D13 [S])', async () => {
    const person = await protect(strict, await kit.registered(strict))
    const at = strict.clock.holdReal()
    const browser = await waiting(strict, person)
    const right = codeOf(person.secret, 0, at)
    for (let i = 0; i < 10; i++) expect(await giveCode(browser, wrongCodeOf(person.secret))).toMatchObject(wrong)
    for (const code of [right, person.recoveryCodes[0] ?? '']) {
      const refused = await giveCode(browser, code)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await giveCode(await waiting(strict, person), right)).status).toBe(429)
    const warnings = (await subjectsTo(strict, person)).filter((one) => one === 'Someone knows your password')
    expect(warnings).toHaveLength(1)
    const other = await protect(strict, await kit.registered(strict))
    expect(await giveCode(await waiting(strict, other), codeOf(other.secret, 0, at))).toMatchObject(signedIn)
  }, 60_000)
})
