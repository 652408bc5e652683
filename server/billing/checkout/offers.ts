import { offers, type OfferTier } from '#contract/billing/offers.ts'
import { organizationPlan } from '#contract/organizations/prices.ts'
import { platformAccess } from '#contract/billing/prices.ts'

/**
 * What somebody agrees to: price, minutes and name as they are on the list when it is offered. It is stored with the
 * checkout or the subscription, and from then on that is read and never the list again (D181).
 */

/** Minutes that are bought once. */
export interface AgreedPackage {
  tier: OfferTier
  name: string
  priceCents: number
  minutes: number
  /** On top of them, while it is the first package of a person (D40). */
  bonusMinutes: number
}

/** What a paid month costs and brings. */
export interface MonthlyPlan {
  tier: string
  name: string
  /** What a month charges. */
  priceCents: number
  minutes: number
}

/** A package as the list offers it now. */
export function offerPackage(tier: OfferTier): AgreedPackage {
  const { name, priceCents, minutes } = offers[tier]
  return { tier, name, priceCents, minutes, bonusMinutes: 0 }
}

/** Monthly access as the list offers it now. */
export function offerAccess(): MonthlyPlan {
  const { tier, name, priceCents, monthlyMinutes } = platformAccess
  return { tier, name, priceCents, minutes: monthlyMinutes }
}

/** Whether what is left of a month lapses with it (D32); an organization's minutes never do (S671). */
export function doesLapse({ tier }: MonthlyPlan): boolean {
  return tier !== organizationPlan.tier
}

/** A checkout's row, as far as it says what is bought. */
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

/** The package that a row of a checkout sells; null where none is part of it. */
export function packageOf(checkout: PackageColumns): AgreedPackage | null {
  const { tier, packageName: name, packageCents: priceCents, packageMinutes: minutes, bonusMinutes } = checkout
  if (tier === platformAccess.tier || name === null || priceCents === null || minutes === null) return null
  return { tier, name, priceCents, minutes, bonusMinutes }
}

/** The month that a checkout sells; null where none is part of it. */
export function monthOf(checkout: AgreedColumns): MonthlyPlan | null {
  const { planTier: tier, planName: name, planCents: priceCents, planMinutes: minutes } = checkout
  if (tier === null || name === null || priceCents === null || minutes === null) return null
  return { tier, name, priceCents, minutes }
}
