import type { Read, Tx } from '../database/sql.ts'

/** Inbox of the payment provider's events: one row per event id, worked off by a job (D37). */

export interface ProviderEvent {
  id: string
  type: string
  objectId: string
}

/** Stores an event; false when it was delivered before. */
export async function storeEvent(tx: Tx, event: ProviderEvent & { payload: object }, at: Date): Promise<boolean> {
  const rows = await tx`
    insert into stripe_event (id, type, object_id, payload, received_at)
    values (${event.id}, ${event.type}, ${event.objectId}, ${JSON.stringify(event.payload)}, ${at})
    on conflict (id) do nothing returning id`
  return rows.length > 0
}

export async function findWaitingEvent(read: Read, eventId: string): Promise<ProviderEvent | null> {
  const [row] = await read<ProviderEvent>`
    select id, type, object_id from stripe_event where id = ${eventId} and processed_at is null`
  return row ?? null
}

export async function markEventProcessed(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx`update stripe_event set processed_at = ${at} where id = ${eventId}`
}

/** Empties what was worked off before a moment: it holds names and addresses, and its id alone keeps out repeats. */
export async function forgetPayloads(tx: Tx, before: Date): Promise<void> {
  await tx`update stripe_event set payload = '{}' where processed_at < ${before} and payload <> '{}'`
}
