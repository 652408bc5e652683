import { type MinutePackage, minuteOffers, minutePackages } from '../organizations/prices.ts'
import { type PackageTier, packages } from './prices.ts'

/** All minute packages on sale, for people and for organizations' pools (D109). */

export type PoolTier = `pool_${MinutePackage}`
export type OfferTier = PackageTier | PoolTier

interface Offer {
  name: string
  minutes: number
  priceCents: number
}

/** Returns the tier with a prefix, because `starter` alone means platform access. */
export function poolTierOf(minutePackage: MinutePackage): PoolTier {
  return `pool_${minutePackage}`
}

export function isPoolTier(tier: OfferTier): tier is PoolTier {
  return tier.startsWith('pool_')
}

const poolOffers = Object.fromEntries(
  minutePackages.map((name) => [poolTierOf(name), minuteOffers[name]]),
) as unknown as Record<PoolTier, Offer>

/** Offers by the tier that checkouts and purchases store. */
export const offers: Readonly<Record<OfferTier, Offer>> = { ...packages, ...poolOffers }
