import { strToU8, zipSync, type Zippable } from 'fflate'

/** Documents that are ZIP archives: Word files and books. */

const xml = '<?xml version="1.0"?>'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const types = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`
const relations = `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/** Returns a Word file with these paragraphs, and `extra` entries. */
export function makeWord(paragraphs: readonly string[], extra: Zippable = {}): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const document = `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  return makeArchive({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relations),
    'word/document.xml': strToU8(document),
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
