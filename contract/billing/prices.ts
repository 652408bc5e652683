/**
 * Every price for people, in integer cents: the single table that pages show and the server charges. Prices for
 * organizations are in contract/organizations/prices.ts.
 */

export const packageTiers = ['launch', 'uplift', 'navigate', 'ascend'] as const
export type PackageTier = (typeof packageTiers)[number]

export interface CreditPackage {
  tier: PackageTier
  name: string
  priceCents: number
  minutes: number
  /** Compared with the price per minute of the smallest package. */
  savingsPercent: number
  description: string
  features: readonly string[]
  popular: boolean
}

/** The four one-off minute packages (S289-S292); minutes never expire. */
export const packages: Readonly<Record<PackageTier, CreditPackage>> = {
  launch: {
    tier: 'launch',
    name: 'Launch',
    priceCents: 1500,
    minutes: 60,
    savingsPercent: 0,
    description: 'Try the agents on one real problem.',
    features: ['All public agents', 'Usage tracking'],
    popular: false,
  },
  uplift: {
    tier: 'uplift',
    name: 'Uplift',
    priceCents: 2500,
    minutes: 120,
    savingsPercent: 16.7,
    description: 'Build the habit of talking things through.',
    features: ['Everything in Launch', 'Priority support'],
    popular: true,
  },
  navigate: {
    tier: 'navigate',
    name: 'Navigate',
    priceCents: 4500,
    minutes: 240,
    savingsPercent: 25,
    description: 'For weekly work with several agents.',
    features: ['Everything in Uplift', 'Advanced analytics'],
    popular: false,
  },
  ascend: {
    tier: 'ascend',
    name: 'Ascend',
    priceCents: 9500,
    minutes: 600,
    savingsPercent: 36.7,
    description: 'For daily use, at the best price per minute.',
    features: ['Everything in Navigate', 'VIP support', 'Early access to features'],
    popular: false,
  },
}

/**
 * Returns the extra minutes on a first package, in whole minutes rounded down (D40). The percentage is the setting
 * `firstTimeBonusPercent`.
 */
export function firstPackageBonus(minutes: number, percent: number): number {
  return Math.floor((minutes * percent) / 100)
}

export const defaultTier: PackageTier = 'uplift'

/** Auto-purchase: the default threshold in minutes (S294), and the monthly limit in cents with its bounds (D46). */
export const defaultThresholdMinutes = 9
export const monthlyCap = { defaultCents: 10_000, maxCents: 50_000 } as const

/** Monthly platform access: the starter plan with 30 minutes a month that do not roll over (S288, D32). */
export const platformAccess = { tier: 'starter', name: 'Platform access', priceCents: 297, monthlyMinutes: 30 } as const

/** Returns the first payment of a registration: one package plus the first month of platform access (D33). */
export function combinedPriceCents(tier: PackageTier): number {
  return packages[tier].priceCents + platformAccess.priceCents
}
