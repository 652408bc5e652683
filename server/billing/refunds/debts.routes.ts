import { centsToDollars } from '#contract/amounts.ts'
import * as debts from '#contract/billing/debts.ts'
import { type Debt, listOpenDebts } from './debts.ts'
import { debtDescription } from '#contract/billing/receipts.ts'
import { openDebtPayment } from './debts.flow.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'

export const debtRoutes = routes<typeof debts, Services>(debts, {
  debts: async ({ read, person }) => (await listOpenDebts(read, person.accountId)).map(toDebt),
  payDebt: async ({ services, person, params }) => toDebtPayment(await openDebtPayment(services, person, params.id)),
})

export function toDebt(debt: Debt) {
  return { ...debt, amount: centsToDollars(debt.amountCents), description: debtDescription }
}

export function toDebtPayment({ clientSecret, amountCents }: { clientSecret: string; amountCents: number }) {
  const amount = centsToDollars(amountCents)
  const lines = [{ label: debtDescription, amount }]
  return { clientSecret, summary: { totalAmount: amount, lines, packageMinutes: 0, monthlyMinutes: 0 } }
}
