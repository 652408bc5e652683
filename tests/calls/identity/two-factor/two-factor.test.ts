import * as calls from '#contract/identity/two-factor.ts'
import { signIn, subjectsTo } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, protect, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, registered } = kit

/** Limits as in production. */

const world = await kit.ownWorld()
const strict = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1' })

const body = { currentPassword: kit.password }
const off = { enabledAt: null, recoveryCodesLeft: 0 }
const asksCode = { twoFactorRequired: true }
const wrongPassword = { code: 'wrong_password', field: 'currentPassword' }
const wrongCode = { code: 'wrong_code', field: 'code' }

const rowsOf = ({ id }: kit.TestPerson) => world.sql('select * from two_factor where user_id = $1', [id])
const hashesOf = ({ id }: kit.TestPerson) => world.sql('select * from recovery_code where user_id = $1', [id])

describe('turning two-factor on (D27)', () => {
  it('requires the password, returns a secret once, and changes nothing until a code confirms it', async () => {
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

  it('stores the secret sealed for its owner, and recovery codes as hashes', async () => {
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

  it('confirms once only the newest secret, and only one that was requested', async () => {
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
})

describe('turning two-factor off (D27)', () => {
  it("requires password and code, nobody else's, removes everything, and sends a mail", async () => {
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

  it('accepts a recovery code when the app is lost', async () => {
    const { client, recoveryCodes } = await protectedPerson(world)
    const code = recoveryCodes[3] ?? ''
    expect(await client.call(calls.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
    expect(await client.call(calls.twoFactor)).toMatchObject(off)
  })
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

it('checks 10 codes in 15 minutes and 30 a day, and counts only wrong ones (D13 [S], D27)', async () => {
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
    const refused = await renew(person, right)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await count(0)
  }
  const other = await protect(strict, await registered(strict))
  expect((await renew(other, codeOf(other.secret, 0, at))).status).toBe(200)
}, 40_000)
