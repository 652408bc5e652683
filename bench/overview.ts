import pg from 'pg'
import { rollDays } from '#server/admin/figures/rolling.ts'
import { openDatabase } from '#server/database/database.ts'
import { get, inTurns, signIn } from './admin.ts'
import { addBusyDay, addPaidMinutes, fillWithCrowd, grownPlatform } from './crowd/fill.ts'
import { startLuna } from './luna.ts'
import { percentile, plain, type Row } from './report.ts'

/** As many as in three weeks: the most that is counted live. */
const busyDay = 12_800
/** Enough for every connection to settle on its plan. */
const warmUps = 14
const rounds = 60
const goal = '<= 200 ms'

/**
 * Measures the owner's figures on a grown platform, on an ordinary day and a busy one, through HTTP, beside sums by hand on a connection
 * of its own, taking turns; and how long its days take to be rolled up. It uses its own Luna.
 */
export async function benchOverview(): Promise<Row[]> {
  const luna = await startLuna()
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  try {
    await owner.connect()
    await fillWithCrowd(owner, grownPlatform)
    await addPaidMinutes(owner)
    const rows = await roll(luna.databaseUrl)
    await owner.query('vacuum analyze')
    const cookie = await signIn(luna.url, 'admin@luna.test')
    const measure = async ({ name, path, days }: Reading) => {
      rows.push(
        await measureReading(
          name,
          () => get(luna.url, cookie, path),
          () => owner.query(sumsByHand, [days]),
        ),
      )
    }
    for (const reading of readings()) await measure(reading)
    await addBusyDay(owner, busyDay)
    for (const reading of readings()) {
      if (reading.countsToday) await measure({ ...reading, name: `${reading.name}, a busy today` })
    }
    return rows
  } finally {
    await owner.end()
    await luna.stop()
  }
}

async function measureReading(
  name: string,
  call: () => Promise<unknown>,
  byHand: () => Promise<unknown>,
): Promise<Row> {
  const startedAt = performance.now()
  await call()
  const firstMs = performance.now() - startedAt
  for (let i = 0; i < warmUps; i++) await call()
  const [called, reference] = await inTurns(rounds, call, byHand)
  return {
    name: `${name}, p95 (p50 ${percentile(called, 0.5).toFixed(0)}, first ${firstMs.toFixed(0)} ms)`,
    value: percentile(called, 0.95),
    unit: ' ms',
    ratio: percentile(called, 0.95) / percentile(reference, 0.95),
    goal,
  }
}

interface Reading {
  name: string
  path: string
  /** Of its period, for the sums by hand. */
  days: number
  /** Whether conversations of today are counted live for it. */
  countsToday: boolean
}

const rowLists = {
  payments: 'money?',
  conversations: 'conversations?',
  'failed calls': 'conversations?outcome=failed&',
  subscribers: 'subscriptions?what=current&',
  'minutes sold': 'minutes?kind=sold&',
  balances: 'owed?',
}

/** The periods of the goal, and the other parts of the tab. */
function readings(): Reading[] {
  const today = new Date().toISOString().slice(0, 10)
  const month = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 1).toISOString().slice(0, 7)
  const figures = '/api/admin/overview'
  return [
    { name: '30 days', path: `${figures}?days=30`, days: 30, countsToday: true },
    { name: '90 days', path: `${figures}?days=90`, days: 90, countsToday: true },
    { name: 'Last month', path: `${figures}?month=${month}`, days: 30, countsToday: false },
    { name: 'Today', path: `${figures}?from=${today}&to=${today}`, days: 1, countsToday: true },
    { name: 'Agents, 30 days', path: `${figures}/agents?days=30`, days: 30, countsToday: true },
    { name: 'Organizations, 30 days', path: `${figures}/organizations?days=30`, days: 30, countsToday: true },
    { name: 'Subscribers', path: `${figures}/subscribers`, days: 30, countsToday: false },
    ...Object.entries(rowLists).map(([name, list]) => ({
      name: `Rows: ${name}`,
      path: `${figures}/${list}days=30&limit=50`,
      days: 30,
      countsToday: false,
    })),
  ]
}

/** What no answer can do without: the stored figures of a period and the one before it, and today's conversations. */
const sumsByHand = `
  select figure, key, array[sum(numbers[1]), sum(numbers[2])] from figure_day
  where day > current_date - 2 * $1::integer group by 1, 2
  union all
  select 'today', agent_id::text, array[count(*), sum(charged_ms)] from voice_session
  where ended_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' group by 2`

/** Rolls up every day once, and the last 35 again, as the upkeep does each hour. */
async function roll(url: string): Promise<Row[]> {
  const database = openDatabase(url)
  const rollAll = async (at: Date) => {
    const took: number[] = []
    for (let rolled = 1; rolled > 0;) {
      const startedAt = performance.now()
      rolled = await database.write((tx) => rollDays(tx, at))
      took.push(performance.now() - startedAt)
    }
    return took
  }
  const first = await rollAll(new Date())
  const again = await rollAll(new Date(Date.now() + 3_600_000))
  await database.end()
  return [
    plain('The longest transaction that rolls days up', Math.max(...first), ' ms', '<= 5000 ms'),
    plain(
      'The hourly roll of 35 days',
      again.reduce((sum, each) => sum + each, 0),
      ' ms',
      '<= 5000 ms',
    ),
  ]
}
