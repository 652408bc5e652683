import type { Read } from '../../database/sql.ts'
import type { Transaction } from '../bookings/receipts.ts'
import { isMade, listMoneyBack, listPaidParts, type MoneyBack } from './money-back.ts'
import { readWaitingCents } from './refund-requests.ts'
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

/** The rest of a payment or of a part of one, in cents. */
export interface Left {
  /** The amount that can still be refunded. */
  refundableCents: number
  /** The amount of a refund that waits for approval; it is reserved until that is decided. */
  waitingCents: number
}

/** Returns what is left of each payment in a history, by the row's id. */
export async function readLeft(read: Read, history: Transaction[], at: Date): Promise<Map<string, Left>> {
  const payments = new Set(history.flatMap(({ stripePaymentIntentId: id }) => (id ? [id] : [])))
  const waiting = await readWaitingCents(read, [...payments], at)
  const left = await Promise.all(
    [...payments].map(async (paymentIntentId) => {
      const [parts, rows] = await Promise.all([
        listPaidParts(read, paymentIntentId),
        listMoneyBack(read, paymentIntentId),
      ])
      return parts.map((part) => {
        const waitingCents = waiting.get(part.id) ?? 0
        const refundableCents = Math.max(0, countLeft(parts, part, rows) - waitingCents)
        return [part.id, { refundableCents, waitingCents }] as const
      })
    }),
  )
  return new Map(left.flat())
}
