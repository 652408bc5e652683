import * as calls from '#contract/identity/two-factor.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { changePassword } from '#contract/identity/profile.ts'
import { sessionsOf, signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { giveCode, protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered } = kit
const world = await kit.sharedWorld()
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
  const { client, secret, recoveryCodes } = person
  const code = codeOf(secret)
  // The secret is stored sealed, and recovery codes as hashes.
  const stored = JSON.stringify([await rowsOf(person), await hashesOf(person)])
  const plain = recoveryCodes.map((one) => one.replaceAll('-', ''))
  for (const told of [secret, ...recoveryCodes, ...plain]) expect(stored).not.toContain(told)
  expect(await hashesOf(person)).toHaveLength(10)
  const wrongCodes = [wrongCodeOf(secret), 'ABCD-EFGH-IJKL-MNOP', codeOf(other.secret), other.recoveryCodes[0]]
  await expectRefused(
    calls.turnOffTwoFactor,
    [client, { body: { currentPassword: 'wrong-horse-1', code } }, 400, wrongPassword],
    ...wrongCodes.map((wrong): kit.Refusal => [client, { body: { ...body, code: wrong } }, 400, wrongCode]),
  )
  // A sealed secret opens nothing in another row.
  const copy = 'update two_factor set sealed_secret = mine.sealed_secret from two_factor mine'
  await world.sql(`${copy} where two_factor.user_id = $1 and mine.user_id = $2`, [other.id, person.id])
  await expectRefused(calls.turnOffTwoFactor, [other, { body: { ...body, code } }, 400, wrongCode])
  expect((await signIn(world, person)).body).toEqual(asksCode)
  expect(await client.call(calls.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
  expect([await rowsOf(person), await hashesOf(person)]).toEqual([[], []])
  expect(await world.sql('select 1 from pending_sign_in where user_id = $1', [person.id])).toEqual([])
  expect((await signIn(world, person)).body).toMatchObject({ id: person.id })
  expect((await subjectsTo(world, person))[0]).toBe('Two-factor sign-in is off')
  for (const call of [calls.turnOffTwoFactor, calls.renewRecoveryCodes])
    await expectRefused(call, [client, { body: { ...body, code } }, 409, 'two_factor_off'])
})

it('new recovery codes replace the old ones, with password and code (D27)', async () => {
  const person = await protectedPerson(world)
  const { client, secret, recoveryCodes: old } = person
  const before = await hashesOf(person)
  const wrong = { body: { ...body, code: wrongCodeOf(secret) } }
  await expectRefused(calls.renewRecoveryCodes, [client, wrong, 400, wrongCode])
  expect(await hashesOf(person)).toEqual(before)
  const { recoveryCodes } = await client.call(calls.renewRecoveryCodes, { body: { ...body, code: codeOf(secret) } })
  expect(new Set([...recoveryCodes, ...old]).size).toBe(20)
  expect((await subjectsTo(world, person))[0]).toBe('You have new recovery codes')
  await expectRefused(calls.turnOffTwoFactor, [client, { body: { ...body, code: old[0] } }, 400, wrongCode])
  // One of them turns it off, too, when the app is lost.
  await client.call(calls.turnOffTwoFactor, { body: { ...body, code: recoveryCodes[0] ?? '' } })
  expect(await client.call(calls.twoFactor)).toMatchObject(off)
})

const waitingOf = ({ id }: kit.TestPerson) =>
  world.sql('select secret_hash from pending_sign_in where user_id = $1', [id])
const wrong = { status: 400, body: { code: 'wrong_code' } }
const expired = { status: 409, body: { code: 'sign_in_expired' } }
const signedIn = { status: 200 }

it('signing in needs the code after the right password (D27)', async () => {
  const person = await protectedPerson(world)
  // A wrong password does not mention it.
  const refused = await signIn(world, person, 'wrong-horse-1')
  expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect(refused.headers.getSetCookie()).toEqual([])
  const browser = world.visitor()
  const asked = await browser.try(auth.login, { body: { email: person.email, password } })
  expect([asked.status, asked.body]).toEqual([200, { twoFactorRequired: true }])
  const pending = /^luna-pending=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/
  expect(asked.headers.getSetCookie()).toEqual([expect.stringMatching(pending)])
  expect((await browser.try(currentUser)).status).toBe(401)
  expect(await sessionsOf(world, person)).toHaveLength(1)
  expect(JSON.stringify(await waitingOf(person))).not.toContain(browser.cookieHeader().split('=')[1])

  const noCodes = ['', 7, 'x'.repeat(41), undefined].map((code): kit.Refusal => {
    return [browser, { body: { code } }, 400, { code: 'invalid_input', field: 'code' }]
  })
  const other = { body: { code: wrongCodeOf(person.secret) } }
  await expectRefused(auth.loginWithCode, ...noCodes, [browser, other, 400, 'wrong_code'])
  const me = await browser.call(auth.loginWithCode, { body: { code: ` ${codeOf(person.secret)} ` } })
  expect(me).toMatchObject({ id: person.id, email: person.email, isRestored: false })
  expect(await browser.call(currentUser)).toMatchObject({ id: person.id })
  expect(browser.cookieHeader()).not.toContain('luna-pending')
  expect([(await sessionsOf(world, person)).length, await waitingOf(person)]).toEqual([2, []])
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
  const { secret, ...person } = await protectedPerson(world)
  const at = world.clock.holdReal()
  for (const [steps, answer] of [
    [-3, wrong],
    [3, wrong],
    [-1, signedIn],
    [1, signedIn],
  ] as const)
    expect(await giveCode(await waiting(world, person), codeOf(secret, steps, at))).toMatchObject(answer)
  world.clock.releaseReal()
})

it('signing in accepts each recovery code once, and notifies its owner (D27)', async () => {
  const person = await protectedPerson(world)
  const [first = '', second = ''] = person.recoveryCodes
  const give = async (code: string) => giveCode(await waiting(world, person), code)
  expect(await give(first)).toMatchObject(signedIn)
  expect(await give(first)).toMatchObject(wrong)
  expect(await give(second.toLowerCase().replaceAll('-', ' '))).toMatchObject(signedIn)
  const text = (await kit.queuedMails(world, person.email)).map((mail) => mail.text).join()
  for (const left of ['9 are left', '8 are left']) expect(text).toContain(left)
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
  const life = "select from pending_sign_in where user_id = $1 and expires_at - now() between '8 min' and '10 min'"
  expect(await world.sql(life, [person.id])).toHaveLength(1)
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
