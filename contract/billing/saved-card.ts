import * as z from 'zod/mini'

/** The card that is kept for renewals and automatic purchases. */
export const savedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
})
