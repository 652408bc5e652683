import type { Reading } from './admin-queries.ts'

/** The lists of payments, debts and disputes, and the same written by hand. */

const list = (name: string, path: string, sql: string): Reading => ({
  name: `Payments, ${name}`,
  path: `/api/admin/payments?limit=25${path && `&${path}`}`,
  sql,
})

const payerName = "lower(coalesce(organization.name, users.first_name || ' ' || users.last_name))"

function payments(where: string, order = 'created_at desc', offset = 0): string {
  const joined = `account on account.id = account_id left join users on users.id = user_id
    left join organization on organization.id = organization_id`
  const isByPayer = order.startsWith(payerName)
  return `
    select (select count(*) from listed_payment as line where ${where}) as total, line.*, payment_line.*, ${payerName},
      receipts.*
    from (
      select line.id from listed_payment as line ${isByPayer ? `left join ${joined}` : ''}
      where ${where} order by ${order.replace('created_at', 'line.created_at')} limit 25 offset ${offset}
    ) as page
    join listed_payment as line on line.id = page.id
    join payment_line on payment_line.id = page.id
    left join account on account.id = line.account_id left join users on users.id = account.user_id
    left join organization on organization.id = account.organization_id
    left join lateral payment_receipts(line.stripe_payment_intent_id, line.stripe_invoice_id) as receipts on true`
}

const named = (words: string) => `line.account_id in (
  select account.id from account left join users on users.id = user_id left join organization on organization.id = organization_id
  where first_name || ' ' || last_name ilike '%${words}%' or users.email ilike '%${words}%'
    or organization.name ilike '%${words}%' or organization.contact_email ilike '%${words}%')`
const paidUnder = (what: string) => `line.stripe_payment_intent_id in (
  select stripe_payment_intent_id from credit_purchase where ${what}
  union all select stripe_payment_intent_id from subscription_payment where ${what})`

/** What the searches look for. */
export interface SearchedPayment {
  id: string
  paymentIntentId: string
  receiptNumber: number
  lastFour: string
}

/** Returns the reads of payments: as the list opens, each search, filter and sort, and pages far behind. */
export function paymentReadings({ id, paymentIntentId, receiptNumber, lastFour }: SearchedPayment): Reading[] {
  return [
    list('as they open', '', payments('true')),
    list('last page', 'offset=199000', payments('true', 'created_at desc', 199_000)),
    list('search by receipt', `search=L-${receiptNumber}`, payments(paidUnder(`receipt_number = ${receiptNumber}`))),
    list('search by id', `search=${id}`, payments(`line.id = '${id}'`)),
    list(
      'search by id at Stripe',
      `search=${paymentIntentId}`,
      payments(`line.stripe_payment_intent_id = '${paymentIntentId}'`),
    ),
    list('search by last four', `search=${lastFour}`, payments(paidUnder(`right(paid_with, 4) = '${lastFour}'`))),
    list('search by person', 'search=zhang', payments(named('zhang'))),
    list('search by amount', 'search=%2495', payments('line.amount_cents = 9500')),
    list('paid', 'state=paid', payments("line.state = 'paid'")),
    list('open', 'state=open', payments("line.state = 'open'")),
    list('refunded', 'state=refunded', payments("line.state = 'refunded'")),
    list('disputed', 'state=disputed', payments("line.state = 'disputed'")),
    list('renewals', 'kind=renewal', payments("line.kind = 'renewal'")),
    list('orders', 'kind=order', payments("line.kind = 'order'")),
    list('by amount', 'sort=-amount', payments('true', 'amount_cents desc')),
    list('by amount, far', 'sort=amount&offset=150000', payments('true', 'amount_cents', 150_000)),
    list('by payer', 'sort=payer', payments('true', payerName)),
    list('by payer, far', 'sort=-payer&offset=150000', payments('true', `${payerName} desc`, 150_000)),
    list(
      'paid renewals by amount, far',
      'kind=renewal&state=paid&sort=-amount&offset=80000',
      payments("line.kind = 'renewal' and line.state = 'paid'", 'amount_cents desc', 80_000),
    ),
  ]
}
