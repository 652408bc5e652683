import type { adminPayments } from '#contract/admin/payments.ts'
import type { Database } from '../../database/database.ts'
import { columns, type LongRead } from '../../database/sql.ts'
import { type Page, readDays, readListQuery, toPage } from '../../kernel/admin-list.ts'
import { type PaymentRow, readPayments } from './payments.ts'
import type { QueryOf } from '../../kernel/serve.ts'

/** The list of payments. Its pages and totals are found in `listed_payment`; only the rows of a page are read in full. */

type PaymentQuery = QueryOf<typeof adminPayments>

/** Returns payments, newest first unless another order is requested; the search is read by `readPaymentSearch`. */
export async function listPayments(read: LongRead, query: PaymentQuery): Promise<Page<PaymentRow>> {
  const isByPayer = query.sort === 'payer' || query.sort === '-payer'
  const find = query.search ? findSearched : isByPayer ? findByPayer : findInOrder
  const { rows, total } = await find(read, query)
  const ids = rows.map(({ id }) => id)
  return { rows: await readPayments(read, ids), total }
}

const relistedMs = 2 * 24 * 60 * 60_000

/**
 * Lists payments again that are shown otherwise than they are: changes at one moment can miss each other. Looks at those
 * that were opened, refunded or disputed in the last two days; the audit compares all of them.
 */
export async function relistPayments({ readLong, step }: Pick<Database, 'readLong' | 'step'>, at: Date): Promise<void> {
  const since = new Date(at.getTime() - relistedMs)
  const rows = await readLong<{ id: string }>`
    select changed.id from (
      select id from payment_line where created_at >= ${since}
      union
      select id from listed_payment where created_at >= ${since}
      union
      select listed.id from money_back
      join listed_payment as listed on listed.stripe_payment_intent_id = money_back.stripe_payment_intent_id
      where money_back.updated_at >= ${since}
    ) as changed
    left join lateral (select * from payment_line where payment_line.id = changed.id offset 0) as line on true
    left join listed_payment as listed on listed.id = changed.id
    where (line.id, line.account_id, line.kind, line.state, line.amount_cents, line.stripe_payment_intent_id,
        line.stripe_invoice_id, line.created_at)
      is distinct from (listed.id, listed.account_id, listed.kind, listed.state, listed.amount_cents,
        listed.stripe_payment_intent_id, listed.stripe_invoice_id, listed.created_at)
    limit 10000`
  if (rows.length > 0) await step`select list_payments(${rows.map(({ id }) => id)}::uuid[])`
}

interface Found {
  id: string
  total: number
}

const sortKeys = {
  created: columns`listed.created_at`,
  amount: columns`amount_cents`,
  payer: columns`(
    select lower(coalesce(organization.name, users.first_name || ' ' || users.last_name)) from account
    left join organization on organization.id = account.organization_id
    left join users on users.id = account.user_id
    where account.id = listed.account_id)`,
}

function readQuery(query: PaymentQuery) {
  const { kind, state } = query
  return { ...readListQuery(query, '-created', sortKeys), ...readDays(query), kind, state }
}

/**
 * Finds payments by time or amount. The filters are written with `case`, because the planner expects `is null or` to
 * leave almost nothing, and then sorts or joins everything the slow way.
 */
async function findInOrder(read: LongRead, query: PaymentQuery): Promise<Page<Found>> {
  const { key, direction, kind, state, from, before, limit, offset } = readQuery(query)
  return toPage(
    await read<Found>`
      with matching as not materialized (
        select id, created_at, amount_cents, account_id from listed_payment
        where case when ${kind}::text is null then true else kind = ${kind} end
          and case when ${state}::text is null then true else state = ${state} end
          and case when ${from}::timestamptz is null then true else created_at >= ${from} end
          and case when ${before}::timestamptz is null then true else created_at < ${before} end
      ), page as (
        select id, row_number() over () as place from (
          select id from matching as listed
          order by ${key} ${direction}, listed.created_at ${direction}, id ${direction} limit ${limit} offset ${offset}
        ) as cut
      )
      select total, page.id from (select count(*) as total from matching) as counted
      left join page on true
      order by place`,
  )
}

async function findByPayer(read: LongRead, query: PaymentQuery): Promise<Page<Found>> {
  const { kind, state, from, before, limit, offset } = readQuery(query)
  const isDown = query.sort === '-payer'
  return toPage(
    await read<Found>`
      select total, id from payments_by_payer(${isDown}, ${kind}, ${state}, ${from}, ${before}, ${limit}, ${offset})
        with ordinality as page (id, total, place)
      order by place`,
  )
}

async function findSearched(read: LongRead, query: PaymentQuery): Promise<Page<Found>> {
  const { pattern, key, direction, kind, state, from, before, limit, offset } = readQuery(query)
  const { receiptNumber, cardDigits, amountCents, id, stripeId } = readPaymentSearch(query.search, pattern)
  return toPage(
    await read<Found>`
      with matching as materialized (
        select id, created_at, amount_cents, account_id
        from payments_found(${pattern}, ${receiptNumber}, ${cardDigits}, ${amountCents}, ${id}, ${stripeId})
        where case when ${kind}::text is null then true else kind = ${kind} end
          and case when ${state}::text is null then true else state = ${state} end
          and case when ${from}::timestamptz is null then true else created_at >= ${from} end
          and case when ${before}::timestamptz is null then true else created_at < ${before} end
      ), sorted as (
        select listed.id, row_number() over () as place from (
          select id from matching as listed
          order by ${key} ${direction}, listed.created_at desc, id desc
          limit ${limit} offset ${offset}
        ) as listed
      )
      select total, sorted.id from (select count(*) as total from matching) as counted
      left join sorted on true
      order by sorted.place`,
  )
}

/** What the words in the search of payments can mean; each meaning that fits is looked for. */
interface PaymentSearch {
  /** Null while nothing is searched. */
  pattern: string | null
  receiptNumber: number | null
  cardDigits: string | null
  amountCents: number | null
  /** One of our ids. */
  id: string | null
  /** An id at Stripe: of a payment, an invoice, a refund or a dispute. */
  stripeId: string | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const largestNumber = 2_147_483_647

/** Reads search words: `L-000042`, `pi_…`, `4242`, `27.97`, `$500`, a name or an address. */
export function readPaymentSearch(search: string | undefined, pattern: string | null): PaymentSearch {
  const words = search?.trim() ?? ''
  return {
    pattern,
    receiptNumber: bounded(/^(?:L-?)?0*(\d{1,10})$/i.exec(words)?.[1]),
    cardDigits: /^\d{4}$/.test(words) ? words : null,
    amountCents: readAmount(words),
    id: uuid.test(words) ? words : null,
    stripeId: /^(?:pi|in|re|pyr|dp|du|cus)_\w+$/.test(words) ? words : null,
  }
}

/** Returns an amount in cents; thousands may be grouped, and the cents may be left out. */
function readAmount(words: string): number | null {
  const [, dollars, cents = '00'] = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{2}))?$/.exec(words) ?? []
  return dollars === undefined ? null : bounded(`${dollars.replaceAll(',', '')}${cents}`)
}

/** Returns a number that a column can hold, otherwise null. */
function bounded(digits: string | undefined): number | null {
  const figure = digits === undefined ? null : Number(digits)
  return figure !== null && figure <= largestNumber ? figure : null
}
