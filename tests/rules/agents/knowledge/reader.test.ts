import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeBook } from '../../../kit/documents/made-archives.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'
import { readableFiles, readableWords, refusedFiles, wordsOf } from '../../../kit/documents/uploaded-files.ts'
import { jailFlags, readInJail } from '#server/agents/knowledge/reader/jail.ts'
import { readFile } from '#server/agents/knowledge/reader/read-file.ts'
import { refusals } from '#server/agents/knowledge/reader/refusal.ts'

// reader.long.test.ts reads the same files in a process of its own, as the server does.
const read = async (file: Buffer, name: string) => (await readFile(new Uint8Array(file), name)).text

it.each(readableFiles)('B1: reads the same words from %s', async (name, file) => {
  expect(wordsOf(await read(file, name))).toEqual(readableWords)
})

it('reads the pages and chapters of long documents in their order', async () => {
  const pages = Array.from({ length: 60 }, (_, place) => [`Page ${place + 1}`, 'Some words.'])
  expect((await read(makePdf(pages), 'long.pdf')).match(/Page \d+/g)).toEqual(pages.map(([name]) => name))
  const book = makeBook(['<p>One</p>', '<p>Two</p>', '<p>Three</p>'])
  expect(await read(book, 'long.epub')).toBe('One\n\nTwo\n\nThree')
})

it.each(refusedFiles)('B2: refuses %s with a plain reason', async (name, file, reason) => {
  await expect(read(file, name)).rejects.toThrow(reason)
})

it('reads and refuses in a process of its own', async () => {
  const page = Buffer.from('<title>Some words</title><p>Seen <img src=a>')
  const unread = '1 picture was not read.'
  expect(await readInJail(page, 'short.html', 'ana')).toEqual({ text: 'Seen', title: 'Some words', unread })
  expect(await readInJail(Buffer.alloc(0), 'empty.txt', 'ana')).toEqual({ reason: refusals.empty })
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
