import * as z from 'zod/mini'
import { formatCount } from './amounts.ts'
import { normalizeText } from './identity/typed-text.ts'
import { singleLine } from './single-line.ts'

/** Returns a schema for required text: trimmed, 1 to `maxLength` characters; `what` names it in the error message. */
export function requiredText(what: string, maxLength: number) {
  const missing = `${what} is required`
  const tooLong = `Please use at most ${formatCount(maxLength)} characters`
  return z
    .string({ error: missing })
    .check(z.overwrite(normalizeText), z.minLength(1, { error: missing }), z.maxLength(maxLength, { error: tooLong }))
}

/** Returns a schema for a required name: a single line. */
export function requiredLine(what: string, maxLength: number) {
  return requiredText(what, maxLength).check(singleLine)
}

/** Returns a schema for text that may be empty: trimmed, at most `maxLength` characters. */
export function limitedText(maxLength: number) {
  return z
    .string()
    .check(
      z.overwrite(normalizeText),
      z.maxLength(maxLength, { error: `Please use at most ${formatCount(maxLength)} characters` }),
    )
}

/** Returns the same schema for a name that may be empty. */
export function limitedLine(maxLength: number) {
  return limitedText(maxLength).check(singleLine)
}
