import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { emailLink, verifyEmail } from '#contract/identity/mailed-links.ts'
import { updateNames } from '#contract/identity/profile.ts'
import { signIn, subjectsTo } from '#tests/kit/identity/accounts.ts'
import { complete, invited } from '#tests/kit/organizations/joining.ts'
import { paidOrganization } from '#tests/kit/organizations/paid-organizations.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered, tags } = kit
const world = await kit.sharedWorld()
let count = 0
function details<More extends object>(more: More = {} as More) {
  const names = { firstName: 'New', lastName: 'Person' }
  return { email: `new${++count}.${process.pid}@example.com`, password: kit.password, ...names, ...more }
}

const join = (more: object = {}, browser = world.visitor()) => browser.try(register, { body: details(more) })

it('registering answers with the person and defaults (S209, S117, S119-S121, D11 [S], D21)', async () => {
  const browser = world.visitor()
  const reply = await join({ email: '  Mixed.Case@Example.COM ' }, browser)
  expect(reply.status).toBe(201)
  const names = { email: 'mixed.case@example.com', firstName: 'New', lastName: 'Person', profileImageUrl: null }
  const role = { role: 'user', isActive: true, emailVerified: false, hasOrganizationAccess: false, referredBy: null }
  const stripe = { creditBalance: 0, stripeCustomerId: null, stripeSubscriptionId: null }
  const subscription = { subscriptionStatus: null, subscriptionTier: null, subscriptionRenewsAt: null }
  const auto = { autoPurchaseEnabled: false, autoPurchaseTier: 'uplift', autoPurchaseThreshold: 9 }
  expect(reply.body).toMatchObject({ ...names, ...role, ...stripe, ...subscription, ...auto })
  expect(reply.body.referralCode).toMatch(/^[A-Z2-8]{8}$/)
  expect(await browser.call(currentUser)).toEqual(reply.body)
  const rows = await world.sql(
    `select password_hash, monthly_ms, purchased_ms, held_ms from users join account on user_id = users.id
     where users.id = $1`,
    [reply.body.id],
  )
  const hash = expect.stringMatching(/^\$argon2id\$v=19\$/)
  expect(rows).toEqual([{ password_hash: hash, monthly_ms: 0, purchased_ms: 0, held_ms: 0 }])
})

it('registering keeps an address of other letters in ASCII and shows it readable', tags('D200 D12'), async () => {
  const browser = world.visitor()
  const shown = `info${process.pid}@b\u00FCcher.example`
  const reply = await join({ email: `\u200BInfo${process.pid}@Bu\u0308cher.example`, firstName: 'Zoe\u0308' }, browser)
  expect(reply.body).toMatchObject({ email: shown, firstName: 'Zo\u00EB' })
  const kept = `info${process.pid}@xn--bcher-kva.example`
  expect(await world.sql('select email from users where id = $1', [reply.body.id])).toEqual([{ email: kept }])
  for (const email of [shown, kept]) expect((await signIn(world, { email })).status).toBe(200)
})

it('registering refuses a wrong field with its message (S181, S310, D11 [S], D12, D163)', async () => {
  const people = await world.sql('select from users')
  const refused = (field: string, values: (string | undefined)[], message: string) => {
    const bodies = values.map((value) => details({ [field]: value }))
    return bodies.map((body): kit.Refusal => [world.visitor(), { body }, 400, { field, message }])
  }
  const common = ['Password123', 'aaaaaaaaaa', '1234567890']
  await expectRefused(
    register,
    ...refused('firstName', [undefined, '   ', '\u3164\u200B'], 'First name is required'),
    ...refused('lastName', [''], 'Last name is required'),
    ...refused('lastName', ['x'.repeat(101)], 'Please use at most 100 characters'),
    ...refused('email', [undefined], 'Email is required'),
    ...refused('email', ['no-at-sign', 'no@dot'], 'Valid email is required'),
    ...refused('password', [undefined, ''], 'Password is required'),
    ...refused('password', ['short77'], 'Password must be at least 8 characters long'),
    ...refused('password', ['x7'.repeat(65)], 'Password must be at most 128 characters long'),
    ...refused('password', common, 'Please choose a less common password.'),
    // Text that cannot be stored is bad input rather than a fault.
    [world.visitor(), { body: details({ ref: 'Nul\0l' }) }, 400, 'bad_request'],
  )
  expect(await world.sql('select from users')).toHaveLength(people.length)
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
  // Of many at once, one wins.
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
  const pending = await world.sql('select * from referral where referred_user_id = $1', [body.id])
  expect(pending).toMatchObject([{ referrer_id: referrer.id, status: 'pending', reward_amount: 0 }])
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

it('an address is confirmed with the mailed link, and a second opening says so', tags('D24 D201'), async () => {
  const { client, email, id } = await registered(world)
  const [mail] = await kit.waitForMails(world, email, 'Confirm your email address')
  expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
  const body = { token: kit.tokenIn(mail) }
  const rows = await world.sql('select token from email_verification where user_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(body.token)
  const read = () => world.visitor().call(emailLink, { params: body })
  expect(await read()).toEqual({ email, isChange: false, isReached: false })
  expect(await client.call(currentUser)).toMatchObject({ emailVerified: false })
  for (const _again of [1, 2]) {
    const confirmed = await world.visitor().call(verifyEmail, { body })
    expect(confirmed).toEqual({ success: true, email, isChanged: false })
    expect(await client.call(currentUser)).toMatchObject({ emailVerified: true })
    expect(await read()).toEqual({ email, isChange: false, isReached: true })
  }
  const events = await world.sql("select from account_event where user_id = $1 and kind = 'email_confirmed'", [id])
  expect(events).toHaveLength(1)
})

it('a link confirms only the address to which it was mailed, for 24 hours (D24)', async () => {
  const [moved, late] = [await registered(world), await registered(world)]
  const tokenOf = async ({ email }: kit.TestPerson) => kit.tokenIn((await kit.queuedMails(world, email))[0])
  const [movedToken, lateToken] = [await tokenOf(moved), await tokenOf(late)]
  await world.sql("update users set email = 'moved@example.com' where id = $1", [moved.id])
  await world.visitor().try(verifyEmail, { body: { token: movedToken } })
  const age = "update email_verification set expires_at = expires_at - interval '24:01' where user_id = $1"
  await world.sql(age, [late.id])
  await expectRefused(verifyEmail, [world.visitor(), { body: { token: lateToken } }, 400, 'invalid_token'])
  for (const token of [movedToken, lateToken])
    await expectRefused(emailLink, [world.visitor(), { params: { token } }, 400, 'invalid_token'])
  for (const { client } of [moved, late]) expect(await client.call(currentUser)).toMatchObject({ emailVerified: false })
})

const version = '2025-07-02'

const agreed = async (email: string) => {
  const users = 'select terms_version as version, terms_accepted_at as at, created_at as created from users'
  const [user] = await world.sql<{ version: string; at: Date; created: Date }>(`${users} where email = $1`, [email])
  return user!
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
  const accepted = 'select terms_version as version, terms_accepted_at as at from business_registration where id = $1'
  const [registration] = await world.sql(accepted, [id])
  const row = await agreed(email)
  expect(row).toMatchObject(registration ?? {})
  expect(row.at.getTime()).toBeLessThan(row.created.getTime())
})

it('accepted terms are stored with a payment under newer ones, and no failed one (D23)', async () => {
  const person = await kit.subscriber(world)
  const { email, id } = person
  const before = await agreed(email)
  await kit.payAndReport(world, person, kit.openPackage(person))
  // A person who accepted these terms before keeps the time.
  expect(await agreed(email)).toEqual(before)

  await world.sql("update users set terms_version = '2024-01-01' where id = $1", [id])
  const { clientSecret } = (await kit.openPackage(person)).body
  expect((await kit.succeed(person, kit.idOf(clientSecret))).body).toMatchObject({ code: 'payment_not_completed' })
  expect(await agreed(email)).toEqual({ ...before, version: '2024-01-01' })
  await kit.payWithCard(world, clientSecret)
  await expect.poll(async () => (await agreed(email)).version).toBe(version)
  expect((await agreed(email)).at.getTime()).toBeGreaterThan(before.at.getTime())
})
