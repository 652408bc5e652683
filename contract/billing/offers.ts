import { type MinutePackage, minuteOffers, minutePackages } from '../organizations/prices.ts'
import { type PackageTier, packages } from './prices.ts'

/** All minute packages on sale: for people, and for the pools of organizations (D109). */

export type PoolTier = `pool_${MinutePackage}`
export type OfferTier = PackageTier | PoolTier

interface Offer {
  name: string
  minutes: number
  priceCents: number
}

/** The name says whose it is: `starter` alone means platform access. */
export function poolTierOf(minutePackage: MinutePackage): PoolTier {
  return `pool_${minutePackage}`
}

export function isPoolTier(tier: OfferTier): tier is PoolTier {
  return tier.startsWith('pool_')
}

const poolOffers = Object.fromEntries(
  minutePackages.map((name) => [poolTierOf(name), minuteOffers[name]]),
) as unknown as Record<PoolTier, Offer>

/** By tier, as checkouts and purchases store it. */
export const offers: Readonly<Record<OfferTier, Offer>> = { ...packages, ...poolOffers }
