import * as z from 'zod/mini'

const line = /^[^\p{Cc}\u2028\u2029]*$/u

/** What is said of a name that breaks its line or holds another control character. */
export const notOneLine = 'Please write it in one line, without control characters'

/** Whether a text stays in one line: names stand in subjects of mails, in files and in logs. */
export function isSingleLine(text: string): boolean {
  return line.test(text)
}

/** The same as a check, behind the trimming. */
export const singleLine = z.regex(line, { error: notOneLine })
