import { formatCents, formatMinutes, msToMinutes } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { type Mail, writeMail } from './write-mail.ts'
import { aboutPool, accountLink, nameSubject, type Told } from './payer.ts'

/** Mails about refunds, disputes and debts: data in, subject and both bodies out. */

/** For a refund that is under way; a refund of two things has two receipts (D43). */
export function refundMail(
  told: Told,
  refund: { amountCents: number; receipts: { id: string; receiptNumber: number }[] },
): Mail {
  const names = refund.receipts.map(({ receiptNumber }) => nameReceipt(receiptNumber))
  return writeMail({
    to: told.to,
    subject: nameSubject(told, `Your refund of ${formatCents(refund.amountCents)}`),
    paragraphs: [
      ...aboutPool(told),
      `We have refunded ${formatCents(refund.amountCents)} to the card you paid with. Your bank usually shows it within 10 days.`,
      'The unused minutes of that payment were taken from your balance.',
      `${names.length === 1 ? 'Receipt' : 'Receipts'}: ${names.join(' and ')}`,
    ],
    actions: refund.receipts.map(({ id }, i) => ({
      label: `Receipt ${names[i]}`,
      url: `${told.site}/account/receipts/${id}`,
    })),
  })
}

/** The bank sent back a refund that we had announced. */
export function refundFailedMail(told: Told, amountCents: number): Mail {
  return writeMail({
    to: told.to,
    subject: nameSubject(told, `Your refund of ${formatCents(amountCents)} did not arrive`),
    paragraphs: [
      ...aboutPool(told),
      `Your bank did not accept our refund of ${formatCents(amountCents)}. The minutes we took for it are back in your balance.`,
      'Please contact us so that we can find another way.',
    ],
    actions: [{ label: 'Contact us', url: `${told.site}/contact` }],
  })
}

/** The remaining minutes of the disputed payment are frozen until the bank decides (D44). */
export function disputeOpenedMail(told: Told, dispute: { amountCents: number; frozenMs: number }): Mail {
  return writeMail({
    to: told.to,
    subject: nameSubject(told, 'One of your payments is disputed'),
    paragraphs: [
      ...aboutPool(told),
      `Your bank told us that a payment of ${formatCents(dispute.amountCents)} is disputed.`,
      `Until the bank decides, what is left of that payment is frozen: ${nameMinutes(dispute.frozenMs)}. You can use the rest of your balance as before.`,
      'If you did not mean to dispute it, please tell your bank.',
    ],
    actions: [accountLink(told, 'See your account')],
  })
}

/** For a payment that stands: its minutes are back, and nothing is owed for it (D44). */
export function disputeWonMail(
  told: Told,
  dispute: { amountCents: number; debt: 'none' | 'cancelled' | 'refunded' },
): Mail {
  const debt = {
    none: [],
    cancelled: ['You owe nothing for it.'],
    refunded: ['We are refunding what you paid for its used minutes.'],
  }[dispute.debt]
  return writeMail({
    to: told.to,
    subject: nameSubject(told, 'The dispute is settled: your minutes are back'),
    paragraphs: [
      ...aboutPool(told),
      `The bank has decided that the payment of ${formatCents(dispute.amountCents)} stands. Its remaining minutes are back in your balance.`,
      ...debt,
    ],
    actions: [accountLink(told, 'See your account')],
  })
}

/** The bank has returned the payment; `debtCents` is 0 when next to nothing of it was used (D44). */
export function disputeLostMail(told: Told, dispute: { amountCents: number; debtCents: number }): Mail {
  const debt = formatCents(dispute.debtCents)
  return writeMail({
    to: told.to,
    subject: nameSubject(told, 'The bank returned the disputed payment'),
    paragraphs: [
      ...aboutPool(told),
      `The bank has decided the dispute and returned the payment of ${formatCents(dispute.amountCents)} to you. Its remaining minutes are no longer in your balance.`,
      ...(dispute.debtCents > 0
        ? [
            `You had already used minutes worth ${debt}, and that amount is now due. Once it is settled, you can talk again.`,
          ]
        : []),
    ],
    actions: [dispute.debtCents > 0 ? accountLink(told, `Settle ${debt}`) : accountLink(told, 'See your account')],
  })
}

/** A platform admin has forgiven the debt (D44). */
export function debtForgivenMail(told: Told, amountCents: number): Mail {
  return writeMail({
    to: told.to,
    subject: nameSubject(told, 'Your debt was forgiven'),
    paragraphs: [
      ...aboutPool(told),
      `We have forgiven the ${formatCents(amountCents)} that was due after a disputed payment. You can talk to the agents again.`,
    ],
    actions: [accountLink(told, 'See your account')],
  })
}

function nameMinutes(ms: number): string {
  const minutes = formatMinutes(msToMinutes(ms))
  return minutes === '1' ? '1 minute' : `${minutes} minutes`
}
