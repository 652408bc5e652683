/** From the bytes of a file to its text, whatever kind of document it is. */
import { unpack } from './archive.ts'
import { isBookPart, textOfBook } from './book.ts'
import { decodeText, kindOf } from './kinds.ts'
import { textOfPdf } from './pdf.ts'
import { largestFileBytes, longestText, Refusal, refusals } from './refusal.ts'
import { textOfPage } from './web-page.ts'
import { isWordPart, textOfWord } from './word-file.ts'

/** Returns a document's text. Throws `Refusal` when it has none that could be used. */
export async function readFile(bytes: Uint8Array, filename: string): Promise<string> {
  if (bytes.length === 0) throw new Refusal(refusals.empty)
  if (bytes.length > largestFileBytes) throw new Refusal(refusals.tooLarge)
  const text = tidy(await rawText(bytes, filename))
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Refusal(refusals.empty)
  if (text.length > longestText) throw new Refusal(refusals.tooLong)
  return text
}

async function rawText(bytes: Uint8Array, filename: string): Promise<string> {
  const kind = kindOf(bytes, filename)
  if (kind === 'pdf') return textOfPdf(bytes)
  if (kind === 'zip') return textOfArchive(bytes)
  const text = decodeText(bytes)
  return kind === 'html' ? textOfPage(text) : text
}

async function textOfArchive(bytes: Uint8Array): Promise<string> {
  const entries = unpack(bytes, (name) => isWordPart(name) || isBookPart(name))
  if (entries.has('word/document.xml')) return textOfWord(entries)
  const type = entries.get('mimetype')
  if (type && new TextDecoder().decode(type).trim() === 'application/epub+zip') return textOfBook(entries)
  throw new Refusal(refusals.archive)
}

/** Returns text without control characters, trailing blanks and more than one empty line in a row. */
function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Cn}\ufeff]/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
