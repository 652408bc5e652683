import { formatCents, formatCount, formatPrice, minutesText } from '../amounts.ts'

/**
 * Everything an organization can buy and its price in integer cents: the single price list for the calculator, the
 * builder, registration, checkout and billing (D93, D94).
 */

export const agentTypes = ['none', 'single', 'advanced'] as const
export type AgentType = (typeof agentTypes)[number]

/** Agents built for the organization, each paid for once (S658). */
export const agentBuilds: Readonly<Record<AgentType, { name: string; priceCents: number }>> = {
  none: { name: 'No agent build', priceCents: 0 },
  single: { name: 'Single agent', priceCents: 75_000 },
  advanced: { name: 'Advanced agent', priceCents: 150_000 },
}

export const minutePackages = ['starter', 'growth', 'scale', 'expansion', 'enterprise'] as const
export type MinutePackage = (typeof minutePackages)[number]

export function isMinutePackage(tier: string): tier is MinutePackage {
  return minutePackages.some((name) => name === tier)
}

export interface MinuteOffer {
  name: string
  /** Added to the shared pool every paid month; they never expire (S671). */
  minutes: number
  /** Per month. */
  priceCents: number
  /** Shown beside the name. */
  badge?: string
}

/** Monthly minutes for the shared pool (S666-S670, D94). */
export const minuteOffers: Readonly<Record<MinutePackage, MinuteOffer>> = {
  starter: { name: 'Starter', minutes: 500, priceCents: 7000 },
  growth: { name: 'Growth', minutes: 1000, priceCents: 13_500 },
  scale: { name: 'Scale', minutes: 2000, priceCents: 26_000 },
  expansion: { name: 'Expansion', minutes: 3000, priceCents: 37_500 },
  enterprise: { name: 'Enterprise', minutes: 5000, priceCents: 60_000, badge: 'Best Value' },
}

/** Auto-purchase buys the same package again when the pool has fewer minutes than this (S672, D109). */
export const poolAutoPurchaseBelowMinutes = 30

/** Returns the default monthly limit of auto-purchase in cents: two packages (D109). */
export function poolAutoPurchaseCapCents(priceCents: number): number {
  return 2 * priceCents
}

/** Ongoing optimization per month (S660), and the branded app, once and per month (S661). */
export const addOns = { optimizationCents: 20_000, pwaSetupCents: 30_000, pwaMaintenanceCents: 2000 } as const

/**
 * The monthly price per user; the tier of the total applies to every user (S662, S663, D95). Registrations store the
 * name (D100).
 */
export const userTiers = [
  { name: '1-4', fromUsers: 1, userCents: 280 },
  { name: '5-24', fromUsers: 5, userCents: 280 },
  { name: '25-99', fromUsers: 25, userCents: 270 },
  { name: '100-199', fromUsers: 100, userCents: 260 },
  { name: '200+', fromUsers: 200, userCents: 250 },
] as const
export type UserTier = (typeof userTiers)[number]

/** Explains the last tier in the price list (D95). */
export const userBlockSentence = 'From 200 users on, every 100 users cost $250 per month.'

/** The tier of an organization's paid month (S438), and its name on receipts. */
export const organizationPlan = { tier: 'business', name: 'Organization package' } as const

/** The limits of an order (D96). */
export const orderLimits = { maxAgents: 50, maxUsers: 1000 } as const
export const tooManyUsersText = 'For more than 1,000 users, please contact us.'

/** The choices of an organization. */
export interface OrganizationChoice {
  userCount: number
  agentType: AgentType
  numberOfAgents: number
  /** null while none is chosen. */
  minutePackage: MinutePackage | null
  brandedPWA: boolean
  ongoingOptimization: boolean
}

/** A choice that can be ordered. */
export interface OrganizationOrder extends OrganizationChoice {
  minutePackage: MinutePackage
}

/** Returns the tier of a number of users; null for none. */
export function userTierOf(userCount: number): UserTier | null {
  return userTiers.findLast(({ fromUsers }) => userCount >= fromUsers) ?? null
}

/** Returns the price of all users for one month. */
export function userAccessCents(userCount: number): number {
  return userCount * (userTierOf(userCount)?.userCents ?? 0)
}

/** Returns a higher number of users that costs less per month, because a new tier begins; null if none does (D95). */
export function cheaperUserCount(
  userCount: number,
  costOf = userAccessCents,
): { userCount: number; cents: number } | null {
  const cents = costOf(userCount)
  const cheaper = userTiers
    .filter(({ fromUsers }) => fromUsers > userCount)
    .map(({ fromUsers }) => ({ userCount: fromUsers, cents: costOf(fromUsers) }))
    .filter((more) => more.cents < cents)
  return cheaper.toSorted((one, other) => one.cents - other.cents)[0] ?? null
}

/** Returns the dollars per minute of a package: 0.135 for Growth. */
export function minuteRate({ priceCents, minutes }: Pick<MinuteOffer, 'priceCents' | 'minutes'>): number {
  return priceCents / minutes / 100
}

/**
 * Returns a choice without contradictions: no optimization and no agents without an agent build, and at least one agent
 * with it (D97).
 */
export function settleChoice<Choice extends OrganizationChoice>(choice: Choice): Choice {
  return choice.agentType === 'none'
    ? { ...choice, numberOfAgents: 0, ongoingOptimization: false }
    : { ...choice, numberOfAgents: Math.max(1, choice.numberOfAgents) }
}

/** The figures of a choice; 0 for anything that is not bought. */
export interface OrganizationFigures {
  agentBuildCents: number
  pwaSetupCents: number
  userAccessCents: number
  voiceMinutesCents: number
  optimizationCents: number
  pwaMaintenanceCents: number
  /** Agents and the app's setup. */
  oneTimeCents: number
  /** Users, minutes, optimization and the app's maintenance. */
  monthlyCents: number
  /** One-time items and the first month. */
  todayCents: number
  /** One-time items and twelve months. */
  firstYearCents: number
}

/** Returns the price of a choice exactly as given (D93), even if incomplete, with 0 users or agents. */
export function priceOrganization(choice: OrganizationChoice): OrganizationFigures {
  const hasAgents = choice.agentType !== 'none'
  const { brandedPWA, minutePackage } = choice
  const parts = {
    agentBuildCents: agentBuilds[choice.agentType].priceCents * choice.numberOfAgents,
    pwaSetupCents: brandedPWA ? addOns.pwaSetupCents : 0,
    userAccessCents: userAccessCents(choice.userCount),
    voiceMinutesCents: minutePackage ? minuteOffers[minutePackage].priceCents : 0,
    optimizationCents: hasAgents && choice.ongoingOptimization ? addOns.optimizationCents : 0,
    pwaMaintenanceCents: brandedPWA ? addOns.pwaMaintenanceCents : 0,
  }
  const oneTimeCents = parts.agentBuildCents + parts.pwaSetupCents
  const monthlyCents =
    parts.userAccessCents + parts.voiceMinutesCents + parts.optimizationCents + parts.pwaMaintenanceCents
  return {
    ...parts,
    oneTimeCents,
    monthlyCents,
    todayCents: oneTimeCents + monthlyCents,
    firstYearCents: oneTimeCents + 12 * monthlyCents,
  }
}

/** One line of a price list. */
export interface PriceLine {
  name: string
  /** How the amount is calculated, such as `5 × $2.80`. */
  detail: string
  cents: number
  isMonthly: boolean
}

/** The prices and names of a choice, as offered now or as agreed with an order (D181). */
export interface OrganizationOffer extends Omit<OrganizationFigures, 'todayCents' | 'firstYearCents'> {
  userCount: number
  /** Per user per month. */
  userCents: number
  agentName: string
  numberOfAgents: number
  /** Empty, with 0 minutes, while none is chosen. */
  packageName: string
  packageMinutes: number
}

/** Returns the offer for a choice at today's prices. */
export function offerOrganization(choice: OrganizationChoice): OrganizationOffer {
  const { agentType, numberOfAgents, userCount, minutePackage } = choice
  const offer = minutePackage && minuteOffers[minutePackage]
  return {
    ...priceOrganization(choice),
    userCount,
    userCents: userTierOf(userCount)?.userCents ?? 0,
    agentName: agentBuilds[agentType].name,
    numberOfAgents,
    packageName: offer?.name ?? '',
    packageMinutes: offer?.minutes ?? 0,
  }
}

/** Returns a line for each item bought, one-time items first; the lines add up to the offer (D97). */
export function priceLines(offer: OrganizationOffer): PriceLine[] {
  const { numberOfAgents, agentBuildCents, packageMinutes } = offer
  const lines: PriceLine[] = [
    once(
      offer.agentName,
      `${numberOfAgents} × ${formatPrice(agentBuildCents / Math.max(1, numberOfAgents))}`,
      agentBuildCents,
    ),
    once('Branded app setup', 'Your name, logo and colors', offer.pwaSetupCents),
    monthly('Users', `${formatCount(offer.userCount)} × ${formatCents(offer.userCents)}`, offer.userAccessCents),
    monthly(`${offer.packageName} minutes`, `${minutesText(packageMinutes)} for the pool`, offer.voiceMinutesCents),
    monthly('Ongoing optimization', 'For all your agents', offer.optimizationCents),
    monthly('Branded app maintenance', 'Hosting and updates', offer.pwaMaintenanceCents),
  ]
  return lines.filter(({ cents }) => cents > 0)
}

function once(name: string, detail: string, cents: number): PriceLine {
  return { name, detail, cents, isMonthly: false }
}

function monthly(name: string, detail: string, cents: number): PriceLine {
  return { name, detail, cents, isMonthly: true }
}
