import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutesOf, refundedCents, splitCents, sum, talkedCents } from './shares.ts'

const uplift = { type: 'credits', priceCents: 2500 } as const
const month = { type: 'subscription', priceCents: 297 } as const

describe('splitting an amount by prices', () => {
  it.each([
    [2797, [2500, 297]],
    [1000, [894, 106]],
    [297, [265, 32]],
    [1, [1, 0]],
    [2796, [2499, 297]],
  ])('of %d cents is exact to the cent', (cents, shares) => {
    expect(splitCents(cents, [uplift, month])).toEqual(shares)
  })

  it('never loses or makes a cent, and stays within one of the exact share', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 4 })
    const property = fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (priceCents, part) => {
      const total = sum(priceCents)
      const cents = Math.round(total * part)
      const parts = priceCents.map((price) => ({ type: 'credits' as const, priceCents: price }))
      const shares = splitCents(cents, parts)
      expect(sum(shares)).toBe(cents)
      for (const [i, share] of shares.entries()) {
        expect(Math.abs(share - (cents * (priceCents[i] ?? 0)) / total)).toBeLessThanOrEqual(1)
      }
    })
    fc.assert(property)
  })
})

describe('what was refunded of each part', () => {
  it('counts an amount above one price for the other', () => {
    const refunds = [
      { type: 'credits', amountCents: 2500 },
      { type: 'credits', amountCents: 265 },
      { type: 'subscription', amountCents: 32 },
    ]
    expect(refundedCents([uplift, month], refunds)).toEqual([2500, 297])
    expect(refundedCents([month, uplift], refunds)).toEqual([297, 2500])
    expect(refundedCents([uplift, month], [])).toEqual([0, 0])
  })
})

it('money and minutes of a part are converted without inventing any', () => {
  expect(minutesOf({ grantedMs: 7_200_000, priceCents: 2500 }, 2500)).toBe(7_200_000)
  expect(minutesOf({ grantedMs: 7_200_000, priceCents: 2500 }, 1)).toBe(2880)
  expect(minutesOf({ grantedMs: 1_800_000, priceCents: 297 }, 100)).toBe(606_060)
  const half = { sourceRef: 'package:pi_1', grantedMs: 7_200_000, spentMs: 3_600_000, priceCents: 2500 }
  expect(talkedCents([half])).toBe(1250)
  expect(talkedCents([{ ...half, spentMs: 2879 }])).toBe(0)
  // The whole price of a paid debt.
  expect(talkedCents([{ sourceRef: null, grantedMs: 0, spentMs: 0, priceCents: 700 }])).toBe(700)
})
