import { rollDays } from '#server/admin/figures/rolling.ts'
import { openDatabase } from '#server/database/database.ts'
import { addBusyDay, addPaidMinutes } from './crowd/fill.ts'
import { signIn } from './people.ts'
import { measureReading, onGrownPlatform } from './readings.ts'
import { plain, type Row } from './report.ts'

/** As many as in three weeks: the most that is counted live. */
const busyDay = 12_800
const rounds = 60
const goal = '<= 200 ms'

/**
 * Measures the owner's figures on a grown platform, on an ordinary day and a busy one, next to sums by hand, and how long
 * its days take to be rolled up.
 */
export function benchOverview(): Promise<Row[]> {
  return onGrownPlatform(async (owner, url, databaseUrl) => {
    await addPaidMinutes(owner)
    const rows = await roll(databaseUrl)
    await owner.query('vacuum analyze')
    const cookie = await signIn(url, 'admin@luna.test')
    const measure = async ({ name, path, days }: Figures) => {
      const reference = () => owner.query(sumsByHand, [days])
      rows.push(await measureReading({ name, path, url, cookie, reference, rounds, goal }))
    }
    for (const figures of readings()) await measure(figures)
    await addBusyDay(owner, busyDay)
    for (const figures of readings()) {
      if (figures.countsToday) await measure({ ...figures, name: `${figures.name}, a busy today` })
    }
    return rows
  })
}

interface Figures {
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
function readings(): Figures[] {
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
  const first = await rollAllDays(url, new Date())
  const again = await rollAllDays(url, new Date(Date.now() + 3_600_000))
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

/** Rolls up all that is due. Returns the milliseconds of each transaction. */
export async function rollAllDays(url: string, at: Date): Promise<number[]> {
  const database = openDatabase(url)
  const took: number[] = []
  for (let rolled = 1; rolled > 0;) {
    const startedAt = performance.now()
    rolled = await database.write((tx) => rollDays(tx, at))
    took.push(performance.now() - startedAt)
  }
  await database.end()
  return took
}
