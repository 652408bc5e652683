import { hasRows, allValues, firstValue, first, type LongRead, type Read, type Tx } from '../database/sql.ts'

/**
 * Findings of the hourly comparisons: what was booked against what was paid (D37), and what was talked against what was
 * charged (D91, D176).
 */

export const paymentFindingKinds = ['paid_not_credited', 'credited_not_paid'] as const
export const talkFindingKinds = ['talk_free_time', 'talk_unpaid_sound', 'talk_provider_time'] as const
export const voiceFindingKinds = ['voice_gone'] as const
export type FindingKind =
  | (typeof paymentFindingKinds)[number]
  | (typeof talkFindingKinds)[number]
  | (typeof voiceFindingKinds)[number]

export interface Finding {
  kind: FindingKind
  /**
   * The payment at the provider, or the invoice where a month was booked without one; otherwise the conversation, or
   * the voice's id in our list (D186).
   */
  objectId: string
  accountId: string | null
  details: string
  /** The customer at the provider of a payment whose customer is unknown here. */
  unknownCustomer?: { id: string; email: string }
}

/** Returns the objects of findings of these kinds that no comparison has closed yet. */
export function listOpenFindings(read: LongRead, kinds: readonly FindingKind[]): Promise<string[]> {
  return allValues(read<{ objectId: string }>`
    select object_id from finding where closed_at is null and kind = any(${kinds}::text[])`)
}

/** Closes the finding about an object that was settled before the next comparison, if there is one. */
export async function closeFinding(tx: Tx, kind: FindingKind, objectId: string, at: Date): Promise<void> {
  await tx`
    update finding set closed_at = ${at}, customer_email = null
    where kind = ${kind} and object_id = ${objectId} and closed_at is null`
}

export interface KnownFinding {
  id: string
  kind: FindingKind
  objectId: string
  closedAt: Date | null
  accepted: string | null
  /** The customer at Stripe if they are unknown here; null for everything else. */
  stripeCustomerId: string | null
}

export function findFinding(read: Read, id: string): Promise<KnownFinding | null> {
  return first(read<KnownFinding>`
    select id, kind, object_id, closed_at, accepted, stripe_customer_id from finding where id = ${id}`)
}

/** Accepts an open finding, so that it no longer counts as broken. Returns false when it is closed or accepted. */
export function acceptFinding(tx: Tx, id: string, reason: string): Promise<boolean> {
  return hasRows(tx`
    update finding set accepted = ${reason}, customer_email = null
    where id = ${id} and closed_at is null and accepted is null returning id`)
}

/** Takes back that a finding was accepted. Returns the reason it had; null when it was not accepted. */
export function reopenFinding(tx: Tx, id: string): Promise<string | null> {
  return firstValue(tx<{ accepted: string | null }>`
    update finding set accepted = null where id = ${id} and accepted is not null returning old.accepted`)
}

/**
 * Stores the findings of a comparison and closes those of the `compared` kinds that it no longer found. Returns the
 * ones that nobody has accepted.
 */
export async function storeFindings(
  tx: Tx,
  compared: readonly FindingKind[],
  findings: Finding[],
  at: Date,
): Promise<Finding[]> {
  const column = (pick: (finding: Finding) => string | null) => findings.map(pick)
  const kinds = column(({ kind }) => kind)
  const ids = column(({ objectId }) => objectId)
  await tx`
    update finding set closed_at = ${at}, customer_email = null
    where closed_at is null and kind = any(${compared}::text[])
      and (kind, object_id) not in (select * from unnest(${kinds}::text[], ${ids}::text[]))`
  const rows = await tx<Finding & { accepted: string | null }>`
    insert into finding (kind, object_id, account_id, details, stripe_customer_id, customer_email, found_at, seen_at)
    select kind, object_id, account_id, details, customer_id, customer_email, ${at}, ${at}
    from unnest(${kinds}::text[], ${ids}::text[], ${column(({ accountId }) => accountId)}::uuid[],
      ${column(({ details }) => details)}::text[], ${column(({ unknownCustomer }) => unknownCustomer?.id ?? null)}::text[],
      ${column(({ unknownCustomer }) => unknownCustomer?.email ?? null)}::text[])
      as found (kind, object_id, account_id, details, customer_id, customer_email)
    on conflict (kind, object_id) do update set details = excluded.details, seen_at = excluded.seen_at, closed_at = null,
      stripe_customer_id = excluded.stripe_customer_id,
      customer_email = case when finding.accepted is null then excluded.customer_email end
    returning kind, object_id, account_id, details, accepted`
  return rows.filter(({ accepted }) => accepted === null)
}
