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

/** Returns `Nov 21, 2026`, or `Nov 21, 2026, 3:04 PM`. */
export function formatDate(value: string, withTime = false): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    ...(withTime && { timeStyle: 'short' }),
  }).format(new Date(value))
}
