import type { TransactionKind } from '#contract/billing/receipts.ts'
import { first, type LongRead, type Read, type Tx } from '../../database/sql.ts'
import { findPayers } from '../../identity/account-owner.ts'
import { receiptMail } from '../../messages/mails/billing.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import type { Services } from '../services.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** The transaction history: every payment and everything that went back, each with its receipt (D43). */

export interface Transaction {
  id: string
  type: 'subscription' | 'credits'
  kind: TransactionKind
  tier: string
  /** What was bought, in the words used at the time; null for a debt. */
  item: string | null
  /** Negative for money that went back. */
  amountCents: number
  /** Negative where minutes were taken back. */
  creditsAddedMs: number
  stripePaymentIntentId: string | null
  receiptNumber: number
  createdAt: Date
}

export interface Receipt extends Transaction {
  accountId: string
  /** The organization whose pool it is; null for a person's account. */
  organizationName: string | null
  payerName: string
  payerEmail: string
  /** Such as "Visa ending in 4242". For money that went back, the card of the payment. */
  paidWith: string | null
  /** End of the paid month, otherwise null. */
  periodEndsAt: Date | null
  /** Receipt of the payment to which a refund or a lost dispute belongs. */
  originalId: string | null
  originalNumber: number | null
}

/** Returns every paid month, package, refund, lost dispute and paid debt of an account, newest first. */
export function listTransactions(read: LongRead, accountId: string): Promise<Transaction[]> {
  return read<Transaction>`
    select id, type, kind, tier, item, amount_cents, credits_added_ms, stripe_payment_intent_id, receipt_number, created_at
    from receipt where account_id = ${accountId}
    order by created_at desc, type, receipt_number desc limit 1000`
}

/** Returns one row of an account's history as its receipt prints it. */
export function findReceipt(read: Read, receiptId: string): Promise<Receipt | null> {
  return first(read<Receipt>`
    select receipt.id, receipt.account_id, receipt.type, receipt.kind, receipt.tier, receipt.item,
      receipt.amount_cents, receipt.credits_added_ms, receipt.stripe_payment_intent_id, receipt.receipt_number, receipt.created_at, receipt.period_ends_at,
      organization.name as organization_name,
      coalesce(organization.name, users.first_name || ' ' || users.last_name) as payer_name,
      coalesce(organization.contact_email, users.email) as payer_email,
      coalesce(receipt.paid_with, original.paid_with) as paid_with,
      original.id as original_id, original.receipt_number as original_number
    from receipt
    join users on users.id = receipt.user_id
    join account on account.id = receipt.account_id
    left join organization on organization.id = account.organization_id
    left join receipt as original on original.account_id = receipt.account_id
      and receipt.kind in ('refund', 'dispute') and original.kind in ('payment', 'automatic', 'debt')
      and original.type = receipt.type and original.stripe_payment_intent_id = receipt.stripe_payment_intent_id
    where receipt.id = ${receiptId}`)
}

/**
 * Mails the receipts of rows that this transaction has booked, so that each payment is reported once; `null` stands for
 * a row that was booked before. Receipts of a pool go to every admin and to the organization's contact address.
 */
export async function sendReceipts(
  tx: Tx,
  services: Services,
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
  const { emails, organizationId } = await findPayers(tx, accountId)
  for (const to of new Set([first.payerEmail, ...emails])) {
    const mail = receiptMail(to, receipts, services.siteUrl())
    await queueMail(tx, services, aboutOrganization(mail, organizationId))
  }
}
