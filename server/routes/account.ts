import type { FastifyInstance } from 'fastify'
import * as account from '#contract/account.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { packages, packageTiers, platformAccess } from '#contract/prices.ts'
import { listTransactions, nameReceipt, type Transaction } from '../domain/receipts.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { toMe } from './me.ts'

export function accountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, account, {
    accountUser: async ({ person, at }) => toMe(person, at),
    transactions: async ({ person }) =>
      (await listTransactions(services.database.read, person.accountId)).map((row) => ({
        ...row,
        amount: centsToDollars(row.amountCents),
        creditsAdded: msToMinutes(row.creditsAddedMs),
        description: describe(row),
        receiptNumber: nameReceipt(row.receiptNumber),
      })),
  })
}

/** What a row of the history says; what went back starts with "Refund" (D43). */
function describe({ kind, tier }: Pick<Transaction, 'kind' | 'tier'>): string {
  const known = packageTiers.find((name) => name === tier)
  const what = known ? `${packages[known].name} package, ${packages[known].minutes} minutes` : platformAccess.name
  if (kind === 'refund') return `Refund: ${what}`
  if (kind === 'dispute') return `Refund by your bank after a dispute: ${what}`
  if (kind === 'debt') return 'Minutes used of a disputed payment'
  return kind === 'automatic' ? `Auto-purchase: ${what}` : what
}
