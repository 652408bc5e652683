/** The text of a file, and words for the parts of it that could not be read (D199). */

export interface Reading {
  text: string
  /** As the document names itself; null when it does not. */
  title: string | null
  unread: Unread
}

/** How many parts of a document have no text that could be read. */
export interface Unread {
  pages?: { pictures: number; all: number }
  pictures?: number
  diagrams?: number
  formulas?: number
  /** Documents within the document, and chapters that a book lacks. */
  parts?: number
  characters?: number
  /** Whether nothing names the charset of the text and others would give words, too. */
  isGuess?: boolean
}

/** The longest title of a document, in characters. */
const longestTitle = 120
/** Names that programs give by themselves. */
const idleTitle =
  /^(untitled( \w+)?|unbenannt|document|dokument|presentation|page|index|home|title|new document|word document)[\s\d()._-]*$|^microsoft (word|powerpoint|excel)\b|\.(docx?|dotx?|rtf|pdf|html?|pptx?|xlsx?|odt|indd|pages|tmp)$|^https?:/i

/** Returns the first of these that names a document, shortened if it must be; null when none does. */
export function titleAmong(...titles: readonly (string | null | undefined)[]): string | null {
  for (const title of titles) {
    const plain = (title ?? '').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
    if (!/\p{L}.*[\p{L}\p{N}]/u.test(plain) || idleTitle.test(plain)) continue
    return plain.length > longestTitle ? `${plain.slice(0, longestTitle - 1).trimEnd()}…` : plain
  }
  return null
}

/** Returns in words what of a document was not read; null when nothing is missing. */
export function unreadText(unread: Unread): string | null {
  const { characters = 0, diagrams = 0, formulas = 0, isGuess, pages, parts = 0, pictures = 0 } = unread
  const counted: [number, string, string][] = [
    [pictures, 'picture was not read.', 'pictures were not read.'],
    [diagrams, 'chart or diagram was not read.', 'charts or diagrams were not read.'],
    [formulas, 'formula was not read.', 'formulas were not read.'],
    [parts, 'embedded or missing part was not read.', 'embedded or missing parts were not read.'],
    [characters, 'character could not be read.', 'characters could not be read.'],
  ]
  const sentences = counted.flatMap(([count, one, many]) => {
    if (count === 0) return []
    return `${count} ${count === 1 ? one : many}`
  })
  if (pages && pages.pictures > 0) {
    const rest = pages.pictures === 1 ? 'is a picture and was not read.' : 'are pictures and were not read.'
    sentences.unshift(`${pages.pictures} of ${pages.all} pages ${rest}`)
  }
  if (isGuess)
    sentences.push('Its characters were guessed. If they look wrong, save the file as UTF-8 and upload that.')
  return sentences.length > 0 ? sentences.join(' ') : null
}
