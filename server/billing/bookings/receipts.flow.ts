import type { Tx } from '../../database/sql.ts'
import { findPayers } from '../../identity/account-owner.ts'
import { findReceipt, type Receipt } from './receipts.ts'
import type { Services } from '../services.ts'
import { receiptMail } from '../../messages/mails/billing.ts'

/**
 * Mails the receipts of rows that this very transaction has booked, so that each payment is told once; `null` stands
 * for a row that was booked before. Those of a pool go to every admin and to the organization's contact address.
 */
export async function sendReceipts(
  services: Services,
  tx: Tx,
  accountId: string,
  booked: (string | null)[],
): Promise<void> {
  const receipts: Receipt[] = []
  for (const id of booked) {
    const receipt = id ? await findReceipt(tx, id) : null
    if (receipt) receipts.push(receipt)
  }
  const [first] = receipts
  if (!first) return
  const { emails } = await findPayers(tx, accountId)
  for (const to of new Set([first.buyerEmail, ...emails])) {
    await services.jobs.enqueue(tx, 'mail', receiptMail(to, receipts, services.siteUrl()))
  }
}
