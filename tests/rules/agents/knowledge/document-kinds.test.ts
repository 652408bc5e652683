import { expect, it } from 'vitest'
import * as kinds from '../../../kit/documents/kinds-of-documents.ts'
import { pdfKinds } from '../../../kit/documents/kinds-of-pdf.ts'
import { tags } from '../../../kit/tags.ts'
import { readFile, tidy } from '#server/agents/knowledge/reader/read-file.ts'
import { Refusal, refusals } from '#server/agents/knowledge/reader/refusal.ts'
import { readPage } from '#server/agents/knowledge/reader/html/web-page.ts'

const { bookKinds, charsetKinds, otherKinds, pageKinds, wordKinds } = kinds
const all = [...wordKinds, ...pageKinds, ...charsetKinds, ...bookKinds, ...otherKinds, ...pdfKinds]
const reasons = new Map<string, string>(Object.entries(refusals).map(([name, reason]) => [reason, name]))

/** Returns what a document becomes, in one line. */
async function becoming(name: string, file: Buffer): Promise<string> {
  const filename = /web page|page that|^HTML|^E-mail, tables/.test(name) ? 'a.html' : name === 'Markdown' ? 'a.md' : 'a'
  try {
    const { text, title, unread } = await readFile(new Uint8Array(file), filename)
    const line = text.replaceAll(/ +/g, ' ').replaceAll('\n', '⏎')
    return (title ? `[${title}] ` : '') + line + (unread ? ` {${unread}}` : '')
  } catch (error) {
    return error instanceof Refusal ? `! ${reasons.get(error.message)}` : String(error)
  }
}

it.each(all)('%s gives what its reader sees', tags('D199'), async (name, file, becomes) => {
  expect(await becoming(name, file)).toBe(becomes)
})

/** Returns the processor's time that work takes, the least of several, in ms. */
function cost(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / 1000
  })
  return Math.max(Math.min(...times), 1)
}

it.each<[name: string, work: (size: number) => void]>([
  ['blanks', (size) => tidy(`${' '.repeat(size)}x`)],
  ['blanks in many lines', (size) => tidy(` \t\u00a0${'\n'.repeat(20)}`.repeat(size / 20))],
  ['tags without an end', (size) => readPage('<p a'.repeat(size / 4))],
  ['a name without an end', (size) => readPage(`<${'a'.repeat(size)}`)],
  ['comments without an end', (size) => readPage(`<style>${'/*'.repeat(size / 2)}</style>`)],
])('eight times as many %s take about eight times as long (N7)', (_, work) => {
  expect(cost(() => work(800_000)) / cost(() => work(100_000))).toBeLessThan(24)
})
