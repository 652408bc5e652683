import { formatCents, minutesText } from '#contract/amounts.ts'
import { addOns, agentBuilds, minuteOffers, minutePackages, userTiers } from '#contract/organizations/prices.ts'
import { packageTiers, packages, platformAccess } from '#contract/billing/prices.ts'
import { lookupKeys, type PriceDefinition } from '../billing/stripe/prices.ts'

/** What organizations pay for, with one price for each amount that a user may cost (D94, D95). */
const organizationPrices = (): PriceDefinition[] => [
  ...[...new Set(userTiers.map(({ userCents }) => userCents))].map((userCents) => ({
    lookupKey: lookupKeys.organizationUser(userCents),
    name: `Organization: user at ${formatCents(userCents)}`,
    amountCents: userCents,
    monthly: true,
  })),
  ...minutePackages.map((tier) => ({
    lookupKey: lookupKeys.organizationMinutes(tier),
    name: `Organization: ${minuteOffers[tier].name}, ${minutesText(minuteOffers[tier].minutes)}`,
    amountCents: minuteOffers[tier].priceCents,
    monthly: true,
  })),
  ...(['single', 'advanced'] as const).map((type) => ({
    lookupKey: lookupKeys.organizationAgent(type),
    name: `Organization: ${agentBuilds[type].name}`,
    amountCents: agentBuilds[type].priceCents,
    monthly: false,
  })),
  {
    lookupKey: lookupKeys.organizationOptimization,
    name: 'Organization: Ongoing optimization',
    amountCents: addOns.optimizationCents,
    monthly: true,
  },
  {
    lookupKey: lookupKeys.organizationAppSetup,
    name: 'Organization: Branded app setup',
    amountCents: addOns.pwaSetupCents,
    monthly: false,
  },
  {
    lookupKey: lookupKeys.organizationAppMaintenance,
    name: 'Organization: Branded app maintenance',
    amountCents: addOns.pwaMaintenanceCents,
    monthly: true,
  },
]

/** Every price of the list, as the payment provider must know it. */
export const priceDefinitions = (): PriceDefinition[] => [
  { lookupKey: lookupKeys.access, name: platformAccess.name, amountCents: platformAccess.priceCents, monthly: true },
  ...packageTiers.map((tier) => ({
    lookupKey: lookupKeys.package(tier),
    name: `${packages[tier].name}: ${minutesText(packages[tier].minutes)}`,
    amountCents: packages[tier].priceCents,
    monthly: false,
  })),
  ...organizationPrices(),
]
