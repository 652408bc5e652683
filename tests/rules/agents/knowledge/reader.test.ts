import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeArchive, makeBook, makeWord } from '../../../kit/documents/made-archives.ts'
import { makePdf, makePdfBomb, makeProtectedPdf, makeScannedPdf } from '../../../kit/documents/made-pdf.ts'
import { jailFlags, readInJail } from '#server/agents/knowledge/reader/jail.ts'
import { refusals } from '#server/agents/knowledge/reader/refusal.ts'

const lines = ['Parental leave', 'Parents take fourteen weeks with full pay.']
const page = `<!doctype html><html><head><title>x</title><script>let a</script></head><body><h1>${lines[0]}</h1><p>Parents take <b>fourteen</b> weeks with full pay.</p></body></html>`
const words = (text: string): string[] => text.match(/[A-Za-z]+/g) ?? []

it.each<[name: string, file: Buffer]>([
  ['handbook.pdf', makePdf([lines])],
  ['handbook.docx', makeWord(lines)],
  ['handbook.txt', Buffer.from(lines.join('\r\n\r\n'))],
  ['handbook.md', Buffer.from(`# ${lines.join('\n\n')}`)],
  ['handbook.html', Buffer.from(page)],
  ['handbook.epub', makeBook([page])],
  ['named wrongly.docx', makePdf([lines])],
  ['UTF-16.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines.join('\n'), 'utf16le')])],
])('B1: reads the same words from %s', async (name, file) => {
  const read = await readInJail(file, name)
  expect('text' in read && words(read.text)).toEqual(words(lines.join(' ')))
})

it('reads the pages and chapters of long documents in their order', async () => {
  const pages = Array.from({ length: 60 }, (_, place) => [`Page ${place + 1}`, 'Some words.'])
  const pdf = await readInJail(makePdf(pages), 'long.pdf')
  expect('text' in pdf && pdf.text.match(/Page \d+/g)).toEqual(pages.map(([name]) => name))
  const book = await readInJail(makeBook(['<p>One</p>', '<p>Two</p>', '<p>Three</p>']), 'long.epub')
  expect(book).toEqual({ text: 'One\n\nTwo\n\nThree' })
})

it('keeps accents of old Windows texts, and drops control characters', async () => {
  expect(await readInJail(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x07]), 'menu.txt')).toEqual({ text: 'Café' })
})

const nesting = '<div>'.repeat(200_000)
it.each<[name: string, file: Buffer, reason: string]>([
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
])('B2: refuses %s with a plain reason', async (name, file, reason) => {
  expect(await readInJail(file, name)).toEqual({ reason })
})

it('B2: stops a PDF of 620 MB of text, within 25 s and without memory of this process', async () => {
  const bomb = await makePdfBomb(620)
  expect(bomb.length).toBeLessThan(5_000_000)
  const before = process.memoryUsage().rss
  const read = await readInJail(bomb, 'bomb.pdf')
  expect([refusals.unpacksTooLarge, refusals.tooSlow, refusals.tooLong]).toContain('reason' in read && read.reason)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

it('its process has no network, no files but its own, no other process and no environment', () => {
  const attempts = `
    const refused = []
    const attempt = async (name, act) => { try { await act(); } catch { refused.push(name) } }
    await attempt('net', () => import('node:net'))
    await attempt('required net', () => process.getBuiltinModule('node:module').createRequire(import.meta.url)('net'))
    await attempt('fetch', () => fetch('http://127.0.0.1:9'))
    await attempt('process', () => import('node:child_process'))
    await attempt('files', () => process.getBuiltinModule('node:fs').readFileSync('/etc/hostname'))
    await attempt('writing', () => process.getBuiltinModule('node:fs').writeFileSync('/tmp/x', ''))
    await attempt('code', () => new Function('1')())
    console.log(JSON.stringify([refused, Object.keys(process['env'])]))`
  const output = execFileSync(process.execPath, [...jailFlags, '--input-type=module', '-e', attempts], { env: {} })
  expect(JSON.parse(output.toString())).toEqual([
    ['net', 'required net', 'fetch', 'process', 'files', 'writing', 'code'],
    [],
  ])
})
