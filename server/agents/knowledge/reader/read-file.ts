/** From the bytes of a file to its text, whatever kind of document it is. */
import { unpack } from './archive.ts'
import { readBook } from './book.ts'
import { declaredCharset, decode, decodeText } from './charset.ts'
import { kindOf } from './kinds.ts'
import { readMarkdown } from './markdown.ts'
import { readPdf } from './pdf/pdf.ts'
import { type Reading, unreadText } from './reading.ts'
import { largestFileBytes, longestText, Refusal, refusals } from './refusal.ts'
import { readPage } from './html/web-page.ts'
import { readWord } from './word/word-file.ts'
import type { Entries } from './xml.ts'

/** A document that was read. */
export interface ReadDocument {
  text: string
  /** As the document names itself; null when it does not. */
  title: string | null
  /** Its parts that were not read, in words for people; null when nothing is missing. */
  unread: string | null
}

/** The share of unreadable characters beyond which nobody could correct the text. */
const mostUnreadable = 0.2
const shownCharacter = /[\p{L}\p{N}]/gu

/** Returns a document's text. Throws `Refusal` when it has none that could be used. */
export async function readFile(bytes: Uint8Array, filename: string): Promise<ReadDocument> {
  if (bytes.length === 0) throw new Refusal(refusals.empty)
  if (bytes.length > largestFileBytes) throw new Refusal(refusals.tooLarge)
  const { text: raw, title, unread } = await readingOf(bytes, filename)
  const text = tidy(raw)
  if (text.length > longestText) throw new Refusal(refusals.tooLong)
  const shown = text.match(shownCharacter)?.length ?? 0
  const characters = text.split('\ufffd').length - 1
  if (characters > (characters + shown) * mostUnreadable) throw new Refusal(refusals.garbled)
  if (shown === 0) throw new Refusal(unread.pictures ? refusals.pictures : refusals.empty)
  return { text, title, unread: unreadText({ ...unread, characters }) }
}

async function readingOf(bytes: Uint8Array, filename: string): Promise<Reading> {
  const kind = kindOf(bytes, filename)
  if (kind === 'pdf') return readPdf(bytes)
  if (kind === 'zip') return readArchive(bytes)
  const { isGuess, text } = decode(bytes, kind === 'html' ? declaredCharset(bytes) : null)
  const reading =
    kind === 'text' ? { text, title: null, unread: {} } : (kind === 'html' ? readPage : readMarkdown)(text)
  return { ...reading, unread: { ...reading.unread, isGuess } }
}

/** Archives that are documents of other programs, by a name in them or by the type that they declare. */
const otherDocuments: [found: RegExp, reason: string][] = [
  [/^xl\/|opendocument\.spreadsheet/, refusals.spreadsheet],
  [/^ppt\/|opendocument\.presentation/, refusals.presentation],
  [/opendocument\.text/, refusals.openText],
  [/^Index\/.*\.iwa$|^index\.apxl|^Index\.zip$/, refusals.pages],
]

async function readArchive(bytes: Uint8Array): Promise<Reading> {
  const { entries, names } = unpack(bytes)
  const mimetype = decodeEntry(entries, 'mimetype').trim()
  if (mimetype === 'application/epub+zip' || entries.has('META-INF/container.xml')) return readBook(entries)
  const other = otherDocuments.find(([found]) => found.test(mimetype) || names.some((name) => found.test(name)))
  if (other) throw new Refusal(other[1])
  if (names.some((name) => name.startsWith('word/'))) return readWord(entries)
  // A page that was saved with its pictures.
  const [page, more] = names.filter((name) => /^[^/]+\.x?html?$/i.test(name))
  if (page === undefined || more !== undefined) throw new Refusal(refusals.archive)
  const source = entries.get(page) ?? new Uint8Array()
  return readPage(decodeText(source, declaredCharset(source)))
}

function decodeEntry(entries: Entries, name: string): string {
  return new TextDecoder().decode(entries.get(name))
}

/** Bullets of fonts for symbols, which have no place in Unicode. */
const bullets = /[\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc]/g

/**
 * Returns text without invisible characters, blanks of other widths, trailing blanks and more than one empty line in a
 * row. Characters without a meaning become U+FFFD.
 */
export function tidy(text: string): string {
  const shown = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(bullets, '•')
    .replaceAll(/\p{Co}/gu, '\ufffd')
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]|[\p{Cc}\p{Cn}](?<![\n\t])/gu, '')
  // One pass over each line: a pattern for blanks before a line's end looks again from each of them.
  const lines = shown.split('\n').map((line) => line.trimEnd())
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
