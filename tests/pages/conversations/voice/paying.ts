import type { Answer } from '#contract/call.ts'
import type { createPaymentIntent } from '#contract/billing/purchases.ts'
import type { Page } from '../../fixtures.ts'

type Opened = Answer<typeof createPaymentIntent>

/** Returns a payment of 120 minutes that was opened for this card. */
export function openedWith(card: Opened['card'], paymentMethodId: string | null) {
  return {
    clientSecret: `pi_1_secret_${paymentMethodId}`,
    summary: {
      totalAmount: 25,
      lines: [{ label: 'Uplift', amount: 25 }],
      packageMinutes: 120,
      monthlyMinutes: 0,
    },
    card,
    paymentMethodId,
    organizationName: null,
  } satisfies Opened
}

const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } }

/** Serves the payment provider's script, in which every confirmation with a saved card ends like this. */
export async function servePayments(page: Page, confirmed: object = succeeded): Promise<void> {
  await page.route('**/standins/stripe/stripe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Stripe = Object.assign(
        () => ({ confirmCardPayment: async () => (${JSON.stringify(confirmed)}) }),
        { version: 'endive' },
      )`,
    }),
  )
}
