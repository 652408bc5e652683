import { packageTiers, packages, platformAccess } from '#contract/prices.ts'
import { lookupKeys, type PriceDefinition } from '../outside/stripe/prices.ts'

/** Every price as the payment provider must know it. */
export const priceDefinitions: PriceDefinition[] = [
  { lookupKey: lookupKeys.access, name: platformAccess.name, amountCents: platformAccess.priceCents, monthly: true },
  ...packageTiers.map((tier) => ({
    lookupKey: lookupKeys.package(tier),
    name: `${packages[tier].name}: ${packages[tier].minutes} minutes`,
    amountCents: packages[tier].priceCents,
    monthly: false,
  })),
]
