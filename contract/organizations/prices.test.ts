import { describe, expect, it } from 'vitest'
import * as prices from './prices.ts'

const { minuteOffers, minutePackages, offerOrganization, priceLines, priceOrganization, settleChoice } = prices

const noAgents = { agentType: 'none', numberOfAgents: 0 } as const
const noExtras = { minutePackage: null, brandedPWA: false, ongoingOptimization: false }
const nothing: prices.OrganizationChoice = { userCount: 0, ...noAgents, ...noExtras }

function sums(choice: Partial<prices.OrganizationChoice>): number[] {
  const { oneTimeCents, monthlyCents, todayCents, firstYearCents } = priceOrganization({ ...nothing, ...choice })
  return [oneTimeCents, monthlyCents, todayCents, firstYearCents]
}

const single = { agentType: 'single', numberOfAgents: 1 } as const
const extras = { brandedPWA: true, ongoingOptimization: true }

it.each<[string, Partial<prices.OrganizationChoice>, number[]]>([
  ['everything', { userCount: 5, minutePackage: 'growth', ...single, ...extras }, [105_000, 36_900, 141_900, 547_800]],
  ['5 users, expansion, no agent (S679)', { userCount: 5, minutePackage: 'expansion' }, [0, 38_900, 38_900, 466_800]],
  [
    'one-time items and the first month today (S675, S677)',
    { userCount: 10, minutePackage: 'starter', ...single, ...extras },
    [105_000, 2800 + 7000 + 20_000 + 2000, 136_800, 105_000 + 12 * 31_800],
  ],
  ['nothing', {}, [0, 0, 0, 0]],
  [
    'optimization, however many agents (S660)',
    { agentType: 'advanced', numberOfAgents: 3, ongoingOptimization: true },
    [450_000, 20_000, 470_000, 690_000],
  ],
  ['the branded app (S661)', { brandedPWA: true }, [30_000, 2000, 32_000, 54_000]],
])('the totals of a choice are exact (D93): %s', (_what, choice, cents) => {
  expect(sums(choice)).toEqual(cents)
})

describe('minute packages (S472, D94)', () => {
  it.each([
    ['starter', 500, 7000, 0.14],
    ['growth', 1000, 13_500, 0.135],
    ['scale', 2000, 26_000, 0.13],
    ['expansion', 3000, 37_500, 0.125],
    ['enterprise', 5000, 60_000, 0.12],
  ] as const)(
    '%s: %i minutes for %i cents a month, $%d a minute (S666, S667, S668, S669, S670)',
    (name, minutes, cents, rate) => {
      const offer = minuteOffers[name]
      expect([offer.minutes, offer.priceCents]).toEqual([minutes, cents])
      expect(prices.minuteRate(offer)).toBeCloseTo(rate, 10)
      expect(sums({ minutePackage: name })).toEqual([0, cents, cents, 12 * cents])
    },
  )

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
    expect(prices.userTierOf(userCount)?.name ?? null).toBe(tier)
    expect(prices.userAccessCents(userCount)).toBe(cents)
    expect(sums({ userCount })).toEqual([0, cents, cents, 12 * cents])
  })

  it('come in blocks of 100 for $250 from 200 on, as the sentence says (S665)', () => {
    expect(prices.userBlockSentence).toBe('From 200 users on, every 100 users cost $250 per month.')
    for (let count = 200; count < 1000; count += 100) {
      expect(prices.userAccessCents(count + 100) - prices.userAccessCents(count)).toBe(25_000)
    }
  })

  it('name the higher count that costs less, exactly where one exists', () => {
    const hints = Array.from({ length: 1000 }, (_, count) => [count, prices.cheaperUserCount(count)] as const)
    const found = hints.filter(([, hint]) => hint)
    expect(found.map(([count]) => count)).toEqual([97, 98, 99, 193, 194, 195, 196, 197, 198, 199])
    expect(prices.cheaperUserCount(99)).toEqual({ userCount: 100, cents: 26_000 })
    expect(prices.cheaperUserCount(199)).toEqual({ userCount: 200, cents: 50_000 })
  })
})

describe('agent builds (S471, S658, S673)', () => {
  it.each<[prices.AgentType, number, number]>([
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

const agents = { agentType: 'advanced', numberOfAgents: 2 } as const
const everything = { ...nothing, userCount: 150, minutePackage: 'scale', ...agents, ...extras } as const

it('the lines of a price list (D97) say what makes up each amount', () => {
  expect(priceLines(offerOrganization(everything)).map(({ name, detail, cents }) => [name, detail, cents])).toEqual([
    ['Advanced agent', '2 × $1,500', 300_000],
    ['Branded app setup', 'Your name, logo and colors', 30_000],
    ['Users', '150 × $2.60', 39_000],
    ['Scale minutes', '2,000 minutes for the pool', 26_000],
    ['Ongoing optimization', 'For all your agents', 20_000],
    ['Branded app maintenance', 'Hosting and updates', 2000],
  ])
})

it('the lines of a price list (D97) leave out what is not bought', () => {
  const lines = priceLines(offerOrganization({ ...nothing, userCount: 150, minutePackage: 'scale' }))
  expect(lines.map(({ name }) => name)).toEqual(['Users', 'Scale minutes'])
  expect(priceLines(offerOrganization(nothing))).toEqual([])
})

it('the lines of a price list (D97) add up to the totals for every package', () => {
  for (const minutePackage of [null, ...minutePackages] as (prices.MinutePackage | null)[]) {
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
