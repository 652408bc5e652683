import { expect, it } from 'vitest'
import { monthOptions, readMonth } from './months.ts'

it('offers twelve months, newest first, over the turn of the year', () => {
  const options = monthOptions('2026-02')
  expect(options).toHaveLength(12)
  expect(options.slice(0, 3)).toEqual([
    { value: '2026-02', label: 'February 2026' },
    { value: '2026-01', label: 'January 2026' },
    { value: '2025-12', label: 'December 2025' },
  ])
  expect(options.at(-1)?.value).toBe('2025-03')
})

it.each([
  ['month=2025-12', '2025-12'],
  ['month=2026-03', '2026-02'],
  ['month=2019-01', '2026-02'],
  ['month=November', '2026-02'],
  ['', '2026-02'],
])('reads "%s" as %s', (address, month) => {
  expect(readMonth(new URLSearchParams(address), '2026-02')).toBe(month)
})
