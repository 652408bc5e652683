import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'

interface Props {
  /** ISO 8601 in UTC; shown in the user's time zone (D160). */
  value: string
}

/** A recent date as people say it, such as `Yesterday`; the date and time themselves appear under the pointer. */
export function RelativeDate({ value }: Props) {
  const [now] = useState(() => new Date())
  return (
    <time dateTime={value} title={formatDate(value, true)} className="whitespace-nowrap">
      {formatRelativeDate(value, now)}
    </time>
  )
}

const dayMs = 24 * 60 * 60_000
/** From this many days on, a date says more than a count. */
const mostDays = 28

/** Returns `Today`, `Yesterday` or `12 days ago`, by the calendar of the user's time zone; older days as a date. */
export function formatRelativeDate(value: string, now: Date): string {
  const count = Math.round((dayStart(now) - dayStart(new Date(value))) / dayMs)
  if (count < 0 || count >= mostDays) return formatDate(value)
  if (count < 2) return count === 0 ? 'Today' : 'Yesterday'
  return `${count} days ago`
}

function dayStart(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
}
