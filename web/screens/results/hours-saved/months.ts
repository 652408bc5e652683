import { formatMonth } from '#contract/dates.ts'

/** Calendar months such as 2026-11, as the address and the calls name them. */

const shownMonths = 12

/** Returns the month of a moment in this browser's time zone. */
export function localMonth(at: Date): string {
  return monthOf(new Date(Date.UTC(at.getFullYear(), at.getMonth())))
}

/** Returns the month of a moment in UTC, as organizations count months. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** Returns the latest months to choose from, newest first. */
export function monthOptions(latest: string): { value: string; label: string }[] {
  const newest = new Date(`${latest}-01T00:00:00Z`)
  return Array.from({ length: shownMonths }, (_, back) => {
    const value = monthOf(new Date(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - back)))
    return { value, label: formatMonth(value) }
  })
}

/** Returns the month that an address names, as far back as can be chosen; otherwise the latest. */
export function readMonth(search: URLSearchParams, latest: string): string {
  const named = search.get('month')
  return monthOptions(latest).find(({ value }) => value === named)?.value ?? latest
}
