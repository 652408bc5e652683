import * as calls from '#contract/agents/documents.ts'
import { readInJail } from '#server/agents/knowledge/reader/jail.ts'
import { fileOf, handbook, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makeWord } from '../../../kit/documents/made-archives.ts'
import { addAgent, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'

const world = await sharedWorld()
const [ada, ben] = [await platformAdmin(world), await platformAdmin(world)]

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

it('dangerous files are refused without memory of the server (B2)', async () => {
  const agentId = await addAgent(world)
  const bomb = makeWord(['Some words'], { 'word/media.bin': new Uint8Array(150_000_000) })
  const files: [name: string, file: Buffer, reason: string][] = [
    ['bomb.docx', bomb, 'What is packed in this file is too large to be read. Split it into smaller documents.'],
    ['program.pdf', Buffer.from('MZ\u0090\u0000\u0003'), 'This is a program and not a document.'],
  ]
  // The server runs in this process.
  const before = process.memoryUsage.rss()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  for (const [name, file, reason] of files) {
    expect(file.length).toBeLessThan(1024 * 1024)
    const { body } = await sendFile(world, ada, agentId, fileOf(file, name))
    expect(await settled(ada, agentId, body.id)).toMatchObject({ state: 'failed', reason, text: '' })
  }
  const message = 'The file is larger than 20 MB. Please split it into smaller documents.'
  expect(await sendLarge(agentId, 21)).toMatchObject({ status: 413, body: { code: 'too_large', message } })
  clearInterval(looking)
  expect(most - before).toBeLessThan(100 * 1024 * 1024)
  expect(await ada.client.call(calls.listDocuments, { params: { agentId }, query: {} })).toHaveLength(files.length)
})

it('three files of one person wait at the same time, and those of others pass (B2)', async () => {
  const agentId = await addAgent(world)
  // Something else is read first, so that all of these wait.
  for (let count = 0; count < 2; count++) void readInJail(Buffer.from('Some words.'), 'first.txt', 'nobody')
  const send = (by = ada) => sendFile(world, by, agentId, fileOf(Buffer.from(handbook), 'handbook.txt'))
  const [others, ...sent] = await Promise.all([send(ben), ...Array.from({ length: 5 }, () => send())])
  const busy = sent.filter(({ status }) => status !== 201)
  expect(busy).toHaveLength(2)
  for (const each of busy) expect(each).toMatchObject({ status: 429, body: { code: 'busy_reading' } })
  for (const { body, status } of [others, ...sent])
    if (status === 201) expect(await settled(ada, agentId, body.id)).toMatchObject({ state: 'ready' })
  expect(others).toMatchObject({ status: 201 })
  expect(await send()).toMatchObject({ status: 201 })
})
