import * as z from 'zod/mini'

const line = /^[^\p{Cc}\u2028\u2029]*$/u

/** What is said of a name that breaks its line or holds another control character. */
export const notOneLine = 'Please write it in one line, without control characters'

/** Returns whether a text is a single line: names appear in mail subjects, files and logs. */
export function isSingleLine(text: string): boolean {
  return line.test(text)
}

/** The same as a check, to be used after trimming. */
export const singleLine = z.regex(line, { error: notOneLine })
