import { formatCents, minutesText, msToMinutes } from '#contract/amounts.ts'
import { describeTransaction, nameReceipt, type TransactionKind } from '#contract/billing/receipts.ts'
import { nameSubject } from './payer.ts'
import { type Mail, mailTo, type Say, writeMail } from './write-mail.ts'

/** Mails about payments and subscriptions. `site` is the origin for links. */

/** The parts of a receipt that a mail shows. */
export interface MailedReceipt {
  id: string
  receiptNumber: number
  kind: TransactionKind
  item: string | null
  amountCents: number
  /** The organization whose pool was paid for; null for a person's own balance. */
  organizationName: string | null
  /** Such as "Visa ending in 4242". */
  paidWith: string | null
  createdAt: Date
}

/** Sends all receipts of a payment in one mail; a first payment has two, for the package and the month (D43). */
export function receiptMail(to: string, receipts: MailedReceipt[], site: string): Mail {
  const [first] = receipts
  if (!first) throw new Error('A receipt mail needs a receipt')
  const names = receipts.map(({ receiptNumber }) => nameReceipt(receiptNumber))
  const total = formatCents(receipts.reduce((sum, { amountCents }) => sum + amountCents, 0))
  const { organizationName } = first
  const content = (say: Say) => ({
    subject: nameSubject(
      say,
      { organizationName },
      `Your ${receipts.length === 1 ? 'receipt' : 'receipts'} ${names.join(' and ')}`,
    ),
    paragraphs: [
      openingOf(say, first, total),
      ...receipts.map((row, i) => `${names[i]}: ${describeTransaction(row)}, ${formatCents(row.amountCents)}`),
      `Paid on ${say.day(first.createdAt)}${first.paidWith ? ` with ${first.paidWith}` : ''}.`,
    ],
    actions: receipts.map(({ id }, i) => ({ label: `Receipt ${names[i]}`, url: `${site}/account/receipts/${id}` })),
  })
  return writeMail(
    'receipt',
    to,
    content,
    receipts.map(({ id }) => id),
  )
}

function openingOf(say: Say, { kind, organizationName }: MailedReceipt, total: string): string {
  const name = organizationName && say.typed(organizationName, 'your organization')
  const what = `so we bought a package automatically, as ${name === null ? 'you' : 'its admins'} set up`
  if (kind === 'automatic')
    return `${name === null ? 'Your minutes' : `The minutes of ${name}`} ran low, ${what}: ${total}.`
  return `Thank you. We have received ${name === null ? 'your payment' : `the payment of ${name}`} of ${total}.`
}

/** A renewal failed; access stays open until `graceEndsAt` (D7). */
export function paymentFailedMail(to: string, graceEndsAt: Date | null, site: string): Mail {
  const accessOf = (say: Say) =>
    graceEndsAt
      ? `You keep your access until ${say.day(graceEndsAt)}. Please settle the payment by then.`
      : 'You will not have access until the payment is settled.'
  return writeMail('payment_failed', to, (say) => ({
    subject: 'Your payment failed',
    paragraphs: [
      'We could not collect the payment for your subscription: your card was declined, or your bank wants you to confirm the payment.',
      `${accessOf(say)} You keep your purchased minutes either way.`,
    ],
    actions: [{ label: 'Settle the payment', url: `${site}/subscribe` }],
  }))
}

/** The person or the team has canceled the subscription (D41, D206). */
export const subscriptionCancelledMail = mailTo('subscription_cancelled', (say, endsAt: Date, site: string) => ({
  subject: 'Your subscription is canceled',
  paragraphs: [
    `Your subscription ends on ${say.day(endsAt)} and will not be charged again. Until then, you can use everything as before and resume your subscription at any time.`,
    'We keep your purchased minutes for when you come back.',
  ],
  actions: [{ label: 'Resume subscription', url: `${site}/account` }],
}))

/** The person has undone the cancellation (D41). */
export const subscriptionResumedMail = mailTo('subscription_resumed', (say, renewsAt: Date, site: string) => ({
  subject: 'Your subscription continues',
  paragraphs: [`Your subscription is no longer canceled. It renews on ${say.day(renewsAt)}.`],
  actions: [{ label: 'See your account', url: `${site}/account` }],
}))

/** The subscription has ended, because it was canceled or its payment failed (D6, D41, D206). */
export function accessEndedMail(to: string, ended: { isUnpaid: boolean; purchasedMs: number }, site: string): Mail {
  const why = ended.isUnpaid
    ? 'We could not collect the payment for your subscription, so it has ended. We will not charge you for it again.'
    : 'Your subscription has ended because it was canceled. We will not charge you for it again.'
  const kept =
    ended.purchasedMs > 0
      ? `We keep your ${minutesText(msToMinutes(ended.purchasedMs))} for when you come back.`
      : 'We keep your account, and everything will be as you left it when you come back.'
  return writeMail('access_ended', to, {
    subject: 'Your access has ended',
    paragraphs: [why, kept],
    actions: [{ label: 'Reactivate', url: `${site}/subscribe` }],
  })
}
