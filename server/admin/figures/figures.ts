import type { FigureDays } from '#contract/admin/figure-period.ts'
import type { LongRead } from '../../database/sql.ts'
import type { overviewHealth, WorkKind } from '#contract/admin/overview.ts'
import { type JobName, queues } from '../../database/queues.ts'
import type { RowOf } from '../../kernel/serve.ts'

/** The owner's figures as they are counted: whole cents, thousandths of a cent, milliseconds and counts. */

/** Numbers of a figure, added up over days. What they mean is said in counting/*.sql. */
export interface FigureRow {
  figure: string
  key: string
  /** Before both periods, in the former one, or in the one that is asked for. */
  part: 'base' | 'before' | 'now'
  /** The day, for figures that are plotted; otherwise null. */
  day: string | null
  numbers: number[]
}

/**
 * Returns everything of a period and of the one before it. Of figures that say how many there are at a moment, it also
 * returns what happened earlier, as `base`.
 */
export async function readFigures(
  read: LongRead,
  { period, former }: { period: FigureDays; former: FigureDays },
  at: Date,
): Promise<FigureRow[]> {
  const kinds = ['revenue', 'minutes', 'subscriber', 'talk', 'hour', 'ending', 'uncharged', 'test']
  return read<FigureRow>`
    with counted as (
      select figure, day, key, numbers from figure_rows(${['minutes', 'subscriber']}::text[], '-infinity',
        ${former.from}::date - 1, ${at})
      union all
      select figure, day, key, numbers from figure_rows(${kinds}::text[], ${former.from}, ${period.to}, ${at})
    ), placed as (
      select figure, key, numbers, day, case when day < ${former.from}::date then 'base'
        when day < ${period.from}::date then 'before' else 'now' end as part
      from counted
    ), grouped as (
      select figure, key, part,
        case when part = 'now' and figure in ('revenue', 'minutes', 'talk') then day end as day,
        sum(numbers[1])::bigint as n1, sum(numbers[2])::bigint as n2, sum(numbers[3])::bigint as n3,
        sum(numbers[4])::bigint as n4, sum(numbers[5])::bigint as n5
      from placed group by 1, 2, 3, 4
    )
    select figure, key, part, day::text, json_build_array(n1, n2, n3, n4, n5) as numbers
    from grouped order by figure, day, key`
}

/** Returns the last day that is rolled up, and whether anything was ever booked; talk needs minutes first. */
export async function readBooks(read: LongRead): Promise<{ rolledThrough: string | null; isEmpty: boolean }> {
  const [row] = await read<{ rolledThrough: string | null; isEmpty: boolean }>`
    select (select max(day)::text from figure_roll) as rolled_through, not exists (select from entry) as is_empty`
  return row ?? { rolledThrough: null, isEmpty: true }
}

export interface OwedMinutes {
  monthlyMs: number
  purchasedMs: number
  monthlyCents: number
  purchasedCents: number
}

/**
 * Returns the minutes that are left, and what was paid for them: of each lot its price in proportion to what is left,
 * rounded to whole cents.
 */
export async function readOwed(read: LongRead): Promise<OwedMinutes> {
  const [row] = await read<OwedMinutes>`
    select coalesce(sum(remaining_ms) filter (where bucket = 'monthly'), 0)::bigint as monthly_ms,
      coalesce(sum(remaining_ms) filter (where bucket = 'purchased'), 0)::bigint as purchased_ms,
      coalesce(sum(cents) filter (where bucket = 'monthly'), 0)::bigint as monthly_cents,
      coalesce(sum(cents) filter (where bucket = 'purchased'), 0)::bigint as purchased_cents
    from (
      select bucket, remaining_ms, round(paid_cents * remaining_ms::numeric / granted_ms) as cents
      from priced_lot where remaining_ms > 0
    ) as lot`
  return row ?? { monthlyMs: 0, purchasedMs: 0, monthlyCents: 0, purchasedCents: 0 }
}

export interface TalkRow {
  key: string
  name: string
  conversations: number
  chargedMs: number
  measuredMs: number
  /** In thousandths of a cent. */
  income: number
  failed: number
}

/** Returns the agents of a period, most minutes first. */
export function listAgentFigures(read: LongRead, { from, to }: FigureDays, at: Date): Promise<TalkRow[]> {
  return read<TalkRow>`
    select summed.*, agent.name from (
      select key, sum(numbers[1])::bigint as conversations, sum(numbers[2])::bigint as charged_ms,
        sum(numbers[4])::bigint as measured_ms, sum(numbers[5])::bigint as income, sum(numbers[6])::bigint as failed
      from figure_rows(${['agent']}::text[], ${from}, ${to}, ${at}) group by 1
    ) as summed
    join agent on agent.id = summed.key::uuid
    order by charged_ms desc, failed desc, agent.name, key`
}

/** Returns the organizations of a period, most minutes first; the key of everybody else is `people`. */
export function listOrganizationFigures(read: LongRead, { from, to }: FigureDays, at: Date): Promise<TalkRow[]> {
  return read<TalkRow>`
    select summed.*, 0 as failed, coalesce(organization.name, '') as name from (
      select key, sum(numbers[1])::bigint as conversations, sum(numbers[2])::bigint as charged_ms,
        sum(numbers[4])::bigint as measured_ms, sum(numbers[5])::bigint as income
      from figure_rows(${['organization']}::text[], ${from}, ${to}, ${at}) group by 1
    ) as summed
    left join organization on summed.key <> 'people' and organization.id = nullif(summed.key, 'people')::integer
    order by charged_ms desc, name, key`
}

export interface SubscriberRow {
  figure: 'subscriber' | 'cohort'
  /** The calendar month, such as 2026-11. */
  month: string
  key: string
  count: number
}

/** Returns what happened to subscriptions, by calendar month since the beginning. */
export function listSubscriberFigures(read: LongRead, today: string, at: Date): Promise<SubscriberRow[]> {
  return read<SubscriberRow>`
    select figure, to_char(day, 'YYYY-MM') as month, key, sum(numbers[1])::bigint as count
    from figure_rows(${['subscriber', 'cohort']}::text[], '-infinity', ${today}, ${at}) group by 1, 2, 3`
}

/** How long events and background work have been waiting. */

type Waiting = RowOf<typeof overviewHealth>['events']

/** Returns the payment provider's events that are not handled yet. They are stamped with business time. */
export async function readWaitingEvents(read: LongRead, at: Date): Promise<Waiting> {
  const [row] = await read<Waiting>`
    select count(*) as waiting,
      greatest(floor(extract(epoch from ${at}::timestamptz - min(received_at))), 0)::integer as oldest_seconds
    from stripe_event where processed_at is null`
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 }
}

type WaitingWork = RowOf<typeof overviewHealth>['jobs'][number]

/** A kind of work without a name in the contract does not compile. */
const kinds: readonly WorkKind[] = Object.keys(queues) as JobName[]
const namesOfQueues = Object.values(queues).map(({ name }) => name)

/** Returns the kinds of work of which some is due or has failed for good, at a moment of real time. */
export function listWaitingWork(read: LongRead, realAt: Date): Promise<WaitingWork[]> {
  return read<WaitingWork>`
    select coalesce(known.work, 'other') as work, count(*) filter (where is_due) as waiting,
      coalesce(greatest(floor(extract(epoch from ${realAt}::timestamptz - min(start_after) filter (where is_due))), 0), 0)
        ::integer as oldest_seconds,
      count(*) filter (where state = 'failed') as failed
    from (
      select name, state, start_after, state in ('created', 'retry') and start_after <= ${realAt} as is_due
      from pgboss.job where left(name, 2) <> '__' and state in ('created', 'retry', 'failed')
    ) as job
    left join unnest(${namesOfQueues}::text[], ${kinds}::text[])
      as known (name, work) on known.name = job.name
    where is_due or state = 'failed'
    group by 1 order by 1`
}
