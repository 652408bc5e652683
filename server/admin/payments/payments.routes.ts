import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import * as calls from '#contract/admin/payments.ts'
import { centsToDollars } from '#contract/amounts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { type AtProvider, readAtProvider } from '../../billing/check-payment.flow.ts'
import { orUnavailable } from '../../billing/unavailable.routes.ts'
import type { Services } from '../../conversations/services.ts'
import { serve } from '../../kernel/serve.ts'
import { checkAny } from './check.flow.ts'
import { countCheck } from './check-limit.ts'
import { describePage } from './payment-page.ts'
import { toAdminPayment } from './payment-answers.ts'
import { listPayments } from './payment-list.ts'
import { findPayment } from './payments.ts'

/** The list of payments, one payment, and what the provider says of it. */
export function adminPaymentRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, calls, {
    adminPayments: async ({ query, reply }) => {
      const { rows, total } = await listPayments(readLong, query)
      reply.header('x-total-count', total)
      return rows.map(toAdminPayment)
    },

    readAdminPayment: async ({ params, at, fail }) => {
      const row = await findPayment(readLong, params.id)
      if (!row) throw fail('payment_not_found')
      return describePage(read, row, at)
    },

    readPaymentAtStripe: async ({ params, fail }) => {
      const row = await findPayment(readLong, params.id)
      if (!row) throw fail('payment_not_found')
      const reading = readAtProvider(services, row.paymentIntentId)
      return toAtStripe(await orUnavailable(reading, () => fail('payment_unavailable')))
    },

    checkPayment: async (context) => {
      const { params, person, write, fail } = context
      const retryAfterSeconds = await write((tx) => countCheck(tx, services, person.id))
      if (retryAfterSeconds !== null) throw fail('too_many_checks', { retryAfterSeconds })
      const checking = checkAny(services, params.id, actingIn(context))
      const result = await orUnavailable(checking, () => fail('payment_unavailable'))
      if (!result) throw fail('payment_not_found')
      const { provider, ...found } = result.checked
      return { ...found, stripe: toAtStripe(provider), payment: result.row && toAdminPayment(result.row) }
    },
  })
}

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
