import type { Tx } from '../../database/sql.ts'
import { type PaidPart, sum } from './shares.ts'
import { isMade, type MoneyBack, type MoneyBackChange } from './money-back.ts'
import type { Mail } from '../../messages/mails/write-mail.ts'
import type { Services } from '../services.ts'
import type { DisputeDebts } from './dispute-debts.ts'
import {
  disputeLostMail,
  disputeOpenedMail,
  disputeWonMail,
  refundFailedMail,
  refundMail,
} from '../../messages/mails/refund.ts'
import { type Recipient } from '../../messages/mails/payer.ts'
import { notifyPayers } from '../notify-payers.ts'

interface Changed {
  parts: PaidPart[]
  rows: MoneyBack[]
  changes: MoneyBackChange[]
  debts: DisputeDebts
}

/** Mails the account's payers what has changed, once, because the earlier status is read under the account's lock. */
export async function sendMoneyBackMails(tx: Tx, services: Services, changed: Changed): Promise<void> {
  if (changed.changes.length === 0) return
  const [first] = changed.parts
  if (!first) return
  for (const change of changed.changes) {
    const write = change.kind === 'refund' ? refundChangeMail : disputeChangeMail
    await notifyPayers(tx, services, first.accountId, (recipient) => write(recipient, change, changed))
  }
}

function refundChangeMail(recipient: Recipient, change: MoneyBackChange, { rows }: Changed): Mail | null {
  const { status, statusBefore, amountCents, stripeId } = change
  if (isMade(status) && !isMade(statusBefore)) {
    const receipts = rows.filter((row) => row.stripeId === stripeId)
    return refundMail(recipient, { amountCents, receipts })
  }
  return isMade(statusBefore) && !isMade(status) ? refundFailedMail(recipient, amountCents) : null
}

function disputeChangeMail(recipient: Recipient, change: MoneyBackChange, { parts, debts }: Changed): Mail | null {
  const { status, statusBefore, amountCents, stripeId } = change
  if (status === 'lost') {
    const debtCents = debts.raised.find(({ disputeId }) => disputeId === stripeId)?.amountCents ?? 0
    return disputeLostMail(recipient, { amountCents, debtCents })
  }
  // A dispute that was won before we learned of it has changed nothing.
  if (status === 'won' && statusBefore !== null) {
    const cancelled = debts.cancelled.find(({ disputeId }) => disputeId === stripeId)
    const debt = cancelled ? (cancelled.paymentIntentId ? 'refunded' : 'cancelled') : 'none'
    return disputeWonMail(recipient, { amountCents, debt })
  }
  if (status !== 'open' || statusBefore !== null) return null
  return disputeOpenedMail(recipient, { amountCents, frozenMs: sum(parts.map(({ frozenMs }) => frozenMs)) })
}
