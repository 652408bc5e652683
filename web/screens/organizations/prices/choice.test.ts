import { describe, expect, it } from 'vitest'
import * as choices from './choice.ts'

const { builderLimits, calculatorLimits, choiceQuery, firstChoice, readChoice } = choices

it('numbers in fields (D96) are counted while they are typed', () => {
  const count = (text: string) => choices.countTyped(text, calculatorLimits.users)
  expect(['0', '7', ' 12 ', '1001'].map(count)).toEqual([0, 7, 12, 1000])
  expect(['', 'abc', '2.5', '-3', '1e3'].map(count)).toEqual([0, 0, 0, 0, 0])
})

it.each([
  ['users of the calculator (S528)', calculatorLimits.users, { '': 1, abc: 1, 0: 1, 1: 1, 1000: 1000, 1001: 1000 }],
  ['agents of the calculator (S527)', calculatorLimits.agents, { '': 1, abc: 1, 0: 1, 50: 50, 51: 50 }],
  ['users of the builder (S529)', builderLimits.users, { '': 0, abc: 0, 0: 0, 1000: 1000, 1001: 1000 }],
  ['agents of the builder (S530)', builderLimits.agents, { '': 1, abc: 1, 0: 1, 10: 10, 11: 10 }],
] as const)('numbers in fields (D96) %s on leaving the field', (_title, limit, cases) => {
  for (const [text, settled] of Object.entries(cases))
    expect([text, choices.settleNumber(text, limit)]).toEqual([text, settled])
})

describe('a choice in an address', () => {
  it('is seven parameters, without agents when none are built (S343, S354)', () => {
    const choice = { ...firstChoice, numberOfAgents: 3, ongoingOptimization: true }
    const extras = { minutePackage: 'growth', brandedPWA: 'false', ongoingOptimization: 'false' }
    const query = { userCount: '5', agentType: 'none', numberOfAgents: '0', ...extras, totalAmount: '149' }
    expect(choiceQuery(choice)).toEqual(query)
  })

  it('survives the round trip', () => {
    const agents = { agentType: 'advanced', numberOfAgents: 2 } as const
    const extras = { minutePackage: 'scale', brandedPWA: true, ongoingOptimization: true } as const
    const choice = { userCount: 150, ...agents, ...extras }
    const query = new URLSearchParams(choiceQuery(choice))
    expect(readChoice(query, firstChoice, calculatorLimits)).toEqual(choice)
  })

  it.each([
    '',
    'userCount=abc&agentType=x&numberOfAgents=-1&minutePackage=huge&brandedPWA=yes&ongoingOptimization=1',
    'userCount=0&totalAmount=0',
    'userCount=%00&agentType=__proto__&minutePackage=constructor',
  ])('falls back to the first choice for missing or invalid values: "%s" (S359, D99)', (search) => {
    expect(readChoice(new URLSearchParams(search), firstChoice, calculatorLimits)).toEqual(firstChoice)
  })

  it('stays within the limits of the page, with at least one agent', () => {
    const query = new URLSearchParams('userCount=5000&agentType=single&numberOfAgents=40')
    expect(readChoice(query, firstChoice, builderLimits)).toMatchObject({ userCount: 1000, numberOfAgents: 10 })
    const without = new URLSearchParams('agentType=single&numberOfAgents=0')
    expect(readChoice(without, firstChoice, builderLimits)).toMatchObject({ numberOfAgents: 1 })
  })
})
