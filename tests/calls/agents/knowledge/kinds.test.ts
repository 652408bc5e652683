import { addAgent, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'
import { fileOf, passagesFor, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makeBook, makeWord } from '../../../kit/documents/made-archives.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)

/** More than 500 bytes, so that the agent searches it. */
const lines = [
  'Parental leave',
  'Parents take fourteen weeks with full pay.',
  ...Array.from({ length: 20 }, (_, place) => `Rule ${place + 1}: speak with your manager early.`),
]
const [title = '', ...paragraphs] = lines
const page = `<!doctype html><html><head><title>x</title><script>let a</script></head><body><h1>${title}</h1>${paragraphs
  .map((line) => `<p>${line}</p>`)
  .join('')}</body></html>`
const words = (text: string): string[] => text.match(/[A-Za-z0-9]+/g) ?? []

it.each<[name: string, file: Buffer]>([
  ['handbook.pdf', makePdf([lines])],
  ['handbook.docx', makeWord(lines)],
  ['handbook.txt', Buffer.from(lines.join('\r\n\r\n'))],
  ['handbook.md', Buffer.from(`# ${lines.join('\n\n')}`)],
  ['handbook.html', Buffer.from(page)],
  ['handbook.epub', makeBook([page])],
])('%s is uploaded, shown in its words, ready, and found by a question (B1)', async (name, file) => {
  const agentId = await addAgent(world)
  const sent = await sendFile(world, ada, agentId, fileOf(file, name))
  expect(sent).toMatchObject({ status: 201, body: { title: 'handbook', kind: 'file', state: 'reading' } })
  const { id } = sent.body
  const read = await settled(ada, agentId, id)
  expect(read).toMatchObject({ state: 'ready', reason: null, isAlwaysRead: false })
  expect(words(read.text)).toEqual(words(lines.join(' ')))
  const [found] = await passagesFor(ada, agentId, 'How many weeks do parents take with full pay?')
  expect(found).toMatchObject({ documentId: id, title: 'handbook' })
  expect(found?.text).toContain('Parents take fourteen weeks with full pay.')
})
