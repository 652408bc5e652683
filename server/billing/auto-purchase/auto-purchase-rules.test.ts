import { describe, expect, it } from 'vitest'
import * as rules from './auto-purchase-rules.ts'
import { monthStart } from '../../kernel/months.ts'

const { capReached, declined, findObstacle } = rules
const at = new Date('2026-12-31T23:59:59.999Z')
const running: rules.AutoPurchase = { ...rules.untouched('one'), enabled: true, armed: false }
const card = { paymentMethodId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030, fingerprint: 'a' }
const soft: rules.Decline = { card: 'a', isHard: false, needsConfirmation: false }
const hard: rules.Decline = { ...soft, isHard: true }

describe('declines (D47)', () => {
  it('keep a refused card refused, even when the third decline switched purchases off', () => {
    const { next, notice } = declined({ ...running, failures: 2 }, hard, at)
    expect([notice, next.enabled]).toEqual(['off', false])
    const again = rules.withSettings(next, { enabled: true }, at)
    expect(again).toMatchObject({ enabled: true, failures: 0, armed: true })
    expect(findObstacle(again, facts({}))).toBe('card_blocked')
    expect(findObstacle(again, facts({ card: { ...card, fingerprint: 'b' } }))).toBeNull()
  })

  it('are notified once for each low balance, and each time when the bank asks a question', () => {
    const first = declined(running, soft, at)
    const second = declined({ ...first.next, armed: false, retryAt: null }, soft, at)
    const later = declined(rules.rearmed(first.next), soft, at)
    const asked = declined(first.next, { ...soft, needsConfirmation: true }, at)
    expect([first, second, later, asked].map(({ notice }) => notice)).toEqual(['declined', null, 'declined', 'confirm'])
  })
})

describe('the monthly limit (D46)', () => {
  it('allows exactly its amount', () => {
    const state = { ...running, monthlyCapCents: 5000 }
    expect(findObstacle(state, facts({ spentCents: 2500 }))).toBeNull()
    expect(findObstacle(state, facts({ spentCents: 2501 }))).toBe('cap_reached')
  })

  it('ends with the calendar month in UTC, even in December, and is news once in it', () => {
    const { next, isNews } = capReached(running, at)
    expect(isNews).toBe(true)
    expect(next.retryAt).toEqual(new Date('2027-01-01T00:00:00Z'))
    expect(monthStart(at)).toEqual(new Date('2026-12-01T00:00:00Z'))
    expect(capReached(next, at).isNews).toBe(false)
    expect(capReached(next, new Date('2027-01-01T00:00:00Z')).isNews).toBe(true)
  })
})

function facts(changed: Partial<rules.Facts>): rules.Facts {
  const owner = { userId: 'one', email: 'one@example.com', hasAccess: true }
  return { isLow: true, isOnHold: false, card, stripeCustomerId: 'cus_1', owner, spentCents: 0, ...changed }
}
