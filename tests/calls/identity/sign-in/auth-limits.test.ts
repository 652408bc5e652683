import pg from 'pg'
import { currentUser } from '#contract/identity/current-user.ts'
import { describe, expect, it, ownWorld, password, queuedMails, registered, resetRequestsDone } from '#tests/calls.ts'

/** Limits as in production; requests from elsewhere say so through a trusted proxy. */

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' })
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

/** Counts failures as if they had happened, which avoids slow hashing where only the count matters. */
function countFailures(keyStart: string, hits: number) {
  return world.sql('update rate_limit set hits = $2 where key like $1', [`${keyStart}%`, hits])
}

describe('sign-in limits (D13 [S])', () => {
  it('refuses the 11th attempt on one account from one address, even with the right password', async () => {
    const [person, here] = [await registered(world), newAddress()]
    const failures = await times(10, () => signIn(person.email, here))
    expect(failures.map((reply) => reply.status)).toEqual(Array(10).fill(401))
    const refused = await signIn(person.email, here, password)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many attempts. Please try again later.',
    })
    const waitSeconds = Number(refused.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60)
    // Another address and another account are free.
    expect((await signIn(person.email, newAddress(), password)).status).toBe(200)
    expect((await signIn((await registered(world)).email, here, password)).status).toBe(200)
  })

  it('checks at most 10 of 40 attempts made at once', async () => {
    const [person, here] = [await registered(world), newAddress()]
    const replies = await Promise.all(Array.from({ length: 40 }, () => signIn(person.email, here)))
    const judged = replies.filter((reply) => reply.status === 401)
    expect(judged).toHaveLength(10)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(30)
  })

  it('counts only failures: signing in again and again is fine', async () => {
    const [person, here] = [await registered(world), newAddress()]
    const replies = await times(12, () => signIn(person.email, here, password))
    expect(replies.map((reply) => reply.status)).toEqual(Array(12).fill(200))
  })

  it('refuses the 51st failure from one address over all accounts', async () => {
    const here = newAddress()
    await signIn('somebody@example.com', here)
    await countFailures(`sign-in:ip:${here}`, 49)
    expect((await signIn('anybody@example.com', here)).status).toBe(401)
    expect((await signIn('another@example.com', here)).status).toBe(429)
  })

  it('refuses the 101st failure of one account over all addresses, and refusals do not count', async () => {
    const person = await registered(world)
    const here = newAddress()
    await times(14, () => signIn(person.email, here))
    const counted = await world.sql<{ hits: number }>(
      "select hits from rate_limit where key like 'sign-in:ip:' || $1",
      [here],
    )
    expect(counted).toEqual([{ hits: 10 }])
    const [account] = await world.sql<{ key: string }>(
      "update rate_limit set hits = 99 where key like 'sign-in:account:%' and hits = 10 returning key",
    )
    expect(account).toBeDefined()
    expect((await signIn(person.email, newAddress())).status).toBe(401)
    expect((await signIn(person.email, newAddress(), password)).status).toBe(429)
  })

  it('answers an unknown e-mail and a wrong password alike and in comparable time', async () => {
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
})

describe('a new device (D13 [S])', () => {
  const subject = 'New sign-in to your account'
  const newDeviceMails = async (email: string) =>
    (await queuedMails(world, email)).filter((mail) => mail.subject === subject).length

  it('is reported by one mail, except the first and known ones', async () => {
    const person = await registered(world)
    const signInWith = (agent: string) =>
      ask('/api/auth/login', { email: person.email, password }, newAddress(), { 'user-agent': agent })
    expect((await signIn(person.email, newAddress(), password)).status).toBe(200)
    expect(await newDeviceMails(person.email)).toBe(0)
    expect((await signInWith('Browser/12.1 (Desktop)')).status).toBe(200)
    expect(await newDeviceMails(person.email)).toBe(1)
    // A new version of the same browser is not a new device.
    expect((await signInWith('Browser/13.0 (Desktop)')).status).toBe(200)
    expect(await newDeviceMails(person.email)).toBe(1)
    expect((await signInWith('Browser/13.0 (Phone)')).status).toBe(200)
    // Two mails with the same words count as one while one is sent and the other is not.
    await expect.poll(() => newDeviceMails(person.email)).toBe(2)
  })

  it('is not reported when the password was wrong', async () => {
    const person = await registered(world)
    const body = { email: person.email, password: 'wrong-horse-1' }
    await ask('/api/auth/login', body, newAddress(), { 'user-agent': 'Stranger/1' })
    expect(await newDeviceMails(person.email)).toBe(0)
  })
})

describe('other limits', () => {
  it('mails at most 3 reset links an hour for an account, with the same answer (D19 [S])', async () => {
    const person = await registered(world)
    const replies = await times(5, () => ask('/api/auth/forgot-password', { email: person.email }, newAddress()))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    await resetRequestsDone(world)
    const mails = (await queuedMails(world, person.email)).filter((mail) => mail.subject === 'Reset your password')
    expect(mails).toHaveLength(3)
  })

  it('answers known and unknown addresses without looking up accounts (D19 [S])', async () => {
    const person = await registered(world)
    const blocker = new pg.Client({ connectionString: world.databaseUrl })
    await blocker.connect()
    await blocker.query('begin')
    // Looking an account up now would wait.
    await blocker.query('lock table users in access exclusive mode')
    const asked = [person.email, 'nobody-at-all@limits.example'].map((email) =>
      ask('/api/auth/forgot-password', { email }, newAddress()),
    )
    const replies = await Promise.all(asked)
    await blocker.query('commit')
    await blocker.end()
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      replies.map(() => [200, expect.objectContaining({ message: expect.stringContaining('If an account') })]),
    )
    await resetRequestsDone(world)
    const mails = await Promise.all(
      [person.email, 'nobody-at-all@limits.example'].map((email) => queuedMails(world, email)),
    )
    expect(mails.map((list) => list.filter(({ subject }) => subject === 'Reset your password').length)).toEqual([1, 0])
    expect(await world.sql("select from pgboss.job where name = 'reset-link'")).toEqual([])
  })

  it('registers at most 20 people an hour from one address (D20 [S])', async () => {
    const here = newAddress()
    const register = (name: string, address: string) =>
      ask(
        '/api/auth/register',
        { email: `${name}@limits.example`, password, firstName: 'Lim', lastName: 'It' },
        address,
      )
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => register(`p${i}`, here)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(20)
    const refused = replies.filter((reply) => reply.status === 429)
    expect(refused).toHaveLength(4)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await world.sql("select count(*)::int as n from users where email like '%@limits.example'")).toEqual([
      { n: 20 },
    ])
    expect((await register('elsewhere', newAddress())).status).toBe(201)
  })

  it('serves 300 requests a minute to one browser, then 429; others are unaffected (D169 [S])', async () => {
    const [busy, calm] = [await registered(world), await registered(world)]
    const ask = () => busy.client.try(currentUser)
    const replies = await Promise.all(Array.from({ length: 280 }, ask))
    // Close to the limit one after the other, because among many at once the count runs a few ahead.
    replies.push(...(await times(20, ask)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await calm.client.try(currentUser)).status).toBe(200)
  })
})

describe('the limit of the contact form (D177 [S])', () => {
  it('accepts five messages an hour from one network address, and stores no sixth', async () => {
    const here = newAddress()
    const write = (address: string, index: number) =>
      ask('/api/contact', { name: 'Sam', email: `sam${index}@limits.test`, message: 'Hello.' }, address)
    const replies = await times(6, (index) => write(here, index))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
    expect(replies[5]?.body).toMatchObject({ code: 'too_many_messages' })
    expect(Number(replies[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await write(newAddress(), 6)).status).toBe(201)
    const stored = await world.sql("select email from contact_message where email like '%@limits.test' order by email")
    expect(stored).toHaveLength(6)
    expect(stored).not.toContainEqual({ email: 'sam5@limits.test' })
  })
})
