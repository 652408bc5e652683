import type { FastifyInstance } from 'fastify'
import * as poolDebts from '#contract/organizations/pool-debts.ts'
import { listOpenDebts } from '../../billing/refunds/debts.ts'
import { openDebtPayment } from '../../billing/refunds/debts.flow.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../billing/services.ts'
import { toDebt, toDebtPayment } from '../../billing/refunds/debts.routes.ts'

export function poolDebtRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, poolDebts, {
    poolDebts: async ({ member }) => (await listOpenDebts(services.database.read, member.accountId)).map(toDebt),
    payPoolDebt: async ({ person, member, params }) =>
      toDebtPayment(await openDebtPayment(services, person, params.id, member)),
  })
}
