import { expect, it } from 'vitest'
import { summaryOf, wordsOf } from './day-words.ts'

const minuteMs = 60_000
const day = (observedMinutes: number, downMinutes: number) => ({
  date: '2026-05-04',
  observedMs: observedMinutes * minuteMs,
  downMs: downMinutes * minuteMs,
})

it.each([
  [day(0, 0), 'No data'],
  [day(1440, 0), 'Up'],
  [day(1440, 0.1), 'Down for 1 min'],
  [day(1440, 12), 'Down for 12 min'],
  [day(1440, 60), 'Down for 1 h'],
  [day(1440, 65), 'Down for 1 h 5 min'],
])('%o reads %s', (given, words) => {
  expect(wordsOf(given)).toBe(words)
})

it('sums up the days', () => {
  expect(summaryOf([day(0, 0), day(1440, 0), day(1440, 3), day(9, 0)])).toBe(
    'The last 4 days: 2 days up, 1 with an outage, 1 without data.',
  )
})
