import { isCalendarDay } from '#contract/calendar-day.ts'
import { formatDay, formatMonth } from '#contract/dates.ts'
import { countDays, longestPeriod, type UsagePeriod, usagePeriods } from '#contract/organizations/usage.ts'

/** The period of an organization's figures, as the address names it: `period`, and for own days `from` and `to`. */
export interface ShownPeriod {
  /** A number of days, a month such as `2026-11`, `own`, or `all`. */
  value: string
  /** The period as calls take it; null for own days that are no period. */
  query: { days?: UsagePeriod; from?: string; to?: string } | null
  /** Within a sentence: `over the last 30 days`, `in November 2026`. */
  text: string
  /** What is wrong with own days. */
  problem: string | null
}

/** Days of one's own choice, and all time. */
export const own = 'own'
export const allTime = 'all'
const fallback: UsagePeriod = '30'
const shownMonths = 12

/** Returns the periods to choose from: recent days, the latest months, and own days. */
export function periodOptions(today: Date, hasAllTime: boolean): { value: string; label: string }[] {
  return [
    ...(hasAllTime ? [{ value: allTime, label: 'All time' }] : []),
    ...usagePeriods.map((value) => ({ value, label: `Last ${value} days` })),
    ...Array.from({ length: shownMonths }, (_, back) => {
      const month = new Date(Date.UTC(today.getFullYear(), today.getMonth() - back))
      const value = dateOf(month).slice(0, 7)
      return { value, label: formatMonth(value) }
    }),
    { value: own, label: 'Custom range' },
  ]
}

/** Reads the period in an address; what it does not know becomes the last 30 days. */
export function readPeriod(search: URLSearchParams, today: Date, hasAllTime: boolean): ShownPeriod {
  const value = search.get('period') ?? fallback
  const days = usagePeriods.find((period) => period === value)
  if (days) return { value, query: { days }, text: `over the last ${days} days`, problem: null }
  if (value === own) return readOwn(search.get('from') ?? '', search.get('to') ?? '', hasAllTime)
  if (value === allTime && hasAllTime) return { value, query: {}, text: 'in total', problem: null }
  return readMonth(value, today) ?? readPeriod(new URLSearchParams({ period: fallback }), today, hasAllTime)
}

/** Returns a month up to today; null when it has not begun. */
function readMonth(value: string, today: Date): ShownPeriod | null {
  const from = `${value}-01`
  if (!isCalendarDay(from)) return null
  const first = new Date(`${from}T00:00:00Z`)
  const last = dateOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)))
  const now = localDateOf(today)
  if (from > now) return null
  return { value, query: { from, to: last < now ? last : now }, text: `in ${formatMonth(value)}`, problem: null }
}

function readOwn(from: string, to: string, isUnlimited: boolean): ShownPeriod {
  const problem = findProblem(from, to, isUnlimited)
  const text = problem ? '' : from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
  return { value: own, query: problem ? null : { from, to }, text, problem }
}

function findProblem(from: string, to: string, isUnlimited: boolean): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'Please choose the first and the last day'
  if (from > to) return 'The last day must not be before the first'
  return isUnlimited || countDays(from, to) <= longestPeriod ? null : `Please choose at most ${longestPeriod} days`
}

/** Returns the calendar day in the user's time zone as YYYY-MM-DD. */
export function localDateOf(at: Date): string {
  return dateOf(new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())))
}

function dateOf(utc: Date): string {
  return utc.toISOString().slice(0, 10)
}
