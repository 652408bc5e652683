import * as z from 'zod/mini'

/** The card saved for renewals and auto-purchase. */
export const savedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
})
