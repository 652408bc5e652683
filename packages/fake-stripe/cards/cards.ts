import recorded from './cards.json' with { type: 'json' }

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

export const declines = recorded.declines as Record<keyof typeof recorded.declines, Decline>

/** Stripe's published test cards that matter for payments; every other number is refused. */
export const testCards = recorded.cards.map(({ decline, ...card }) => ({
  ...card,
  ...(decline === undefined ? {} : { decline: declines[decline as keyof typeof declines] }),
})) as TestCard[]

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
