import * as calls from '#contract/identity/two-factor.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { changePassword } from '#contract/identity/profile.ts'
import { expectLimited, sessionsOf, signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, giveCode, protect, protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered } = kit

/** Limits as in production. */

const world = await kit.ownWorld()
const strict = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1' })
const body = { currentPassword: password }
const off = { enabledAt: null, recoveryCodesLeft: 0 }
const asksCode = { twoFactorRequired: true }
const wrongPassword = { code: 'wrong_password', field: 'currentPassword' }
const wrongCode = { code: 'wrong_code', field: 'code' }
const rowsOf = ({ id }: kit.TestPerson) => world.sql('select * from two_factor where user_id = $1', [id])
const hashesOf = ({ id }: kit.TestPerson) => world.sql('select * from recovery_code where user_id = $1', [id])

it('turning it on requires the password and a code that confirms it (D27)', async () => {
  const person = await registered(world)
  const { client } = person
  expect(await client.call(calls.twoFactor)).toMatchObject(off)
  const wrong = { body: { currentPassword: 'wrong-horse-1' } }
  await expectRefused(calls.beginTwoFactor, [client, wrong, 400, wrongPassword])
  expect(await rowsOf(person)).toEqual([])

  const { secret, address } = await client.call(calls.beginTwoFactor, { body })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const { protocol, pathname, searchParams } = new URL(address)
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', `/Luna:${person.email}`])
  expect(Object.fromEntries(searchParams)).toMatchObject({ issuer: 'Luna', secret, digits: '6', period: '30' })
  expect(await client.call(calls.twoFactor)).toMatchObject(off)
  expect((await signIn(world, person)).body).toMatchObject({ id: person.id })

  await expectRefused(calls.confirmTwoFactor, [client, { body: { code: wrongCodeOf(secret) } }, 400, wrongCode])
  const { recoveryCodes } = await client.call(calls.confirmTwoFactor, { body: { code: codeOf(secret) } })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect(await client.call(calls.twoFactor)).toEqual({ enabledAt: expect.any(String), recoveryCodesLeft: 10 })
  expect((await signIn(world, person)).body).toEqual(asksCode)
  expect((await subjectsTo(world, person))[0]).toBe('Two-factor sign-in is on')
})

it('turning it on stores the secret sealed, and recovery codes as hashes (D27)', async () => {
  const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
  const { secret, recoveryCodes } = person
  const stored = JSON.stringify([await rowsOf(person), await hashesOf(person)])
  const plain = recoveryCodes.map((code) => code.replaceAll('-', ''))
  for (const told of [secret, ...recoveryCodes, ...plain]) expect(stored).not.toContain(told)
  expect(await hashesOf(person)).toHaveLength(10)
  // In another row it opens nothing.
  await world.sql(
    'update two_factor set sealed_secret = (select sealed_secret from two_factor where user_id = $2) where user_id = $1',
    [other.id, person.id],
  )
  const moved = { body: { ...body, code: codeOf(secret) } }
  await expectRefused(calls.turnOffTwoFactor, [other, moved, 400, wrongCode])
  expect((await person.client.try(calls.turnOffTwoFactor, moved)).status).toBe(200)
})

it('turning it on confirms once only the newest secret (D27)', async () => {
  const person = await registered(world)
  const { client } = person
  const confirm = calls.confirmTwoFactor
  await expectRefused(confirm, [client, { body: { code: '123456' } }, 409, 'two_factor_not_begun'])
  const first = await client.call(calls.beginTwoFactor, { body })
  const { secret } = await client.call(calls.beginTwoFactor, { body })
  await expectRefused(confirm, [client, { body: { code: codeOf(first.secret) } }, 400, wrongCode])
  const code = codeOf(secret)
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => client.try(confirm, { body: { code } })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await hashesOf(person)).toHaveLength(10)
  await expectRefused(calls.beginTwoFactor, [client, { body }, 409, 'two_factor_on'])
  await expectRefused(confirm, [client, { body: { code: codeOf(secret, 1) } }, 409, 'two_factor_on'])
})

it("turning it off requires the password and one's own code (D27)", async () => {
  const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
  const { client, secret } = person
  const code = codeOf(secret)
  const wrongCodes = [wrongCodeOf(secret), 'ABCD-EFGH-IJKL-MNOP', codeOf(other.secret), other.recoveryCodes[0]]
  await expectRefused(
    calls.turnOffTwoFactor,
    [client, { body: { currentPassword: 'wrong-horse-1', code } }, 400, wrongPassword],
    ...wrongCodes.map((wrong): kit.Refusal => [client, { body: { ...body, code: wrong } }, 400, wrongCode]),
  )
  expect((await signIn(world, person)).body).toEqual(asksCode)
  expect(await client.call(calls.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
  expect([await rowsOf(person), await hashesOf(person)]).toEqual([[], []])
  expect(await world.sql('select 1 from pending_sign_in where user_id = $1', [person.id])).toEqual([])
  expect((await signIn(world, person)).body).toMatchObject({ id: person.id })
  expect((await subjectsTo(world, person))[0]).toBe('Two-factor sign-in is off')
  for (const call of [calls.turnOffTwoFactor, calls.renewRecoveryCodes])
    await expectRefused(call, [client, { body: { ...body, code } }, 409, 'two_factor_off'])
})

it('turning it off accepts a recovery code when the app is lost (D27)', async () => {
  const { client, recoveryCodes } = await protectedPerson(world)
  const code = recoveryCodes[3] ?? ''
  expect(await client.call(calls.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
  expect(await client.call(calls.twoFactor)).toMatchObject(off)
})

it('new recovery codes replace the old ones, with password and code (D27)', async () => {
  const person = await protectedPerson(world)
  const { client, secret, recoveryCodes: old } = person
  const before = await hashesOf(person)
  await expectRefused(calls.renewRecoveryCodes, [
    client,
    { body: { ...body, code: wrongCodeOf(secret) } },
    400,
    wrongCode,
  ])
  expect(await hashesOf(person)).toEqual(before)
  const { recoveryCodes } = await client.call(calls.renewRecoveryCodes, { body: { ...body, code: codeOf(secret) } })
  expect(new Set([...recoveryCodes, ...old]).size).toBe(20)
  expect((await subjectsTo(world, person))[0]).toBe('You have new recovery codes')
  await expectRefused(calls.turnOffTwoFactor, [client, { body: { ...body, code: old[0] } }, 400, wrongCode])
  await client.call(calls.turnOffTwoFactor, { body: { ...body, code: recoveryCodes[0] ?? '' } })
})

it('10 codes in 15 minutes and 30 a day are checked; only wrong ones count (D13 [S], D27)', async () => {
  // Right codes leave their window's row behind.
  const at = strict.clock.holdReal()
  const renew = ({ client }: kit.TestPerson, code: string) =>
    client.try(calls.renewRecoveryCodes, { body: { ...body, code } })
  const person = await protect(strict, await registered(strict))
  const right = codeOf(person.secret, 0, at)
  for (const [used, max] of Object.entries({ 'two-factor:': 10, 'two-factor:day:': 30 })) {
    const count = (hits: number) =>
      strict.sql('update rate_limit set hits = $2 where key = $1 returning key', [`${used}${person.id}`, hits])
    expect((await renew(person, right)).status).toBe(200)
    await clearUsedCodes(strict, person)
    await renew(person, wrongCodeOf(person.secret))
    expect(await count(max)).toHaveLength(1)
    expectLimited(await renew(person, right))
    await count(0)
  }
  const other = await protect(strict, await registered(strict))
  expect((await renew(other, codeOf(other.secret, 0, at))).status).toBe(200)
}, 40_000)

const waitingOf = ({ id }: kit.TestPerson) =>
  world.sql('select secret_hash from pending_sign_in where user_id = $1', [id])
const wrong = { status: 400, body: { code: 'wrong_code' } }
const expired = { status: 409, body: { code: 'sign_in_expired' } }
const signedIn = { status: 200 }

it('signing in needs the code after the right password (D27)', async () => {
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

it('signing in with a wrong password does not mention two-factor (D27)', async () => {
  const reply = await signIn(world, await protectedPerson(world), 'wrong-horse-1')
  expect(reply).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect(reply.headers.getSetCookie()).toEqual([])
})

it('signing in accepts a code once, also of many at once, and none before it (D27)', async () => {
  const person = await protectedPerson(world)
  const [before = '', now = '', next = ''] = [-1, 0, 1].map((steps) => codeOf(person.secret, steps))
  const browsers = [await waiting(world, person), await waiting(world, person), await waiting(world, person)]
  const replies = await Promise.all(browsers.map((browser) => giveCode(browser, now)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const browser = await waiting(world, person)
  for (const code of [now, before]) expect(await giveCode(browser, code)).toMatchObject(wrong)
  expect(await giveCode(browser, next)).toMatchObject(signedIn)
})

it('signing in accepts a clock that is one step off, and refuses three (D27)', async () => {
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

it('signing in accepts each recovery code once, and notifies its owner (D27)', async () => {
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

it('signing in refuses what is no code (D27)', async () => {
  for (const body of [{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }])
    await expectRefused(auth.loginWithCode, [world.visitor(), { body }, 400, { code: 'invalid_input', field: 'code' }])
})

it('a waiting sign-in continues in its browser, for 10 minutes, and once (D27)', async () => {
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
  await world.sql("update pending_sign_in set expires_at = now() - interval '1 second' where user_id = $1", [person.id])
  expect(await giveCode(late, codeOf(person.secret, 1))).toMatchObject(expired)
  expect(late.cookieHeader()).not.toContain('luna-pending')
})

it('a waiting sign-in ends with a new password or deactivation (D27)', async () => {
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

it('a waiting sign-in reports a browser and cancels a deletion with the code (D13, D28)', async () => {
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

it('a waiting sign-in is locked after 10 wrong codes, for this person (D13 [S])', async () => {
  const person = await protect(strict, await registered(strict))
  const at = strict.clock.holdReal()
  const browser = await waiting(strict, person)
  const right = codeOf(person.secret, 0, at)
  for (let i = 0; i < 10; i++) expect(await giveCode(browser, wrongCodeOf(person.secret))).toMatchObject(wrong)
  for (const code of [right, person.recoveryCodes[0] ?? '']) expectLimited(await giveCode(browser, code))
  expect((await giveCode(await waiting(strict, person), right)).status).toBe(429)
  const warnings = (await subjectsTo(strict, person)).filter((one) => one === 'Someone knows your password')
  expect(warnings).toHaveLength(1)
  const other = await protect(strict, await registered(strict))
  expect(await giveCode(await waiting(strict, other), codeOf(other.secret, 0, at))).toMatchObject(signedIn)
}, 60_000)
