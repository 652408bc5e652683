import { expect, it } from 'vitest'
import * as dates from './dates.ts'

/** A moment in the time zone of this machine. */
const moment = new Date(2026, 10, 21, 15, 4, 5)

it('a moment of the last day is written as how long ago it was', () => {
  const after = (seconds: number) => dates.formatAgo(moment, new Date(moment.getTime() + seconds * 1000))
  expect([59, 60, 119, 3599].map(after)).toEqual(['just now', '1 minute ago', '1 minute ago', '59 minutes ago'])
  expect([3600, 86_399].map(after)).toEqual(['1 hour ago', '23 hours ago'])
  expect(after(86_400)).toBe('on Nov 21, 2026, 3:04 PM')
})

it('a moment is written in the time zone of its reader, a calendar day alike in each (D160)', () => {
  expect(dates.formatDate(moment)).toBe('Nov 21, 2026')
  expect(dates.formatDate(moment.toISOString(), true)).toBe('Nov 21, 2026, 3:04 PM')
  expect(dates.formatMonthDay(moment)).toBe('November 21')
  expect(dates.formatTime(moment.getTime())).toBe('3:04:05 PM')
  expect(dates.ownTimeZone()).not.toBe('')
  expect([dates.formatDay('2026-11-01'), dates.formatShortDay('2026-12-31')]).toEqual(['Nov 1, 2026', 'Dec 31'])
  expect(dates.formatMonth('2026-11')).toBe('November 2026')
  expect(dates.formatLongDay(new Date('2027-03-12T00:00:00Z'))).toBe('March 12, 2027')
})
