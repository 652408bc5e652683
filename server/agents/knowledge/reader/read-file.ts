/** From the bytes of a file to its text, whatever kind of document it is. */
import { readBook } from './book.ts'
import { declaredCharset, decode, decodeText } from './charset.ts'
import { readPdf } from './pdf/pdf.ts'
import { type Reading, unreadText, titleAmong } from './reading.ts'
import { largestFileBytes, longestText, Refusal, refusals } from './refusal.ts'
import { readPage } from './html/web-page.ts'
import { readWord } from './word/word-file.ts'
import type { Entries } from './xml.ts'
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'

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

/** What a file is by its first bytes; its name decides only between kinds of text. */

export type FileKind = 'pdf' | 'zip' | 'html' | 'markdown' | 'text'

const lookedAt = 1024

/** Kinds of files that are refused, by their first bytes as Latin-1. */
const beginnings: [reason: string, starts: string[]][] = [
  [refusals.empty, ['PK\u0005\u0006']],
  [refusals.program, ['MZ', '\u007fELF']],
  [refusals.picture, ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'II*\u0000', 'MM\u0000*']],
  [refusals.archive, ['\u001f\u008b', '7z\u00bc\u00af', 'Rar!']],
  [refusals.printout, ['%!PS']],
]
const patterns: [reason: string, pattern: RegExp][] = [
  [refusals.richText, /^\s*\{\\rtf/],
  [refusals.picture, /^(RIFF....WEBP|....ftyp(heic|mif1|avif))/s],
  [refusals.picture, /^\s*(<\?xml[^>]*>\s*)?<svg\b/i],
  [refusals.mail, /^(return-path|received|delivered-to):/i],
  [refusals.mail, /^(?:[\w-]{1,40}:[^\n]*\n(?:[ \t][^\n]*\n)*){0,30}MIME-Version:/i],
  [refusals.wordXml, /<\?mso-application progid="Word\.Document"|<(pkg:package|w:wordDocument)\b/],
  [refusals.openText, /<office:document\b/],
]

/** Returns what a file is. Throws `Refusal` for what is no document. */
export function kindOf(bytes: Uint8Array, filename: string): FileKind {
  const start = Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1')
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK\u0003\u0004')) return 'zip'
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) throw new Refusal(reasonOfOldFile(bytes))
  const plain = start.replace(/^\u00ef\u00bb\u00bf/, '')
  const reason =
    beginnings.find(([, starts]) => starts.some((beginning) => plain.startsWith(beginning)))?.[0] ??
    patterns.find(([, pattern]) => pattern.test(plain))?.[0]
  if (reason !== undefined) throw new Refusal(reason)
  if (
    /\.html?$|\.xhtml$/i.test(filename) ||
    /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*>\s*)*<(!doctype html|html)\b/i.test(plain)
  )
    return 'html'
  return /\.(md|markdown)$/i.test(filename) ? 'markdown' : 'text'
}

/** Returns what to do with a file of the older office programs, whose parts have names in UTF-16. */
function reasonOfOldFile(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const holds = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'))
  if (holds('PowerPoint Document')) return refusals.presentation
  if (holds('Workbook') && !holds('WordDocument')) return refusals.spreadsheet
  return holds('__substg1.0_') ? refusals.mail : refusals.oldWord
}

/** The entries of a ZIP file, unpacked under limits: what it declares about itself is not believed. */

const mostEntries = 2000
const mostBytes = 100 * 1024 * 1024
const highestRatio = 200
/** Small files are packed well: the ratio counts from here. */
const ratioFromBytes = 1024 * 1024
const pieceBytes = 16 * 1024

/** Entries that hold words or say where they are. */
const wanted = /^mimetype$|\.(xml|rels|opf|x?html?|css)$/i

/**
 * Returns the entries that may hold words, and the names of all. Everything else is counted, not kept. Throws `Refusal`
 * for a bomb, a name that leads out of the archive, and a damaged file.
 */
export function unpack(bytes: Uint8Array): { names: string[]; entries: Entries } {
  const kept = new Map<string, Uint8Array[]>()
  const names: string[] = []
  let unpacked = 0
  // Errors that are thrown within a callback reach the callback again.
  let fault: Refusal | null = null
  const unzip = new Unzip((file) => {
    names.push(file.name)
    if (names.length > mostEntries || file.name.split(/[/\\]/).includes('..')) fault ??= new Refusal(refusals.damaged)
    const pieces: Uint8Array[] = []
    if (wanted.test(file.name)) kept.set(file.name, pieces)
    file.ondata = (error, piece) => {
      if (error) fault ??= new Refusal(refusals.damaged)
      unpacked += piece?.length ?? 0
      if (unpacked > mostBytes || isBomb(unpacked, bytes.length)) fault ??= new Refusal(refusals.unpacksTooLarge)
      if (fault) return
      if (kept.get(file.name) === pieces) pieces.push(piece)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < bytes.length && !fault; at += pieceBytes) {
    unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
  }
  if (fault) throw fault
  if (names.length === 0) throw new Refusal(refusals.damaged)
  return { names, entries: new Map([...kept].map(([name, pieces]) => [name, new Uint8Array(Buffer.concat(pieces))])) }
}

function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > ratioFromBytes && unpacked / packed > highestRatio
}

/** The text of Markdown without what its readers do not see: notes at its head, comments, struck-out words, addresses. */

/** Values for the program that shows the page. */
const head = /^---\r?\n[\w-]+:[^\n]*\n(?:(?:[\w-]+:|[ \t#-])[^\n]*\n)*?---[ \t]*\r?\n/
const picture = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g
const struckOut = /~~(?=\S)[^~\n]{1,2000}~~/g

export function readMarkdown(whole: string): Reading {
  const notes = head.exec(whole)?.[0] ?? ''
  const source = whole.slice(notes.length)
  let pictures = 0
  // Every second part is code, which keeps its characters.
  const parts = `\n${source}`.split(/\n(?=```|~~~)/)
  const text = parts.map((part, at) => (at % 2 === 1 ? part : withoutUnseen(part))).join('\n')
  const heading = /^\s{0,3}#\s+([^\n]{1,300}?)\s*#*$/m.exec(source)?.[1]
  return {
    text,
    title: titleAmong(/^title:\s*["']?([^\n]{1,300}?)["']?\s*$/m.exec(notes)?.[1], heading),
    unread: { pictures },
  }

  function withoutUnseen(part: string): string {
    return withoutComments(part)
      .replaceAll(struckOut, '')
      .replaceAll(picture, (_, alternative: string) => {
        if (alternative.trim() === '') pictures += 1
        return alternative
      })
  }
}

function withoutComments(text: string): string {
  return text
    .split('<!--')
    .map((part, at) => (at === 0 || !part.includes('-->') ? part : part.slice(part.indexOf('-->') + 3)))
    .join('')
}
