import * as z from 'zod/mini'
import { transaction } from './account.ts'
import { call } from '../call.ts'
import { isoTime, shownAddress } from '../identity/people.ts'

export const receipt = call('GET /api/account/receipts/:id', {
  who: 'person',
  summary: 'Returns the printable receipt of a payment by the person or an organization they run (D43).',
  answer: z.extend(transaction, {
    /** The seller and the payer. */
    seller: z.object({ name: z.string(), supportEmail: z.nullable(shownAddress) }),
    payer: z.object({ name: z.string(), email: shownAddress }),
    /** Such as "Visa ending in 4242"; null when unknown. */
    paidWith: z.nullable(z.string()),
    /** The end of the paid month; null for everything else. */
    periodEndsAt: z.nullable(isoTime),
    /** The receipt of the refunded payment. */
    refundOf: z.nullable(z.object({ id: z.string(), receiptNumber: z.string() })),
  }),
  errors: { receipt_not_found: [404, 'This receipt does not exist.'] },
})

/** Returns a receipt number for display, such as L-000042. */
export function nameReceipt(receiptNumber: number): string {
  return `L-${String(receiptNumber).padStart(6, '0')}`
}

/** The kind of a transaction: a payment, an auto-purchase, a refund, a dispute, or a paid debt. */
export type TransactionKind = 'payment' | 'automatic' | 'refund' | 'dispute' | 'debt'

/** The description of a debt, whether open, paid or refunded (D44). */
export const debtDescription = 'Minutes used from a disputed payment'

/** Returns the description of a transaction; refunds start with "Refund" (D43). */
export function describeTransaction({ kind, item }: { kind: TransactionKind; item: string | null }): string {
  const what = item ?? debtDescription
  if (kind === 'refund') return `Refund: ${what}`
  if (kind === 'dispute') return `Refund by your bank after a dispute: ${what}`
  return kind === 'automatic' ? `Auto-purchase: ${what}` : what
}
