import * as z from 'zod/mini'
import { formatDuration } from '#contract/amounts.ts'

/** Returns the schema of a time such as `0:41`, in seconds, of at most `most`. */
export function durationField(most: number) {
  return z.pipe(
    z.string().check(
      z.refine((text) => (readDuration(text) ?? 0) > 0, { error: 'Please enter a time such as 0:41' }),
      z.refine((text) => (readDuration(text) ?? 0) <= most, { error: `At most ${formatDuration(most)} can go back` }),
    ),
    z.transform((text) => readDuration(text) ?? 0),
  )
}

/** Returns the seconds of a time such as `0:41`, `12:00` or `1:02:03`; null for anything else. */
export function readDuration(text: string): number | null {
  if (!/^\d{1,6}(:[0-5]\d){1,2}$/.test(text.trim())) return null
  return text
    .trim()
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
