/** The text of a Word file. */
import path from 'node:path/posix'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { declaredCharset, decodeText } from '../charset.ts'
import { type Reading, titleAmong } from '../reading.ts'
import { Refusal, refusals } from '../refusal.ts'
import { readPage } from '../html/web-page.ts'
import { stylesIn } from './styles.ts'
import { simplify } from './text.ts'
import { attributeOf, childNamed, type Entries, type Part, parseXml, partsNamed } from '../xml.ts'

/** The title of a document is a heading; styles that a file brings for the converter are not ours. */
const conversion = {
  externalFileAccess: false,
  includeEmbeddedStyleMap: false,
  styleMap: ["p[style-name='Title'] => h1:fresh"],
}
const pageNumber = /^\p{L}{0,8}\s*\d+(\s*(of|von|de|sur|di|\/)\s*\d+)?$/iu

/** Returns the text of the entries of a Word file, whose sizes were checked before. */
export async function readWord(entries: Entries): Promise<Reading> {
  try {
    return await convert(entries)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(refusals.damaged)
  }
}

async function convert(entries: Entries): Promise<Reading> {
  const main = relatedTo(entries, '', 'officeDocument')[0]?.name ?? 'word/document.xml'
  const related = (type: string): Related[] => {
    const found = relatedTo(entries, main, type)
    const usual = path.join(path.dirname(main), `${type}.xml`)
    return found.length === 0 && entries.has(usual) ? [{ id: '', name: usual }] : found
  }
  const sheet = related('styles')[0]?.name
  const styles = stylesIn(sheet === undefined ? null : parse(entries, sheet))
  const unread = { pictures: 0, diagrams: 0, formulas: 0, parts: 0 }
  const simplified = (name: string): Part => {
    const root = parse(entries, name)
    simplify(root, styles, unread)
    return root
  }
  const document = simplified(main)
  const changed = new Map(entries).set(main, encoded(document))
  for (const { name } of [...related('footnotes'), ...related('endnotes')]) changed.set(name, encoded(simplified(name)))
  const framesOf = async (kind: 'header' | 'footer'): Promise<string[]> => {
    const names = framesNamed(document, kind, related(kind))
    return Promise.all(names.map((name) => htmlOf(new Map(changed).set(main, encoded(asBody(simplified(name)))))))
  }
  const frames = [await framesOf('header'), await framesOf('footer')]
  const html = [...(frames[0] ?? []), await htmlOf(changed), ...(frames[1] ?? [])]
  const page = readPage([...new Set(html)].map((part) => `<div>${part}</div>`).join('\n'))
  if (unread.parts > 0 && page.text.trim() === '') throw new Refusal(refusals.embedded)
  const title = entries.has('docProps/core.xml') ? partsNamed(parse(entries, 'docProps/core.xml'), 'title')[0] : null
  return { text: page.text, title: titleAmong(title?.textContent, page.title), unread }
}

async function htmlOf(entries: Entries): Promise<string> {
  const archive = zipSync(Object.fromEntries(entries), { level: 0 })
  return (await mammoth.convertToHtml({ buffer: Buffer.from(archive) }, conversion)).value
}

/** Returns the headers or footers that the pages of a document show. */
function framesNamed(document: Part, kind: 'header' | 'footer', related: readonly Related[]): string[] {
  const names = partsNamed(document, `${kind}Reference`).flatMap((reference) => {
    const type = attributeOf(reference, 'type') ?? 'default'
    const isShown = type === 'default' || (type === 'first' && childNamed(reference.parentElement, 'titlePg') !== null)
    return isShown ? (related.find(({ id }) => id === attributeOf(reference, 'id'))?.name ?? []) : []
  })
  return [...new Set(names)]
}

/** Returns a header or footer as a document of its own, without the numbers of pages and without addresses. */
function asBody(frame: Part): Part {
  for (const link of partsNamed(frame, 'hyperlink')) link.replaceWith(...Array.from(link.childNodes))
  for (const code of partsNamed(frame, 'instrText')) code.remove()
  for (const paragraph of partsNamed(frame, 'p')) if (pageNumber.test(paragraph.textContent.trim())) paragraph.remove()
  const { ownerDocument } = frame
  const [body, document] = ['body', 'document'].map((name) => {
    return ownerDocument.createElement(frame.localName.replace(/[^:]*$/, name))
  })
  if (!body || !document) return frame
  for (const name of frame.getAttributeNames()) document.setAttribute(name, frame.getAttributeNode(name)?.value ?? '')
  body.append(...Array.from(frame.childNodes))
  document.append(body)
  frame.replaceWith(document)
  return document
}

interface Related {
  id: string
  name: string
}

/** Returns the parts of a file to which another one refers; '' is the file itself. */
function relatedTo(entries: Entries, from: string, type: string): Related[] {
  const folder = path.dirname(from)
  const list = path.join(folder, '_rels', `${path.basename(from)}.rels`)
  if (!entries.has(list)) return []
  return partsNamed(parse(entries, list), 'Relationship').flatMap((relation) => {
    const target = relation.getAttribute('Target') ?? ''
    const name = target.startsWith('/') ? target.slice(1) : path.join(folder, target)
    const isWanted = relation.getAttribute('Type')?.endsWith(`/${type}`) === true && entries.has(name)
    return isWanted ? { id: relation.getAttribute('Id') ?? '', name } : []
  })
}

function parse(entries: Entries, name: string): Part {
  const bytes = entries.get(name)
  if (!bytes) throw new Refusal(refusals.damaged)
  return parseXml(decodeText(bytes, declaredCharset(bytes)))
}

function encoded(root: Part): Uint8Array {
  return new TextEncoder().encode(root.ownerDocument.toString())
}
