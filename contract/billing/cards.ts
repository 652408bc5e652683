import * as z from 'zod/mini'
import { call } from '../call.ts'
import { organizationNumber } from '../organizations/ranks.ts'
import { savedCard } from './saved-card.ts'
import { openingFailed, payment_unavailable, too_many_payments } from './payment-errors.ts'

/** Saving it twice does no harm. */
const saveAgain = "Your bank approved it, but we couldn't save the card. Please try again."

/** The organization whose pool the card pays for; the person must run it. When omitted, the card is their own (D50). */
const whose = { organizationId: z.optional(organizationNumber) }
const organization_not_found = [404, 'This organization does not exist, or you do not run it.'] as const

export const card = call('GET /api/account/card', {
  who: 'person',
  summary: 'Returns the brand, last four digits and expiry of the saved card; null if there is none.',
  answer: z.object({ card: z.nullable(savedCard) }),
})

export const setUpCard = call('POST /api/account/card-setup', {
  who: 'person',
  holdsSecret: true,
  summary: 'Starts saving a card, for the person or for a pool; returns the secret for the card form.',
  failed: openingFailed('Card Setup Failed'),
  body: z.object(whose),
  answer: z.object({ clientSecret: z.string() }),
  errors: { organization_not_found, too_many_payments, payment_unavailable },
})

export const saveCard = call('POST /api/account/card', {
  who: 'person',
  summary: 'Saves the card of a confirmed setup for renewals and auto-purchase.',
  done: ['Card Saved', "We'll use it for renewals and automatic purchases."],
  failed: ['Card Not Saved', saveAgain, saveAgain],
  body: z.object({
    ...whose,
    setupIntentId: z.string({ error: 'setupIntentId is required' }).check(z.maxLength(255)),
  }),
  answer: z.object({ card: savedCard }),
  errors: {
    organization_not_found,
    setup_not_found: [404, 'This card setup does not exist.'],
    setup_not_completed: [409, 'This card has not been confirmed yet. Please try again.'],
    payment_unavailable,
  },
})
