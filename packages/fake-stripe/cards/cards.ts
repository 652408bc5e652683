/** Why a card is refused, as Stripe words it. */
export type Decline = {
  code: string
  declineCode?: string
  adviceCode?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
  message: string
  param?: string
}

export type TestCard = {
  number: string
  /** The name under which the server may use the card without its number. */
  magicId: string
  /** Whether the bank asks the cardholder to approve the payment in a dialog. */
  challenge: 'never' | 'always' | 'on_session' | 'until_set_up'
  /** The bank's answer to a charge (after an approved challenge); without one it is paid. */
  decline?: Decline
  /** Only the charge fails; the card can still be saved with a customer. */
  attachable?: true
  /** Stripe's fraud rules stop the payment before the bank sees it. */
  blocked?: true
  /** What happens to a paid charge by itself. */
  afterwards?: 'dispute_fraudulent' | 'dispute_not_received' | 'fraud_warning'
  /** A refund that does not simply succeed: it waits first, or fails after it has succeeded. */
  refund?: 'pending' | 'failing'
}

const CARD_DECLINED = 'Your card was declined.'

export const declines = {
  generic: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    adviceCode: 'try_again_later',
    message: CARD_DECLINED,
  },
  insufficientFunds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    adviceCode: 'try_again_later',
    message: 'Your card has insufficient funds.',
  },
  lost: { code: 'card_declined', declineCode: 'lost_card', adviceCode: 'do_not_try_again', message: CARD_DECLINED },
  stolen: { code: 'card_declined', declineCode: 'stolen_card', adviceCode: 'do_not_try_again', message: CARD_DECLINED },
  fraudulent: {
    code: 'card_declined',
    declineCode: 'fraudulent',
    adviceCode: 'do_not_try_again',
    message: CARD_DECLINED,
  },
  velocity: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    adviceCode: 'try_again_later',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired: {
    code: 'expired_card',
    declineCode: 'expired_card',
    adviceCode: 'do_not_try_again',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    adviceCode: 'confirm_card_data',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing: {
    code: 'processing_error',
    declineCode: 'processing_error',
    adviceCode: 'try_again_later',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  incorrectNumber: { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' },
  notATestCard: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    param: 'number',
  },
  invalidMonth: {
    code: 'invalid_expiry_month',
    message: "Your card's expiration month is invalid.",
    param: 'exp_month',
  },
  invalidYear: { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid.", param: 'exp_year' },
  invalidCvc: { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' },
} satisfies Record<string, Decline>

/** Stripe's published test cards that matter for payments; every other number is refused. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', magicId: 'pm_card_visa', challenge: 'never' },
  { number: '4000000000000002', magicId: 'pm_card_visa_chargeDeclined', challenge: 'never', decline: declines.generic },
  {
    number: '4000000000009995',
    magicId: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    challenge: 'never',
    decline: declines.insufficientFunds,
  },
  {
    number: '4000000000009987',
    magicId: 'pm_card_visa_chargeDeclinedLostCard',
    challenge: 'never',
    decline: declines.lost,
  },
  {
    number: '4000000000009979',
    magicId: 'pm_card_visa_chargeDeclinedStolenCard',
    challenge: 'never',
    decline: declines.stolen,
  },
  {
    number: '4000000000000069',
    magicId: 'pm_card_chargeDeclinedExpiredCard',
    challenge: 'never',
    decline: declines.expired,
  },
  {
    number: '4000000000000127',
    magicId: 'pm_card_chargeDeclinedIncorrectCvc',
    challenge: 'never',
    decline: declines.incorrectCvc,
  },
  {
    number: '4000000000000119',
    magicId: 'pm_card_chargeDeclinedProcessingError',
    challenge: 'never',
    decline: declines.processing,
  },
  {
    number: '4000000000006975',
    magicId: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
    challenge: 'never',
    decline: declines.velocity,
  },
  {
    number: '4000000000000341',
    magicId: 'pm_card_chargeCustomerFail',
    challenge: 'never',
    decline: declines.generic,
    attachable: true,
  },
  { number: '4000002500003155', magicId: 'pm_card_authenticationRequiredOnSetup', challenge: 'until_set_up' },
  { number: '4000003800000446', magicId: 'pm_card_authenticationRequiredSetupForOffSession', challenge: 'on_session' },
  { number: '4000002760003184', magicId: 'pm_card_authenticationRequired', challenge: 'always' },
  {
    number: '4000008260003178',
    magicId: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    challenge: 'always',
    decline: declines.insufficientFunds,
    attachable: true,
  },
  {
    number: '4000008400001629',
    magicId: 'pm_card_threeDSecureRequiredChargeDeclined',
    challenge: 'always',
    decline: declines.generic,
    attachable: true,
  },
  {
    number: '4100000000000019',
    magicId: 'pm_card_radarBlock',
    challenge: 'never',
    decline: declines.fraudulent,
    blocked: true,
  },
  {
    number: '4000000000000259',
    magicId: 'pm_card_createDispute',
    challenge: 'never',
    afterwards: 'dispute_fraudulent',
  },
  {
    number: '4000000000002685',
    magicId: 'pm_card_createDisputeProductNotReceived',
    challenge: 'never',
    afterwards: 'dispute_not_received',
  },
  {
    number: '4000000000005423',
    magicId: 'pm_card_createIssuerFraudRecord',
    challenge: 'never',
    afterwards: 'fraud_warning',
  },
  { number: '4000000000007726', magicId: 'pm_card_pendingRefund', challenge: 'never', refund: 'pending' },
  { number: '4000000000005126', magicId: 'pm_card_refundFail', challenge: 'never', refund: 'failing' },
]

/** Returns the test card of a saved payment method; the last four digits of the published numbers are unique. */
export function cardByLast4(last4: string): TestCard {
  const card = testCards.find(({ number }) => number.endsWith(last4))
  if (card === undefined) throw new Error(`No test card ends in ${last4}`)
  return card
}

/** Returns whether a number fits Luhn's check digit rule. */
export function isPlausibleNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
