import { formatMinutes, minutesText } from '#contract/amounts.ts'

/** Returns `12.50 of 60 minutes this month`, or `12.50 minutes this month` without a limit (D131). */
export function monthText(talked: number, limit: number | null): string {
  return `${limit === null ? minutesText(talked) : `${formatMinutes(talked)} of ${minutesText(limit)}`} this month`
}

/** The share from which the bar warns and a mail goes out. */
const warnFrom = 0.8

export function isNearLimit(talked: number, limit: number): boolean {
  return talked >= limit * warnFrom
}
