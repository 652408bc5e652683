/** Words as they are compared: without accents, plural endings and small slips. */

/** Words that say nothing about a subject. */
const smallWords = new Set(
  `a about after again all am an and any are as at be been before being but by can could did do does doing for from had
  has have having he her here hers him his how i if in into is it its itself just like may me more most must my no nor
  not now of off on once only or other our ours out over own please really same shall she should so some such tell than
  that the their theirs them then there these they this those through to too under until up us very want was we were
  what when where which while who whom whose why will with would you your yours explain know say says said mean means
  get got give much many long often soon`.split(/\s+/),
)

/** Returns the words of a text in lower case, without accents and plural endings. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

/** Returns the words of a text that say something about its subject. */
export function meaningfulWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => plainWord(word) ?? [])
}

/** Returns one word as it is compared; null for one that says nothing about a subject. */
export function plainWord(word: string): string | null {
  const folded = fold(word)
  return smallWords.has(folded) ? null : singular(folded)
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{L})['’](?:ll|ve|re|m|d)\b/giu, '')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/**
 * Returns whether two words are the same. Words from five letters on may differ by an ending (paint, painting) or a
 * typo: one letter, two from nine letters on.
 */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length < 5) return false
  if (longer.startsWith(shorter) && longer.length - shorter.length <= 3) return true
  return editDistance(a, b) <= (shorter.length < 9 ? 1 : 2)
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of Array.from(a).entries()) {
    const current = [row + 1]
    for (const [column, other] of Array.from(b).entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
