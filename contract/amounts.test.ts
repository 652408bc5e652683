import { describe, expect, it } from 'vitest'
import * as amounts from './amounts.ts'

/** Returns what a formatter makes of some figures, in one line. */
const each = (format: (figure: number) => string, ...figures: number[]) => figures.map((one) => format(one)).join(' | ')

describe('minutes (S055, S306, D160)', () => {
  it('have two decimals where they are not whole, and marks between thousands', () => {
    const { formatMinutes } = amounts
    expect(each(formatMinutes, 0, 1, 59.5, 60, 9.99, 12.345, 1.005)).toBe('0 | 1 | 59.50 | 60 | 9.99 | 12.35 | 1.01')
    expect(each(formatMinutes, 0.004, 0.005, 2.2667, 999.99, 999.995)).toBe('0 | 0.01 | 2.27 | 999.99 | 1,000')
    expect(each(formatMinutes, 1000, 1042.5, 1_234_567)).toBe('1,000 | 1,042.50 | 1,234,567')
  })

  it('are in the singular only where one is shown', () => {
    const figures = [0, 1, 0.9999, 1.01, 1042]
    const minutes = '0 minutes | 1 minute | 1 minute | 1.01 minutes | 1,042 minutes'
    expect(each(amounts.minutesText, ...figures)).toBe(minutes)
    expect(each(amounts.creditText, ...figures)).toBe(minutes.replaceAll('minute', 'credit'))
  })

  it('show a change with its sign', () => {
    expect(each(amounts.formatChange, -1000.5, 0, 60)).toBe('−1,000.50 | 0 | 60')
  })
})

it('a duration is shown as on a clock, and spoken in its two largest units (S307)', () => {
  const { formatDuration, spellDuration } = amounts
  expect(each(formatDuration, -1, 0, 1, 59.9, 60, 90)).toBe('0:00 | 0:00 | 0:01 | 0:59 | 1:00 | 1:30')
  expect(each(formatDuration, 3599, 3600, 4515, 36_000)).toBe('59:59 | 1:00:00 | 1:15:15 | 10:00:00')
  expect(each(spellDuration, 0, 59, 60, 136)).toBe('0 s | 59 s | 1 min | 2 min 16 s')
  expect(each(spellDuration, 3599, 3600, 4515)).toBe('59 min 59 s | 1 h | 1 h 15 min')
})

describe('money', () => {
  it('is written in dollars and cents', () => {
    const cents = [0, 1, 2797, 99_999, 100_000, 123_450, 123_456_789, -2797]
    const dollars = '$0.00 | $0.01 | $27.97 | $999.99 | $1,000.00 | $1,234.50 | $1,234,567.89 | −$27.97'
    expect(each(amounts.formatCents, ...cents)).toBe(dollars)
    expect(each(amounts.formatDollars, ...cents.map((one) => one / 100))).toBe(dollars)
  })

  it('is shorter in a price list, finer as a rate, and plain in fields and spreadsheets', () => {
    expect(each(amounts.formatPrice, 1500, 297, 150_000, 150_050)).toBe('$15 | $2.97 | $1,500 | $1,500.50')
    expect(each(amounts.formatRate, 0.14, 0.135, 0.2, 1, 0.1234)).toBe('$0.14 | $0.135 | $0.20 | $1.00 | $0.1234')
    expect(each(amounts.plainDollars, 1234.5, 0)).toBe('1234.50 | 0.00')
  })
})

it('counts have thousands separators and a singular or plural word; tenths one decimal', () => {
  const { countText, formatCount, formatTenths } = amounts
  expect(each(formatCount, 0, 999, 1000, -1000, 1_234_567_890)).toBe('0 | 999 | 1,000 | -1,000 | 1,234,567,890')
  const seats = (count: number) => countText(count, 'seat')
  expect(each(seats, 0, 1, 2, 1000, -1000)).toBe('0 seats | 1 seat | 2 seats | 1,000 seats | -1,000 seats')
  expect(each((count) => countText(count, 'person', 'people'), 1, 1042)).toBe('1 person | 1,042 people')
  expect(each(formatTenths, 5, 4.75, 16.7)).toBe('5.0 | 4.8 | 16.7')
})
