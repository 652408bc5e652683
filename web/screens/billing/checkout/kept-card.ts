import type { Answer } from '#contract/call.ts'
import type { createPaymentIntent } from '#contract/billing/purchases.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { payLabel } from '#web/screens/billing/paying/order-summary.tsx'
import type { KeptCard } from '#web/screens/billing/paying/kept-card.ts'

/** Returns the saved card as a way to pay for the package, or null if there is none (D49). */
export function keptCard({ card, paymentMethodId, summary }: Answer<typeof createPaymentIntent>): KeptCard | null {
  return card && paymentMethodId ? { name: cardName(card), paymentMethodId, action: payLabel(summary) } : null
}
