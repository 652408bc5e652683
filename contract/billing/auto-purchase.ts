import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { packageTiers } from './prices.ts'
import { openedPayment } from './purchases.ts'
import { savedCard } from './saved-card.ts'
import { paymentSetupFailed, payment_unavailable } from './payment-errors.ts'
import { payment_not_found } from '../refusals.ts'
import { wholeNumber } from '../whole-number.ts'

/** The settings and state of auto-purchase, with everything people should know before they turn it on (D46). */
export const autoPurchaseState = z.object({
  enabled: z.boolean(),
  tier: z.enum(packageTiers),
  /** The package and its price in dollars, as agreed when auto-purchase was turned on (D181); null while it is off. */
  agreed: z.nullable(z.object({ name: z.string(), minutes: z.number(), price: z.number() })),
  /** Minutes; a balance at or below it triggers a purchase. */
  threshold: z.number(),
  /** Dollars per calendar month. */
  monthlyCap: z.number(),
  /** Dollars that auto-purchase has charged this calendar month (UTC). */
  spentThisMonth: z.number(),
  card: z.nullable(savedCard),
  /** Whether turning it on would charge right away, because the balance is at or below the threshold (D45). */
  chargesNow: z.boolean(),
  /** The problem that prevents the next purchase; null if there is none. */
  problem: z.nullable(
    z.object({
      code: z.enum([
        'declined',
        'card_blocked',
        'confirmation_needed',
        'cap_reached',
        'paused',
        'switched_off',
        'on_hold',
      ]),
      message: z.string(),
      /** The time of the next automatic attempt. */
      retryAt: z.nullable(isoTime),
      /** A payment that the person can confirm; see `resumePayment`. */
      checkoutId: z.nullable(z.string()),
    }),
  ),
})

export const autoPurchase = call('GET /api/account/auto-purchase', {
  who: 'person',
  summary: 'Returns the settings and state of auto-purchase and the saved card (D45, D46).',
  answer: autoPurchaseState,
})

export const changeAutoPurchase = call('PATCH /api/account/auto-purchase', {
  who: 'person',
  summary: 'Changes auto-purchase; omitted fields keep their value (D46).',
  done: ['Settings Updated', 'Auto-purchase settings have been saved.'],
  failed: ['Failed to update settings', 'No changes were saved. Please try again.'],
  body: z.object({
    enabled: z.optional(z.boolean({ error: 'enabled must be true or false' })),
    tier: z.optional(z.enum(packageTiers, { error: 'Please choose one of the packages' })),
    threshold: z.optional(wholeNumber(1, 50, 'Threshold must be a whole number from 1 to 50')),
    monthlyCap: z.optional(
      z
        .number({ error: 'The monthly limit must be a number of dollars up to 500' })
        .check(
          z.minimum(0, { error: 'The monthly limit must be at least the price of the package' }),
          z.maximum(500, { error: 'The monthly limit must be at most $500' }),
        ),
    ),
  }),
  answer: autoPurchaseState,
  errors: {
    invalid_tier: [400, 'Please choose one of the packages'],
    invalid_cap: [400, 'The monthly limit must be at least the price of the package'],
    no_saved_card: [409, 'Please save a card first.'],
  },
  invalid: { tier: 'invalid_tier' },
})

export const resumePayment = call('POST /api/account/payments/:id/resume', {
  who: 'person',
  holdsSecret: true,
  summary:
    'Resumes an automatic payment that the bank wants confirmed, for the person or an organization they run (D47).',
  failed: paymentSetupFailed,
  /** The card is the one whose payment needs confirmation. */
  answer: openedPayment,
  errors: { payment_not_found, payment_over: [409, 'This payment is no longer open.'], payment_unavailable },
})
