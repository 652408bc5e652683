import type { Answer } from '#contract/call.ts'
import type { overviewSubscribers } from '#contract/admin/overview.ts'
import type { SubscriberRow } from './figures.ts'

/** Months and cohorts of subscribers. */

const shownMonths = 12

/** Returns the month so many months later, such as 2026-12 for one after 2026-11. */
export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Returns the last 12 months up to `thisMonth`, and who was kept of those who began in each of them. */
export function toSubscribers(rows: readonly SubscriberRow[], thisMonth: string): Answer<typeof overviewSubscribers> {
  const months = Array.from({ length: shownMonths }, (_, index) => shiftMonth(thisMonth, index + 1 - shownMonths))
  const sum = (what: string, has: (month: string) => boolean) =>
    rows
      .filter(({ figure, key, month }) => figure === 'subscriber' && key.endsWith(`:${what}`) && has(month))
      .reduce((total, { count }) => total + count, 0)
  return {
    months: months.map((month) => {
      const earlier = (other: string) => other < month
      const began = sum('new', earlier) + sum('returned', earlier) - sum('ended', earlier)
      const isIn = (other: string) => other === month
      const ended = sum('ended', isIn)
      return {
        month,
        began,
        new: sum('new', isIn),
        returned: sum('returned', isIn),
        ended,
        churnPercent: began === 0 ? null : Math.round((ended * 10_000) / began) / 100,
      }
    }),
    cohorts: months.map((first, index) => ({
      month: first,
      paid: months
        .slice(index)
        .map((month) =>
          rows
            .filter((row) => row.figure === 'cohort' && row.month === month && row.key.endsWith(`:${first}`))
            .reduce((total, { count }) => total + count, 0),
        ),
    })),
  }
}
