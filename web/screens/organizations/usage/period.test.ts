import { expect, it } from 'vitest'
import { localDateOf, periodOptions, readPeriod } from './period.ts'

const today = new Date(2026, 10, 24, 8, 30)
const read = (address: string, hasAllTime = false) => readPeriod(new URLSearchParams(address), today, hasAllTime)

it.each([
  ['', { days: '30' }, 'over the last 30 days'],
  ['period=366', { days: '366' }, 'over the last 366 days'],
  ['period=2026-10', { from: '2026-10-01', to: '2026-10-31' }, 'in October 2026'],
  ['period=2024-02', { from: '2024-02-01', to: '2024-02-29' }, 'in February 2024'],
  // The rest of this month has no figures yet.
  ['period=2026-11', { from: '2026-11-01', to: '2026-11-24' }, 'in November 2026'],
  ['period=own&from=2026-11-03&to=2026-11-09', { to: '2026-11-09' }, 'from Nov 3, 2026 to Nov 9, 2026'],
  ['period=own&from=2026-11-03&to=2026-11-03', { from: '2026-11-03', to: '2026-11-03' }, 'on Nov 3, 2026'],
  ['period=2026-12', { days: '30' }, 'over the last 30 days'],
  ['period=2026-13', { days: '30' }, 'over the last 30 days'],
  ['period=all', { days: '30' }, 'over the last 30 days'],
])('the period in an address %s', (address, query, text) => {
  expect(read(address)).toMatchObject({ query, text, problem: null })
})

it.each([
  ['', 'Please choose the first and the last day'],
  ['&from=2026-11-03', 'Please choose the first and the last day'],
  ['&from=2026-02-30&to=2026-03-01', 'Please choose the first and the last day'],
  ['&from=2026-11-03&to=2026-11-02', 'The last day must not be before the first'],
  ['&from=2025-01-01&to=2026-11-02', 'Please choose at most 366 days'],
])('the period in an address own days that are no period say why: %s', (days, problem) => {
  expect(read(`period=own${days}`)).toMatchObject({ query: null, problem })
})

it('the period of a list reaches back without an end, unlike that of figures', () => {
  expect(read('period=all', true)).toMatchObject({ value: 'all', query: {} })
  expect(read('period=own&from=2020-01-01&to=2026-11-02', true).problem).toBeNull()
})

it('periods to choose are recent days, the last twelve months, and own days', () => {
  const options = periodOptions(today, false)
  const months = '2026-11 2026-10 2026-09 2026-08 2026-07 2026-06 2026-05 2026-04 2026-03 2026-02 2026-01 2025-12'
  expect(options.map(({ value }) => value).join(' ')).toBe(`7 30 90 366 ${months} own`)
  expect(options[4]?.label).toBe('November 2026')
  expect(periodOptions(today, true)[0]).toEqual({ value: 'all', label: 'All time' })
  expect(localDateOf(today)).toBe('2026-11-24')
})
