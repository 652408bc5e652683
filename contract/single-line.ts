import * as z from 'zod/mini'

const line = /^[^\p{Cc}\u2028\u2029]*$/u

/** The error for a name with a line break or another control character. */
export const notOneLine = 'Please use a single line without control characters'

/** Returns whether a text is a single line, because names appear in mail subjects, files and logs. */
export function isSingleLine(text: string): boolean {
  return line.test(text)
}

/** The same as a schema check, for use after trimming. */
export const singleLine = z.regex(line, { error: notOneLine })
