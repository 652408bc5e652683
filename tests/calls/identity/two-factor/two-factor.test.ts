import * as auth from '#contract/identity/auth.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { describe, expect, it, ownWorld, password, queuedMails, registered, type TestPerson } from '#tests/calls.ts'
import { codeOf, wrongCodeOf } from '../../../kit/identity/app-codes.ts'
import { clearUsedCodes, protect, protectedPerson } from '../../../kit/identity/two-factor.ts'

/** Limits as in production. */

const world = await ownWorld()
const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const body = { currentPassword: password }
const off = { enabledAt: null, recoveryCodesLeft: 0 }

function rowsOf({ id }: TestPerson) {
  return world.sql<{ sealed_secret: string; enabled_at: Date | null }>('select * from two_factor where user_id = $1', [
    id,
  ])
}

function hashesOf({ id }: TestPerson) {
  return world.sql<{ code_hash: string; used_at: Date | null }>('select * from recovery_code where user_id = $1', [id])
}

/** Returns the answer to a sign-in with only the password. */
async function signIn({ email }: TestPerson) {
  return (await world.visitor().try(auth.login, { body: { email, password } })).body
}

const asksCode = { twoFactorRequired: true }

it('is closed to strangers', async () => {
  const visitor = world.visitor()
  for (const call of [
    twoFactor.beginTwoFactor,
    twoFactor.confirmTwoFactor,
    twoFactor.turnOffTwoFactor,
    twoFactor.renewRecoveryCodes,
  ]) {
    expect((await visitor.request('POST', call.path, { ...body, code: '123456' })).status).toBe(401)
  }
  expect((await visitor.try(twoFactor.twoFactor)).status).toBe(401)
})

describe('turning two-factor on (D27)', () => {
  it('requires the password, returns a secret once, and changes nothing until a code confirms it', async () => {
    const person = await registered(world)
    const { client } = person
    expect(await client.call(twoFactor.twoFactor)).toMatchObject(off)
    const refused = await client.try(twoFactor.beginTwoFactor, { body: { currentPassword: 'wrong-horse-1' } })
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ code: 'wrong_password', field: 'currentPassword' }),
    ])
    expect(await rowsOf(person)).toEqual([])

    const { secret, address } = await client.call(twoFactor.beginTwoFactor, { body })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const { protocol, pathname, searchParams } = new URL(address)
    expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', `/Luna:${person.email}`])
    expect(Object.fromEntries(searchParams)).toMatchObject({ issuer: 'Luna', secret, digits: '6', period: '30' })
    expect(await client.call(twoFactor.twoFactor)).toMatchObject(off)
    expect(await signIn(person)).toMatchObject({ id: person.id })

    const wrong = await client.try(twoFactor.confirmTwoFactor, { body: { code: wrongCodeOf(secret) } })
    expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ code: 'wrong_code', field: 'code' })])
    const { recoveryCodes } = await client.call(twoFactor.confirmTwoFactor, { body: { code: codeOf(secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const state = await client.try(twoFactor.twoFactor)
    expect(state.body).toEqual({ enabledAt: expect.any(String), recoveryCodesLeft: 10 })
    expect(await signIn(person)).toEqual(asksCode)
    expect((await queuedMails(world, person.email))[0]?.subject).toBe('Two-factor sign-in is on')
  })

  it('stores the secret sealed for its owner, and recovery codes as hashes', async () => {
    const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
    const stored = JSON.stringify([await rowsOf(person), await hashesOf(person)])
    for (const told of [
      person.secret,
      ...person.recoveryCodes,
      ...person.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(stored).not.toContain(told)
    }
    expect(await hashesOf(person)).toHaveLength(10)
    // In another row it opens nothing.
    await world.sql(
      'update two_factor set sealed_secret = (select sealed_secret from two_factor where user_id = $2) where user_id = $1',
      [other.id, person.id],
    )
    const moved = { body: { ...body, code: codeOf(person.secret) } }
    expect((await other.client.try(twoFactor.turnOffTwoFactor, moved)).body.code).toBe('wrong_code')
    expect((await person.client.try(twoFactor.turnOffTwoFactor, moved)).status).toBe(200)
  })

  it('confirms only the newest secret, and only one that was requested', async () => {
    const { client } = await registered(world)
    const none = await client.try(twoFactor.confirmTwoFactor, { body: { code: '123456' } })
    expect([none.status, none.body.code]).toEqual([409, 'two_factor_not_begun'])
    const first = await client.call(twoFactor.beginTwoFactor, { body })
    const second = await client.call(twoFactor.beginTwoFactor, { body })
    const old = await client.try(twoFactor.confirmTwoFactor, { body: { code: codeOf(first.secret) } })
    expect(old.body.code).toBe('wrong_code')
    await client.call(twoFactor.confirmTwoFactor, { body: { code: codeOf(second.secret) } })
    for (const again of [
      await client.try(twoFactor.beginTwoFactor, { body }),
      await client.try(twoFactor.confirmTwoFactor, { body: { code: codeOf(second.secret, 1) } }),
    ]) {
      expect([again.status, again.body.code]).toEqual([409, 'two_factor_on'])
    }
  })

  it('happens once when many requests confirm at the same time', async () => {
    const person = await registered(world)
    const { secret } = await person.client.call(twoFactor.beginTwoFactor, { body })
    const code = codeOf(secret)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => person.client.try(twoFactor.confirmTwoFactor, { body: { code } })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await hashesOf(person)).toHaveLength(10)
  })
})

describe('turning two-factor off (D27)', () => {
  it('requires password and code, removes everything, and sends a mail', async () => {
    const person = await protectedPerson(world)
    const { client, secret } = person
    const code = codeOf(secret)
    const attempts = [
      [{ currentPassword: 'wrong-horse-1', code }, 'wrong_password', 'currentPassword'],
      [{ ...body, code: wrongCodeOf(secret) }, 'wrong_code', 'code'],
      [{ ...body, code: 'ABCD-EFGH-IJKL-MNOP' }, 'wrong_code', 'code'],
    ] as const
    for (const [wrong, name, field] of attempts) {
      const refused = await client.try(twoFactor.turnOffTwoFactor, { body: wrong })
      expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: name, field })])
    }
    expect(await signIn(person)).toEqual(asksCode)
    expect(await client.call(twoFactor.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
    expect([await rowsOf(person), await hashesOf(person)]).toEqual([[], []])
    expect(await world.sql('select 1 from pending_sign_in where user_id = $1', [person.id])).toEqual([])
    expect(await signIn(person)).toMatchObject({ id: person.id })
    expect((await queuedMails(world, person.email))[0]?.subject).toBe('Two-factor sign-in is off')
    for (const call of [twoFactor.turnOffTwoFactor, twoFactor.renewRecoveryCodes] as const) {
      const again = await client.request<{ code: string }>('POST', call.path, { ...body, code })
      expect([again.status, again.body.code]).toEqual([409, 'two_factor_off'])
    }
  })

  it('accepts a recovery code when the app is lost', async () => {
    const { client, recoveryCodes } = await protectedPerson(world)
    const code = recoveryCodes[3] ?? ''
    expect(await client.call(twoFactor.turnOffTwoFactor, { body: { ...body, code } })).toEqual({ success: true })
    expect(await client.call(twoFactor.twoFactor)).toMatchObject(off)
  })

  it("accepts nobody else's code", async () => {
    const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
    for (const code of [codeOf(other.secret), other.recoveryCodes[0] ?? '']) {
      const refused = await person.client.try(twoFactor.turnOffTwoFactor, { body: { ...body, code } })
      expect(refused.body.code).toBe('wrong_code')
    }
    expect(await rowsOf(person)).toHaveLength(1)
  })
})

describe('new recovery codes (D27)', () => {
  it('replace the old ones, with password and code', async () => {
    const person = await protectedPerson(world)
    const { client, secret, recoveryCodes: old } = person
    const before = await hashesOf(person)
    const refused = await client.try(twoFactor.renewRecoveryCodes, { body: { ...body, code: wrongCodeOf(secret) } })
    expect([refused.status, refused.body.code]).toEqual([400, 'wrong_code'])
    expect(await hashesOf(person)).toEqual(before)
    const { recoveryCodes } = await client.call(twoFactor.renewRecoveryCodes, {
      body: { ...body, code: codeOf(secret) },
    })
    expect(new Set([...recoveryCodes, ...old]).size).toBe(20)
    expect((await queuedMails(world, person.email))[0]?.subject).toBe('You have new recovery codes')
    const gone = await client.try(twoFactor.turnOffTwoFactor, { body: { ...body, code: old[0] ?? '' } })
    expect(gone.body.code).toBe('wrong_code')
    expect(
      (await client.try(twoFactor.turnOffTwoFactor, { body: { ...body, code: recoveryCodes[0] ?? '' } })).status,
    ).toBe(200)
  })
})

it('checks 10 codes in 15 minutes and 30 a day, and counts only wrong ones (D13 [S], D27)', async () => {
  // Right codes leave their window's row behind.
  const at = strict.clock.holdReal()
  const person = await protect(strict, await registered(strict))
  const ask = (code: string) => person.client.try(twoFactor.renewRecoveryCodes, { body: { ...body, code } })
  for (const used of ['two-factor:', 'two-factor:day:']) {
    expect((await ask(codeOf(person.secret, 0, at))).status).toBe(200)
    await clearUsedCodes(strict, person)
    await ask(wrongCodeOf(person.secret))
    const max = used === 'two-factor:' ? 10 : 30
    const counted = await strict.sql('update rate_limit set hits = $2 where key = $1 returning key', [
      `${used}${person.id}`,
      max,
    ])
    expect(counted).toHaveLength(1)
    const refused = await ask(codeOf(person.secret, 0, at))
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict.sql('update rate_limit set hits = 0 where key = $1', [`${used}${person.id}`])
  }
  const other = await protect(strict, await registered(strict))
  const free = await other.client.try(twoFactor.renewRecoveryCodes, {
    body: { ...body, code: codeOf(other.secret, 0, at) },
  })
  expect(free.status).toBe(200)
}, 40_000)
