import type { AdminPaymentKind, AdminPaymentState } from '#contract/admin/payments.ts'
import type { LongRead, Read } from '../../database/sql.ts'
import { type ListQuery, type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import { readPaymentSearch } from './search-words.ts'

/** Payments as the panel shows them: opened or made, with what came of them. */

export interface PaymentRow {
  id: string
  accountId: string | null
  kind: AdminPaymentKind
  state: AdminPaymentState
  amountCents: number
  refundedCents: number
  createdAt: Date
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
  paidWith: string | null
  total: number
}

export interface PaymentQuery extends ListQuery {
  kind?: AdminPaymentKind | undefined
  state?: AdminPaymentState | undefined
  /** Calendar days in UTC. */
  from?: string | undefined
  to?: string | undefined
  /** Only this payment: our id. */
  id?: string | undefined
}

/** Returns payments, newest first unless another order is requested; the search is read by `readPaymentSearch`. */
export async function listPayments(read: LongRead, query: PaymentQuery): Promise<Page<PaymentRow>> {
  const { pattern, column, isDown, limit, offset } = readListQuery(query, '-created')
  const { receiptNumber, cardDigits, amountCents, id, stripeId } = readPaymentSearch(query.search, pattern)
  return toPage(
    await read<PaymentRow>`
      with matching as (
        select line.id, line.created_at, line.amount_cents,
          case ${column} when 'payer' then (
            select lower(coalesce(organization.name, users.first_name || ' ' || users.last_name)) from account
            left join organization on organization.id = account.organization_id
            left join users on users.id = account.user_id where account.id = line.account_id) end as payer
        from payment_line as line
        where (${query.id}::uuid is null or line.id = ${query.id})
          and (${query.kind}::text is null or line.kind = ${query.kind})
          and (${query.from}::date is null or line.created_at >= ${query.from}::date::timestamp at time zone 'UTC')
          and (${query.to}::date is null or line.created_at < (${query.to}::date + 1)::timestamp at time zone 'UTC')
          and (${query.state}::text is null or case when line.stripe_payment_intent_id in (
              select stripe_payment_intent_id from money_back)
            then payment_state(line.status, line.amount_cents, line.stripe_payment_intent_id) else line.status end
            = ${query.state})
          and (${pattern}::text is null or line.id = ${id} or line.amount_cents = ${amountCents}
            or line.stripe_payment_intent_id = ${stripeId} or line.stripe_invoice_id = ${stripeId}
            or line.stripe_payment_intent_id in (
              select payment_intent_id from payments_named(${receiptNumber}, ${cardDigits}, ${id}, ${stripeId}))
            or line.stripe_invoice_id in (
              select invoice_id from payments_named(${receiptNumber}, ${cardDigits}, ${id}, ${stripeId}))
            or line.account_id in (select account_id from payers_named(${pattern}, ${stripeId}))
            or line.order_name ilike ${pattern} or line.order_email ilike ${pattern})
      ), sorted as (
        select id, row_number() over () as place from (
          select id from matching
          order by case when ${column === 'payer' && !isDown} then payer end,
            case when ${column === 'payer' && isDown} then payer end desc,
            case when ${column === 'amount' && !isDown} then amount_cents end,
            case when ${column === 'amount' && isDown} then amount_cents end desc,
            case when ${column === 'created' && !isDown} then created_at end, created_at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, line.id, line.account_id, line.kind,
        payment_state(line.status, line.amount_cents, line.stripe_payment_intent_id) as state, line.amount_cents,
        payment_refunded_cents(line.stripe_payment_intent_id) as refunded_cents, line.created_at, line.decline_code,
        line.stripe_payment_intent_id as payment_intent_id, line.stripe_invoice_id as invoice_id, line.package_name,
        line.package_minutes, line.plan_name, users.id as user_id, organization.id as organization_id,
        coalesce(organization.name, users.first_name || ' ' || users.last_name, line.order_name, '') as payer_name,
        coalesce(organization.contact_email, users.email, line.order_email, '') as payer_email,
        booked.items, booked.receipt_numbers, booked.paid_with
      from (select count(*) as total from matching) as counted
      left join sorted on true
      left join lateral (select * from payment_line where payment_line.id = sorted.id) as line on true
      left join account on account.id = line.account_id
      left join users on users.id = account.user_id
      left join organization on organization.id = account.organization_id
      left join lateral payment_receipts(line.stripe_payment_intent_id, line.stripe_invoice_id) as booked on true
      order by sorted.place`,
  )
}

/** Returns one payment by our id, by that of one of its receipts, or by its id at Stripe; null when unknown. */
export async function findPayment(read: LongRead, anyId: string): Promise<PaymentRow | null> {
  const id = anyId.startsWith('pi_') ? await findByIntent(read, anyId) : await findOwnId(read, anyId)
  return id === null ? null : ((await listPayments(read, { id, limit: 1 })).rows[0] ?? null)
}

async function findByIntent(read: Read, paymentIntentId: string): Promise<string | null> {
  const [row] = await read<{ id: string }>`
    select id from payment_line where stripe_payment_intent_id = ${paymentIntentId} limit 1`
  return row?.id ?? null
}

async function findOwnId(read: Read, id: string): Promise<string | null> {
  const [row] = await read<{ id: string }>`
    select id from payment_line where id = ${id}
    union all
    select line.id from (
      select stripe_payment_intent_id as intent from credit_purchase where id = ${id}
      union all select stripe_payment_intent_id from subscription_payment where id = ${id}
      union all select stripe_payment_intent_id from debt where id = ${id}
      union all select stripe_payment_intent_id from money_back where id = ${id}) as receipt_of
    cross join lateral (
      select payment_line.id from payment_line where payment_line.stripe_payment_intent_id = intent) as line
    limit 1`
  return row?.id ?? null
}

/** Returns the id of a payment's first receipt; null until it is booked. */
export async function findReceiptId(read: Read, { receiptNumbers }: PaymentRow): Promise<string | null> {
  const [number] = receiptNumbers
  const [row] = await read<{ id: string }>`
    select id from credit_purchase where receipt_number = ${number}
    union all
    select id from subscription_payment where receipt_number = ${number}
    union all
    select id from debt where receipt_number = ${number}`
  return row?.id ?? null
}
