import type { FastifyInstance } from 'fastify'
import * as poolDebts from '#contract/organizations/pool-debts.ts'
import { listOpenDebts } from '../../billing/refunds/debts.ts'
import { openDebtPayment } from '../../billing/refunds/debts.flow.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { toDebt, toDebtPayment } from '../../billing/refunds/debts.routes.ts'
import { orUnavailable } from '../../billing/unavailable.routes.ts'

export function poolDebtRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, poolDebts, {
    poolDebts: async ({ seat }) => (await listOpenDebts(services.database.read, seat.accountId)).map(toDebt),
    payPoolDebt: async ({ person, seat, params, fail }) => {
      const opened = await orUnavailable(openDebtPayment(services, person, params.id, seat), () =>
        fail('payment_unavailable'),
      )
      if (!opened) throw fail('debt_not_found')
      return toDebtPayment(opened)
    },
  })
}
