import { expect, it } from 'vitest'
import { formatRelativeDate } from './relative-date.tsx'

const now = new Date(2026, 10, 24, 8, 30)

it.each([
  [new Date(2026, 10, 24, 0, 1), 'Today'],
  [new Date(2026, 10, 23, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 21, 12), '3 days ago'],
  [new Date(2026, 9, 28, 12), '27 days ago'],
  [new Date(2026, 9, 27, 12), 'Oct 27, 2026'],
  [new Date(2025, 0, 2, 12), 'Jan 2, 2025'],
  // The clocks of two machines differ.
  [new Date(2026, 10, 25, 1), 'Nov 25, 2026'],
])('%s is %s, seen on November 24', (value, text) => {
  expect(formatRelativeDate(value.toISOString(), now)).toBe(text)
})
