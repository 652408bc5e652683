import { strToU8, zipSync, type Zippable } from 'fflate'

/** Documents that are ZIP archives: Word files and books. */

const xml = '<?xml version="1.0"?>'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const types = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`
const [office, xmlns] = ['http://schemas.openxmlformats.org', 'http://schemas.openxmlformats.org/package/2006']
const relationsOf = (list: readonly (readonly [type: string, target: string])[]) =>
  `${xml}<Relationships xmlns="${xmlns}/relationships">${list.map(([type, target]) => `<Relationship Id="${type}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`
const spaces = Object.entries({
  w: `${office}/wordprocessingml/2006/main`,
  r: `${office}/officeDocument/2006/relationships`,
  wp: `${office}/drawingml/2006/wordprocessingDrawing`,
  a: `${office}/drawingml/2006/main`,
  pic: `${office}/drawingml/2006/picture`,
  c: `${office}/drawingml/2006/chart`,
  m: `${office}/officeDocument/2006/math`,
  mc: `${office}/markup-compatibility/2006`,
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  v: 'urn:schemas-microsoft-com:vml',
})

/** Returns a part of a Word file with the names of all parts of its XML. */
export function wordPart(name: string, content: string): string {
  const names = spaces.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ')
  return `${xml}<w:${name} ${names}>${content}</w:${name}>`
}

/** Returns a Word file with this body; `parts` are files by their kinds, such as `styles`. */
export function makeWordOf(body: string, parts: Record<string, string> = {}, main = 'document'): Buffer {
  const named = Object.entries(parts).map(([kind, text]) => [`word/${kind}.xml`, strToU8(text)] as const)
  const related = Object.keys(parts).map((kind) => [kind, `${kind}.xml`] as const)
  return makeArchive({
    '[Content_Types].xml': strToU8(types.replace('/document.xml', `/${main}.xml`)),
    '_rels/.rels': strToU8(relationsOf([['officeDocument', `word/${main}.xml`]])),
    [`word/${main}.xml`]: strToU8(wordPart('document', `<w:body>${body}</w:body>`)),
    [`word/_rels/${main}.xml.rels`]: strToU8(relationsOf(related)),
    ...Object.fromEntries(named),
  })
}

/** Returns a Word file with these paragraphs, and `extra` entries. */
export function makeWord(paragraphs: readonly string[], extra: Zippable = {}): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return makeArchive({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relationsOf([['officeDocument', 'word/document.xml']])),
    'word/document.xml': strToU8(wordPart('document', `<w:body>${body}</w:body>`)),
    ...extra,
  })
}

/** Returns a book whose chapters are HTML; a locked one says that its chapters are encrypted. */
export function makeBook(chapters: readonly string[], isLocked = false): Buffer {
  const names = chapters.map((_, place) => `chapter-${place}.xhtml`)
  const items = names.map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`).join('')
  const spine = names.map((name) => `<itemref idref="${name}"/>`).join('')
  const locks = names.map((name) => `<CipherReference URI="OEBPS/${name}"/>`).join('')
  return makeArchive({
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      `${xml}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    ),
    'OEBPS/book.opf': strToU8(`${xml}<package><manifest>${items}</manifest><spine>${spine}</spine></package>`),
    ...Object.fromEntries(names.map((name, place) => [`OEBPS/${name}`, strToU8(chapters[place] ?? '')])),
    ...(isLocked ? { 'META-INF/encryption.xml': strToU8(`${xml}<encryption>${locks}</encryption>`) } : {}),
  })
}

export function makeArchive(entries: Zippable): Buffer {
  return Buffer.from(zipSync(entries))
}
