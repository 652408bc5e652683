import type { transactions } from '#contract/billing/account.ts'
import type { Answer } from '#contract/call.ts'

/** A row of the transaction history. */
export type Transaction = Answer<typeof transactions>[number]
