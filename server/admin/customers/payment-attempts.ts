import type { Read } from '../../database/sql.ts'
import type { Line } from './line.ts'

/** The failed tries of payments: each decline that the provider reported, or what the payment itself says. */

type Attempt = Line<'payment'>['attempts'][number]

interface AttemptRow {
  /** The receipt's or the checkout's row. */
  paymentId: string
  at: Date
  declineCode: string
  needsConfirmation: boolean
  /** From the provider's own report, with the moment of the try; otherwise with the moment when the payment was opened. */
  isReported: boolean
}

/** Returns the failed tries of receipts and checkouts by their id, the first try first. */
export async function readAttempts(read: Read, accountId: string, ids: string[]): Promise<Map<string, Attempt[]>> {
  const rows = await read<AttemptRow>`
    with payment as (
      select id, stripe_payment_intent_id from credit_purchase where account_id = ${accountId} and id = any(${ids})
      union all
      select id, stripe_payment_intent_id from subscription_payment where account_id = ${accountId} and id = any(${ids})
      union all
      select id, stripe_payment_intent_id from checkout where account_id = ${accountId} and id = any(${ids}))
    select payment.id as payment_id, declined_at as at, code as decline_code,
      code = 'authentication_required' as needs_confirmation, true as is_reported
    from payment join payment_decline as reported
      on reported.stripe_payment_intent_id = payment.stripe_payment_intent_id
    union all
    select payment.id, opened.created_at, opened.decline_code, opened.needs_confirmation, false
    from payment join checkout as opened
      on opened.id = payment.id or opened.stripe_payment_intent_id = payment.stripe_payment_intent_id
    where opened.decline_code is not null
    order by at`
  const tries = Map.groupBy(rows, ({ paymentId }) => paymentId)
  return new Map([...tries].map(([id, found]) => [id, toAttempts(found)]))
}

function toAttempts(rows: AttemptRow[]): Attempt[] {
  const reported = rows.filter(({ isReported }) => isReported)
  const known = reported.length > 0 ? reported : rows
  return known.map(({ at, declineCode, needsConfirmation }) => ({ at, declineCode, needsConfirmation }))
}
