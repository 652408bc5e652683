import type { Read } from './sql.ts'

/** What waits in a queue of background work, and what was given up. */
export interface QueueFigures {
  queue: string
  /** Due and not begun. */
  waiting: number
  /** Of the oldest that is due; 0 when nothing waits. */
  delaySeconds: number
  /** Failed at their last attempt within a day. */
  givenUp: number
}

/** Returns every queue, also the empty ones. Both counts are found by the states, not by reading what is done. */
export function listQueues(read: Read): Promise<QueueFigures[]> {
  return read<QueueFigures>`
    select queue.name as queue, waiting, delay_seconds, given_up from pgboss.queue
    cross join lateral (
      select count(*)::integer as waiting,
        coalesce(extract(epoch from now() - min(start_after)), 0)::double precision as delay_seconds
      from pgboss.job where name = queue.name and state < 'active' and start_after < now()
    ) as due
    cross join lateral (
      select count(*)::integer as given_up from pgboss.job
      where name = queue.name and state = 'failed' and completed_on > now() - interval '1 day'
    ) as failed
    where queue.name not like '\\_\\_%'`
}
