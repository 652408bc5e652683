import { isTrue, countOf, firstValue, type LongRead, type Read, type Step, type Tx } from '../database/sql.ts'

/** Accounts, and the only caller of the ledger's SQL functions. Everything is integer milliseconds of talk time. */

/** Opens the empty account that pays for a person's own conversations. */
export async function openAccount(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`insert into account (user_id, created_at) values (${userId}, ${at})`
}

/** Opens the empty account that pays for an organization's conversations. */
export async function openPool(tx: Tx, organizationId: number, at: Date): Promise<string> {
  const [pool] = await tx<{ id: string }>`
    insert into account (organization_id, created_at) values (${organizationId}, ${at}) returning id`
  if (!pool) throw new Error(`No pool for organization ${organizationId}`)
  return pool.id
}

export interface Grant {
  accountId: string
  bucket: 'monthly' | 'purchased'
  kind: 'purchase' | 'bonus' | 'monthly_grant' | 'referral' | 'adjustment'
  /** Business key of the payment; a second grant with it changes nothing. */
  sourceRef: string
  ms: number
  priceCents: number
  expiresAt: Date | null
  /** The payment that refunds and disputes will name. */
  paymentIntentId: string | null
  userId: string | null
  notes: string
  at: Date
}

/** Adds minutes once. Returns whether this call added them. */
export function grantMinutes(step: Step, grant: Grant): Promise<boolean> {
  return isTrue(step<{ granted: boolean }>`
    select ledger_grant(${grant.accountId}, ${grant.bucket}, ${grant.kind}, ${grant.sourceRef}, ${grant.ms},
      ${grant.priceCents}, ${grant.expiresAt}, ${grant.paymentIntentId}, ${grant.userId}, ${grant.notes},
      ${grant.at}) as granted`)
}

/** Reserves up to `wantMs` for a conversation. Returns null when less than `minMs` is free (D69). */
export function openHold(
  step: Step,
  hold: { id: string; accountId: string; wantMs: number; minMs: number; at: Date },
): Promise<number | null> {
  return firstValue(step<{ granted: number | null }>`
    select ledger_hold_open(${hold.id}, ${hold.accountId}, ${hold.wantMs}, ${hold.minMs}, ${hold.at}) as granted`)
}

/** Raises a hold to `targetMs` in total as far as the balance reaches. Returns the new total; null when settled. */
export function extendHold(step: Step, holdId: string, targetMs: number): Promise<number | null> {
  return firstValue(step<{ total: number | null }>`select ledger_hold_extend(${holdId}, ${targetMs}) as total`)
}

export interface Settlement {
  chargedMs: number
  balanceAfterMs: number
}

/** Charges `chargeMs`, at most what was held, releases the rest and writes the usage entry, once per hold. */
export async function settleHold(
  step: Step,
  hold: { id: string; chargeMs: number; userId: string | null; notes: string | null; at: Date },
): Promise<Settlement> {
  const [row] = await step<Settlement>`
    select charged_ms, balance_after_ms
    from ledger_hold_settle(${hold.id}, ${hold.chargeMs}, ${hold.userId}, ${hold.notes}, ${hold.at})`
  if (!row) throw new Error(`Hold ${hold.id} was not settled`)
  return row
}

/** Takes the price of an unlock, once. Returns whether that much was free (D52). */
export async function spendOnUnlock(
  tx: Tx,
  unlock: { accountId: string; ms: number; userId: string; agentId: string; agentName: string; at: Date },
): Promise<boolean> {
  const [row] = await tx<{ leftMs: number | null }>`
    select ledger_spend(${unlock.accountId}, 'unlock', ${unlock.agentId}, ${unlock.ms}, ${unlock.userId},
      ${`Unlocked ${unlock.agentName}`}, ${unlock.at}) as left_ms`
  return row !== undefined && row.leftMs !== null
}

export interface Adjustment {
  accountId: string
  /** Positive when given, negative when taken. */
  ms: number
  /** Names this correction. A second one with the same key changes nothing, and with other minutes it is refused. */
  key: string
  /** The account's person, or the person who runs the organization. The reason is in the record of admins' acts. */
  userId: string | null
  at: Date
}

export type AdjustmentRefusal = 'key_used' | 'balance_too_low'

/** Corrects a balance, never below 0 (D153). Returns whether it was made now or earlier, or why it was refused. */
export async function adjustBalance(tx: Tx, adjustment: Adjustment): Promise<'made' | 'known' | AdjustmentRefusal> {
  const { accountId, ms, userId, at } = adjustment
  const ref = `adjustment:${adjustment.key}`
  await lockAccount(tx, accountId)
  const [known] = await tx<{ amountMs: number }>`
    select amount_ms from entry where account_id = ${accountId} and kind = 'adjustment' and ref = ${ref}`
  if (known) return known.amountMs === ms ? 'known' : 'key_used'
  const notes = 'Corrected by an admin'
  if (ms > 0) {
    const grant = { accountId, sourceRef: ref, ms, userId, notes, at, bucket: 'purchased', kind: 'adjustment' } as const
    await grantMinutes(tx, { ...grant, priceCents: 0, expiresAt: null, paymentIntentId: null })
    return 'made'
  }
  const [row] = await tx<{ leftMs: number | null }>`
    select ledger_spend(${accountId}, 'adjustment', ${ref}, ${-ms}, ${userId}, ${notes}, ${at}) as left_ms`
  return row && row.leftMs !== null ? 'made' : 'balance_too_low'
}

/** Lets monthly minutes lapse that ended by `endedBy`; those in a live conversation lapse when it is settled (D32). */
export async function lapseMonths(tx: Tx, accountId: string, endedBy: Date, at: Date): Promise<void> {
  await tx`select ledger_lapse(${accountId}, ${endedBy}, ${at})`
}

/** Lets all monthly minutes lapse, even of a month that would continue, because the subscription is over (D41). */
export async function lapseEveryMonth(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx`select ledger_lapse(${accountId}, 'infinity', ${at})`
}

/** Returns accounts with monthly minutes that ended before `endedBy`, for the hourly upkeep, page by page. */
export function listEndedMonths(
  read: LongRead,
  endedBy: Date,
  afterAccountId: string | null,
): Promise<{ accountId: string }[]> {
  return read`
    select id as account_id from account
    where monthly_ms > 0 and monthly_ends_at <= ${endedBy} and not needs_sweep
      and (${afterAccountId}::uuid is null or id > ${afterAccountId}::uuid)
    order by id limit 1000`
}

/** Locks an account, so that every other change of its balance waits until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx`select id from account where id = ${accountId} for no key update`
}

/** The minutes of one payment that a refund takes back in total, and the state of its dispute (D44). */
export interface Clawback {
  accountId: string
  sourceRef: string
  refundMs: number
  dispute: 'open' | 'lost' | null
  at: Date
}

/** Takes back what a lot owes to refunds and disputes. Repeating it changes nothing; less than before gives back. */
export async function clawBackLot(tx: Tx, { accountId, sourceRef, refundMs, dispute, at }: Clawback): Promise<void> {
  await tx`select ledger_claw_back(${accountId}, ${sourceRef}, ${refundMs}, ${dispute}, ${at})`
}

/** Returns what an account has now, minus what its live conversations have used so far. */
export function readBalance(read: Read, accountId: string): Promise<number> {
  return countOf(read<{ balanceMs: number }>`
    select balance_ms from account_outlook where account_id = ${accountId}`)
}

/** Returns an account's bought minutes, in milliseconds. */
export function readPurchased(read: Read, accountId: string): Promise<number> {
  return countOf(read<{ purchasedMs: number }>`select purchased_ms from account where id = ${accountId}`)
}
