import type { FastifyInstance } from 'fastify'
import * as admin from '#contract/billing/refunds.ts'
import { centsToDollars, dollarsToCents } from '#contract/amounts.ts'
import { forgive } from './debts.flow.ts'
import { refundTransaction } from './admin-refunds.flow.ts'
import { refundUnknownCustomer } from './unknown-customers.flow.ts'
import { serve } from '../../kernel/serve.ts'
import { readSettings } from '../../settings/settings.ts'
import type { Services } from '../services.ts'
import { readCounted, readSecondPersonAbove } from './second-person.ts'
import { actingIn } from '../../audit/acting.routes.ts'

export function adminRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, admin, {
    refundLimits: async ({ query: { transactionId }, at, fail }) => {
      const { read } = services.database
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
      const { params, body, fail, reply } = context
      const asked = {
        transactionId: params.id,
        amountCents: body.amount === undefined ? undefined : dollarsToCents(body.amount),
        reason: body.reason,
        key: body.key,
        by: actingIn(context),
      }
      const result = await refundTransaction(services, asked)
      if (result.state === 'waiting') reply.code(202)
      else if (result.state !== 'made') throw fail(result.state)
      const { id, state, status } = result
      return { id, state, status, amount: centsToDollars(result.amountCents) }
    },

    refundUnknownCustomer: async (context) => {
      const { params, body, fail, reply } = context
      const asked = { ...body, findingId: params.id, by: actingIn(context) }
      const result = await refundUnknownCustomer(services, asked)
      if (result.state === 'waiting') reply.code(202)
      else if (result.state !== 'made') throw fail(result.state)
      const { id, state, status } = result
      return { id, state, status, amount: centsToDollars(result.amountCents) }
    },

    forgiveDebt: async (context) => {
      const { params, body, fail } = context
      const result = await forgive(services, params.id, { by: actingIn(context), reason: body.reason })
      if (result !== 'forgiven') throw fail(result)
      return { id: params.id, status: 'forgiven' as const }
    },
  })
}
