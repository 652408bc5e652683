import { nameCard } from '#contract/billing/card-names.ts'
import type * as z from 'zod/mini'
import type { AdminPaymentPage, adminPayment } from '#contract/admin/payments.ts'
import { centsToDollars, minutesText } from '#contract/amounts.ts'
import { debtDescription, nameReceipt } from '#contract/billing/receipts.ts'
import type { PaymentRow } from './payments.ts'

/** Returns a payment in the form of the API. */
export function toAdminPayment(row: PaymentRow): z.input<typeof adminPayment> {
  const { userId, organizationId, paidWith, refusedCard } = row
  return {
    ...row,
    amount: centsToDollars(row.amountCents),
    refunded: centsToDollars(row.refundedCents),
    payer: { userId, organizationId, name: row.payerName, email: row.payerEmail },
    description: describePayment(row),
    receiptNumbers: row.receiptNumbers.map(nameReceipt),
    paidWith: paidWith ?? (refusedCard && nameCard(refusedCard)),
    stripePaymentId: row.paymentIntentId,
  }
}

type Described = Pick<PaymentRow, 'kind' | 'items' | 'packageName' | 'packageMinutes' | 'planName'>

/** Returns what a payment is for: what its receipts say, or what was about to be bought. */
export function describePayment({ kind, items, packageName, packageMinutes, planName }: Described): string {
  if (items.length > 0) return items.join(' + ')
  if (kind === 'debt') return debtDescription
  if (kind === 'seats') return 'Added seats'
  const sold = packageName && packageMinutes !== null ? `${packageName} package, ${minutesText(packageMinutes)}` : null
  return [sold, planName].filter((part) => part !== null).join(' + ') || 'Payment'
}

export type RefundStatus = AdminPaymentPage['refunds'][number]['status']
