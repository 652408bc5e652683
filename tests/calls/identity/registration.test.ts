import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as profile from '#contract/identity/profile.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import type { ProblemBody } from '#contract/call.ts'
import { ownWorld, password, queuedMails, registered, subscriber, tokenIn, waitForMails } from '#tests/calls.ts'

const world = await ownWorld()

let count = 0
function details<More extends object>(more: More = {} as More) {
  return { email: `new${++count}@example.com`, password, firstName: 'New', lastName: 'Person', ...more }
}

function register(body: object) {
  return world.visitor().request<ProblemBody & { id: string }>('POST', '/api/auth/register', body)
}

describe('POST /api/auth/register', () => {
  it('answers 201 with the new person, signed in, with the specified defaults (S209, S117, S119-S121, D21)', async () => {
    const browser = world.visitor()
    const reply = await browser.try(auth.register, { body: details({ email: '  Mixed.Case@Example.COM ' }) })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      email: 'mixed.case@example.com',
      firstName: 'New',
      lastName: 'Person',
      profileImageUrl: null,
      role: 'user',
      isActive: true,
      emailVerified: false,
      creditBalance: 0,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      subscriptionStatus: null,
      subscriptionTier: null,
      subscriptionRenewsAt: null,
      autoPurchaseEnabled: false,
      autoPurchaseTier: null,
      autoPurchaseThreshold: 9,
      referredBy: null,
      hasOrganizationAccess: false,
    })
    expect(reply.body.referralCode).toMatch(/^[A-Z2-8]{8}$/)
    expect(await browser.call(currentUser)).toEqual(reply.body)
  })

  it('stores an argon2id hash (D11 [S]) and the accepted terms (D23)', async () => {
    const person = await registered(world)
    const [row] = await world.sql(
      'select password_hash, terms_version, terms_accepted_at = created_at as "atOnce" from users where id = $1',
      [person.id],
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(row).toMatchObject({ terms_version: '2025-07-02', atOnce: true })
  })

  it('opens one empty account with its person (S119)', async () => {
    const person = await registered(world)
    const rows = await world.sql('select monthly_ms, purchased_ms, held_ms from account where user_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([{ monthly_ms: 0, purchased_ms: 0, held_ms: 0 }])
  })

  it.each([
    ['firstName', undefined, 'First name is required'],
    ['firstName', '   ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['lastName', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['email', undefined, 'Email is required'],
    ['email', 'no-at-sign', 'Valid email is required'],
    ['email', 'no@dot', 'Valid email is required'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 'short77', 'Password must be at least 8 characters long'],
    ['password', 'x7'.repeat(65), 'Password must be at most 128 characters long'],
    ['password', 'Password123', 'Please choose a less common password.'],
    ['password', 'aaaaaaaaaa', 'Please choose a less common password.'],
    ['password', '1234567890', 'Please choose a less common password.'],
  ])('refuses %s %j: %s (S181, S310, D11 [S], D12)', async (field, value, message) => {
    const body = details({ [field]: value })
    const reply = await register(body)
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
    expect(await world.sql('select from users where email = $1', [body.email])).toEqual([])
  })

  it('accepts 8 and 128 characters and an e-mail of 254 (S310, D11, D12)', async () => {
    expect((await register(details({ password: 'kx7-mq4z' }))).status).toBe(201)
    expect((await register(details({ password: 'kx7-mq4z'.repeat(16) }))).status).toBe(201)
    const host = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`
    const email = `${'a'.repeat(254 - host.length - 1)}@${host}`
    expect(email).toHaveLength(254)
    const longLocal = await register(details({ email }))
    const tooLong = await register(details({ email: `a${email}` }))
    expect([longLocal.status, tooLong.status]).toEqual([201, 400])
  })

  it('ignores fields that it does not declare (D22 [S], S123)', async () => {
    const body = details({
      role: 'admin',
      isActive: false,
      emailVerified: true,
      creditBalance: 999,
      purchasedMs: 999,
      id: crypto.randomUUID(),
      referredBy: crypto.randomUUID(),
      stripeCustomerId: 'cus_mine',
      subscriptionStatus: 'active',
    })
    const reply = await register(body)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      role: 'user',
      isActive: true,
      emailVerified: false,
      creditBalance: 0,
      stripeCustomerId: null,
      subscriptionStatus: null,
      referredBy: null,
    })
    expect(reply.body.id).not.toBe(body.id)
  })

  it('sends no hash, token or key in any answer (D22 [S], S118, S605)', async () => {
    const person = await subscriber(world)
    const paths = ['/api/auth/user', '/api/account/user', '/api/account/transactions', '/api/user/purchases']
    for (const path of paths) {
      const reply = await person.client.request('GET', path)
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).not.toMatch(/argon2|password|hash|token|secret|"sid"/i)
    }
  })

  it('refuses text that cannot be stored as bad input rather than a fault (D163)', async () => {
    const reply = await register(details({ ref: 'Nul\0l' }))
    expect([reply.status, reply.body.code]).toEqual([400, 'bad_request'])
  })
})

describe('a known e-mail (D20 [S], S124)', () => {
  it('answers 400 registration_failed in any case, signs nobody in and notifies the owner once a day', async () => {
    const person = await registered(world)
    for (const email of [person.email, person.email.toUpperCase(), ` ${person.email}`]) {
      const reply = await register(details({ email, firstName: 'Other' }))
      expect([reply.status, reply.body.code]).toEqual([400, 'registration_failed'])
      expect(reply.body.message).toBe('Please try again with different information.')
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    const rows = await world.sql('select first_name from users where lower(email) = $1', [person.email])
    expect(rows).toEqual([{ first_name: 'Test' }])
    const mails = (await queuedMails(world, person.email)).filter(
      (mail) => mail.subject === 'You already have an account',
    )
    expect(mails).toHaveLength(1)
  })

  it('lets one of many parallel registrations win', async () => {
    const body = details()
    const replies = await Promise.all(Array.from({ length: 6 }, () => register(body)))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400])
    expect(await world.sql('select from users where email = $1', [body.email])).toHaveLength(1)
  })
})

describe('a referral code (D51, S121)', () => {
  it('is different for everybody; a known one is stored in any case, an unknown one ignored', async () => {
    const [referrer, other] = [await registered(world), await registered(world)]
    const { referralCode } = await referrer.client.call(currentUser)
    expect((await other.client.call(currentUser)).referralCode).not.toBe(referralCode)
    const joined = await register(details({ ref: referralCode.toLowerCase() }))
    expect(joined.body).toMatchObject({ referredBy: referrer.id })
    const pending = await world.sql(
      'select referrer_id, status, reward_amount from referral where referred_user_id = $1',
      [joined.body.id],
    )
    expect(pending).toEqual([{ referrer_id: referrer.id, status: 'pending', reward_amount: 0 }])
    const unknown = await register(details({ ref: 'NOBODY99' }))
    expect([unknown.status, unknown.body]).toEqual([201, expect.objectContaining({ referredBy: null })])
  })
})

describe('PATCH /api/account/names', () => {
  it('saves names of the signed-in person and nothing else (D21, D22 [S])', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const body = { firstName: ' Ada ', lastName: 'Changed', email: 'new@mail.example', role: 'admin', id: other.id }
    const reply = await person.client.try(profile.updateNames, { body })
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({
        id: person.id,
        firstName: 'Ada',
        lastName: 'Changed',
        email: person.email,
        role: 'user',
      }),
    ])
    expect(await other.client.call(currentUser)).toMatchObject({ firstName: 'Test' })
    const empty = await person.client.try(profile.updateNames, { body: { firstName: '', lastName: 'X' } })
    expect([empty.status, empty.body.message]).toEqual([400, 'First name is required'])
    expect((await world.visitor().try(profile.updateNames, { body })).status).toBe(401)
  })
})

describe('confirming the e-mail address (D24)', () => {
  it('works once with the mailed link, even signed out', async () => {
    const person = await registered(world)
    const [mail] = await waitForMails(world, person.email, 'Confirm your email address')
    expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
    const token = tokenIn(mail)
    const rows = await world.sql('select token from email_verification where user_id = $1', [person.id])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await world.visitor().call(mailedLinks.verifyEmail, { body: { token } })).toEqual({
      success: true,
      email: person.email,
      isChanged: false,
    })
    expect(await person.client.call(currentUser)).toMatchObject({ emailVerified: true })
    const again = await world.visitor().try(mailedLinks.verifyEmail, { body: { token } })
    expect([again.status, again.body.code]).toEqual([400, 'invalid_token'])
  })

  it('confirms only the address to which it was mailed, and expires after 24 hours', async () => {
    const [moved, late] = [await registered(world), await registered(world)]
    const [movedToken, lateToken] = [
      tokenIn((await queuedMails(world, moved.email))[0]),
      tokenIn((await queuedMails(world, late.email))[0]),
    ]
    await world.sql("update users set email = 'moved@example.com' where id = $1", [moved.id])
    await world.visitor().try(mailedLinks.verifyEmail, { body: { token: movedToken } })
    expect(await moved.client.call(currentUser)).toMatchObject({ emailVerified: false })
    await world.control({ advance: 'PT24H1M' })
    const reply = await world.visitor().try(mailedLinks.verifyEmail, { body: { token: lateToken } })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_token'])
    expect(await late.client.call(currentUser)).toMatchObject({ emailVerified: false })
  })
})
