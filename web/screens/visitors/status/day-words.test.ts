import { expect, it } from 'vitest'
import { summaryOf, wordsOf } from './day-words.ts'

const minuteMs = 60_000
const day = (observedMinutes: number, downMinutes: number) => ({
  date: '2026-05-04',
  observedMs: observedMinutes * minuteMs,
  downMs: downMinutes * minuteMs,
})

it('a day reads as up, down or without data, and the days are summed up', () => {
  const days = [day(0, 0), day(1440, 0), day(1440, 0.1), day(1440, 12), day(1440, 60), day(1440, 65)]
  const words = ['No data', 'Up', 'Down for 1 min', 'Down for 12 min', 'Down for 1 h', 'Down for 1 h 5 min']
  expect(days.map(wordsOf)).toEqual(words)
  expect(summaryOf([day(0, 0), day(1440, 0), day(1440, 3), day(9, 0)])).toBe(
    'The last 4 days: 2 days up, 1 with an outage, 1 without data.',
  )
})
