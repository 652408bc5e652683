import type { adminPayment } from '#contract/admin/payments.ts'
import { firstValue, type LongRead, type Read } from '../../database/sql.ts'
import type { RowOf } from '../../kernel/serve.ts'

/** Payments as the panel shows them: opened or made, with what came of them. */

export type PaymentRow = Pick<RowOf<typeof adminPayment>, 'id' | 'kind' | 'state' | 'createdAt' | 'paidWith'> & {
  accountId: string | null
  amountCents: number
  refundedCents: number
  declineCode: string | null
  paymentIntentId: string | null
  invoiceId: string | null
  packageName: string | null
  packageMinutes: number | null
  planName: string | null
  userId: string | null
  organizationId: number | null
  payerName: string
  payerEmail: string
  /** What its receipts say was bought; empty until it is booked. */
  items: string[]
  receiptNumbers: number[]
  /** The card that was refused last, of a payment that is not paid. */
  refusedCard: { brand: string; last4: string } | null
}

/** Returns the payments with these ids, in their order. `offset 0` keeps each look-up apart, so that it goes by index. */
export function readPayments(read: LongRead, ids: string[]): Promise<PaymentRow[]> {
  return read<PaymentRow>`
    select line.id, line.account_id, line.kind, line.state, line.amount_cents, line.refunded_cents, line.created_at,
      line.decline_code,
      line.stripe_payment_intent_id as payment_intent_id, line.stripe_invoice_id as invoice_id, line.package_name,
      line.package_minutes, line.plan_name, users.id as user_id, organization.id as organization_id,
      coalesce(organization.name, users.first_name || ' ' || users.last_name, line.order_name, '') as payer_name,
      coalesce(organization.contact_email, users.email, line.order_email, '') as payer_email,
      booked.items, booked.receipt_numbers,
      booked.paid_with, refused.card as refused_card
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    cross join lateral (select * from payment_line where payment_line.id = wanted.id offset 0) as line
    left join account on account.id = line.account_id
    left join users on users.id = account.user_id
    left join organization on organization.id = account.organization_id
    left join lateral payment_receipts(line.stripe_payment_intent_id, line.stripe_invoice_id) as booked on true
    left join lateral (
      select json_build_object('brand', card_brand, 'last4', card_last4) as card from payment_decline as decline
      where line.status <> 'paid' and decline.stripe_payment_intent_id = line.stripe_payment_intent_id
        and card_last4 is not null
      order by declined_at desc limit 1
    ) as refused on true
    order by wanted.place`
}

/** Returns one payment by our id, by that of one of its receipts, or by its id at Stripe; null when unknown. */
export async function findPayment(read: LongRead, anyId: string): Promise<PaymentRow | null> {
  const id = anyId.startsWith('pi_') ? await findByIntent(read, anyId) : await findOwnId(read, anyId)
  return id === null ? null : ((await readPayments(read, [id]))[0] ?? null)
}

function findByIntent(read: Read, paymentIntentId: string): Promise<string | null> {
  return firstValue(read<{ id: string }>`
    select id from listed_payment where stripe_payment_intent_id = ${paymentIntentId} limit 1`)
}

function findOwnId(read: Read, id: string): Promise<string | null> {
  return firstValue(read<{ id: string }>`
    select id from listed_payment where id = ${id}
    union all
    select listed.id from (
      select stripe_payment_intent_id as intent from credit_purchase where id = ${id}
      union all select stripe_payment_intent_id from subscription_payment where id = ${id}
      union all select stripe_payment_intent_id from debt where id = ${id}
      union all select stripe_payment_intent_id from money_back where id = ${id}) as receipt_of
    join listed_payment as listed on listed.stripe_payment_intent_id = intent
    limit 1`)
}

/** Returns the id of a payment's first receipt; null until it is booked. */
export async function findReceiptId(read: Read, { receiptNumbers }: PaymentRow): Promise<string | null> {
  const [number] = receiptNumbers
  return firstValue(read<{ id: string }>`
    select id from credit_purchase where receipt_number = ${number}
    union all
    select id from subscription_payment where receipt_number = ${number}
    union all
    select id from debt where receipt_number = ${number}`)
}
