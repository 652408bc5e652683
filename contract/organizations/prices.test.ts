import { describe, expect, it } from 'vitest'
import {
  type AgentType,
  cheaperUserCount,
  minuteOffers,
  type MinutePackage,
  minutePackages,
  minuteRate,
  offerOrganization,
  type OrganizationChoice,
  priceLines,
  priceOrganization,
  settleChoice,
  userAccessCents,
  userBlockSentence,
  userTierOf,
} from './prices.ts'

const nothing: OrganizationChoice = {
  userCount: 0,
  agentType: 'none',
  numberOfAgents: 0,
  minutePackage: null,
  brandedPWA: false,
  ongoingOptimization: false,
}

function sums(choice: Partial<OrganizationChoice>): number[] {
  const { oneTimeCents, monthlyCents, todayCents, firstYearCents } = priceOrganization({ ...nothing, ...choice })
  return [oneTimeCents, monthlyCents, todayCents, firstYearCents]
}

describe('the totals of a choice (D93)', () => {
  it('are 1,050 / 369 / 1,419 / 5,478 for 5 users, growth, 1 single agent, app and optimization', () => {
    const choice = { userCount: 5, minutePackage: 'growth', agentType: 'single', numberOfAgents: 1 } as const
    expect(sums({ ...choice, brandedPWA: true, ongoingOptimization: true })).toEqual([
      105_000, 36_900, 141_900, 547_800,
    ])
  })

  it('are 0 / 389 / 389 / 4,668 for 5 users, expansion and no agent (S679)', () => {
    expect(sums({ userCount: 5, minutePackage: 'expansion' })).toEqual([0, 38_900, 38_900, 466_800])
  })

  it('are one-time items and the first month today, and twelve months in the first year (S675, S677)', () => {
    const choice = { userCount: 10, minutePackage: 'starter', agentType: 'single', numberOfAgents: 1 } as const
    expect(sums({ ...choice, brandedPWA: true, ongoingOptimization: true })).toEqual([
      105_000,
      2800 + 7000 + 20_000 + 2000,
      136_800,
      105_000 + 12 * 31_800,
    ])
  })

  it('are 0 for nothing', () => {
    expect(sums({})).toEqual([0, 0, 0, 0])
    expect(priceLines(offerOrganization(nothing))).toEqual([])
  })
})

describe('minute packages (S472, D94)', () => {
  it.each([
    // S666
    ['starter', 500, 7000, 0.14],
    // S667
    ['growth', 1000, 13_500, 0.135],
    // S668
    ['scale', 2000, 26_000, 0.13],
    // S669
    ['expansion', 3000, 37_500, 0.125],
    // S670
    ['enterprise', 5000, 60_000, 0.12],
  ] as const)('%s: %i minutes for %i cents a month, $%d a minute (S666-S670)', (name, minutes, cents, rate) => {
    const offer = minuteOffers[name]
    expect([offer.minutes, offer.priceCents]).toEqual([minutes, cents])
    expect(minuteRate(offer)).toBeCloseTo(rate, 10)
    expect(sums({ minutePackage: name })).toEqual([0, cents, cents, 12 * cents])
  })

  it('are five, and the largest is the best value (S670)', () => {
    expect(minutePackages).toHaveLength(5)
    expect(minutePackages.filter((name) => minuteOffers[name].badge)).toEqual(['enterprise'])
    expect(minuteOffers.enterprise.badge).toBe('Best Value')
  })
})

describe('users: the whole count at its tier (S662, S663, S664, D95)', () => {
  it.each([
    [0, null, 0],
    [1, '1-4', 280],
    [4, '1-4', 1120],
    [5, '5-24', 1400],
    [24, '5-24', 6720],
    [25, '25-99', 6750],
    [99, '25-99', 26_730],
    [100, '100-199', 26_000],
    [150, '100-199', 39_000],
    [199, '100-199', 51_740],
    [200, '200+', 50_000],
    [300, '200+', 75_000],
    [1000, '200+', 250_000],
  ])('%i users are tier %s and cost %i cents a month', (userCount, tier, cents) => {
    expect(userTierOf(userCount)?.name ?? null).toBe(tier)
    expect(userAccessCents(userCount)).toBe(cents)
    expect(sums({ userCount })).toEqual([0, cents, cents, 12 * cents])
  })

  it('come in blocks of 100 for $250 from 200 on, as the sentence says (S665)', () => {
    expect(userBlockSentence).toBe('From 200 users on, every 100 users cost $250 per month.')
    for (let count = 200; count < 1000; count += 100) {
      expect(userAccessCents(count + 100) - userAccessCents(count)).toBe(25_000)
    }
  })

  it('name the higher count that costs less, exactly where one exists', () => {
    const hints = Array.from({ length: 1000 }, (_, count) => [count, cheaperUserCount(count)] as const)
    const found = hints.filter(([, hint]) => hint)
    expect(found.map(([count]) => count)).toEqual([97, 98, 99, 193, 194, 195, 196, 197, 198, 199])
    expect(cheaperUserCount(99)).toEqual({ userCount: 100, cents: 26_000 })
    expect(cheaperUserCount(199)).toEqual({ userCount: 200, cents: 50_000 })
  })
})

describe('agent builds (S471, S658, S673)', () => {
  it.each<[AgentType, number, number]>([
    ['none', 0, 0],
    ['none', 7, 0],
    ['single', 1, 75_000],
    ['single', 3, 225_000],
    ['single', 50, 3_750_000],
    ['advanced', 1, 150_000],
    ['advanced', 2, 300_000],
  ])('%s × %i cost %i cents once', (agentType, numberOfAgents, cents) => {
    const settled = settleChoice({ ...nothing, agentType, numberOfAgents })
    expect(sums(settled)).toEqual([cents, 0, cents, cents])
  })

  it('none means no agents and no optimization, whatever else is chosen (D97)', () => {
    const choice = { ...nothing, agentType: 'none', numberOfAgents: 4, ongoingOptimization: true } as const
    expect(settleChoice(choice)).toMatchObject({ numberOfAgents: 0, ongoingOptimization: false })
    expect(priceOrganization(choice)).toMatchObject({ agentBuildCents: 0, optimizationCents: 0, todayCents: 0 })
  })

  it.each(['single', 'advanced'] as const)('%s without a number means one (S531, D97)', (agentType) => {
    expect(settleChoice({ ...nothing, agentType }).numberOfAgents).toBe(1)
  })
})

describe('add-ons', () => {
  it('optimization is 200 a month, however many agents (S660)', () => {
    const agents = { agentType: 'advanced', numberOfAgents: 3 } as const
    expect(sums({ ...agents, ongoingOptimization: true })).toEqual([450_000, 20_000, 470_000, 690_000])
  })

  it('the branded app is 300 once and 20 a month (S661)', () => {
    expect(sums({ brandedPWA: true })).toEqual([30_000, 2000, 32_000, 54_000])
  })
})

describe('the lines of a price list (D97)', () => {
  const everything: OrganizationChoice = {
    userCount: 150,
    agentType: 'advanced',
    numberOfAgents: 2,
    minutePackage: 'scale',
    brandedPWA: true,
    ongoingOptimization: true,
  }

  it('say what makes up each amount', () => {
    expect(priceLines(offerOrganization(everything)).map(({ name, detail, cents }) => [name, detail, cents])).toEqual([
      ['Advanced agent', '2 × $1,500', 300_000],
      ['Branded app setup', 'Your name, logo and colors', 30_000],
      ['Users', '150 × $2.60', 39_000],
      ['Scale minutes', '2,000 minutes for the pool', 26_000],
      ['Ongoing optimization', 'For all your agents', 20_000],
      ['Branded app maintenance', 'Hosting and updates', 2000],
    ])
  })

  it('leave out what is not bought', () => {
    const lines = priceLines(
      offerOrganization({ ...everything, brandedPWA: false, ongoingOptimization: false, agentType: 'none' }),
    )
    expect(lines.map(({ name }) => name)).toEqual(['Users', 'Scale minutes'])
  })

  it('add up to the totals for every package', () => {
    for (const minutePackage of [null, ...minutePackages] as (MinutePackage | null)[]) {
      for (const agentType of ['none', 'single', 'advanced'] as const) {
        const choice = { ...everything, minutePackage, agentType }
        const lines = priceLines(offerOrganization(choice))
        const figures = priceOrganization(choice)
        const sum = (isMonthly: boolean) =>
          lines.filter((line) => line.isMonthly === isMonthly).reduce((total, { cents }) => total + cents, 0)
        expect([sum(false), sum(true)]).toEqual([figures.oneTimeCents, figures.monthlyCents])
      }
    }
  })
})
