import { useSearchParams } from 'wouter'
import { figurePeriods, longestFigurePeriod, readFigurePeriod } from '#contract/admin/figure-period.ts'
import { isCalendarDay } from '#contract/calendar-day.ts'
import { formatDay, formatMonth } from '#contract/dates.ts'
import { countDays } from '#contract/organizations/usage.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { Days } from '../days.tsx'

/** The period in the address: `period` is a number of days, a month such as `2026-11`, or `own` with `from` and `to`. */
export interface ChosenPeriod {
  value: string
  /** As calls take it; null while own days are no period. */
  query: { days?: (typeof figurePeriods)[number]; month?: string; from?: string; to?: string } | null
  problem: string | null
}

const own = 'own'
const shownMonths = 12

/** Returns the periods to choose from; months are those of UTC. */
function periodOptions(today: Date): { value: string; label: string }[] {
  return [
    ...figurePeriods.map((value) => ({ value, label: `Last ${value} days` })),
    ...Array.from({ length: shownMonths }, (_, back) => {
      const value = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7)
      return { value, label: formatMonth(value) }
    }),
    { value: own, label: 'Custom range' },
  ]
}

/** Reads the period in an address; what it does not know becomes the last 30 days. */
export function readChosen(search: URLSearchParams): ChosenPeriod {
  const value = search.get('period') ?? '30'
  const days = figurePeriods.find((period) => period === value)
  if (days) return { value, query: { days }, problem: null }
  if (isCalendarDay(`${value}-01`)) return { value, query: { month: value }, problem: null }
  if (value !== own) return readChosen(new URLSearchParams())
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const problem = findProblem(from, to)
  return { value, query: problem ? null : { from, to }, problem }
}

function findProblem(from: string, to: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'Please choose the first and the last day'
  if (from > to) return 'The last day must not be before the first'
  return countDays(from, to) <= longestFigurePeriod ? null : `Please choose at most ${longestFigurePeriod} days`
}

/** Returns the days of the last 30 days, to begin an own range with. */
function recentDays(today: Date): { from: string; to: string } {
  const { from, to } = readFigurePeriod({}, today)
  return { from, to }
}

/** Returns `Nov 1, 2026 to Nov 30, 2026 (UTC)`. */
export function daysText({ from, to }: { from: string; to: string }): string {
  return `${formatDay(from)} to ${formatDay(to)} (UTC)`
}

/** Chooses recent days, a month, or own days; the address holds the choice. */
export function PeriodPicker({ chosen, today }: { chosen: ChosenPeriod; today: Date }) {
  const [, setSearch] = useSearchParams()
  const set = (values: Record<string, string>) =>
    setSearch((old) =>
      Object.entries({ ...values, page: '' }).reduce((rest, [name, value]) => withValue(rest, name, value), old),
    )
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-52">
        <Select
          name="period"
          label="Period"
          hideLabel
          options={periodOptions(today)}
          value={chosen.value}
          onChange={(value) =>
            set({ period: value === '30' ? '' : value, ...(value === own ? recentDays(today) : { from: '', to: '' }) })
          }
        />
      </div>
      {chosen.value === own && <Days max={today.toISOString().slice(0, 10)} problem={chosen.problem} />}
    </div>
  )
}
