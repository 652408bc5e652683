/** How a passage is said: the sentences that answer, without headings, and what would come next. */
import { isSameWord, meaningfulWords } from '../words.ts'

const longestSpoken = 240

/** Openings of an answer that was read in a document. */
export const frames = ['Here is what I have read. ', 'My papers say this. ', 'I looked it up for you. ']

/** Returns what is said of a text in answer to a question, and the sentences that follow in the text. */
export function sayFrom(text: string, question: string): { said: string; rest: string[] } {
  const sentences = sentencesOf(text)
  const asked = meaningfulWords(question)
  const fits = sentences.map((sentence) => coverage(asked, sentence))
  const best = Math.max(0, fits.indexOf(Math.max(...fits)))
  return sayOn(sentences.slice(best))
}

/** Returns the next sentences that fit into one answer, one at least, and those after them. */
export function sayOn(sentences: readonly string[]): { said: string; rest: string[] } {
  let said = sentences[0] ?? ''
  let count = 1
  for (; count < sentences.length; count++) {
    const longer = `${said} ${sentences[count]}`
    if (longer.length > longestSpoken) break
    said = longer
  }
  return { said, rest: sentences.slice(count) }
}

/** Returns the share of words that a text holds. */
export function coverage(words: readonly string[], text: string): number {
  const held = meaningfulWords(text)
  const found = words.filter((word) => held.some((other) => isSameWord(word, other)))
  return words.length === 0 ? 0 : found.length / words.length
}

/** Returns the sentences of a text. Headings and list marks are not said. */
function sentencesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*•#>]+|\d+[.)])\s+/, '').trim())
  const prose = lines.map((line) => (isHeading(line) ? '\n' : line)).join(' ')
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  const parts = prose
    .split('\n')
    .flatMap((part) => Array.from(segmenter.segment(part), ({ segment }) => segment.trim()))
  const sentences = parts.filter((part) => /[\p{L}\p{N}]/u.test(part))
  return sentences.length > 0 ? sentences : [text.trim()]
}

/** Returns the headings of a text, in their order. */
export function headingsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[#>]+\s*/, '').trim())
    .filter((line) => isHeading(line) && /\p{L}/u.test(line))
}

/** Returns whether a line names what follows instead of saying something. */
function isHeading(line: string): boolean {
  return line.length > 0 && line.length <= 80 && !/[.!?:;,]$/.test(line) && line.split(/\s+/).length <= 8
}
