import { formatDate } from '#contract/dates.ts'

interface Props {
  /** ISO 8601 in UTC; shown in the user's time zone (D160). */
  value: string
  withTime?: boolean
}

/** A date, or a date with its time. */
export function DateTime({ value, withTime = false }: Props) {
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDate(value, withTime)}
    </time>
  )
}
