import pg from 'pg'
import { deskReadings, listReadings, type Reading, type Subjects, usageReadings } from './admin-queries.ts'
import { fillWithCrowd, fillWithPayments, grownPlatform } from './crowd/fill.ts'
import { startLuna } from './luna.ts'
import { paymentReadings, type SearchedPayment } from './payment-queries.ts'
import { percentile, type Row } from './report.ts'

/** Enough for every connection to settle on its plan. */
const warmUps = 14
const rounds = 20
const exportRounds = 5
const goal = '<= 150 ms, <= 2'
const paymentGoal = '<= 200 ms'
const demoPassword = 'luna-demo-1'

/**
 * Compares the lists of the admin panel on a grown platform, through HTTP, with the same query by hand on a connection
 * of its own, taking turns. It uses its own Luna, to which nothing else has written.
 */
export async function benchAdmin(): Promise<Row[]> {
  const luna = await startLuna()
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  try {
    await owner.connect()
    await fillWithCrowd(owner, grownPlatform)
    const subjects = await findSubjects(owner)
    const admin = await signIn(luna.url, 'admin@luna.test')
    const talker = await signIn(luna.url, await letIn(owner, subjects.talkerId))
    const { byAdmin, byTalker } = usageReadings(subjects)
    const rows: Row[] = []
    for (const reading of [...listReadings(), ...deskReadings(subjects), ...byAdmin]) {
      rows.push(await compare(owner, reading, () => get(luna.url, admin, reading.path)))
    }
    for (const reading of byTalker) rows.push(await compare(owner, reading, () => get(luna.url, talker, reading.path)))
    rows.push(await compareExport(owner, luna.url, admin))
    await fillWithPayments(owner, 200_000)
    for (const reading of paymentReadings(await findSearchedPayment(owner))) {
      const row = await compare(owner, reading, () => get(luna.url, admin, reading.path))
      rows.push({ ...row, goal: paymentGoal })
    }
    return rows
  } finally {
    await owner.end()
    await luna.stop()
  }
}

async function findSubjects(owner: pg.Client): Promise<Subjects> {
  const most = (column: string) =>
    `(select ${column} from voice_session where ${column} is not null group by 1 order by count(*) desc limit 1)`
  const { rows } = await owner.query<Subjects>(`
    select (select id from users where email = 'admin@luna.test') as "adminId",
      ${most('organization_id')} as "organizationId", ${most('user_id')} as "talkerId"`)
  if (!rows[0]) throw new Error('The bench found nobody')
  return rows[0]
}

async function findSearchedPayment(owner: pg.Client): Promise<SearchedPayment> {
  const { rows } = await owner.query<SearchedPayment>(`
    select checkout.id, checkout.stripe_payment_intent_id as "paymentIntentId", receipt_number as "receiptNumber",
      right(paid_with, 4) as "lastFour"
    from checkout join credit_purchase using (stripe_payment_intent_id) order by receipt_number desc limit 1`)
  if (!rows[0]) throw new Error('The bench found no payment')
  return rows[0]
}

/** Gives a person the demo password. Returns the address to sign in with. */
async function letIn(owner: pg.Client, userId: string): Promise<string> {
  const { rows } = await owner.query<{ email: string }>(
    `update users set password_hash = demo.password_hash from users as demo
     where demo.email = 'admin@luna.test' and users.id = $1 returning users.email`,
    [userId],
  )
  return rows[0]?.email ?? ''
}

export async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Reads a whole answer. For a list, returns how many entries there are on all pages. */
export async function get(url: string, cookie: string, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { cookie } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
  return Number(response.headers.get('x-total-count'))
}

async function compare(owner: pg.Client, { name, sql }: Reading, call: () => Promise<unknown>): Promise<Row> {
  for (let i = 0; i < warmUps; i++) await call()
  await owner.query(sql)
  const [called, byHand] = await inTurns(rounds, call, () => owner.query(sql))
  return {
    name: `${name}, p95 (p50 ${percentile(called, 0.5).toFixed(0)} ms)`,
    value: percentile(called, 0.95),
    unit: ' ms',
    ratio: percentile(called, 0.95) / percentile(byHand, 0.95),
    goal,
  }
}

/** Compares the file of all users, page after page as the browser reads it, with one query for all of them. */
async function compareExport(owner: pg.Client, url: string, cookie: string): Promise<Row> {
  const [users] = listReadings()
  const all = (users?.sql ?? '').replace('limit 50 offset 0', '')
  const readAll = async () => {
    for (let offset = 0, total = 1; offset < total; offset += 500) {
      total = await get(url, cookie, `/api/admin/users?limit=500&offset=${offset}`)
    }
  }
  const [called, byHand] = await inTurns(exportRounds, readAll, () => owner.query(all))
  return {
    name: 'Users, the whole file, p50',
    value: percentile(called, 0.5),
    unit: ' ms',
    ratio: percentile(called, 0.5) / percentile(byHand, 0.5),
  }
}

/** Returns the milliseconds of each, one after the other. */
export async function inTurns(
  times: number,
  ...works: (() => Promise<unknown>)[]
): Promise<[called: number[], byHand: number[]]> {
  const took: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i++) {
    for (const [which, work] of works.entries()) {
      const startedAt = performance.now()
      await work()
      took[which]?.push(performance.now() - startedAt)
    }
  }
  return took
}
