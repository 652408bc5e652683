import { test } from 'vitest'
import { WebSocket } from 'ws'
import { expect, sharedWorld, tags, upgradeStatus } from '#tests/calls.ts'

/** The socket with which a browser tries its line before a conversation. */

const world = await sharedWorld()
const address: string = `${world.url.replace('http:', 'ws:')}/voice/check`

/** Opens it; `said` holds what came back, `closed` the code at the end. */
function open() {
  const socket = new WebSocket(address, ['convai'])
  const said: string[] = []
  socket.on('message', (data: Buffer) => said.push(data.toString()))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = new Promise<void>((resolve) => socket.once('open', resolve))
  return { socket, said, closed, opened }
}

test('anybody may open it; it echoes what it receives and knows nothing', async () => {
  const { socket, said, closed, opened } = open()
  await opened
  socket.send('1')
  socket.send('2')
  await expect.poll(() => said).toEqual(['1', '2'])
  socket.close(1000)
  expect(await closed).toBe(1000)
})

test('long, binary and too many frames end it with 1008', async () => {
  const floods: ((socket: WebSocket) => void)[] = [
    (socket) => socket.send('x'.repeat(65)),
    (socket) => socket.send(Buffer.from('1')),
    (socket) => {
      for (let frame = 0; frame <= 20; frame++) socket.send('1')
    },
  ]
  for (const flood of floods) {
    const { socket, said, closed, opened } = open()
    await opened
    flood(socket)
    expect(await closed).toBe(1008)
    expect(said.length).toBeLessThanOrEqual(20)
  }
})

test("other sites' pages are refused with 403, and similar paths with 404", tags('D79'), async () => {
  expect(await upgradeStatus(address, { origin: 'https://evil.example' })).toBe(403)
  expect(await upgradeStatus(address, { origin: world.url })).toBe(101)
  expect(await upgradeStatus(`${address}/more`)).toBe(404)
  expect(await upgradeStatus(`${address}s`)).toBe(404)
})

test('more than 200 at once are refused with 503, and places become free again', async () => {
  const all = Array.from({ length: 200 }, open)
  await Promise.all(all.map(({ opened }) => opened))
  expect(await upgradeStatus(address)).toBe(503)
  for (const { socket } of all) socket.close(1000)
  await Promise.all(all.map(({ closed }) => closed))
  await expect.poll(() => upgradeStatus(address)).toBe(101)
})
