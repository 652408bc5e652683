import type { WorkKind } from '#contract/admin/overview.ts'
import { type JobName, queues } from '../../database/queues.ts'
import type { LongRead } from '../../database/sql.ts'

/** How long events and background work have been waiting. */

export interface Waiting {
  waiting: number
  oldestSeconds: number
}

/** Returns the payment provider's events that are not handled yet. They are stamped with business time. */
export async function readWaitingEvents(read: LongRead, at: Date): Promise<Waiting> {
  const [row] = await read<Waiting>`
    select count(*) as waiting,
      greatest(floor(extract(epoch from ${at}::timestamptz - min(received_at))), 0)::integer as oldest_seconds
    from stripe_event where processed_at is null`
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 }
}

export interface WaitingWork extends Waiting {
  work: WorkKind
  failed: number
}

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
