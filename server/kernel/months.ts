/** Calendar months in UTC, for caps, limits and reports alike. */

/** Returns the first moment of the month. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
}

/** Returns the first moment of the next month. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
}
