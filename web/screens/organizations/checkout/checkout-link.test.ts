import { describe, expect, it } from 'vitest'
import { checkoutLink } from './checkout-link.ts'

const agents = { agentType: 'single', numberOfAgents: 2 } as const
const extras = { minutePackage: 'growth', brandedPWA: true, ongoingOptimization: false } as const
const choice = { userCount: 5, ...agents, ...extras }
const contact = { organizationName: 'Acme & Co', contactEmail: 'olive@acme.test', contactName: 'Olive Owner' }
const answer = { id: 'an-id', amounts: { oneTime: 1800, monthly: 169, today: 1969 } }

function parametersOf(link: string | null): Record<string, string> {
  const url = new URL(link ?? '', 'https://luna.test')
  expect(url.pathname).toBe('/organization-checkout')
  return Object.fromEntries(url.searchParams)
}

describe('the link to the checkout', () => {
  it('has all twelve parameters, with the amount from the server (S361, S551)', () => {
    const chosen = Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, String(value)]))
    const description = '5 users, Growth minutes, 2 agents'
    const parameters = { registrationId: 'an-id', amount: '1969', description, ...chosen, ...contact }
    expect(Object.keys(parameters)).toHaveLength(12)
    expect(parametersOf(checkoutLink(answer, choice, contact))).toEqual(parameters)
  })

  it('leaves out what is empty (S357)', () => {
    const link = checkoutLink(answer, choice, { ...contact, contactName: '' })
    expect(Object.keys(parametersOf(link))).not.toContain('contactName')
    expect(link).not.toMatch(/=(&|$)/)
  })

  it('also describes one user without agents', () => {
    const small = { ...choice, userCount: 1, agentType: 'none', numberOfAgents: 0 } as const
    expect(parametersOf(checkoutLink(answer, small, contact)).description).toBe('1 user, Growth minutes')
  })

  const free = { ...answer, amounts: { ...answer.amounts, today: 0 } }
  it.each([{}, { ...answer, id: '' }, { id: 'an-id' }, free])(
    'cannot be built without an id or an amount (S615): %j',
    (bad) => {
      expect(checkoutLink(bad, choice, contact)).toBeNull()
    },
  )
})
