import type {
  AdminPayment,
  AdminPaymentKind,
  AdminPaymentState,
  CheckedPayment,
  CheckOutcome,
  PaymentAtStripe,
  StripeState,
} from '#contract/admin/payments.ts'
import type { DebtState } from '#contract/admin/debts.ts'
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
