import * as cards from '#contract/billing/cards.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { askForExport } from '#contract/departure/departure.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { changePassword, resendVerification } from '#contract/identity/profile.ts'
import { renewRecoveryCodes } from '#contract/identity/two-factor.ts'
import { expectLimited, subjectsTo } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, giveCode, protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered } = kit

/** Limits as in production; requests from elsewhere say so through a trusted proxy. */

const world = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' })
const at = world.clock.holdReal()

let addresses = 0
function newAddress(): string {
  addresses++
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

function ask(path: string, body: object, address: string, more: Record<string, string> = {}) {
  return world.visitor().request('POST', path, body, { 'x-forwarded-for': address, ...more })
}

function signIn(email: string, address: string, secret = 'wrong-horse-1') {
  return ask('/api/auth/login', { email, password: secret }, address)
}

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await work(i))
  return results
}

function counted(replies: { status: number }[]): Record<number, number> {
  const byStatus = [...Map.groupBy(replies, ({ status }) => status)]
  return Object.fromEntries(byStatus.map(([status, all]) => [status, all.length]))
}

async function mailsAbout(subject: string, email: string): Promise<number> {
  return (await subjectsTo(world, { email })).filter((one) => one === subject).length
}

it('the 11th attempt on one account from one address is refused (D13 [S])', async () => {
  const [person, here] = [await registered(world), newAddress()]
  expect(counted(await times(10, () => signIn(person.email, here)))).toEqual({ 401: 10 })
  const refused = await signIn(person.email, here, password)
  expectLimited(refused)
  expect(refused.body['message']).toBe('Too many attempts. Please try again later.')
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  expect((await signIn(person.email, newAddress(), password)).status).toBe(200)
  // Another account is free at this address, and only failures count.
  const other = await registered(world)
  expect(counted(await times(12, () => signIn(other.email, here, password)))).toEqual({ 200: 12 })
})

it('the 51st failure from one address over all accounts is refused (D13 [S])', async () => {
  const here = newAddress()
  await signIn('somebody@example.com', here)
  // As if they had happened, which avoids slow hashing where only the count matters.
  await world.sql('update rate_limit set hits = 49 where key like $1', [`sign-in:ip:${here}%`])
  expect((await signIn('anybody@example.com', here)).status).toBe(401)
  expect((await signIn('another@example.com', here)).status).toBe(429)
})

it('of 40 attempts at once 10 are checked, and the 101st on an account is refused (D13 [S])', async () => {
  const [person, here] = [await registered(world), newAddress()]
  const replies = await Promise.all(Array.from({ length: 40 }, () => signIn(person.email, here)))
  expect(counted(replies)).toEqual({ 401: 10, 429: 30 })
  // Refusals do not count.
  const hits = await world.sql("select hits from rate_limit where key like 'sign-in:ip:' || $1", [here])
  expect(hits).toEqual([{ hits: 10 }])
  const nearly = "update rate_limit set hits = 99 where key like 'sign-in:account:%' and hits = 10 returning key"
  expect(await world.sql(nearly)).not.toEqual([])
  expect((await signIn(person.email, newAddress())).status).toBe(401)
  expect((await signIn(person.email, newAddress(), password)).status).toBe(429)
})

it('an unknown e-mail and a wrong password are answered alike, in like time (D13 [S])', async () => {
  const person = await registered(world)
  const bodies = new Set<string>()
  const measure = async (email: string) => {
    const startMs = performance.now()
    const reply = await signIn(email, newAddress())
    const tookMs = performance.now() - startMs
    const { requestId: _, ...body } = reply.body
    bodies.add(`${reply.status} ${JSON.stringify(body)}`)
    return tookMs
  }
  await measure('warm-up@example.com')
  const least = { known: Infinity, unknown: Infinity }
  const isAlike = () => Math.abs(Math.log2(least.unknown / least.known)) < 1
  // A busy machine only adds time, so the least time counts; it gets more attempts while it is busy.
  for (let i = 0; i < 40 && (i < 9 || !isAlike()); i++) {
    least.known = Math.min(least.known, await measure(person.email))
    least.unknown = Math.min(least.unknown, await measure(`unknown${i}@example.com`))
  }
  expect([...bodies]).toEqual(['401 {"message":"Invalid email or password.","code":"invalid_credentials"}'])
  // Within a factor of two; without the decoy hash it is four or more.
  expect([isAlike(), least]).toEqual([true, least])
})

it('a new device is reported by one mail, unless the password was wrong (D13 [S])', async () => {
  const { email } = await registered(world)
  const signInWith = (agent: string, given = password) =>
    ask('/api/auth/login', { email, password: given }, newAddress(), { 'user-agent': agent })
  const reported = () => mailsAbout('New sign-in to your account', email)
  expect((await signIn(email, newAddress(), password)).status).toBe(200)
  expect((await signInWith('Stranger/1', 'wrong-horse-1')).status).toBe(401)
  expect(await reported()).toBe(0)
  // A new version of the same browser is not a new device.
  for (const agent of ['Browser/12.1 (Desktop)', 'Browser/13.0 (Desktop)']) {
    expect((await signInWith(agent)).status).toBe(200)
    expect(await reported()).toBe(1)
  }
  expect((await signInWith('Browser/13.0 (Phone)')).status).toBe(200)
  // Two mails with the same words count as one while one is sent and the other is not.
  await expect.poll(reported).toBe(2)
})

const resetSubject = 'Reset your password'

it('at most 3 reset links an hour are mailed for an account (D19 [S])', async () => {
  const { email } = await registered(world)
  const replies = await times(5, () => ask('/api/auth/forgot-password', { email }, newAddress()))
  expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
  await kit.resetRequestsDone(world)
  expect(await mailsAbout(resetSubject, email)).toBe(3)
})

it('known and unknown addresses are answered without looking up accounts (D19 [S])', async () => {
  const emails = [(await registered(world)).email, 'nobody-at-all@limits.example']
  // Looking an account up now would wait.
  const lock = await kit.holdLock(world, 'lock table users in access exclusive mode')
  const replies = await Promise.all(emails.map((email) => ask('/api/auth/forgot-password', { email }, newAddress())))
  await lock.release()
  expect(counted(replies)).toEqual({ 200: 2 })
  await kit.resetRequestsDone(world)
  expect(await Promise.all(emails.map((email) => mailsAbout(resetSubject, email)))).toEqual([1, 0])
  expect(await world.sql("select from pgboss.job where name = 'reset-link'")).toEqual([])
})

it('at most 20 people an hour register from one address (D20 [S])', async () => {
  const here = newAddress()
  const names = { firstName: 'Lim', lastName: 'It' }
  const register = (name: string, address: string) =>
    ask('/api/auth/register', { email: `${name}@limits.example`, password, ...names }, address)
  const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => register(`p${i}`, here)))
  expect(counted(replies)).toEqual({ 201: 20, 429: 4 })
  expectLimited(replies.find(({ status }) => status === 429)!)
  expect(await world.sql("select from users where email like '%@limits.example'")).toHaveLength(20)
  expect((await register('elsewhere', newAddress())).status).toBe(201)
})

it('300 requests a minute of one browser are served; others are unaffected (D169 [S])', async () => {
  const [busy, calm] = [await registered(world), await registered(world)]
  const ask = () => busy.client.try(currentUser)
  const replies = await Promise.all(Array.from({ length: 280 }, ask))
  // Close to the limit one after the other, because among many at once the count runs a few ahead.
  expect(counted([...replies, ...(await times(20, ask))])).toEqual({ 200: 300 })
  expectLimited(await ask(), 'too_many_requests')
  expect((await calm.client.try(currentUser)).status).toBe(200)
})

it('five messages of the contact form an hour are stored from one address (D177 [S])', async () => {
  const here = newAddress()
  const write = (address: string, index: number) =>
    ask('/api/contact', { name: 'Sam', email: `sam${index}@limits.test`, message: 'Hello.' }, address)
  const replies = await times(6, (index) => write(here, index))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
  expectLimited(replies[5]!, 'too_many_messages')
  expect((await write(newAddress(), 6)).status).toBe(201)
  const stored = await world.sql("select email from contact_message where email like '%@limits.test'")
  expect(stored).toHaveLength(6)
  expect(stored).not.toContainEqual({ email: 'sam5@limits.test' })
})

const rateOf = (key: string, hits: number) =>
  world.sql('update rate_limit set hits = $2 where key = $1 returning key', [key, hits])

it('a new password takes 10 wrong current ones in 15 minutes (D13 [S], D25)', async () => {
  const { client, id } = await registered(world)
  const change = (currentPassword: string) =>
    client.try(changePassword, { body: { currentPassword, newPassword: 'another-horse-8' } })
  await change('wrong-horse-1')
  expect(await rateOf(`password:${id}`, 10)).toHaveLength(1)
  expectLimited(await change(password))
})

it('10 codes in 15 minutes and 30 a day are checked; only wrong ones count (D13 [S], D27)', async () => {
  const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
  const renew = ({ client }: kit.TestPerson, code: string) =>
    client.try(renewRecoveryCodes, { body: { currentPassword: password, code } })
  const right = codeOf(person.secret, 0, at)
  for (const [used, max] of Object.entries({ 'two-factor:': 10, 'two-factor:day:': 30 })) {
    const count = (hits: number) => rateOf(`${used}${person.id}`, hits)
    expect((await renew(person, right)).status).toBe(200)
    await clearUsedCodes(world, person)
    await renew(person, wrongCodeOf(person.secret))
    expect(await count(max)).toHaveLength(1)
    expectLimited(await renew(person, right))
    await count(0)
  }
  expect((await renew(other, codeOf(other.secret, 0, at))).status).toBe(200)
})

it('a waiting sign-in is locked after 10 wrong codes, for this person (D13 [S])', async () => {
  const [person, other] = [await protectedPerson(world), await protectedPerson(world)]
  const browser = await waiting(world, person)
  const right = codeOf(person.secret, 0, at)
  expect(counted(await times(10, () => giveCode(browser, wrongCodeOf(person.secret))))).toEqual({ 400: 10 })
  for (const code of [right, person.recoveryCodes[0] ?? '']) expectLimited(await giveCode(browser, code))
  expect((await giveCode(await waiting(world, person), right)).status).toBe(429)
  expect(await mailsAbout('Someone knows your password', person.email)).toBe(1)
  expect((await giveCode(await waiting(world, other), codeOf(other.secret, 0, at))).status).toBe(200)
})

it('a person gets 3 links an hour to confirm an address, and 3 exports a day (D24, D28)', async () => {
  const { client, id } = await registered(world)
  expect(counted(await times(4, () => client.try(resendVerification)))).toEqual({ 200: 3, 429: 1 })
  await world.sql('update users set email_verified = true where id = $1', [id])
  const open = () => world.sql('select from data_export where user_id = $1 and ready_at is null', [id])
  const replies = await times(4, async () => {
    const reply = await client.try(askForExport)
    await expect.poll(open).toEqual([])
    return reply
  })
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 429])
})

it('nobody opens more than 30 payments in an hour', kit.tags('D169'), async () => {
  const [person, other] = [await kit.subscriber(world), await kit.subscriber(world)]
  // The first payment counted as the first of the thirty.
  await times(29, () => person.client.call(cards.setUpCard, { body: {} }))
  const before = await world.sql('select id from checkout')
  await expectRefused(createPaymentIntent, [person, { body: { tier: 'launch' } }, 429, 'too_many_payments'])
  await expectRefused(cards.setUpCard, [person, { body: {} }, 429, {}])
  expect(await world.sql('select id from checkout')).toHaveLength(before.length)
  expect((await kit.openPackage(other)).status).toBe(200)
})
