import { hasRows, firstValue, first, type Read, type Tx } from '../../database/sql.ts'

/** Inbox of the payment provider's events: one row per event id, handled by a job (D37). */

export interface ProviderEvent {
  id: string
  type: string
  objectId: string
}

/**
 * Stores an event. Returns false when it was delivered before. For an erased person no payload is kept, because the
 * provider's report of the erasure repeats what there was before (D28).
 */
export async function storeEvent(tx: Tx, event: ProviderEvent & { payload: object }, at: Date): Promise<boolean> {
  const payload = JSON.stringify(event.payload)
  // Locked against an erasure that is under way, so that each sees what the other did.
  const [person] = await tx<{ isErased: boolean }>`
    select erased_at is not null as is_erased
    from (select ${payload}::jsonb as said) as new
    join payer on stripe_customer_id in (
      said #>> '{object,customer}', said #>> '{previous_attributes,customer}', said #>> '{object,id}')
    join account on account.id = account_id
    join users on users.id = user_id
    for share of users`
  return hasRows(tx`
    insert into stripe_event (id, type, object_id, payload, received_at)
    values (${event.id}, ${event.type}, ${event.objectId}, ${person?.isErased ? '{}' : payload}, ${at})
    on conflict (id) do nothing returning id`)
}

export function findWaitingEvent(read: Read, eventId: string): Promise<ProviderEvent | null> {
  return first(read<ProviderEvent>`
    select id, type, object_id from stripe_event where id = ${eventId} and processed_at is null`)
}

export async function markEventProcessed(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx`update stripe_event set processed_at = ${at} where id = ${eventId}`
}

/** Empties payloads that name a person: by customer, or by address where no customer is named, as in disputes. */
export async function deletePayloadsOf(tx: Tx, names: readonly string[]): Promise<void> {
  await tx`
    update stripe_event set payload = '{}'
    where payload <> '{}' and exists (
      select from unnest(${names}::text[]) as name where strpos(lower(payload::text), lower(name)) > 0)`
}

/** Empties payloads of events handled before a moment: they hold names, and the id alone prevents repeats. */
export async function deletePayloads(tx: Tx, before: Date): Promise<void> {
  await tx`update stripe_event set payload = '{}' where processed_at < ${before} and payload <> '{}'`
}

/** Returns when the payment provider's oldest event that is not handled yet was received; null when none waits. */
export function oldestWaitingEvent(read: Read): Promise<Date | null> {
  return firstValue(read<{ receivedAt: Date }>`
    select received_at from stripe_event where processed_at is null order by received_at limit 1`)
}
