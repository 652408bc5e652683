import { describe, expect, it } from 'vitest'
import {
  countText,
  creditText,
  formatCents,
  formatChange,
  formatCount,
  formatDollars,
  formatDuration,
  formatMinutes,
  formatPrice,
  formatRate,
  formatTenths,
  minutesText,
  plainDollars,
  spellDuration,
} from './amounts.ts'

describe('minutes (S055, S306, D160)', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [59.5, '59.50'],
    [60, '60'],
    [9.99, '9.99'],
    [12.345, '12.35'],
    [1.005, '1.01'],
    [0.004, '0'],
    [0.005, '0.01'],
    [2.2667, '2.27'],
    [999.99, '999.99'],
    [999.995, '1,000'],
    [1000, '1,000'],
    [1042.5, '1,042.50'],
    [1_234_567, '1,234,567'],
  ])('%d is %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text)
  })

  it.each([
    [0, '0 minutes', '0 credits'],
    [1, '1 minute', '1 credit'],
    [0.9999, '1 minute', '1 credit'],
    [1.01, '1.01 minutes', '1.01 credits'],
    [9.99, '9.99 minutes', '9.99 credits'],
    [1042, '1,042 minutes', '1,042 credits'],
  ])('%d with its unit is %s', (minutes, text, asCredit) => {
    expect(minutesText(minutes)).toBe(text)
    expect(creditText(minutes)).toBe(asCredit)
  })

  it('show a change with its sign', () => {
    expect([formatChange(-1000.5), formatChange(0), formatChange(60)]).toEqual(['−1,000.50', '0', '60'])
  })
})

describe('how long something lasts (S307)', () => {
  it.each([
    [-1, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [59.9, '0:59'],
    [60, '1:00'],
    [90, '1:30'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [4515, '1:15:15'],
    [36_000, '10:00:00'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })

  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [136, '2 min 16 s'],
    [3599, '59 min 59 s'],
    [3600, '1 h'],
    [4515, '1 h 15 min'],
  ])('%d seconds are spoken as %s', (seconds, text) => {
    expect(spellDuration(seconds)).toBe(text)
  })
})

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [1, '$0.01'],
    [2797, '$27.97'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_450, '$1,234.50'],
    [123_456_789, '$1,234,567.89'],
    [-2797, '−$27.97'],
  ])('%d cents are %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text)
    expect(formatDollars(cents / 100)).toBe(text)
  })

  it.each([
    [1500, '$15'],
    [297, '$2.97'],
    [150_000, '$1,500'],
    [150_050, '$1,500.50'],
  ])('%d cents in a price list are %s', (cents, text) => {
    expect(formatPrice(cents)).toBe(text)
  })

  it.each([
    [0.14, '$0.14'],
    [0.135, '$0.135'],
    [0.2, '$0.20'],
    [1, '$1.00'],
    [0.1234, '$0.1234'],
  ])('%d dollars a minute are %s', (dollars, text) => {
    expect(formatRate(dollars)).toBe(text)
  })

  it('is a plain figure in fields and spreadsheets', () => {
    expect([plainDollars(1234.5), plainDollars(0)]).toEqual(['1234.50', '0.00'])
  })
})

describe('counts', () => {
  it.each([
    [0, '0', '0 seats'],
    [1, '1', '1 seat'],
    [2, '2', '2 seats'],
    [999, '999', '999 seats'],
    [1000, '1,000', '1,000 seats'],
    [-1000, '-1,000', '-1,000 seats'],
    [1_234_567_890, '1,234,567,890', '1,234,567,890 seats'],
  ])('%d', (count, figure, text) => {
    expect(formatCount(count)).toBe(figure)
    expect(countText(count, 'seat')).toBe(text)
  })

  it('take a plural of their own', () => {
    expect([countText(1, 'person', 'people'), countText(1042, 'person', 'people')]).toEqual([
      '1 person',
      '1,042 people',
    ])
  })

  it('of tenths keep one decimal', () => {
    expect([formatTenths(5), formatTenths(4.75), formatTenths(16.7)]).toEqual(['5.0', '4.8', '16.7'])
  })
})
