import * as z from 'zod/mini'
import { formatCount } from './amounts.ts'
import { singleLine } from './single-line.ts'

/** Returns a schema for required text: trimmed, 1 to `maxLength` characters; `what` names it in the error message. */
export function requiredText(what: string, maxLength: number) {
  const missing = `${what} is required`
  const tooLong = `Please use at most ${formatCount(maxLength)} characters`
  return z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(maxLength, { error: tooLong }))
}

/** Returns the same schema limited to a single line, for names. */
export function requiredLine(what: string, maxLength: number) {
  return requiredText(what, maxLength).check(singleLine)
}
