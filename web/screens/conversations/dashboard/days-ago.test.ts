import { describe, expect, it } from 'vitest'
import { daysAgo } from './days-ago.ts'

/** A moment of a day in November 2026, in the time zone of this machine. */
const at = (day: number, hours: number) => new Date(2026, 10, day, hours)

describe('how long ago a conversation was', () => {
  it.each([
    [at(24, 9), 'Today'],
    [at(24, 0), 'Today'],
    [at(23, 23), 'Yesterday'],
    [at(23, 1), 'Yesterday'],
    [at(22, 23), '2 days ago'],
    [at(18, 12), '6 days ago'],
    [at(17, 12), 'Nov 17, 2026'],
  ])('%s', (then, words) => {
    expect(daysAgo(then.toISOString(), at(24, 10))).toBe(words)
  })
})
