import { expect, test } from 'vitest'
import { createStage, type FakeSocket, metadata, nothingHeld } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

test('D70 D82 the queue waits without a deadline, sends zeros and counts nothing', async () => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  expect(stage.snapshot.phase).toBe('queued')
  await stage.clock.advance(120_000)
  stage.speak(0.5)
  expect(stage.snapshot).toMatchObject({ phase: 'queued', elapsedSeconds: 0 })
  expect(stage.socket.sent.at(-1)).toEqual({ user_audio_chunk: Buffer.alloc(4).toString('base64') })
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'admitted' } })
  expect(stage.snapshot.phase).toBe('connecting')
  stage.socket.deliver(metadata())
  expect(stage.snapshot.phase).toBe('connected')
})

test('D70 the clock starts at admission when the metadata came before the queue', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  await stage.clock.advance(30_000)
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'admitted' } })
  await stage.clock.advance(2000)
  expect(stage.snapshot).toMatchObject({ phase: 'connected', elapsedSeconds: 2 })
})

test('an admission without metadata has 10 s again', async () => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'admitted' } })
  await stage.clock.advance(10_000)
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' } })
})

test('D88 a queue that timed out is busy', async () => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'timed_out' } })
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'busy' } })
  expect(stage.held()).toEqual(nothingHeld)
})

test('a line that dies in the queue is given up after 15 s in which nothing went out', async () => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  await stage.clock.advance(60_000)
  stage.socket.bufferedAmount = 65 * 1024
  stage.speak(0)
  await stage.clock.advance(15_000)
  stage.speak(0)
  expect(stage.snapshot.phase).toBe('queued')
  await stage.clock.advance(1)
  stage.speak(0)
  await settle()
  expect(stage.socket.closedWith).toBe(4000)
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' } })
  expect(stage.ended).toHaveLength(1)
  expect(stage.held()).toEqual(nothingHeld)
})

test.for<[what: string, live: (socket: FakeSocket) => void]>([
  ['goes out again', (socket) => void (socket.bufferedAmount = 0)],
  ['still hears the gateway', (socket) => socket.deliver({ type: 'ping', ping_event: { event_id: 1 } })],
])('a slow line in the queue is kept when it %s', async ([, live]) => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  for (let at = 0; at < 3; at++) {
    stage.socket.bufferedAmount = 65 * 1024
    stage.speak(0)
    await stage.clock.advance(10_000)
    live(stage.socket)
    stage.speak(0)
  }
  expect(stage.snapshot.phase).toBe('queued')
})

test('D70 in the queue nothing counts as a turn, as dead silence or as the start', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  stage.socket.deliver(metadata())
  expect(stage.snapshot.phase).toBe('queued')
  await stage.clock.advance(20_000)
  stage.speak(0.5, 3)
  expect(stage.snapshot).toMatchObject({ phase: 'queued', activity: 'listening', elapsedSeconds: 0 })
  expect(stage.socket.kinds).not.toContain('user_turn_start')
})
