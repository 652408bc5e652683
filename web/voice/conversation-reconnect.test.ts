import { expect, test } from 'vitest'
import { apiError, createStage, later, metadata, nothingHeld } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

test.for([1006, 1011, 1002])('D76 close %i is quietly replaced on the same session', async (code) => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(5000)
  stage.drop(code)
  expect(stage.snapshot).toMatchObject({ phase: 'reconnecting', problem: null })
  await stage.clock.advance(3000)
  expect(stage.snapshot.elapsedSeconds).toBe(5)
  expect(stage.socket.url).toBe('ws://host/voice/s1?token=2')
  stage.socket.open()
  await settle()
  stage.socket.deliver(metadata())
  expect(stage.socket.kinds).toEqual(['conversation_initiation_client_data'])
  await stage.clock.advance(2000)
  expect(stage.snapshot).toMatchObject({ phase: 'connected', elapsedSeconds: 7 })
  stage.speak(0.2, 1)
  expect(stage.socket.kinds.at(-1)).toBe('sound')
  expect(stage.metrics.filter(([name]) => name === 'click_to_connected')).toHaveLength(1)
})

test('D76 a drop within the first 2 s is a drop of the network too', async () => {
  const stage = createStage()
  await stage.connect()
  stage.drop(1006)
  expect(stage.snapshot.phase).toBe('reconnecting')
})

test('S166 S265 D76 10 s without success are Connection Lost', async () => {
  const stage = createStage()
  await stage.connect()
  stage.server.reconnect = () => Promise.reject(new TypeError('Failed to fetch'))
  stage.drop(1006)
  await stage.clock.advance(9999)
  expect(stage.snapshot.phase).toBe('reconnecting')
  expect(stage.calls.filter((call) => call === 'reconnect s1')).toHaveLength(10)
  await stage.clock.advance(1)
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: { kind: 'connection_lost' } })
  expect(stage.calls.at(-1)).toBe('end s1')
  expect(stage.held()).toEqual(nothingHeld)
})

test('D76 a server that says no, or a fresh address that fails, is Connection Lost at once', async () => {
  const refused = createStage()
  await refused.connect()
  refused.server.reconnect = () => Promise.reject(apiError(409, 'session_over', 'm'))
  refused.drop(1006)
  await settle()
  expect(refused.snapshot).toMatchObject({ phase: 'ended', problem: { kind: 'connection_lost' } })
  const failed = createStage()
  await failed.connect()
  failed.drop(1006)
  await settle()
  failed.drop(1006)
  await settle()
  expect(failed.snapshot).toMatchObject({ phase: 'ended', problem: { kind: 'connection_lost' } })
  expect(failed.held()).toEqual(nothingHeld)
})

test('an address that comes after the end opens nothing', async () => {
  const stage = createStage()
  const answer = later<{ signedUrl: string }>()
  stage.server.reconnect = () => answer.promise
  await stage.connect()
  stage.drop(1006)
  stage.conversation.end()
  answer.resolve({ signedUrl: 'ws://late' })
  await settle()
  expect(stage.sockets).toHaveLength(1)
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null })
  expect(stage.held()).toEqual(nothingHeld)
})

test('a stalled line, 128 kB unsent, is given up and replaced', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.bufferedAmount = 129 * 1024
  stage.speak(0.2, 1)
  await stage.clock.advance(500)
  stage.speak(0.2, 1)
  expect(stage.socket.closedWith).toBe(4000)
  expect(stage.snapshot.phase).toBe('reconnecting')
})

test('a page that halted sends no more of what it missed than the gateway takes in a second (D79)', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(1000)
  const before = stage.socket.kinds.length
  stage.speak(0.2, 400)
  const sounds = () => stage.socket.kinds.slice(before).filter((kind) => kind === 'sound').length
  expect(sounds()).toBe(150)
  await stage.clock.advance(1000)
  stage.speak(0.2, 47)
  expect(sounds()).toBe(197)
})

test('a line without a word for 15 s is given up and replaced', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(15_000)
  stage.speak(0, 1)
  expect(stage.snapshot.phase).toBe('connected')
  await stage.clock.advance(1)
  stage.speak(0, 1)
  expect(stage.snapshot.phase).toBe('reconnecting')
})
