import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import * as debts from '#contract/debts.ts'
import { listOpenDebts } from '../domain/debts.ts'
import { debtDescription } from '../domain/receipts.ts'
import { openDebtPayment } from '../flows/debts.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { orUnavailable } from './unavailable.ts'

export function debtRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, debts, {
    debts: async ({ person }) =>
      (await listOpenDebts(services.database.read, person.accountId)).map((debt) => ({
        ...debt,
        amount: centsToDollars(debt.amountCents),
        description: debtDescription,
      })),

    payDebt: async ({ person, params, fail }) => {
      const opened = await orUnavailable(openDebtPayment(services, person, params.id), () =>
        fail('payment_unavailable'),
      )
      if (!opened) throw fail('debt_not_found')
      const amount = centsToDollars(opened.amountCents)
      const lines = [{ label: debtDescription, amount }]
      const summary = { totalAmount: amount, lines, packageMinutes: 0, monthlyMinutes: 0 }
      return { clientSecret: opened.clientSecret, summary }
    },
  })
}
