import { offers, type OfferTier } from '#contract/billing/offers.ts'
import { organizationPlan } from '#contract/organizations/prices.ts'
import { platformAccess } from '#contract/billing/prices.ts'

/**
 * What people agree to: price, minutes and name as the list shows them when it is offered. These are stored with the
 * checkout or the subscription, and the list is never read for them again (D181).
 */

/** Minutes that are bought once. */
export interface AgreedPackage {
  tier: OfferTier
  name: string
  priceCents: number
  minutes: number
  /** Added while it is a person's first package (D40). */
  bonusMinutes: number
}

/** What a paid month costs and gives. */
export interface MonthlyPlan {
  tier: string
  name: string
  /** The charge for a month. */
  priceCents: number
  minutes: number
}

/** Returns a package as the list offers it now. */
export function offerPackage(tier: OfferTier): AgreedPackage {
  const { name, priceCents, minutes } = offers[tier]
  return { tier, name, priceCents, minutes, bonusMinutes: 0 }
}

/** Returns monthly access as the list offers it now. */
export function offerAccess(): MonthlyPlan {
  const { tier, name, priceCents, monthlyMinutes } = platformAccess
  return { tier, name, priceCents, minutes: monthlyMinutes }
}

/** Returns whether what remains of a month lapses with it (D32). An organization's minutes never do (S671). */
export function doesLapse({ tier }: MonthlyPlan): boolean {
  return tier !== organizationPlan.tier
}

/** The columns of a checkout that say what is bought. */
export interface AgreedColumns {
  tier: OfferTier | typeof platformAccess.tier
  packageName: string | null
  packageCents: number | null
  packageMinutes: number | null
  bonusMinutes: number
  planTier: string | null
  planName: string | null
  planCents: number | null
  planMinutes: number | null
}

type PackageColumns = Pick<AgreedColumns, 'tier' | 'packageName' | 'packageCents' | 'packageMinutes' | 'bonusMinutes'>

/** Returns the package that a checkout sells; null when it sells none. */
export function packageOf(checkout: PackageColumns): AgreedPackage | null {
  const { tier, packageName: name, packageCents: priceCents, packageMinutes: minutes, bonusMinutes } = checkout
  if (tier === platformAccess.tier || name === null || priceCents === null || minutes === null) return null
  return { tier, name, priceCents, minutes, bonusMinutes }
}

/** Returns the month that a checkout sells; null when it sells none. */
export function monthOf(checkout: AgreedColumns): MonthlyPlan | null {
  const { planTier: tier, planName: name, planCents: priceCents, planMinutes: minutes } = checkout
  if (tier === null || name === null || priceCents === null || minutes === null) return null
  return { tier, name, priceCents, minutes }
}
