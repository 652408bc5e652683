import { msToMinutes } from '#contract/amounts.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import { countMinutes, describeEntry, listMinutes } from './statement.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { routes } from '../kernel/serve.ts'

const mostAtOnce = 500

export const minuteRoutes = routes(minutes, {
  minutes: async ({ read, readLong, person, query: { limit = mostAtOnce, offset = 0 }, reply }) => {
    reply.header('x-total-count', await countMinutes(read, person.accountId))
    const rows = await listMinutes(readLong, person.accountId, { limit, offset })
    return rows.map((row) => ({
      ...row,
      ...describeEntry(row),
      number: row.seq,
      change: msToMinutes(row.amountMs),
      changeSeconds: Math.trunc(row.amountMs / 1000),
      balanceBefore: msToMinutes(row.balanceBeforeMs),
      balanceAfter: msToMinutes(row.balanceAfterMs),
      receiptNumber: row.receiptNumber === null ? null : nameReceipt(row.receiptNumber),
    }))
  },
})
