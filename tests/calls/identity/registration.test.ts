import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { verifyEmail } from '#contract/identity/mailed-links.ts'
import { updateNames } from '#contract/identity/profile.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import { complete, invited } from '#tests/kit/organizations/joining.ts'
import { paidOrganization } from '#tests/kit/organizations/paid-organizations.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered } = kit
const world = await kit.ownWorld()
let count = 0
function details<More extends object>(more: More = {} as More) {
  const names = { firstName: 'New', lastName: 'Person' }
  return { email: `new${++count}@example.com`, password: kit.password, ...names, ...more }
}

const join = (more: object = {}, browser = world.visitor()) => browser.try(register, { body: details(more) })

it('registering answers with the person and defaults (S209, S117, S119-S121, D21)', async () => {
  const browser = world.visitor()
  const reply = await join({ email: '  Mixed.Case@Example.COM ' }, browser)
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

it('registering stores an argon2id hash (D11 [S]) and opens one empty account (S119)', async () => {
  const rows = await world.sql(
    `select password_hash, monthly_ms, purchased_ms, held_ms from users join account on user_id = users.id
     where users.id = $1`,
    [(await registered(world)).id],
  )
  const hash = expect.stringMatching(/^\$argon2id\$v=19\$/)
  expect(rows).toEqual([{ password_hash: hash, monthly_ms: 0, purchased_ms: 0, held_ms: 0 }])
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
])('registering refuses %s %j: %s (S181, S310, D11 [S], D12)', async (field, value, message) => {
  const body = details({ [field]: value })
  await expectRefused(register, [world.visitor(), { body }, 400, { field, message }])
  expect(await world.sql('select from users where email = $1', [body.email])).toEqual([])
})

it('registering accepts 8 and 128 characters and an e-mail of 254 (S310, D11, D12)', async () => {
  const host = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`
  const email = `${'a'.repeat(254 - host.length - 1)}@${host}`
  const password = 'kx7-mq4z'
  const given = [{ password }, { password: password.repeat(16) }, { email }, { email: `a${email}` }]
  const statuses = await Promise.all(given.map(async (one) => (await join(one)).status))
  expect([email.length, ...statuses]).toEqual([254, 201, 201, 201, 400])
})

it('registering ignores fields that it does not declare (D22 [S], S123)', async () => {
  const ids = { id: crypto.randomUUID(), referredBy: crypto.randomUUID(), stripeCustomerId: 'cus_mine' }
  const { status, body } = await join({
    ...ids,
    role: 'admin',
    isActive: false,
    emailVerified: true,
    creditBalance: 999,
    purchasedMs: 999,
    subscriptionStatus: 'active',
  })
  expect([status, body.id === ids.id]).toEqual([201, false])
  expect(body).toMatchObject({ role: 'user', isActive: true, emailVerified: false, creditBalance: 0 })
  expect(body).toMatchObject({ stripeCustomerId: null, subscriptionStatus: null, referredBy: null })
})

it('registering sends no hash, token or key in any answer (D22 [S], S118, S605)', async () => {
  const person = await kit.subscriber(world)
  for (const path of ['/api/auth/user', '/api/account/user', '/api/account/transactions', '/api/user/purchases']) {
    const { status, body } = await person.client.request('GET', path)
    expect([path, status]).toEqual([path, 200])
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|hash|token|secret|"sid"/i)
  }
})

it('registering refuses text that cannot be stored as bad input rather than a fault (D163)', async () => {
  await expectRefused(register, [world.visitor(), { body: details({ ref: 'Nul\0l' }) }, 400, 'bad_request'])
})

it('a known e-mail is refused in any case, and its owner hears once a day (D20 [S], S124)', async () => {
  const person = await registered(world)
  const refusal = { code: 'registration_failed', message: 'Please try again with different information.' }
  for (const email of [person.email, person.email.toUpperCase(), ` ${person.email}`]) {
    const reply = await join({ email, firstName: 'Other' })
    expect([reply.status, reply.body, reply.headers.getSetCookie()]).toMatchObject([400, refusal, []])
  }
  const rows = await world.sql('select first_name from users where lower(email) = $1', [person.email])
  expect(rows).toEqual([{ first_name: 'Test' }])
  const subjects = await subjectsTo(world, person)
  expect(subjects.filter((subject) => subject === 'You already have an account')).toHaveLength(1)
})

it('a known e-mail lets one of many parallel registrations win (D20 [S], S124)', async () => {
  const body = details()
  const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => join(body)))
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400])
  expect(await world.sql('select from users where email = $1', [body.email])).toHaveLength(1)
})

it('a referral code is of one person, and ignored when unknown (D51, S121)', async () => {
  const [referrer, other] = [await registered(world), await registered(world)]
  const { referralCode } = await referrer.client.call(currentUser)
  expect((await other.client.call(currentUser)).referralCode).not.toBe(referralCode)
  const { body } = await join({ ref: referralCode.toLowerCase() })
  expect(body).toMatchObject({ referredBy: referrer.id })
  const pending = await world.sql(
    'select referrer_id, status, reward_amount from referral where referred_user_id = $1',
    [body.id],
  )
  expect(pending).toEqual([{ referrer_id: referrer.id, status: 'pending', reward_amount: 0 }])
  expect(await join({ ref: 'NOBODY99' })).toMatchObject({ status: 201, body: { referredBy: null } })
})

it('names of the signed-in person are saved, and nothing else (D21, D22 [S])', async () => {
  const [{ client, ...person }, other] = [await registered(world), await registered(world)]
  const body = { firstName: ' Ada ', lastName: 'Changed', email: 'new@mail.example', role: 'admin', id: other.id }
  const saved = await client.call(updateNames, { body })
  expect(saved).toMatchObject({ ...person, firstName: 'Ada', lastName: 'Changed', role: 'user' })
  expect(await other.client.call(currentUser)).toMatchObject({ firstName: 'Test' })
  const empty = { body: { firstName: '', lastName: 'X' } }
  await expectRefused(updateNames, [client, empty, 400, { message: 'First name is required' }])
})

it('an address is confirmed once with the mailed link, even signed out (D24)', async () => {
  const { client, email, id } = await registered(world)
  const [mail] = await kit.waitForMails(world, email, 'Confirm your email address')
  expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
  const body = { token: kit.tokenIn(mail) }
  const rows = await world.sql('select token from email_verification where user_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(body.token)
  const confirmed = await world.visitor().call(verifyEmail, { body })
  expect(confirmed).toEqual({ success: true, email, isChanged: false })
  expect(await client.call(currentUser)).toMatchObject({ emailVerified: true })
  await expectRefused(verifyEmail, [world.visitor(), { body }, 400, 'invalid_token'])
})

it('a link confirms only the address to which it was mailed, for 24 hours (D24)', async () => {
  const [moved, late] = [await registered(world), await registered(world)]
  const tokenOf = async ({ email }: kit.TestPerson) => kit.tokenIn((await kit.queuedMails(world, email))[0])
  const [movedBody, lateBody] = [{ token: await tokenOf(moved) }, { token: await tokenOf(late) }]
  await world.sql("update users set email = 'moved@example.com' where id = $1", [moved.id])
  await world.visitor().try(verifyEmail, { body: movedBody })
  expect(await moved.client.call(currentUser)).toMatchObject({ emailVerified: false })
  await world.control({ advance: 'PT24H1M' })
  await expectRefused(verifyEmail, [world.visitor(), { body: lateBody }, 400, 'invalid_token'])
  expect(await late.client.call(currentUser)).toMatchObject({ emailVerified: false })
})

const version = '2025-07-02'

interface Agreed {
  version: string | null
  at: Date | null
  created: Date
}

async function agreed(email: string): Promise<Agreed> {
  const [row] = await world.sql<{ id: string }>('select id from users where email = $1', [email])
  const user = (await userRow(world, row!)) as { terms_version: string; terms_accepted_at: Date; created_at: Date }
  return { version: user.terms_version, at: user.terms_accepted_at, created: user.created_at }
}

it('accepted terms are stored for people who register or accept an invitation (D23)', async () => {
  const firm = await kit.organization(world)
  const { email, secret } = await invited(world, firm)
  expect((await complete(world, email, firm.id, secret)).status).toBe(201)
  for (const one of [email, (await registered(world)).email]) {
    const row = await agreed(one)
    expect(row).toMatchObject({ version, at: row.created })
  }
})

it('accepted terms are stored for who registers an organization, at that time (D23)', async () => {
  const { id, email } = await paidOrganization(world)
  const [registration] = await world.sql(
    'select terms_version as version, terms_accepted_at as at from business_registration where id = $1',
    [id],
  )
  const row = await agreed(email)
  expect(row).toMatchObject(registration ?? {})
  expect(row.at?.getTime()).toBeLessThan(row.created.getTime())
})

it('accepted terms are stored with a payment under newer ones, and no failed one (D23)', async () => {
  const { client, email, id } = await kit.subscriber(world)
  const open = async () => {
    const { clientSecret } = await client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    return { clientSecret, body: { paymentIntentId: clientSecret.split('_secret_')[0] ?? '' } }
  }
  const before = await agreed(email)
  const same = await open()
  await kit.payWithCard(world, same.clientSecret)
  await client.call(purchases.processPaymentSuccess, { body: same.body })
  // A person who accepted these terms before keeps the time.
  expect(await agreed(email)).toEqual(before)

  await world.sql("update users set terms_version = '2024-01-01' where id = $1", [id])
  const { clientSecret, body } = await open()
  const early = await client.try(purchases.processPaymentSuccess, { body })
  expect(early.body).toMatchObject({ code: 'payment_not_completed' })
  expect(await agreed(email)).toEqual({ ...before, version: '2024-01-01' })
  await kit.payWithCard(world, clientSecret)
  await expect.poll(async () => (await agreed(email)).version).toBe(version)
  expect((await agreed(email)).at?.getTime()).toBeGreaterThan(before.at?.getTime() ?? Infinity)
})
