/** One of two texts, split into the shared beginning, its own words and the shared end. */
export interface Difference {
  start: string
  own: string
  end: string
}

/** How many characters of the shared words stay around a difference. */
const kept = 60

/** Returns how a long text differs from another, with only those shared words that stand beside the difference. */
export function differenceOf(text: string, other: string): Difference {
  const [words, others] = [wordsOf(text), wordsOf(other)]
  const most = Math.min(words.length, others.length)
  let first = 0
  while (first < most && words[first] === others[first]) first++
  let last = 0
  while (last < most - first && words.at(-1 - last) === others.at(-1 - last)) last++
  const start = words.slice(0, first).join('')
  const end = words.slice(words.length - last).join('')
  return {
    start: start.length > 2 * kept ? `… ${start.slice(-kept).replace(/^\S*\s+/, '')}` : start,
    own: words.slice(first, words.length - last).join(''),
    end: end.length > 2 * kept ? `${end.slice(0, kept).replace(/\s+\S*$/, '')} …` : end,
  }
}

/** Returns the words and the spaces between them. */
function wordsOf(text: string): string[] {
  return text.split(/(\s+)/)
}
