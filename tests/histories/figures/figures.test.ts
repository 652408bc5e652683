import { afterAll, describe, expect, it } from 'vitest'
import { formerPeriod, readFigurePeriod } from '#contract/admin/figure-period.ts'
import { readFigures, readOwed } from '#server/admin/figures/figures.ts'
import { toOverview } from '#server/admin/figures/overview.ts'
import { rollDays } from '#server/admin/figures/rolling.ts'
import { addAgent } from '../../kit/world/people.ts'
import { openWorld } from '../../kit/world/world.ts'
import { computeFigures, type Figures } from './expected.ts'
import { addPayer, happen, type Payer, type Stage } from './facts.ts'

/** `npm run histories -- figures` plays 200 new ones. */
const runs = Number(process.env.LUNA_FIGURES ?? 40)
const seed = Number(process.env.LUNA_SEED ?? 20_261_126)
const dayMs = 86_400_000

const world = await openWorld()
const agents = [await addAgent(world), await addAgent(world), await addAgent(world)]
const stage: Stage = { world, agents, pending: [], pick: random(seed) }
afterAll(() => world.close())

/** Returns the same whole numbers for the same seed (mulberry32). */
function random(start: number): Stage['pick'] {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** Rolls up as the upkeep does. Returns how many days it rolled. */
async function roll(at: Date): Promise<number> {
  for (let rolled = 0; ;) {
    const some = await world.services.database.write((tx) => rollDays(tx, at))
    if (some === 0) return rolled
    rolled += some
  }
}

/** Plays one history from a moment on. Returns the moment at which it ends. */
async function play(startAt: Date): Promise<Date> {
  let at = startAt
  const people: Payer[] = []
  for (const isPool of [false, false, true]) people.push(await addPayer(world, isPool, at))
  for (let left = 10 + stage.pick(12); left > 0; left--) {
    // Often the same day, sometimes a month later, when grace periods and months are over; rolled up in between.
    const isLater = stage.pick(4) === 0
    if (isLater) await roll(at)
    at = new Date(at.getTime() + (isLater ? dayMs + stage.pick(30 * dayMs) : stage.pick(dayMs) + 1))
    const who = people[stage.pick(people.length)]
    if (who) await happen(stage, who, at)
  }
  // The last conversation may still be going on.
  return new Date(at.getTime() + 10 * 60_000)
}

/** Returns rows of the database as figures. */
async function readAll(statement: string, values: unknown[] = []): Promise<Figures> {
  const rows = await world.sql<{ figure: string; day: string; key: string; numbers: string[] }>(
    `select figure, day::text as day, key, numbers from ${statement}`,
    values,
  )
  return Object.fromEntries(
    rows.map(({ figure, day, key, numbers }) => [`${figure}|${day}|${key}`, numbers.map(Number)]),
  )
}

const onDays = (figures: Figures, has: (day: string) => boolean): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => has(name.split('|')[1] ?? '')))

/** Adds one number of a figure up, over the keys and days that are chosen. */
function sum(figures: Figures, figure: string, index: number, has: (day: string, key: string) => boolean): number {
  return Object.entries(figures).reduce((total, [name, numbers]) => {
    const [of, day = '', key = ''] = name.split('|')
    return of === figure && has(day, key) ? total + (numbers[index] ?? 0) : total
  }, 0)
}

async function expectTotals(expected: Figures, at: Date): Promise<void> {
  const { readLong } = world.services.database
  const period = readFigurePeriod({ days: (['7', '30', '90'] as const)[stage.pick(3)] }, at)
  const former = formerPeriod(period)
  const rows = await readFigures(readLong, { period, former }, at)
  const [books, voiceRate] = [
    { rolledThrough: null, isEmpty: false },
    { cents: 8.5, isAssumed: true },
  ]
  const shown = toOverview({ period, former, rows, owed: await readOwed(readLong), books, voiceRate })
  for (const [totals, { from, to }] of [
    [shown.now, period],
    [shown.before, former],
  ] as const) {
    const within = (day: string) => from <= day && day <= to
    const money = sum(expected, 'revenue', 1, within)
    const step = (what: string) => sum(expected, 'subscriber', 0, (day, key) => day <= to && key.endsWith(`:${what}`))
    expect({ from, ...totals }).toMatchObject({
      from,
      net: money / 100,
      gross: sum(expected, 'revenue', 1, (day, key) => within(day) && !['refund', 'dispute'].includes(key)) / 100,
      subscribers: step('new') + step('returned') - step('ended'),
      conversations: sum(expected, 'talk', 0, within),
      earned: Math.round(sum(expected, 'talk', 4, within) / 1000) / 100,
      voiceCost: Math.round((sum(expected, 'talk', 3, within) * 8.5) / 60_000) / 100,
    })
    const owedMs = sum(expected, 'minutes', 1, (day) => day <= to)
    expect(Math.round(totals.minutesOwed * 60_000)).toBeCloseTo(owedMs, -2)
  }
  expect(Math.round(shown.days.reduce((total, { net }) => total + net * 100, 0))).toBe(Math.round(shown.now.net * 100))
}

/** Returns the number of days that have rows now and are finished, and those of the last 35 that are rolled again. */
async function countDue(at: Date): Promise<number> {
  const [row] = await world.sql<{ due: string }>(
    `select count(*) as due from generate_series((select date_trunc('day', min(created_at)) from account),
       date_trunc('day', $1::timestamptz - interval '10 minutes') - interval '1 day', interval '1 day') as series (at)
     left join figure_roll as roll on roll.day = series.at::date
     where rolled_at is null or series.at >= date_trunc('day', $1::timestamptz) - interval '35 days'
       or series.at::date in (select day from figure_touched)`,
    [at],
  )
  return Number(row?.due)
}

describe("the owner's figures after any history (D62, D189)", () => {
  it(`equal a second computation over the raw rows exactly (${runs} histories)`, async () => {
    let at = new Date('2026-01-10T08:00:00Z')
    for (let run = 0; run < runs; run++) {
      // Histories overlap by days that were rolled up already, so that much comes late.
      at = await play(new Date(at.getTime() - stage.pick(3) * dayMs))
      const due = await countDue(at)
      // Two processes at once.
      const [one, other] = await Promise.all([roll(at), roll(at)])
      expect(one + other).toBe(due)
      const expected = await computeFigures(world, at)
      const today = at.toISOString().slice(0, 10)
      // A day is rolled up ten minutes after its end.
      const unrolled = new Date(at.getTime() - 10 * 60_000).toISOString().slice(0, 10)
      const isLast = run === runs - 1
      const since = isLast ? '2000-01-01' : new Date(at.getTime() - 120 * dayMs).toISOString().slice(0, 10)
      const names = [...new Set(Object.keys(expected).map((name) => name.split('|')[0] ?? ''))]
      expect(await readAll('figure_rows($1, $2, $3, $4)', [names, since, today, at])).toEqual(
        onDays(expected, (day) => day >= since),
      )
      expect(await readAll('figure_day where day >= $1', [since])).toEqual(
        onDays(expected, (day) => day >= since && day < unrolled),
      )
      await expectTotals(expected, at)
    }
    expect(await world.sql('select * from broken_figure')).toEqual([])
    expect(await world.sql('select * from broken_figure_price')).toEqual([])
  }, 900_000)
})
