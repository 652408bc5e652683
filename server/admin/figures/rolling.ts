import { allValues, type Tx } from '../../database/sql.ts'

/** The rolled-up days of the owner's figures. */

/** Days are rolled again every hour for so long, because what belongs to them may come late (rolling.sql). */
const rolledAgainDays = 35
/** A day that ended so recently may still be written to. */
const settlingMinutes = 10
/** A day that another process rolled so recently is not rolled again by the same upkeep. */
const recentMinutes = 30
/** On a large platform so many days take about a second, far less than a statement may take. */
const daysAtOnce = 14

/**
 * Rolls up finished days: those that were never rolled, the latest ones again, and those to which something late
 * belongs. Oldest first, so that rolled days follow each other without a gap. Returns how many it rolled; call it until
 * none is left. Processes that call it at once take turns, and the second one finds nothing to do.
 */
export async function rollDays(tx: Tx, at: Date): Promise<number> {
  await tx`lock table figure_roll in share row exclusive mode`
  const due = await listDue(tx, at)
  const [first] = due
  if (first === undefined) return 0
  await tx`delete from figure_day where day = any(${due}::date[])`
  await tx`
    insert into figure_day (figure, day, key, numbers)
    select figure, day, key, numbers from figures_of_days(${due}::date[])`
  await tx`
    insert into figure_roll (day, rolled_at) select day, ${at} from unnest(${due}::date[]) as due (day)
    on conflict (day) do update set rolled_at = excluded.rolled_at`
  await storePrices(tx, first)
  return due.length
}

/** Stores what was paid by the end of the last rolled day, for accounts that got minutes on this day or later. */
async function storePrices(tx: Tx, since: string): Promise<void> {
  await tx`
    insert into figure_price (account_id, cents, ms)
    select account_id, sum(paid_cents), sum(granted_ms) from given_lot
    where account_id in (select account_id from lot where created_at >= ${since}::date at time zone 'UTC')
      and created_at < (select (max(day) + 1) at time zone 'UTC' from figure_roll)
    group by 1
    on conflict (account_id) do update set cents = excluded.cents, ms = excluded.ms
    where (figure_price.cents, figure_price.ms) is distinct from (excluded.cents, excluded.ms)`
}

/** Returns the days to roll now, such as 2026-11-24. The first day is that of the first account. */
function listDue(tx: Tx, at: Date): Promise<string[]> {
  return allValues(tx<{ day: string }>`
    with finished as (
      select series.at::date as day, roll.rolled_at
      from generate_series(
        (select date_trunc('day', min(created_at) at time zone 'UTC') from account),
        date_trunc('day', ${at}::timestamptz at time zone 'UTC' - make_interval(mins => ${settlingMinutes}))
          - interval '1 day',
        interval '1 day') as series (at)
      left join figure_roll as roll on roll.day = series.at::date
    )
    select day::text from finished
    where rolled_at is null
      or (rolled_at <= ${at}::timestamptz - make_interval(mins => ${recentMinutes})
        and (day >= (${at}::timestamptz at time zone 'UTC')::date - ${rolledAgainDays}::integer
          or day in (select day from figure_touched)))
    order by 1 limit ${daysAtOnce}`)
}
