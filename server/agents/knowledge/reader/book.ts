/** The text of an EPUB, chapter by chapter in reading order. */
import path from 'node:path/posix'
import { declaredCharset, decodeText } from './charset.ts'
import { type Reading, titleAmong } from './reading.ts'
import { Refusal, refusals } from './refusal.ts'
import { readPage } from './html/web-page.ts'
import { type Entries, type Part, parseXml, partsNamed } from './xml.ts'

const container = 'META-INF/container.xml'
const encryption = 'META-INF/encryption.xml'

/** Returns the text of the entries of a book. Throws `Refusal` for one that is protected against copying. */
export function readBook(entries: Entries): Reading {
  const rootFile = attributes(entries, container, 'rootfile', 'full-path')[0]
  const book = rootFile === undefined ? null : parse(entries, rootFile)
  if (rootFile === undefined || !book) throw new Refusal(refusals.damaged)
  const chapters = chaptersOf(book, path.dirname(rootFile))
  const locked = new Set(attributes(entries, encryption, 'CipherReference', 'URI').map(decoded))
  if (chapters.some((name) => locked.has(name))) throw new Refusal(refusals.copyProtected)
  const pages = chapters.flatMap((name) => readChapter(entries, name) ?? [])
  const sum = (of: (page: Reading) => number | undefined): number =>
    pages.reduce((total, page) => total + (of(page) ?? 0), 0)
  return {
    text: pages.map(({ text }) => text).join('\n\n'),
    title: titleAmong(...partsNamed(book, 'title').map(({ textContent }) => textContent)),
    unread: {
      pictures: sum(({ unread }) => unread.pictures),
      formulas: sum(({ unread }) => unread.formulas),
      parts: chapters.length - pages.length,
    },
  }
}

/** Returns the names of the chapters' files in the order of reading. */
function chaptersOf(book: Part, folder: string): string[] {
  const files = new Map<string, string>()
  for (const item of partsNamed(book, 'item')) {
    files.set(item.getAttribute('id') ?? '', decoded(item.getAttribute('href') ?? ''))
  }
  return partsNamed(book, 'itemref').flatMap((item) => {
    const file = files.get(item.getAttribute('idref') ?? '')
    return file === undefined ? [] : [path.join(folder, file)]
  })
}

/** Returns a chapter; null when the file lacks it. */
function readChapter(entries: Entries, name: string): Reading | null {
  const bytes = entries.get(name)
  if (!bytes) return null
  // A cover is nothing but a picture.
  if (/\.(svg|png|jpe?g|gif)$/i.test(name)) return { text: '', title: null, unread: { pictures: 1 } }
  const source = decodeText(bytes, declaredCharset(bytes))
  const sheets = Array.from(
    source.matchAll(/<link\b[^>]{0,400}?\bhref\s*=\s*["']([^"'>]{1,200}\.css)["']/gi),
    ([, href = '']) => {
      const sheet = entries.get(path.join(path.dirname(name), decoded(href)))
      return sheet ? decodeText(sheet) : ''
    },
  )
  return readPage(source, sheets.join('\n'))
}

function attributes(entries: Entries, name: string, tag: string, attribute: string): string[] {
  const file = parse(entries, name)
  return file ? partsNamed(file, tag).flatMap((part) => part.getAttribute(attribute) ?? []) : []
}

function parse(entries: Entries, name: string): Part | null {
  const bytes = entries.get(name)
  return bytes ? parseXml(decodeText(bytes, declaredCharset(bytes))) : null
}

/** Returns a name as the archive has it. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
