import { type Acting, recordAct } from '../domain/admin-acts.ts'
import { type PaidPart, refundedCents } from '../domain/claim-shares.ts'
import { findPaymentOf, listPaidParts, listReversals, requestRefund, type Reversal } from '../domain/claims.ts'
import { lockAccount } from '../domain/ledger.ts'
import type { Transaction } from '../domain/receipts.ts'
import type { Services } from '../services.ts'
import { reconcileClaims } from './claims.ts'

/** A second request within it that asks for the very same is a double click. */
const doubleClickMs = 60_000

export interface RefundWish {
  transactionId: string
  /** All that is left when left out. */
  amountCents: number | undefined
  reason: string
  by: Acting
}

export type RefundResult =
  | { state: 'made'; id: string; amountCents: number; status: string }
  | { state: 'transaction_not_found' | 'refund_too_large' | 'refund_refused' }

/**
 * Gives a package's or a month's payment back, wholly or in part. The row is written before the provider is asked; a
 * repeated request takes it up again, and so does the hourly upkeep when this process dies (D44).
 */
export async function refundTransaction(services: Services, wish: RefundWish): Promise<RefundResult> {
  const { read } = services.database
  const paymentIntentId = await findPaymentOf(read, wish.transactionId)
  if (!paymentIntentId) return { state: 'transaction_not_found' }
  const reversalId = await request(services, paymentIntentId, wish)
  if (!reversalId) return { state: 'refund_too_large' }
  await reconcileClaims(services, paymentIntentId)
  const row = (await listReversals(read, paymentIntentId)).find(({ id }) => id === reversalId)
  if (!row || (row.stripeId === null && row.status === 'failed')) return { state: 'refund_refused' }
  return { state: 'made', id: row.id, amountCents: row.amountCents, status: row.status }
}

/** The row of the refund; null when it would give back more than is left. */
async function request(services: Services, paymentIntentId: string, wish: RefundWish): Promise<string | null> {
  const at = services.clock.now()
  const [known] = await listPaidParts(services.database.read, paymentIntentId)
  if (!known) throw new Error(`Payment ${paymentIntentId} paid for nothing`)
  return services.database.write(async (tx) => {
    await lockAccount(tx, known.accountId)
    const parts = await listPaidParts(tx, paymentIntentId)
    const part = parts.find(({ id }) => id === wish.transactionId)
    if (!part) throw new Error(`Payment ${paymentIntentId} does not know transaction ${wish.transactionId}`)
    const rows = await listReversals(tx, paymentIntentId)
    const same = rows.find((row) => isSame(row, part, wish, at))
    if (same) return same.id
    const leftCents = countLeft(parts, part, rows)
    const amountCents = wish.amountCents ?? leftCents
    if (amountCents > leftCents || amountCents <= 0) return null
    const { reason, by } = wish
    const target = { kind: 'payment', id: part.id } as const
    const [before, after] = [{ refundableCents: leftCents }, { refundableCents: leftCents - amountCents, amountCents }]
    await recordAct(tx, by, { action: 'payment.refund', target, before, after, reason })
    return requestRefund(tx, part, { amountCents, reason, requestedBy: by.adminId, at })
  })
}

/** Whether a row is what is asked for now: a double click, or a request that the provider has not answered yet. */
function isSame(row: Reversal, part: PaidPart, wish: RefundWish, at: Date): boolean {
  const { kind, type, reason, requestedBy, amountCents, status, createdAt } = row
  if (kind !== 'refund' || type !== part.type || reason !== wish.reason) return false
  if (wish.amountCents !== undefined && wish.amountCents !== amountCents) return false
  if (status === 'requested') return true
  const isRecent = at.getTime() - createdAt.getTime() < doubleClickMs
  return isRecent && requestedBy === wish.by.adminId && (status === 'pending' || status === 'succeeded')
}

function countLeft(parts: PaidPart[], part: PaidPart, rows: Reversal[]): number {
  const given = rows.filter(
    ({ kind, status }) => kind === 'refund' && ['requested', 'pending', 'succeeded'].includes(status),
  )
  return part.priceCents - (refundedCents(parts, given)[parts.indexOf(part)] ?? 0)
}

/** What can still be given back of each payment in a history, by the row's id, in cents. */
export async function readRefundable(services: Services, history: Transaction[]): Promise<Map<string, number>> {
  const { read } = services.database
  const payments = new Set(history.flatMap(({ stripePaymentIntentId: id }) => (id ? [id] : [])))
  const left = await Promise.all(
    [...payments].map(async (id) => {
      const [parts, rows] = await Promise.all([listPaidParts(read, id), listReversals(read, id)])
      return parts.map((part) => [part.id, Math.max(0, countLeft(parts, part, rows))] as const)
    }),
  )
  return new Map(left.flat())
}
