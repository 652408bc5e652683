import type { Read } from '../../database/sql.ts'

/** Returns when the payment provider's oldest event that is not handled yet was received; null when none waits. */
export async function oldestWaitingEvent(read: Read): Promise<Date | null> {
  const [row] = await read<{ receivedAt: Date }>`
    select received_at from stripe_event where processed_at is null order by received_at limit 1`
  return row?.receivedAt ?? null
}
