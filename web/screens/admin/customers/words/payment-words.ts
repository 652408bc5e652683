import type { LineOf } from '#contract/admin/timeline.ts'
import { formatDollars, formatDuration, minutesText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { reasonText } from '../../payments/disputes/dispute-words.ts'
import { refundReason } from '../../payments/payment-words.ts'

/** What a support person reads about a payment, and about money that went back. */

/** Why a card was declined, to complete "the card was declined: …"; other codes are shown in words of their own. */
const declines: Record<string, string> = {
  generic_decline: 'no reason given',
  insufficient_funds: 'not enough money on the card',
  card_declined: 'no reason given',
  do_not_honor: 'no reason given',
  expired_card: 'the card has expired',
  incorrect_cvc: 'the security code is wrong',
  incorrect_number: 'the card number is wrong',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  fraudulent: 'suspected fraud',
  processing_error: 'an error while processing the card',
  card_velocity_exceeded: 'the card was used too often or for too much',
  authentication_required: 'the person has to confirm the payment',
  payment_intent_authentication_failure: 'the person did not confirm the payment with their bank',
}

/** Returns why a payment was declined, in words. */
export function declineText(code: string): string {
  return declines[code] ?? code.replaceAll('_', ' ')
}

/** Returns the same to stand alone. */
export function declineReason(code: string): string {
  const text = declineText(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns what a payment was for, what it gave and which tries failed, one sentence each. */
export function explainPayment(line: LineOf<'payment'>): string[] {
  const { state, amount, description, given, receiptNumber, periodEndsAt, refundable, waiting } = line
  const price = formatDollars(amount)
  if (state !== 'paid') return [unpaidSentence(line), ...attemptSentences(line), 'Nothing was charged.']
  const back = Math.round((amount - refundable - waiting) * 100) / 100
  return [
    `${price} was paid for ${description}${line.paidWith ? ` with ${line.paidWith}` : ''}.`,
    ...(line.isAutomatic ? ['Luna bought it automatically because the balance was low.'] : []),
    ...attemptSentences(line),
    given > 0 ? `It gave ${minutesText(given / 60)}.` : 'It gave no minutes.',
    ...(periodEndsAt ? [`The paid month ends on ${formatDate(periodEndsAt)}.`] : []),
    ...(receiptNumber ? [`The receipt is ${receiptNumber}.`] : []),
    ...(back > 0 ? [`${formatDollars(back)} of it went back or is on its way back.`] : []),
    ...(waiting > 0 ? [`A refund of ${formatDollars(waiting)} waits for approval.`] : []),
  ]
}

function unpaidSentence({ state, amount, description }: LineOf<'payment'>): string {
  const payment = `The payment of ${formatDollars(amount)} for ${description}`
  if (state === 'declined') return `${payment} was declined.`
  if (state === 'replaced') return `${payment} was opened and then replaced by another one.`
  return `${payment} was opened and has not been finished.`
}

function attemptSentences({ attempts }: LineOf<'payment'>): string[] {
  return attempts.map(({ at, declineCode, needsConfirmation }) => {
    const when = formatDate(at, true)
    if (needsConfirmation) return `On ${when} the bank wanted the person to confirm the payment.`
    if (declineCode) return `On ${when} the card was declined: ${declineText(declineCode)}.`
    return `It was opened on ${when}.`
  })
}

/** Returns what was tried and why it failed, one sentence each. */
export function explainDecline({ amount, description, card, code }: LineOf<'decline'>): string[] {
  const payment = `The payment of ${formatDollars(amount)} for ${description}${card ? ` with ${card}` : ''}`
  return [`${payment} was declined: ${declineText(code)}.`, 'Nothing was charged by this try.']
}

const refundStates: Record<LineOf<'refund'>['state'], string> = {
  requested: 'It was requested, and the payment provider has not answered yet.',
  pending: 'The payment provider is sending it back.',
  succeeded: 'The money went back to the card.',
  failed: 'It failed, so the money stayed with us.',
  canceled: 'It was canceled, so the money stayed with us.',
}

const disputeStates: Record<LineOf<'dispute'>['state'], string> = {
  open: 'The bank is still looking into it, and the minutes are frozen.',
  won: 'We won, and the minutes are back.',
  lost: 'We lost, and the bank took the money back.',
  none: 'It was an inquiry only, and no money moved.',
}

/** Returns what went back, why and how it stands, one sentence each. */
export function explainMoneyBack(line: LineOf<'refund'> | LineOf<'dispute'>): string[] {
  const { amount, paymentReceipt, taken } = line
  const of = paymentReceipt ? ` of receipt ${paymentReceipt}` : ''
  return [
    line.kind === 'refund'
      ? refundSentence(line.by, `${formatDollars(amount)}${of}`)
      : `The person’s bank asked for ${formatDollars(amount)}${of} back.`,
    line.kind === 'refund' ? refundStates[line.state] : disputeStates[line.state],
    ...(taken > 0 ? [`${formatDuration(taken)} was taken back from the balance.`] : []),
    ...reasonSentences(line),
  ]
}

/** A refund that nobody on the team requested was made at Stripe, or by Luna itself. */
function refundSentence(by: string | null, what: string): string {
  return by ? `${by} refunded ${what}.` : `${what} was refunded at Stripe or by Luna.`
}

function reasonSentences(line: LineOf<'refund'> | LineOf<'dispute'>): string[] {
  if (!line.reason) return []
  return [`Reason: “${line.kind === 'refund' ? refundReason(line.reason) : reasonText(line.reason)}”`]
}
