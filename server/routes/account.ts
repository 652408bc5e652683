import type { FastifyInstance } from 'fastify'
import * as account from '#contract/account.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { packages, packageTiers, platformAccess } from '#contract/prices.ts'
import { listTransactions } from '../domain/purchases.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { toMe } from './me.ts'

export function accountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, account, {
    accountUser: async ({ person, at }) => toMe(person, at),
    transactions: async ({ person }) =>
      (await listTransactions(services.database.read, person.id)).map((row) => ({
        ...row,
        amount: centsToDollars(row.amountCents),
        creditsAdded: msToMinutes(row.creditsAddedMs),
        description: describe(row.tier),
      })),
  })
}

function describe(tier: string): string {
  const known = packageTiers.find((name) => name === tier)
  return known ? `${packages[known].name} package, ${packages[known].minutes} minutes` : platformAccess.name
}
