import { refusals } from '#server/agents/knowledge/reader/refusal.ts'
import { makeArchive, makeBook, makeWord } from './made-archives.ts'
import { makePdf, makeProtectedPdf, makeScannedPdf } from './made-pdf.ts'

/** Files as people upload them: those that are read, and those that are refused. */

const lines = ['Parental leave', 'Parents take fourteen weeks with full pay.']
const page = `<!doctype html><html><head><title>x</title><script>let a</script></head><body><h1>${lines[0]}</h1><p>Parents take <b>fourteen</b> weeks with full pay.</p></body></html>`
const nesting = '<div>'.repeat(200_000)

/** Returns the words of a text. Each of the readable files holds the same. */
export const wordsOf = (text: string): string[] => text.match(/[A-Za-z]+/g) ?? []
export const readableWords = wordsOf(lines.join(' '))

export const readableFiles: [name: string, file: Buffer][] = [
  ['handbook.pdf', makePdf([lines])],
  ['handbook.docx', makeWord(lines)],
  ['handbook.txt', Buffer.from(lines.join('\r\n\r\n'))],
  ['handbook.md', Buffer.from(`# ${lines.join('\n\n')}`)],
  ['handbook.html', Buffer.from(page)],
  ['handbook.epub', makeBook([page])],
  ['named wrongly.docx', makePdf([lines])],
  ['UTF-16.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines.join('\n'), 'utf16le')])],
]

export const refusedFiles: [name: string, file: Buffer, reason: string][] = [
  ['scan.pdf', makeScannedPdf(), refusals.scanned],
  ['secret.pdf', makeProtectedPdf(), refusals.protected],
  ['broken.pdf', Buffer.from('%PDF-1.4\nnothing'), refusals.damaged],
  ['program.pdf', Buffer.from('MZ\u0090\u0000\u0003'), refusals.program],
  ['nul.txt', Buffer.from('a\u0000b'), refusals.notText],
  ['empty.txt', Buffer.alloc(0), refusals.empty],
  ['blank.docx', makeWord([' ']), refusals.empty],
  ['locked.docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), refusals.oldWord],
  ['locked.epub', makeBook([page], true), refusals.copyProtected],
  ['pictures.zip', makeArchive({ 'a.png': new Uint8Array(10) }), refusals.archive],
  ['outside.docx', makeWord(lines, { '../../etc/passwd.xml': new Uint8Array(1) }), refusals.damaged],
  ['bomb.docx', makeWord(lines, { 'word/media.bin': new Uint8Array(150_000_000) }), refusals.unpacksTooLarge],
  ['deep.html', Buffer.from(nesting), refusals.tooDeep],
  ['long.txt', Buffer.from('word '.repeat(70_000)), refusals.tooLong],
  ['large.txt', Buffer.alloc(21 * 1024 * 1024, 'a'), refusals.tooLarge],
]
