import { msToMinutes } from '#contract/amounts.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import { countMinutes, describeEntry, listMinutes } from './statement.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { routes } from '../kernel/serve.ts'

export const minuteRoutes = routes(minutes, {
  minutes: async ({ read, readLong, person, span }) => {
    const total = await countMinutes(read, person.accountId)
    const listed = await listMinutes(readLong, person.accountId, span)
    const rows = listed.map((row) => ({
      ...row,
      ...describeEntry(row),
      number: row.seq,
      change: msToMinutes(row.amountMs),
      changeSeconds: Math.trunc(row.amountMs / 1000),
      balanceBefore: msToMinutes(row.balanceBeforeMs),
      balanceAfter: msToMinutes(row.balanceAfterMs),
      receiptNumber: row.receiptNumber === null ? null : nameReceipt(row.receiptNumber),
    }))
    return { rows, total }
  },
})
