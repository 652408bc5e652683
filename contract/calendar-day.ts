import * as z from 'zod/mini'

/** Returns whether a text names a day of the calendar, such as `2026-11-27`; the database cannot compute with any day. */
export function isCalendarDay(text: string): boolean {
  return /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** A calendar day as YYYY-MM-DD, between 1900 and 2199. */
export function calendarDay(error = 'Please send a day such as 2026-11-24') {
  return z.string({ error }).check(z.refine(isCalendarDay, { error }))
}
