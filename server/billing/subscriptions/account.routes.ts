import * as account from '#contract/billing/account.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import * as receipts from '#contract/billing/receipts.ts'
import { maySeeReceipt } from '../policies.ts'
import { findReceipt, listTransactions, type Transaction } from '../bookings/receipts.ts'
import { describeTransaction, nameReceipt } from '#contract/billing/receipts.ts'
import { readSettings } from '../../settings/settings.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { readKnownMe } from '../../identity/me.routes.ts'

export const accountRoutes = routes<typeof account, Services>(account, {
  accountUser: ({ read, person, membership, at }) => readKnownMe(read, person, membership, at),
  transactions: async ({ readLong, person }) => (await listTransactions(readLong, person.accountId)).map(toTransaction),
})

export const receiptRoutes = routes<typeof receipts, Services>(receipts, {
  receipt: async ({ read, person, params, fail }) => {
    const row = await findReceipt(read, params.id)
    if (!row || !(await maySeeReceipt(read, person, row))) throw fail('receipt_not_found')
    const { productName, supportEmail } = await readSettings(read)
    const { originalId, originalNumber } = row
    return {
      ...toTransaction(row),
      seller: { name: productName, supportEmail },
      payer: { name: row.payerName, email: row.payerEmail },
      paidWith: row.paidWith,
      periodEndsAt: row.periodEndsAt,
      refundOf: originalId && originalNumber ? { id: originalId, receiptNumber: nameReceipt(originalNumber) } : null,
    }
  },
})

/** Returns a row of the history in the form of the API. */
export function toTransaction(row: Transaction) {
  return {
    ...row,
    amount: centsToDollars(row.amountCents),
    creditsAdded: msToMinutes(row.creditsAddedMs),
    description: describeTransaction(row),
    receiptNumber: nameReceipt(row.receiptNumber),
  }
}
