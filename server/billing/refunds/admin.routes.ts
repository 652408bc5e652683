import type { FastifyReply } from 'fastify'
import * as admin from '#contract/billing/refunds.ts'
import { centsToDollars, dollarsToCents } from '#contract/amounts.ts'
import { forgive } from './debts.flow.ts'
import { refundTransaction } from './admin-refunds.flow.ts'
import { type Refunded, refundUnknownCustomer } from './unknown-customers.flow.ts'
import { routes } from '../../kernel/serve.ts'
import { readSettings } from '../../settings/settings.ts'
import type { Services } from '../services.ts'
import { readCounted, readSecondPersonAbove } from './second-person.ts'
import { actingIn } from '../../audit/acting.routes.ts'

export const adminRoutes = routes<typeof admin, Services>(admin, {
  refundLimits: async ({ read, query: { transactionId }, at, fail }) => {
    const { supportLimitDollars } = await readSettings(read)
    const counted =
      transactionId === undefined
        ? { refundedCents: 0, supportLeftCents: dollarsToCents(supportLimitDollars) }
        : await readCounted(read, transactionId, at)
    if (counted === null) throw fail('transaction_not_found')
    return {
      support: supportLimitDollars,
      supportLeft: centsToDollars(counted.supportLeftCents),
      secondPersonAbove: await readSecondPersonAbove(read, at),
      refundedBefore: centsToDollars(counted.refundedCents),
    }
  },

  refundTransaction: async (context) => {
    const { services, params, body, reply } = context
    const asked = {
      transactionId: params.id,
      amountCents: body.amount === undefined ? undefined : dollarsToCents(body.amount),
      reason: body.reason,
      key: body.key,
      by: actingIn(context),
    }
    const result = await refundTransaction(services, asked)
    return toRefund(result, reply)
  },

  refundUnknownCustomer: async (context) => {
    const { services, params, body, reply } = context
    const asked = { ...body, findingId: params.id, by: actingIn(context) }
    const result = await refundUnknownCustomer(services, asked)
    return toRefund(result, reply)
  },

  forgiveDebt: async (context) => {
    const { services, params, body } = context
    await forgive(services, params.id, { by: actingIn(context), reason: body.reason })
    return { id: params.id, status: 'forgiven' as const }
  },
})

/** Returns a refund in the form of the API; one that waits for a second person is answered with 202. */
function toRefund({ id, state, status, amountCents }: Refunded, reply: FastifyReply) {
  if (state === 'waiting') reply.code(202)
  return { id, state, status, amount: centsToDollars(amountCents) }
}
