import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/amounts.ts'
import * as debts from '#contract/billing/debts.ts'
import { type Debt, listOpenDebts } from './debts.ts'
import { debtDescription } from '#contract/billing/receipts.ts'
import { openDebtPayment } from './debts.flow.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'

export function debtRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, debts, {
    debts: async ({ person }) => (await listOpenDebts(services.database.read, person.accountId)).map(toDebt),

    payDebt: async ({ person, params }) => toDebtPayment(await openDebtPayment(services, person, params.id)),
  })
}

export function toDebt(debt: Debt) {
  return { ...debt, amount: centsToDollars(debt.amountCents), description: debtDescription }
}

export function toDebtPayment({ clientSecret, amountCents }: { clientSecret: string; amountCents: number }) {
  const amount = centsToDollars(amountCents)
  const lines = [{ label: debtDescription, amount }]
  return { clientSecret, summary: { totalAmount: amount, lines, packageMinutes: 0, monthlyMinutes: 0 } }
}
