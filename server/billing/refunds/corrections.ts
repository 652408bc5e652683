import { minutesToMs, msToMinutes } from '#contract/amounts.ts'
import type { Tx } from '../../database/sql.ts'
import { type Act, type Acting, recordAct } from '../../audit/acts.ts'
import { adjustBalance, type AdjustmentRefusal, lockAccount, readBalance } from '../../ledger/ledger.ts'
import { type GivingRefusal, refuseGift, worthOfMinutes } from './limits.ts'

export interface Correction {
  accountId: string
  /** The account's person; null for a pool. */
  userId: string | null
  target: Act['target']
  /** Positive when given, negative when taken. */
  minutes: number
  reason: string
  /** Sent twice with the same key, a correction is made once. */
  key: string
}

/**
 * Corrects a balance for a reason, never below 0 (D153), never one's own, and as support only up to a limit. Returns the
 * new balance in ms, or why it was refused.
 */
export async function correctBalance(
  tx: Tx,
  by: Acting,
  correction: Correction,
): Promise<number | AdjustmentRefusal | GivingRefusal> {
  const { accountId, userId, target, minutes, reason, key } = correction
  await lockAccount(tx, accountId)
  const refusal = await refuseGift(tx, by, { accountId, cents: worthOfMinutes(minutesToMs(minutes)), key })
  if (refusal) return refusal
  const result = await adjustBalance(tx, { accountId, userId, key, ms: minutesToMs(minutes), at: by.at })
  if (result === 'balance_too_low' || result === 'key_used') return result
  const balanceMs = await readBalance(tx, accountId)
  if (result === 'known') return balanceMs
  const after = msToMinutes(balanceMs)
  const [before, now] = [
    { minutes: msToMinutes(balanceMs - minutesToMs(minutes)) },
    { minutes: after, change: minutes },
  ]
  await recordAct(tx, by, { action: 'credits.adjust', target, before, after: now, reason })
  return balanceMs
}
