/** Refusals shared by several payments, as people read them. */

/** The payment provider did not answer, or answered unexpectedly. */
export const paymentUnavailable = [503, 'Please try again or contact support.'] as const

/** Prevents testing of stolen cards. */
export const tooManyPayments = [429, 'Too many payments were opened. Please try again in an hour.'] as const

/** The amount differs from ours: nothing is charged, and the answer names the right one (D29). */
export const priceChanged = [409, 'The price has changed. Please check the new figures and try again.'] as const

/** The invoice of an unpaid month comes first. */
export const invoiceOpen = [409, 'Your subscription has an open payment. Please settle it first.'] as const

/** When several choices are made at once, only the last one stays open (D34). */
export const chosenAnew = [
  409,
  'You chose something else after this. Please choose again what you want to pay for.',
] as const
