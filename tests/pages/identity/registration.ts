import { packages, platformAccess, type PackageTier } from '#contract/billing/prices.ts'
import { createCombinedPurchase } from '#contract/billing/purchases.ts'
import { expect, type FakeServer, page } from '#tests/pages.ts'
import type { Provider } from '../provider.ts'

/** Opens the first payment at the provider and answers with it, like the server. Returns its secret. */
export async function serveFirstPayment(
  server: FakeServer,
  provider: Provider,
  tier: PackageTier = 'uplift',
  monthly = 2.97,
): Promise<string> {
  const { name, priceCents, minutes } = packages[tier]
  const totalCents = priceCents + Math.round(monthly * 100)
  const clientSecret = await provider.openPayment(totalCents)
  const lines = Object.entries({ [name]: priceCents / 100, 'Platform access': monthly })
  const { monthlyMinutes } = platformAccess
  const summary = { totalAmount: totalCents / 100, packageMinutes: minutes, monthlyMinutes }
  server.answer(createCombinedPurchase, {
    clientSecret,
    summary: { ...summary, lines: lines.map(([label, amount]) => ({ label, amount })) },
  })
  return clientSecret
}

/** Goes from the package step of a new person to the card form. */
export async function openPayment(): Promise<void> {
  await page.goto('/register?step=payment')
  await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $27.97' })).toBeEnabled()
}
