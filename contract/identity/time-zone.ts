import * as z from 'zod/mini'

/** An IANA name such as Europe/Berlin. */
export const timeZone = z
  .string({ error: 'Please send a time zone' })
  .check(z.maxLength(64), z.refine(isTimeZone, { error: 'Please send a time zone such as Europe/Berlin' }))

/** The same as a hint: a name that is not known here, such as one of a newer browser, counts as none. */
export const timeZoneHint = z.pipe(
  z.string({ error: 'Please send a time zone' }),
  z.transform((name) => (isTimeZone(name) ? name : undefined)),
)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
