const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/**
 * Returns the moment an ISO 8601 duration after `fromMs`, both in milliseconds since 1970; null when the text is not
 * such a duration. Years and months follow the UTC calendar.
 */
export function addDuration(fromMs: number, duration: string): number | null {
  const parts = DURATION.exec(duration)
  if (parts === null) return null
  const [years, months, weeks, days, hours, minutes, seconds] = parts.slice(1).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const at = new Date(fromMs)
  at.setUTCMonth(at.getUTCMonth() + years * 12 + months, at.getUTCDate() + weeks * 7 + days)
  const laterMs = at.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return Number.isSafeInteger(laterMs) ? laterMs : null
}
