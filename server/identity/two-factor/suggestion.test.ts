import { expect, it } from 'vitest'
import { isTwoFactorSuggested } from '../me.routes.ts'

const at = new Date('2026-11-22T08:00:00Z')
const daysAgo = (days: number) => new Date(at.getTime() - days * 24 * 60 * 60_000)
const admin = { role: 'admin', hasTwoFactor: false, twoFactorDeclinedAt: null } as const

it('suggests two-factor to admins without it, and again 30 days after they declined (D27)', () => {
  const suggested = (person: Partial<Parameters<typeof isTwoFactorSuggested>[0]>, role?: 'admin' | 'member') =>
    isTwoFactorSuggested({ ...admin, ...person }, role ? { role } : null, at)
  expect([suggested({}), suggested({ hasTwoFactor: true })]).toEqual([true, false])
  expect([suggested({ role: 'user' }), suggested({ role: 'user' }, 'member')]).toEqual([false, false])
  expect(suggested({ role: 'organization_admin' }, 'admin')).toBe(true)
  const after = (days: number) => suggested({ twoFactorDeclinedAt: daysAgo(days) })
  expect([0, 29.9, 30, 400].map(after)).toEqual([false, false, true, true])
})
