/** Days and times as mails and screens write them. A moment is shown in the time zone of its reader (D160). */

import { countText } from './amounts.ts'

type Moment = string | number | Date

/** Returns `Nov 21, 2026`, or `Nov 21, 2026, 3:04 PM`. */
export function formatDate(at: Moment, withTime = false): string {
  return write(at, { dateStyle: 'medium', ...(withTime && { timeStyle: 'short' }) })
}

/** Returns `December 22`, for a day within the coming year. */
export function formatMonthDay(at: Moment): string {
  return write(at, { month: 'long', day: 'numeric' })
}

/** Returns how long ago something happened: `just now`, `1 minute ago`, `3 hours ago`; after a day `on` its date. */
export function formatAgo(at: Moment, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${countText(minutes, 'minute')} ago`
  if (minutes < 24 * 60) return `${countText(Math.floor(minutes / 60), 'hour')} ago`
  return `on ${formatDate(at, true)}`
}

/** Returns `3:04:05 PM`. */
export function formatTime(at: Moment): string {
  return write(at, { timeStyle: 'medium' })
}

/** Returns `March 12, 2027`, the day in UTC for answers that do not know the time zone of their reader. */
export function formatLongDay(day: Date, timeZone = 'UTC'): string {
  return write(day, { dateStyle: 'long', timeZone })
}

/** Returns `March 12, 2027 at 3:04 PM`. */
export function formatLongTime(at: Date, timeZone: string): string {
  return write(at, { dateStyle: 'long', timeStyle: 'short', timeZone })
}

/** Returns `Nov 21, 2026` for the calendar day 2026-11-21, in every time zone. */
export function formatDay(date: string): string {
  return write(date, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Returns `Nov 21` for the calendar day 2026-11-21, in every time zone. */
export function formatShortDay(date: string): string {
  return write(date, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** Returns `Fri, Nov 27` for the calendar day 2026-11-27, in every time zone. */
export function formatWeekday(date: string): string {
  return write(date, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** Returns `Friday, 2026-11-27`, the day of a moment in a time zone, for a prompt: plain for the model to count from. */
export function formatPromptDay(at: Date, timeZone: string): string {
  // Canada writes days as ISO 8601 does.
  const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  return `${write(at, { weekday: 'long', timeZone })}, ${day.format(at)}`
}

/** Returns `November 2026` for a calendar month such as 2026-11, in every time zone. */
export function formatMonth(month: string): string {
  return write(month, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Returns the calendar day of a moment where this browser is, such as 2026-11-27. */
export function ownDay(at: Date): string {
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns the time zone of this browser, such as `Europe/Berlin`. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function write(at: Moment, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', form).format(new Date(at))
}
