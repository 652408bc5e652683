import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { type MinutePackage, minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import type { FakeServer } from '../../fake-server.ts'
import { ownerMe } from '../../people.ts'
import type { Provider } from '../../provider.ts'

export const organizationName = 'Acme Consulting'

/** Returns the person who runs Acme Consulting with this many minutes in its pool. */
export function ownerWith(organizationCredits: number): Me {
  return { ...ownerMe, organizationCredits }
}

type Opened = Answer<typeof createPaymentIntent>

export function poolSummary(tier: MinutePackage): Opened['summary'] {
  const { name, priceCents, minutes } = minuteOffers[tier]
  const amount = priceCents / 100
  return { totalAmount: amount, lines: [{ label: name, amount }], packageMinutes: minutes, monthlyMinutes: 0 }
}

/** Opens payments for the pool, with its saved card where there is one. */
export function servePoolPackages(server: FakeServer, provider: Provider, card: Opened['card'] = null): void {
  server.answer(createPaymentIntent, async ({ body }) => {
    const tier = minutePackages.find((one) => one === body.tier)
    if (!tier || body.organizationId !== ownerMe.organizationId) throw new Error('No package for this pool')
    const { priceCents } = minuteOffers[tier]
    const kept = card && (await provider.openKeptPayment(priceCents, 'pm_card_visa'))
    return {
      clientSecret: kept?.clientSecret ?? (await provider.openPayment(priceCents)),
      summary: poolSummary(tier),
      card,
      paymentMethodId: kept?.paymentMethodId ?? null,
      organizationName,
    }
  })
}
