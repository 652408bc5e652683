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

export interface WaitingQueue extends Waiting {
  queue: string
  failed: number
}

/** Returns the queues in which work is due or has failed for good, at a moment of real time. */
export function listWaitingJobs(read: LongRead, realAt: Date): Promise<WaitingQueue[]> {
  return read<WaitingQueue>`
    select name as queue, count(*) filter (where is_due) as waiting,
      coalesce(greatest(floor(extract(epoch from ${realAt}::timestamptz - min(start_after) filter (where is_due))), 0), 0)
        ::integer as oldest_seconds,
      count(*) filter (where state = 'failed') as failed
    from (
      select name, state, start_after, state in ('created', 'retry') and start_after <= ${realAt} as is_due
      from pgboss.job where left(name, 2) <> '__' and state in ('created', 'retry', 'failed')
    ) as job
    where is_due or state = 'failed'
    group by 1 order by 1`
}
