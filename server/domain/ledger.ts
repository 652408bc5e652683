import type { Read, Tx } from '../database/sql.ts'

/** Accounts, and the only caller of the ledger's SQL functions. Everything is integer milliseconds of talk time. */

/** Opens the empty account that pays for a person's own conversations. */
export async function openAccount(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`insert into account (user_id, created_at) values (${userId}, ${at})`
}

export interface Grant {
  accountId: string
  bucket: 'monthly' | 'purchased'
  kind: 'purchase' | 'monthly_grant'
  /** Business key of what was paid; a second grant with it changes nothing. */
  sourceRef: string
  ms: number
  priceCents: number
  expiresAt: Date | null
  userId: string
  notes: string
  at: Date
}

/** Adds minutes once; answers whether this call added them. */
export async function grantMinutes(tx: Tx, grant: Grant): Promise<boolean> {
  const [row] = await tx<{ granted: boolean }>`
    select ledger_grant(${grant.accountId}, ${grant.bucket}, ${grant.kind}, ${grant.sourceRef}, ${grant.ms},
      ${grant.priceCents}, ${grant.expiresAt}, ${grant.userId}, ${grant.notes}, ${grant.at}) as granted`
  return row?.granted ?? false
}

/** Reserves up to `wantMs` for a conversation; null when less than `minMs` is free (D69). */
export async function openHold(
  tx: Tx,
  hold: { id: string; accountId: string; wantMs: number; minMs: number; at: Date },
): Promise<number | null> {
  const [row] = await tx<{ granted: number | null }>`
    select ledger_hold_open(${hold.id}, ${hold.accountId}, ${hold.wantMs}, ${hold.minMs}, ${hold.at}) as granted`
  return row?.granted ?? null
}

/** Raises a hold to `targetMs` in total as far as the balance reaches; the new total, null when it was settled. */
export async function extendHold(tx: Tx, holdId: string, targetMs: number): Promise<number | null> {
  const [row] = await tx<{ total: number | null }>`select ledger_hold_extend(${holdId}, ${targetMs}) as total`
  return row?.total ?? null
}

export interface Settlement {
  chargedMs: number
  balanceAfterMs: number
}

/** Charges `chargeMs` at most what was held, releases the rest, writes the usage line; once per hold. */
export async function settleHold(
  tx: Tx,
  hold: { id: string; chargeMs: number; userId: string | null; notes: string | null; at: Date },
): Promise<Settlement> {
  const [row] = await tx<Settlement>`
    select charged_ms, balance_after_ms
    from ledger_hold_settle(${hold.id}, ${hold.chargeMs}, ${hold.userId}, ${hold.notes}, ${hold.at})`
  if (!row) throw new Error(`Hold ${hold.id} was not settled`)
  return row
}

export interface UsageLine {
  id: string
  userId: string
  sessionId: string
  agentId: string
  usedMs: number
  chargedMs: number
  balanceBeforeMs: number
  balanceAfterMs: number
  trackingDate: Date
  notes: string | null
}

/** Ledger lines of a person's own conversations, newest first, at most 1,000. */
export function listUsage(read: Read, userId: string): Promise<UsageLine[]> {
  return read<UsageLine>`
    select id, user_id, session_id, agent_id, used_ms, charged_ms, balance_before_ms, balance_after_ms, tracking_date,
      notes
    from usage_tracking where user_id = ${userId} order by tracking_date desc, id desc limit 1000`
}
