import { type Acting, recordAct } from '../../audit/acts.ts'
import { countLeft } from './refundable.ts'
import type { PaidPart } from './shares.ts'
import { findPaymentOf, listPaidParts, listMoneyBack, requestRefund, type MoneyBack } from './money-back.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import type { Services } from '../services.ts'
import { followMoneyBack } from './refunds.flow.ts'

export interface AdminRefund {
  transactionId: string
  /** Everything that is left when undefined. */
  amountCents: number | undefined
  reason: string
  /** Names this refund. Sent again with it at any time, it is the same refund. */
  key: string
  by: Acting
}

type RequestRefusal = 'key_used' | 'refund_too_large'

export type RefundResult =
  | { state: 'made'; id: string; amountCents: number; status: string }
  | { state: 'transaction_not_found' | RequestRefusal | 'refund_refused' }

/**
 * Refunds the payment of a package or a month, in full or in part. The row is written before the provider is asked; a
 * repeated request continues it, and so does the hourly upkeep when this process dies (D44).
 */
export async function refundTransaction(services: Services, asked: AdminRefund): Promise<RefundResult> {
  const { read } = services.database
  const paymentIntentId = await findPaymentOf(read, asked.transactionId)
  if (!paymentIntentId) return { state: 'transaction_not_found' }
  const request = await askFor(services, paymentIntentId, asked)
  if (request.state !== 'asked') return request
  await followMoneyBack(services, paymentIntentId)
  const row = (await listMoneyBack(read, paymentIntentId)).find(({ id }) => id === request.id)
  if (!row || (row.stripeId === null && row.status === 'failed')) return { state: 'refund_refused' }
  return { state: 'made', id: row.id, amountCents: row.amountCents, status: row.status }
}

/** Returns the row of the refund, made now or earlier under the same key, or why there is none. */
async function askFor(
  services: Services,
  paymentIntentId: string,
  asked: AdminRefund,
): Promise<{ state: 'asked'; id: string } | { state: RequestRefusal }> {
  const at = services.clock.now()
  const [known] = await listPaidParts(services.database.read, paymentIntentId)
  if (!known) throw new Error(`Payment ${paymentIntentId} paid for nothing`)
  return services.database.write(async (tx) => {
    await lockAccount(tx, known.accountId)
    const parts = await listPaidParts(tx, paymentIntentId)
    const part = parts.find(({ id }) => id === asked.transactionId)
    if (!part) throw new Error(`Payment ${paymentIntentId} does not know transaction ${asked.transactionId}`)
    const rows = await listMoneyBack(tx, paymentIntentId)
    const same = rows.find(({ requestKey }) => requestKey === asked.key)
    if (same) return isSame(same, part, asked) ? { state: 'asked', id: same.id } : { state: 'key_used' }
    const leftCents = countLeft(parts, part, rows)
    const amountCents = asked.amountCents ?? leftCents
    if (amountCents > leftCents || amountCents <= 0) return { state: 'refund_too_large' }
    const { reason, key, by } = asked
    const id = await requestRefund(tx, part, { amountCents, reason, requestedBy: by.adminId, key, at })
    if (!id) return { state: 'key_used' }
    const target = { kind: 'payment', id: part.id } as const
    const [before, after] = [{ refundableCents: leftCents }, { refundableCents: leftCents - amountCents, amountCents }]
    await recordAct(tx, by, { action: 'payment.refund', target, before, after, reason })
    return { state: 'asked', id }
  })
}

/** Returns whether the row under this key is the refund that is requested now. */
function isSame({ type, amountCents }: MoneyBack, part: PaidPart, asked: AdminRefund): boolean {
  return type === part.type && (asked.amountCents === undefined || asked.amountCents === amountCents)
}
