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
}

export interface PaymentQuery extends ListQuery {
  kind?: AdminPaymentKind | undefined
  state?: AdminPaymentState | undefined
  /** Calendar days in UTC. */
  from?: string | undefined
  to?: string | undefined
}

/** Returns payments, newest first unless another order is requested; the search is read by `readPaymentSearch`. */
export async function listPayments(read: LongRead, query: PaymentQuery): Promise<Page<PaymentRow>> {
  const { search, kind, state, from, to, sort = '-created' } = query
  const isWhole = !(search || kind || state || from || to) && sort === '-created'
  const { rows, total } = await (isWhole ? findNewest(read, query) : findMatching(read, query))
  return {
    rows: await readPayments(
      read,
      rows.map(({ id }) => id),
    ),
    total,
  }
}

interface Found {
  id: string
  total: number
}

/** Returns the newest of all payments: each source gives its newest by index, so that most rows are only counted. */
async function findNewest(read: LongRead, query: ListQuery): Promise<Page<Found>> {
  const { limit, offset } = readListQuery(query, '-created')
  const end = limit + offset
  return toPage(
    await read<Found>`
      with page as (
        select id, created_at from (
          (select id, created_at from checkout order by created_at desc, id desc limit ${end})
          union all
          (select id, created_at from business_registration where stripe_payment_intent_id is not null
            order by created_at desc, id desc limit ${end})
          union all
          (select id, created_at from renewal_line order by created_at desc, id desc limit ${end})
        ) as newest
        order by created_at desc, id desc limit ${limit} offset ${offset}
      )
      select total, page.id from (select count(*) as total from payment_line) as counted
      left join page on true
      order by page.created_at desc, page.id desc`,
  )
}

async function findMatching(read: LongRead, query: PaymentQuery): Promise<Page<Found>> {
  const { pattern, column, isDown, limit, offset } = readListQuery(query, '-created')
  const { receiptNumber, cardDigits, amountCents, id, stripeId } = readPaymentSearch(query.search, pattern)
  return toPage(
    await read<Found>`
      with matching as (
        select line.id, line.created_at, line.amount_cents,
          case ${column} when 'payer' then (
            select lower(coalesce(organization.name, users.first_name || ' ' || users.last_name)) from account
            left join organization on organization.id = account.organization_id
            left join users on users.id = account.user_id where account.id = line.account_id) end as payer
        from (
          select * from payment_line where ${pattern}::text is null
          union all
          select * from payments_searched(${pattern}, ${receiptNumber}, ${cardDigits}, ${amountCents}, ${id}, ${stripeId})
        ) as line
        where (${query.kind}::text is null or line.kind = ${query.kind})
          and (${query.from}::date is null or line.created_at >= ${query.from}::date::timestamp at time zone 'UTC')
          and (${query.to}::date is null or line.created_at < (${query.to}::date + 1)::timestamp at time zone 'UTC')
          and (${query.state}::text is null or case when line.stripe_payment_intent_id in (
              select stripe_payment_intent_id from money_back)
            then payment_state(line.status, line.amount_cents, line.stripe_payment_intent_id) else line.status end
            = ${query.state})
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
      select total, sorted.id from (select count(*) as total from matching) as counted
      left join sorted on true
      order by sorted.place`,
  )
}

/** Returns the payments with these ids, in their order. `offset 0` keeps each look-up apart, so that it goes by index. */
function readPayments(read: LongRead, ids: string[]): Promise<PaymentRow[]> {
  return read<PaymentRow>`
    select line.id, line.account_id, line.kind,
      payment_state(line.status, line.amount_cents, line.stripe_payment_intent_id) as state, line.amount_cents,
      payment_refunded_cents(line.stripe_payment_intent_id) as refunded_cents, line.created_at, line.decline_code,
      line.stripe_payment_intent_id as payment_intent_id, line.stripe_invoice_id as invoice_id, line.package_name,
      line.package_minutes, line.plan_name, users.id as user_id, organization.id as organization_id,
      coalesce(organization.name, users.first_name || ' ' || users.last_name, line.order_name, '') as payer_name,
      coalesce(organization.contact_email, users.email, line.order_email, '') as payer_email,
      booked.items, booked.receipt_numbers, booked.paid_with
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    cross join lateral (select * from payment_line where payment_line.id = wanted.id offset 0) as line
    left join account on account.id = line.account_id
    left join users on users.id = account.user_id
    left join organization on organization.id = account.organization_id
    left join lateral payment_receipts(line.stripe_payment_intent_id, line.stripe_invoice_id) as booked on true
    order by wanted.place`
}

/** Returns one payment by our id, by that of one of its receipts, or by its id at Stripe; null when unknown. */
export async function findPayment(read: LongRead, anyId: string): Promise<PaymentRow | null> {
  const id = anyId.startsWith('pi_') ? await findByIntent(read, anyId) : await findOwnId(read, anyId)
  return id === null ? null : ((await readPayments(read, [id]))[0] ?? null)
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
