/** The text of an EPUB, chapter by chapter in reading order. */
import path from 'node:path/posix'
import { DOMParser } from 'linkedom'
import { Refusal, refusals } from './refusal.ts'
import { textOfPage } from './web-page.ts'

const container = 'META-INF/container.xml'
const encryption = 'META-INF/encryption.xml'

/** Returns whether an entry holds words or says where they are. */
export function isBookPart(name: string): boolean {
  return name === 'mimetype' || name === container || name === encryption || /\.(opf|x?html?|xml)$/i.test(name)
}

/** Returns the text of the entries of a book. Throws `Refusal` for one that is protected against copying. */
export function textOfBook(entries: ReadonlyMap<string, Uint8Array>): string {
  const rootFile = attributes(entries, container, 'rootfile', 'full-path')[0]
  if (rootFile === undefined) throw new Refusal(refusals.damaged)
  const chapters = chaptersOf(entries, rootFile)
  const locked = new Set(attributes(entries, encryption, 'CipherReference', 'URI'))
  if (chapters.some((name) => locked.has(name))) throw new Refusal(refusals.copyProtected)
  return chapters.map((name) => textOfPage(read(entries, name))).join('\n\n')
}

function chaptersOf(entries: ReadonlyMap<string, Uint8Array>, rootFile: string): string[] {
  const book = parse(read(entries, rootFile))
  const files = new Map<string, string>()
  for (const item of book.querySelectorAll('item')) {
    files.set(item.getAttribute('id') ?? '', decodeURIComponent(item.getAttribute('href') ?? ''))
  }
  return [...book.querySelectorAll('itemref')].flatMap((item) => {
    const file = files.get(item.getAttribute('idref') ?? '')
    return file === undefined ? [] : [path.join(path.dirname(rootFile), file)]
  })
}

function attributes(entries: ReadonlyMap<string, Uint8Array>, name: string, tag: string, attribute: string): string[] {
  if (!entries.has(name)) return []
  const found = [...parse(read(entries, name)).querySelectorAll('*')].filter(
    (element) => element.localName.split(':').at(-1)?.toLowerCase() === tag.toLowerCase(),
  )
  return found.flatMap((element) => element.getAttribute(attribute) ?? [])
}

function read(entries: ReadonlyMap<string, Uint8Array>, name: string): string {
  const bytes = entries.get(name)
  if (!bytes) throw new Refusal(refusals.damaged)
  return new TextDecoder().decode(bytes)
}

function parse(xml: string) {
  return new DOMParser().parseFromString(xml, 'text/xml')
}
