import type { Tx } from '../database/sql.ts'
import { findReceipt, type Receipt } from '../domain/receipts.ts'
import type { Services } from '../services.ts'
import { receiptMail } from './billing-mails.ts'

/**
 * Mails the receipts of rows that this very transaction has booked, so that each payment is told once; `null` stands
 * for a row that was booked before.
 */
export async function sendReceipts(
  services: Services,
  tx: Tx,
  accountId: string,
  booked: (string | null)[],
): Promise<void> {
  const receipts: Receipt[] = []
  for (const id of booked) {
    const receipt = id ? await findReceipt(tx, id, accountId) : null
    if (receipt) receipts.push(receipt)
  }
  if (receipts.length > 0) await services.jobs.enqueue(tx, 'mail', receiptMail(receipts, services.siteUrl()))
}
