import * as z from 'zod/mini'
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

export const limitLabel = 'Minutes per month'

/** What a limit does. */
export const limitEffect = "We email them at 80% and at 100%. At 100%, they can't talk until next month."

const wrong = 'Please enter a whole number up to 100,000, or leave it empty'

/** Matches `changeMember`; an empty field means no limit. */
export const limitSchema = z.object({
  monthlyLimitMinutes: z.pipe(
    z.string().check(z.trim(), z.regex(/^(|[0-9]{1,5}|100000)$/, { error: wrong })),
    z.transform((text) => (text === '' ? null : Number(text))),
  ),
})
