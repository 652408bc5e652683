import type * as z from 'zod/mini'
import * as calls from '#contract/admin/payments.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { type AtProvider, readAtProvider } from '../../billing/check-payment.flow.ts'
import type { Services } from '../../conversations/services.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { routes } from '../../kernel/serve.ts'
import { checkAny } from './check.flow.ts'
import { describePage } from './payment-page.ts'
import { toAdminPayment } from './payment-answers.ts'
import { listPayments } from './payment-list.ts'
import { findPayment } from './payments.ts'
import { pageOf } from '../../kernel/admin-list.ts'
import { refuse } from '../../kernel/problem.ts'

/** More than a person can read, and far below what the provider allows. */
const checkLimit = { max: 60, windowMinutes: 15, refusal: 'too_many_checks' } as const

/** The list of payments, one payment, and what the provider says of it. */
export const adminPaymentRoutes = routes<typeof calls, Services>(calls, {
  adminPayments: ({ readLong, query }) => pageOf(listPayments(readLong, query), toAdminPayment),

  readAdminPayment: async ({ read, readLong, params, at }) => {
    const row = (await findPayment(readLong, params.id)) ?? refuse('payment_not_found')
    return describePage(read, row, at)
  },

  readPaymentAtStripe: async ({ services, readLong, params }) => {
    const row = (await findPayment(readLong, params.id)) ?? refuse('payment_not_found')
    return toAtStripe(await readAtProvider(services, row.paymentIntentId))
  },

  checkPayment: async (context) => {
    const { services, params, person } = context
    await countAttempt(services, { key: `payment-check:user:${person.id}`, ...checkLimit })
    const result = (await checkAny(services, params.id, actingIn(context))) ?? refuse('payment_not_found')
    const { provider, ...found } = result.checked
    return { ...found, stripe: toAtStripe(provider), payment: result.row && toAdminPayment(result.row) }
  },
})

/** Returns the provider's side of a payment in the form of the API. */
function toAtStripe({
  amountCents,
  refundedCents,
  attempts,
  ...provider
}: AtProvider): z.input<typeof calls.paymentAtStripe> {
  return {
    ...provider,
    amount: centsToDollars(amountCents),
    refunded: centsToDollars(refundedCents),
    attempts: attempts.map(({ amountCents: cents, ...attempt }) => ({ ...attempt, amount: centsToDollars(cents) })),
  }
}
