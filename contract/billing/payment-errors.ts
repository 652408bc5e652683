import type { FailureWords } from '../call.ts'

/** Error messages that several payment calls share. */

const notOpened = "We couldn't reach Luna. Nothing was charged. Please try again."

/** The toast when a payment or the saving of a card cannot be opened, which charges nothing. */
export function openingFailed(title: string, text = 'Please try again or contact support.'): FailureWords {
  return [title, text, notOpened]
}

/** The same for most payments. */
export const paymentSetupFailed = openingFailed('Payment Setup Failed')

/** The payment provider did not answer, or gave an unexpected answer. */
export const payment_unavailable = [503, 'Please try again or contact support.'] as const

/** Prevents the testing of stolen cards. */
export const too_many_payments = [429, 'You have started too many payments. Please try again in an hour.'] as const

/** The client's amount differs from ours: nothing is charged, and the answer gives the right amount (D29). */
export const price_changed = [409, 'The price has changed. Please check the new price and try again.'] as const

/** An unpaid invoice must be paid before anything else. */
export const invoice_open = [409, 'Your subscription has an unpaid invoice. Please pay it first.'] as const

/** When someone makes several choices at once, only the last one stays open (D34). */
export const chosen_anew = [
  409,
  'You have since chosen a different option. Please choose again what you want to pay for.',
] as const
