import { plainDollars } from '#contract/amounts.ts'
import { toCsv, type CsvColumn } from '#contract/csv.ts'
import { typeNames } from '../labels.ts'
import type { Transaction } from './transaction.ts'

const columns: readonly CsvColumn<Transaction>[] = [
  ['Date (UTC)', ({ createdAt }) => createdAt],
  ['Type', ({ type }) => typeNames[type]],
  ['Description', ({ description }) => description],
  ['Amount (USD)', ({ amount }) => plainDollars(amount)],
  ['Credits (minutes)', ({ creditsAdded }) => creditsAdded],
  ['Receipt', ({ receiptNumber }) => receiptNumber],
  ['Payment', ({ stripePaymentIntentId }) => stripePaymentIntentId ?? ''],
]

/** Returns the whole history as a file for spreadsheets. */
export function transactionsCsv(rows: readonly Transaction[]): string {
  return toCsv(columns, rows)
}
