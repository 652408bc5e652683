import { createDeflate } from 'node:zlib'

/** PDF files as a word processor would make them, and as nobody should. */

export function makePdf(pages: readonly (readonly string[])[]): Buffer {
  return assemble(pages.map((lines) => stream(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.map(showLine).join(' ')} ET`)))
}

/** Returns a PDF whose pages hold no text, like a scan. */
export function makeScannedPdf(): Buffer {
  return assemble([stream('0 0 100 100 re f')])
}

/** Returns a PDF that wants a password. */
export function makeProtectedPdf(): Buffer {
  const nothing = `<${'00'.repeat(32)}>`
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${nothing} /U ${nothing} >> /ID [<01> <01>]`
  return assemble([stream('BT ET')], encryption)
}

/** Returns a small PDF whose only page inflates to `megabytes` of text. */
export async function makePdfBomb(megabytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => deflate.once('end', resolve))
  const piece = Buffer.from('(a) Tj '.repeat(150_000))
  deflate.write('BT /F1 12 Tf ')
  for (let written = 0; written < megabytes * 1_000_000; written += piece.length) {
    if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end('ET')
  await ended
  const packed = Buffer.concat(chunks)
  return assemble([
    `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ])
}

/** Returns a PDF whose pages have these contents, with fonts (F2 …), annotations, a catalog and information of one's own. */
export function makePdfOf(
  contents: readonly string[],
  { annotations = '', catalog = '', fonts = '', trailer = '' } = {},
): Buffer {
  return assemble(contents.map(stream), trailer, { annotations, catalog, fonts })
}

function showLine(line: string): string {
  return `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Puts a file together from the contents of its pages. */
function assemble(
  contents: readonly string[],
  trailer = '',
  { annotations = '', catalog: more = '', fonts = '' } = {},
): Buffer {
  const objects = ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>']
  const tree = 2 + contents.length * 2
  const pages = contents.map((content) => {
    const page = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${objects.push(content)} 0 R`
    return objects.push(`${page} /Annots [${annotations}] /Resources << /Font << /F1 1 0 R ${fonts} >> >> >>`)
  })
  objects.push(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`)
  const catalog = objects.push(`<< /Type /Catalog /Pages ${tree} 0 R ${more} >>`)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, place) => {
    const at = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${count} /Root ${catalog} 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(file + table + end, 'latin1')
}
