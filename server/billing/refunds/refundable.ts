import type { Read } from '../../database/sql.ts'
import type { Transaction } from '../bookings/receipts.ts'
import { isMade, listMoneyBack, listPaidParts, type MoneyBack } from './money-back.ts'
import { type PaidPart, refundedCents } from './shares.ts'

/** Returns whether a row is a refund that was requested or made. */
export function isGiven({ kind, status }: Pick<MoneyBack, 'kind' | 'status'>): boolean {
  return kind === 'refund' && (status === 'requested' || isMade(status))
}

/** Returns how many cents of a part of a payment are neither refunded nor requested back. */
export function countLeft(parts: PaidPart[], part: PaidPart, rows: MoneyBack[]): number {
  const given = rows.filter(isGiven)
  return part.priceCents - (refundedCents(parts, given)[parts.indexOf(part)] ?? 0)
}

/** Returns what can still be refunded of each payment in a history, in cents by the row's id. */
export async function readRefundable(read: Read, history: Transaction[]): Promise<Map<string, number>> {
  const payments = new Set(history.flatMap(({ stripePaymentIntentId: id }) => (id ? [id] : [])))
  const left = await Promise.all(
    [...payments].map(async (id) => {
      const [parts, rows] = await Promise.all([listPaidParts(read, id), listMoneyBack(read, id)])
      return parts.map((part) => [part.id, Math.max(0, countLeft(parts, part, rows))] as const)
    }),
  )
  return new Map(left.flat())
}
