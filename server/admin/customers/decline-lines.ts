import { centsToDollars } from '#contract/amounts.ts'
import { nameCard } from '#contract/billing/card-names.ts'
import type { Read } from '../../database/sql.ts'
import type { Line } from './line.ts'
import { describeCheckout } from './payment-lines.ts'

/** Cards that were declined, each try as a line of its own. */

interface DeclineRow {
  id: string
  declinedAt: Date
  amountCents: number
  code: string
  cardBrand: string | null
  cardLast4: string | null
  /** Null for a renewal that the person has not tried to pay themselves. */
  checkoutId: string | null
  checkoutAt: Date | null
  checkoutKind: string | null
  checkoutStatus: string | null
  packageName: string | null
  planName: string | null
  renewedName: string | null
  receiptId: string | null
  receiptAt: Date | null
}

export async function readDeclines(read: Read, ids: string[]): Promise<Line<'decline'>[]> {
  const rows = await read<DeclineRow>`
    select decline.id, decline.declined_at, decline.amount_cents, decline.code, decline.card_brand, decline.card_last4,
      opened.id as checkout_id, opened.created_at as checkout_at, opened.kind as checkout_kind,
      opened.status as checkout_status, opened.package_name, opened.plan_name, plan.plan_name as renewed_name,
      coalesce(bought.id, month.id) as receipt_id, coalesce(bought.created_at, month.created_at) as receipt_at
    from payment_decline as decline
    left join checkout as opened on opened.stripe_payment_intent_id = decline.stripe_payment_intent_id
    left join subscription as plan on plan.account_id = decline.account_id
    left join credit_purchase as bought on bought.account_id = decline.account_id
      and bought.stripe_payment_intent_id = decline.stripe_payment_intent_id
    left join lateral (
      select paid.id, paid.created_at from subscription_payment as paid
      where paid.account_id = decline.account_id
        and paid.stripe_payment_intent_id = decline.stripe_payment_intent_id
      limit 1) as month on true
    where decline.id = any(${ids})`
  return rows.map(toLine)
}

function toLine(row: DeclineRow): Line<'decline'> {
  const { id, declinedAt, amountCents, code, cardBrand, cardLast4 } = row
  return {
    kind: 'decline',
    id,
    at: declinedAt,
    description: describe(row),
    amount: centsToDollars(amountCents),
    card: cardBrand && cardLast4 ? nameCard({ brand: cardBrand, last4: cardLast4 }) : null,
    code,
    payment: paymentOf(row),
  }
}

function describe({ checkoutKind, packageName, planName, renewedName }: DeclineRow): string {
  if (checkoutKind !== null) return describeCheckout({ kind: checkoutKind, packageName, planName })
  return renewedName ? `Renewal of ${renewedName}` : 'Renewal'
}

/** The line of the payment: its receipt when it was paid after all, else the one that was opened. */
function paymentOf({ receiptId, receiptAt, checkoutId, checkoutAt, checkoutStatus }: DeclineRow) {
  if (receiptId && receiptAt) return { kind: 'payment' as const, id: receiptId, at: receiptAt }
  if (!checkoutId || !checkoutAt || checkoutStatus === 'paid') return null
  return { kind: 'payment' as const, id: checkoutId, at: checkoutAt }
}
