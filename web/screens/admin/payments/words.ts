import type { DebtState } from '#contract/admin/debts.ts'
import type { DisputeState } from '#contract/admin/disputes.ts'
import type { FindingKind, FindingState } from '#contract/admin/findings.ts'
import type {
  AdminPayment,
  AdminPaymentKind,
  AdminPaymentState,
  CheckedPayment,
  CheckOutcome,
  PaymentAtStripe,
  StripeState,
} from '#contract/admin/payments.ts'
import { countText, formatDollars } from '#contract/amounts.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

/** The words for payments: what they were for, and how they stand here and at Stripe. */

export const kindNames: Record<AdminPaymentKind, string> = {
  combined: 'First package and month',
  subscription: 'First month',
  credits: 'Package',
  auto: 'Auto-purchase',
  renewal: 'Renewal',
  seats: 'Seats',
  debt: 'Debt',
  order: 'Organization order',
}

export const stateNames: Record<AdminPaymentState, { label: string; tone: BadgeTone }> = {
  paid: { label: 'Paid', tone: 'success' },
  open: { label: 'Waiting for Stripe', tone: 'warning' },
  declined: { label: 'Declined', tone: 'danger' },
  ended: { label: 'Given up', tone: 'neutral' },
  partly_refunded: { label: 'Partly refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warning' },
  dispute_lost: { label: 'Dispute lost', tone: 'danger' },
}

export const stripeNames: Record<StripeState, string> = {
  succeeded: 'Succeeded',
  processing: 'Processing',
  open: 'Waiting for payment',
  canceled: 'Canceled',
  unknown: 'Not known to Stripe',
  none: 'Never opened at Stripe',
}

export const debtNames: Record<DebtState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  forgiven: { label: 'Forgiven', tone: 'neutral' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

/** How a payment stands in our books. */
export function bookedText(state: AdminPaymentState): string {
  return state === 'open' || state === 'declined' || state === 'ended' ? 'Not credited' : 'Credited'
}

/** Returns the state at Stripe in words, such as "Succeeded, $27.97". */
export function stripeText({ state, amount }: Pick<PaymentAtStripe, 'state' | 'amount'>): string {
  return state === 'unknown' || state === 'none'
    ? stripeNames[state]
    : `${stripeNames[state]}, ${formatDollars(amount)}`
}

/** Returns whether both sides agree about whether it is paid, and then about how much was paid and refunded. */
export function sidesAgree(
  payment: Pick<AdminPayment, 'state' | 'amount' | 'refunded'>,
  stripe: PaymentAtStripe,
): boolean {
  const isPaid = stripe.state === 'succeeded'
  if ((bookedText(payment.state) === 'Credited') !== isPaid) return false
  return !isPaid || (payment.amount === stripe.amount && payment.refunded === stripe.refunded)
}

export const outcomeNames: Record<CheckOutcome, { title: string; text: string; tone: 'success' | 'info' | 'warning' }> =
  {
    credited_now: {
      title: 'Found and credited',
      text: 'Stripe had this payment and Luna did not. It is credited now, and the receipt is on its way.',
      tone: 'success',
    },
    credited_before: {
      title: 'Everything is in order',
      text: 'Stripe and Luna agree that this payment is paid and credited.',
      tone: 'success',
    },
    not_paid: {
      title: 'Not paid',
      text: 'Stripe has received no money for this payment, so there is nothing to credit.',
      tone: 'info',
    },
    processing: {
      title: 'Still processing',
      text: 'Stripe is still processing this payment. It is credited as soon as Stripe confirms it.',
      tone: 'info',
    },
    not_ours: {
      title: 'Not a payment to Luna',
      text: 'Stripe knows this payment, but it belongs to none of our customers.',
      tone: 'info',
    },
    not_creditable: {
      title: 'Paid, but Luna cannot credit it',
      text: 'It fits nothing that Luna has sold. Refund it at Stripe, or credit the customer by hand.',
      tone: 'warning',
    },
  }

/** Returns what a check corrected, such as "1 refund and 2 disputes were corrected."; null when nothing was. */
export function correctedText({
  refundsCorrected,
  disputesCorrected,
}: Pick<CheckedPayment, 'refundsCorrected' | 'disputesCorrected'>): string | null {
  const parts = [
    ...(refundsCorrected > 0 ? [countText(refundsCorrected, 'refund')] : []),
    ...(disputesCorrected > 0 ? [countText(disputesCorrected, 'dispute')] : []),
  ]
  if (parts.length === 0) return null
  return `${parts.join(' and ')} ${refundsCorrected + disputesCorrected === 1 ? 'was' : 'were'} corrected.`
}

/** The reasons that Stripe itself has for a refund; the team writes its own. */
const refundReasons: Record<string, string> = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder did not make this payment',
  expired_uncaptured_charge: 'The payment was never completed',
}

/** Returns why money was refunded, in words. */
export function refundReason(reason: string | null): string {
  return reason === null ? 'No reason given' : (refundReasons[reason] ?? reason)
}

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

/** The words for disputes: why, how they stand, and how much time is left. */

export const disputeNames: Record<DisputeState, { label: string; tone: BadgeTone }> = {
  needs_response: { label: 'Needs evidence', tone: 'warning' },
  under_review: { label: 'Under review', tone: 'neutral' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'danger' },
  inquiry: { label: 'Inquiry', tone: 'neutral' },
}

const reasons: Record<string, string> = {
  bank_cannot_process: 'The bank cannot process the charge',
  credit_not_processed: 'A promised refund did not arrive',
  customer_initiated: 'The customer asked for it',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder did not make this payment',
  general: 'No particular reason',
  product_not_received: 'Nothing was received',
  product_unacceptable: 'Not as described',
  subscription_canceled: 'Charged after canceling',
  unrecognized: 'The cardholder does not recognize the payment',
}

/** Returns why the bank wants the money back, in words. */
export function reasonText(reason: string): string {
  const words = reasons[reason] ?? reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const dayMs = 24 * 60 * 60_000

/** Returns how much time is left for evidence, and whether it is urgent. */
export function deadlineText(state: DisputeState, dueAt: string | null, at: Date): { text: string; isUrgent: boolean } {
  if (state !== 'needs_response' || dueAt === null) return { text: 'None', isUrgent: false }
  const leftMs = new Date(dueAt).getTime() - at.getTime()
  if (leftMs < 0) return { text: 'Overdue', isUrgent: true }
  const days = Math.floor(leftMs / dayMs)
  return { text: days === 0 ? 'Less than a day left' : `${countText(days, 'day')} left`, isUrgent: days < 3 }
}

/** What each finding means, and what to do about it. */
export const findingNames: Record<FindingKind, { label: string; means: string; toDo: string }> = {
  paid_not_credited: {
    label: 'Paid, not credited',
    means: 'Stripe has received money that Luna has credited to nobody.',
    toDo: 'Press Check Now on the payment’s page. If it fits nothing we sold, refund it at Stripe or credit the customer.',
  },
  credited_not_paid: {
    label: 'Credited, not paid',
    means: 'Luna has credited minutes for a payment that Stripe does not show as paid like that.',
    toDo: 'Compare the payment with Stripe. Take the minutes back, or accept the finding if the money came another way.',
  },
  customer_unknown: {
    label: 'Customer unknown here',
    means: 'Stripe has received money for Luna from a customer who is not in this database, usually after a restore.',
    toDo: 'Refund it, and write to the customer that they need to register again.',
  },
  talk_free_time: {
    label: 'Much free time',
    means: 'A large part of a conversation was not charged because the line was lost.',
    toDo: 'Open the customer. One case is bad luck; several in a row may be abuse.',
  },
  talk_unpaid_sound: {
    label: 'Sound without charge',
    means: 'The agent could be heard in time that was not charged.',
    toDo: 'Open the customer. One case is bad luck; several in a row may be abuse.',
  },
  talk_provider_time: {
    label: 'Longer at the provider',
    means: 'The voice provider has measured a longer conversation than Luna has charged.',
    toDo: 'We pay for the difference. Accept a single case, and look into several.',
  },
  voice_gone: {
    label: 'Voice withdrawn',
    means: 'A voice of our list cannot be used at the voice provider, so its agents speak with the fallback.',
    toDo: 'Choose another voice for its agents, or restore the voice at the provider.',
  },
}

export const findingStateNames: Record<FindingState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'neutral' },
  closed: { label: 'Settled', tone: 'success' },
}
