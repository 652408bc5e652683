import type { AgentDocument } from '#contract/agents/documents.ts'
import { addAgent, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'
import { fileOf, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makeWord } from '../../../kit/documents/made-archives.ts'
import { makeProtectedPdf } from '../../../kit/documents/made-pdf.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)

const withinMs = 25_000
const mostGrowthBytes = 100 * 1024 * 1024

/** Small files that are none, or become large. */
const files: [name: string, file: Buffer, reason: string][] = [
  [
    'bomb.docx',
    makeWord(['Some words'], { 'word/media.bin': new Uint8Array(150_000_000) }),
    'What is packed in this file is too large to be read. Split it into smaller documents.',
  ],
  [
    'locked.docx',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(4096, 7)]),
    'This is an old Word file (.doc), or one with a password. Save it as .docx without a password.',
  ],
  [
    'locked.pdf',
    makeProtectedPdf(),
    'This file is protected with a password. Remove the password and upload it again.',
  ],
  ['program.pdf', Buffer.from('MZ\u0090\u0000\u0003'), 'This is a program and not a document.'],
  [
    'nul.txt',
    Buffer.from('a\u0000b'),
    'This file is not text. Upload a PDF, a Word file (.docx), an EPUB, a web page, Markdown or plain text.',
  ],
]

/** Sends a text file of that many MB piece by piece, so that this process does not hold it for the server's sake. */
async function sendLarge(agentId: string, megabytes: number): Promise<{ status: number; body: unknown }> {
  const piece = Buffer.alloc(64 * 1024, 'a')
  async function* form() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\n\r\n')
    for (let sent = 0; sent < megabytes * 1024 * 1024; sent += piece.length) yield piece
    yield Buffer.from('\r\n--x--\r\n')
  }
  const answer = await fetch(`${world.url}/api/agents/${agentId}/documents`, {
    method: 'POST',
    headers: { cookie: ada.client.cookieHeader(), 'content-type': 'multipart/form-data; boundary=x' },
    body: ReadableStream.from(form()),
    duplex: 'half',
  })
  return { status: answer.status, body: await answer.json() }
}

/** Notes how much memory this process, in which the server runs, takes at most. */
function watchMemory(): { stop: () => number } {
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage.rss()))
  const looking = setInterval(look, 20)
  return {
    stop: () => {
      clearInterval(looking)
      look()
      return most
    },
  }
}

it('files that are dangerous or none are refused with a plain reason, without memory of the server (B2)', async () => {
  const agentId = await addAgent(world)
  const before = process.memoryUsage.rss()
  const memory = watchMemory()
  for (const [name, file, reason] of files) {
    expect(file.length).toBeLessThan(1024 * 1024)
    const { body, status } = await sendFile(world, ada, agentId, fileOf(file, name))
    expect([name, status]).toEqual([name, 201])
    const { id } = body as AgentDocument
    expect(await settled(ada, agentId, id, withinMs)).toMatchObject({ state: 'failed', reason, text: '' })
  }
  expect(await sendLarge(agentId, 21)).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'The file is larger than 20 MB. Please split it into smaller documents.' },
  })
  expect(memory.stop() - before).toBeLessThan(mostGrowthBytes)
  // Of the large one there is no row.
  const rows = await world.sql('select from agent_document where agent_id = $1', [agentId])
  expect(rows).toHaveLength(files.length)
})
