import { formatCents, minutesText, msToMinutes } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { type Mail, mailAbout, writeMail } from './write-mail.ts'
import { accountLink, nameSubject, type Recipient } from './payer.ts'

/** Mails about refunds, disputes and debts. */

/** The refund is on its way; a refund of two items has two receipts (D43). */
export const refundMail = mailAbout(
  'refund',
  (say, recipient: Recipient, refund: { amountCents: number; receipts: { id: string; receiptNumber: number }[] }) => ({
    subject: nameSubject(say, recipient, `Your refund of ${formatCents(refund.amountCents)}`),
    paragraphs: [
      `We have refunded ${formatCents(refund.amountCents)} to the card you paid with. It usually appears on your statement within 10 days.`,
      'We have taken the unused minutes of that payment from your balance.',
    ],
    actions: refund.receipts.map(({ id, receiptNumber }) => ({
      label: `Receipt ${nameReceipt(receiptNumber)}`,
      url: `${recipient.site}/account/receipts/${id}`,
    })),
  }),
)

/** The bank has returned a refund that we had announced. */
export const refundFailedMail = mailAbout('refund_failed', (say, recipient: Recipient, amountCents: number) => ({
  subject: nameSubject(say, recipient, `Your refund of ${formatCents(amountCents)} did not arrive`),
  paragraphs: [
    `Your bank did not accept our refund of ${formatCents(amountCents)}. The minutes we took back for it are in your balance again.`,
    'Please contact us, so that we can find another way to pay you back.',
  ],
  actions: [{ label: 'Contact us', url: `${recipient.site}/contact` }],
}))

/** The remaining minutes of the disputed payment are frozen until the bank decides (D44). */
export const disputeOpenedMail = mailAbout(
  'dispute_opened',
  (say, recipient: Recipient, dispute: { amountCents: number; frozenMs: number }) => ({
    subject: nameSubject(say, recipient, 'One of your payments is disputed'),
    paragraphs: [
      `Your bank has notified us of a dispute about a payment of ${formatCents(dispute.amountCents)}.`,
      `Until the bank decides, the unused minutes of that payment are frozen: ${minutesText(msToMinutes(dispute.frozenMs))}. You can use the rest of your balance as before.`,
      'If you did not mean to dispute the payment, please tell your bank.',
    ],
    actions: [accountLink(recipient, 'See your account')],
  }),
)

/** The bank has decided for us: the minutes are back, and nothing is owed for the payment (D44). */
export function disputeWonMail(
  recipient: Recipient,
  dispute: { amountCents: number; debt: 'none' | 'cancelled' | 'refunded' },
): Mail {
  const debt = {
    none: [],
    cancelled: ['You do not owe anything for it.'],
    refunded: ['We are refunding the amount you paid for its used minutes.'],
  }[dispute.debt]
  return writeMail('dispute_won', recipient.to, (say) => ({
    subject: nameSubject(say, recipient, 'The dispute is settled: your minutes are back'),
    paragraphs: [
      `The bank has upheld the payment of ${formatCents(dispute.amountCents)}. Its unused minutes are back in your balance.`,
      ...debt,
    ],
    actions: [accountLink(recipient, 'See your account')],
  }))
}

/** The bank has returned the payment; `debtCents` is 0 if almost none of its minutes were used (D44). */
export function disputeLostMail(recipient: Recipient, dispute: { amountCents: number; debtCents: number }): Mail {
  const debt = formatCents(dispute.debtCents)
  return writeMail('dispute_lost', recipient.to, (say) => ({
    subject: nameSubject(say, recipient, 'The bank returned the disputed payment'),
    paragraphs: [
      `The bank has settled the dispute and returned the payment of ${formatCents(dispute.amountCents)} to you. Its unused minutes are no longer in your balance.`,
      ...(dispute.debtCents > 0
        ? [
            `You had already used minutes worth ${debt}, so that amount is now due. Once you have paid it, you can talk to agents again.`,
          ]
        : []),
    ],
    actions: [
      dispute.debtCents > 0 ? accountLink(recipient, `Settle ${debt}`) : accountLink(recipient, 'See your account'),
    ],
  }))
}

/** A platform admin has forgiven the debt (D44). */
export const debtForgivenMail = mailAbout('debt_forgiven', (say, recipient: Recipient, amountCents: number) => ({
  subject: nameSubject(say, recipient, 'Your debt was forgiven'),
  paragraphs: [
    `We have forgiven the ${formatCents(amountCents)} that you owed after a disputed payment. You can talk to agents again.`,
  ],
  actions: [accountLink(recipient, 'See your account')],
}))
