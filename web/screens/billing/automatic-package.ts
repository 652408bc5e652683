import { dollarsToCents } from '#contract/amounts.ts'
import type { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { packages, type PackageTier } from '#contract/billing/prices.ts'

type State = Pick<Answer<typeof autoPurchase>, 'tier' | 'agreed'>

/**
 * Returns what an automatic purchase of a package includes: as agreed for the current package, otherwise as offered now
 * (D181).
 */
export function automaticPackage(
  { tier, agreed }: State,
  wanted: PackageTier = tier,
): { name: string; minutes: number; priceCents: number } {
  if (!agreed || wanted !== tier) return packages[wanted]
  return { name: agreed.name, minutes: agreed.minutes, priceCents: dollarsToCents(agreed.price) }
}
