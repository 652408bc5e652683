import * as z from 'zod/mini'
import type { Schema } from '../call.ts'
import { calendarDay, isCalendarDay } from '../calendar-day.ts'
import { countDays } from '../organizations/usage.ts'

/** The period of the owner's figures: whole days in UTC. */

/** The recent periods, in days up to today. */
export const figurePeriods = ['7', '30', '90'] as const
export type FigurePeriod = (typeof figurePeriods)[number]

/** The longest period of one's own, in days. */
export const longestFigurePeriod = 400

const fields = {
  days: z.optional(z.enum(figurePeriods, { error: 'Please choose 7, 30 or 90 days' })),
  month: z.optional(
    z.string().check(z.refine((text) => isCalendarDay(`${text}-01`), { error: 'Please send a month such as 2026-11' })),
  ),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
}

type Chosen = { [Name in keyof typeof fields]?: string | undefined }

const isOne = z.refine<Chosen>(
  ({ days, month, from }) => [days, month, from].filter((part) => part !== undefined).length <= 1,
  { error: 'Please choose recent days, a month, or a first and a last day', path: ['days'] },
)
const isWhole = z.refine<Chosen>(({ from, to }) => (from === undefined) === (to === undefined), {
  error: 'Please send both the first and the last day',
  path: ['to'],
})
const isForward = z.refine<Chosen>(({ from = '', to = '' }) => from <= to, {
  error: 'The period must not end before it begins',
  path: ['to'],
})
const isShort = z.refine<Chosen>(({ from = '', to = '' }) => countDays(from, to) <= longestFigurePeriod, {
  error: 'Please choose at most 400 days',
  path: ['from'],
})

/** Returns the query of a call about a period, with more fields; without a period it is the last 30 days. */
export function figureQuery<Fields extends Record<string, Schema>>(more: Fields) {
  // The checks read the period, whatever else a query has.
  return z.object({ ...fields, ...more }).check(...([isOne, isWhole, isForward, isShort] as never[]))
}

/** A period as answers name it, from the first day to the last, both included. */
export const figureDays = z.object({ from: z.string(), to: z.string(), days: z.number() })
export type FigureDays = z.output<typeof figureDays>

const dayMs = 24 * 60 * 60_000

/** Returns the day so many days later; earlier with a negative number. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the period that a query means at a moment; it ends today at the latest, unless it begins later. */
export function readFigurePeriod({ days, month, from, to }: Chosen, at: Date): FigureDays {
  const today = at.toISOString().slice(0, 10)
  if (from !== undefined && to !== undefined) return periodOf(from, to < today || from > today ? to : today)
  if (month !== undefined) {
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)
    return readFigurePeriod({ from: `${month}-01`, to: shiftDay(next, -1) }, at)
  }
  return periodOf(shiftDay(today, 1 - Number(days ?? '30')), today)
}

/** Returns the period of the same length before it. */
export function formerPeriod({ from, days }: FigureDays): FigureDays {
  return periodOf(shiftDay(from, -days), shiftDay(from, -1))
}

function periodOf(from: string, to: string): FigureDays {
  return { from, to, days: countDays(from, to) }
}
