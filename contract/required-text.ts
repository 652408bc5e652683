import * as z from 'zod/mini'

/** Text that must say something: trimmed, 1 to `maxLength` characters; `what` begins the message when it is missing. */
export function requiredText(what: string, maxLength: number) {
  const missing = `${what} is required`
  const tooLong = `Please use at most ${maxLength.toLocaleString('en-US')} characters`
  return z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(maxLength, { error: tooLong }))
}
