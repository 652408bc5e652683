import { countDays } from '#contract/organizations/usage.ts'
import { dateIn, dayMs, lastDates } from '../../conversations/talk-time.ts'

/** Periods of an organization's figures: recent days, or calendar days from the first to the last. */

export interface Period {
  /** Days up to today. */
  days?: string | undefined
  /** Calendar days as YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  /** The time zone in which days begin. */
  timeZone: string
}

/** Returns the calendar days of a period, oldest first; null for all time. */
export function datesOf({ days, from, to, timeZone }: Period, at: Date): string[] | null {
  if (days !== undefined) return lastDates(dateIn(timeZone)(at), Number(days))
  return from !== undefined && to !== undefined ? lastDates(to, countDays(from, to)) : null
}

/** Returns moments that enclose calendar days wherever on earth they begin and end. */
export function enclose(first: string, last: string): { since: Date; until: Date } {
  return { since: new Date(Date.parse(first) - dayMs), until: new Date(Date.parse(last) + 2 * dayMs) }
}
