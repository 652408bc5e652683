import { currentUser } from '#contract/identity/current-user.ts'
import { expectLimited, subjectsTo } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, password, registered } = kit

/** Limits as in production; requests from elsewhere say so through a trusted proxy. */

const world = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' })
world.clock.holdReal()

let addresses = 0
/** Returns a network address that was never used before. */
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

/** Returns how many of the answers have each status. */
function counted(replies: { status: number }[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
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
  // Another address and another account are free.
  expect((await signIn(person.email, newAddress(), password)).status).toBe(200)
  expect((await signIn((await registered(world)).email, here, password)).status).toBe(200)
})

it('at most 10 of 40 attempts made at once are checked (D13 [S])', async () => {
  const [person, here] = [await registered(world), newAddress()]
  const replies = await Promise.all(Array.from({ length: 40 }, () => signIn(person.email, here)))
  expect(counted(replies)).toEqual({ 401: 10, 429: 30 })
})

it('only failures count: signing in again and again is fine (D13 [S])', async () => {
  const [person, here] = [await registered(world), newAddress()]
  expect(counted(await times(12, () => signIn(person.email, here, password)))).toEqual({ 200: 12 })
})

it('the 51st failure from one address over all accounts is refused (D13 [S])', async () => {
  const here = newAddress()
  await signIn('somebody@example.com', here)
  // As if they had happened, which avoids slow hashing where only the count matters.
  await world.sql('update rate_limit set hits = 49 where key like $1', [`sign-in:ip:${here}%`])
  expect((await signIn('anybody@example.com', here)).status).toBe(401)
  expect((await signIn('another@example.com', here)).status).toBe(429)
})

it('the 101st failure of one account is refused; refusals do not count (D13 [S])', async () => {
  const [person, here] = [await registered(world), newAddress()]
  await times(14, () => signIn(person.email, here))
  const hits = await world.sql("select hits from rate_limit where key like 'sign-in:ip:' || $1", [here])
  expect(hits).toEqual([{ hits: 10 }])
  const [account] = await world.sql(
    "update rate_limit set hits = 99 where key like 'sign-in:account:%' and hits = 10 returning key",
  )
  expect(account).toBeDefined()
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
