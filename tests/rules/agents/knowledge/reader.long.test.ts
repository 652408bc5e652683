import { expect, it } from 'vitest'
import { pdfKinds } from '../../../kit/documents/kinds-of-pdf.ts'
import { makePdfBomb } from '../../../kit/documents/made-pdf.ts'
import { readableFiles, readableWords, wordsOf } from '../../../kit/documents/uploaded-files.ts'
import { readInJail } from '#server/agents/knowledge/reader/jail.ts'
import { refusals } from '#server/agents/knowledge/reader/refusal.ts'

it.each(readableFiles)('B1: reads the same words from %s in a process of its own', async (name, file) => {
  const read = await readInJail(file, name, 'ana')
  expect('text' in read && wordsOf(read.text)).toEqual(readableWords)
})

it('reads a PDF in Chinese, Japanese and Korean in a process of its own', async () => {
  for (const [name, file, becomes] of pdfKinds.filter(([name]) => / in (Chinese|Japanese|Korean)$/.test(name)))
    expect(await readInJail(file, name, 'ana')).toMatchObject({ text: becomes.replace('⏎', '\n') })
})

it('B2: stops a PDF of 620 MB of text without memory of this process', async () => {
  const bomb = await makePdfBomb(620)
  expect(bomb.length).toBeLessThan(5_000_000)
  const before = process.memoryUsage().rss
  const read = await readInJail(bomb, 'bomb.pdf', 'ana')
  expect([refusals.unpacksTooLarge, refusals.tooSlow, refusals.tooLong]).toContain('reason' in read && read.reason)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})
