import { describe, expect, test } from 'vitest'
import { apiError, createStage, type FakeSocket, later, metadata, nothingHeld, talking } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

const lost = { phase: 'ended', problem: { kind: 'connection_lost' } }

test.for([1006, 1011, 1002])('D76 close %i is quietly replaced on the same session', async (code) => {
  const stage = await talking()
  await stage.clock.advance(5000)
  stage.drop(code)
  expect(stage.snapshot).toMatchObject({ phase: 'reconnecting', problem: null })
  await stage.clock.advance(3000)
  expect(stage.snapshot.elapsedSeconds).toBe(5)
  expect(stage.socket.url).toBe('ws://host/voice/s1?token=2')
  stage.socket.open()
  await settle()
  stage.deliver(metadata())
  expect(stage.socket.kinds).toEqual(['conversation_initiation_client_data'])
  await stage.clock.advance(2000)
  expect(stage.snapshot).toMatchObject({ phase: 'connected', elapsedSeconds: 7 })
  stage.speak(0.2, 1)
  expect(stage.socket.kinds.at(-1)).toBe('sound')
  expect(stage.metrics.filter(([name]) => name === 'click_to_connected')).toHaveLength(1)
})

test('S166 S265 D76 10 s without success are Connection Lost, also in the first 2 s', async () => {
  const stage = await talking()
  stage.server.reconnect = () => Promise.reject(new TypeError('Failed to fetch'))
  stage.drop(1006)
  await stage.clock.advance(9999)
  expect(stage.snapshot.phase).toBe('reconnecting')
  expect(stage.calls.filter((call) => call === 'reconnect s1')).toHaveLength(10)
  await stage.clock.advance(1)
  expect(stage.all).toMatchObject({ ...lost, ...nothingHeld })
  expect(stage.calls.at(-1)).toBe('end s1')
})

test('D76 a server that says no, or a fresh address that fails, is Connection Lost at once', async () => {
  const refused = await talking()
  refused.server.reconnect = () => Promise.reject(apiError(409, 'session_over', 'm'))
  refused.drop(1006)
  await settle()
  expect(refused.snapshot).toMatchObject(lost)
  const failed = await talking()
  for (const _time of [1, 2]) {
    failed.drop(1006)
    await settle()
  }
  expect(failed.all).toMatchObject({ ...lost, ...nothingHeld })
})

test('an address that comes after the end opens nothing', async () => {
  const answer = later<{ signedUrl: string }>()
  const stage = await talking()
  stage.server.reconnect = () => answer.promise
  stage.drop(1006)
  stage.conversation.end()
  answer.resolve({ signedUrl: 'ws://late' })
  await settle()
  expect(stage.sockets).toHaveLength(1)
  expect(stage.all).toMatchObject({ phase: 'ended', problem: null, ...nothingHeld })
})

test('a stalled line, 128 kB unsent, is given up and replaced', async () => {
  const stage = await talking()
  stage.socket.bufferedAmount = 129 * 1024
  stage.speak(0.2, 1)
  await stage.clock.advance(500)
  stage.speak(0.2, 1)
  expect([stage.socket.closedWith, stage.snapshot.phase]).toEqual([4000, 'reconnecting'])
})

test('a page that halted sends no more sound than the gateway takes in a second (D79)', async () => {
  const stage = await talking()
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
  const stage = await talking()
  await stage.clock.advance(15_000)
  stage.speak(0, 1)
  expect(stage.snapshot.phase).toBe('connected')
  await stage.clock.advance(1)
  stage.speak(0, 1)
  expect(stage.snapshot.phase).toBe('reconnecting')
})

describe('the queue', () => {
  async function queued() {
    const stage = createStage()
    await stage.open()
    stage.queue('waiting')
    expect(stage.snapshot.phase).toBe('queued')
    return stage
  }

  test('D70 D82 waits without a deadline, sends zeros and counts nothing', async () => {
    const stage = await queued()
    await stage.clock.advance(120_000)
    stage.speak(0.5)
    expect(stage.snapshot).toMatchObject({ phase: 'queued', elapsedSeconds: 0 })
    expect(stage.socket.sent.at(-1)).toEqual({ user_audio_chunk: Buffer.alloc(4).toString('base64') })
    stage.queue('admitted')
    expect(stage.snapshot.phase).toBe('connecting')
    stage.deliver(metadata())
    expect(stage.snapshot.phase).toBe('connected')
  })

  test('D70 is no turn, no dead silence and no start: the clock starts at admission', async () => {
    const stage = await talking()
    stage.queue('waiting')
    stage.deliver(metadata())
    await stage.clock.advance(20_000)
    stage.speak(0.5, 3)
    expect(stage.snapshot).toMatchObject({ phase: 'queued', activity: 'listening', elapsedSeconds: 0 })
    expect(stage.socket.kinds).not.toContain('user_turn_start')
    stage.queue('admitted')
    await stage.clock.advance(2000)
    expect(stage.snapshot).toMatchObject({ phase: 'connected', elapsedSeconds: 2 })
  })

  test('D88 is busy when it times out, and an admission without metadata has 10 s again', async () => {
    const stage = await queued()
    stage.queue('timed_out')
    expect(stage.all).toMatchObject({ phase: 'idle', problem: { kind: 'busy' }, ...nothingHeld })
    const admitted = await queued()
    admitted.queue('admitted')
    await admitted.clock.advance(10_000)
    expect(admitted.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' } })
  })

  test('is given up after 15 s in which nothing went out', async () => {
    const stage = await queued()
    await stage.clock.advance(60_000)
    stage.socket.bufferedAmount = 65 * 1024
    stage.speak(0)
    await stage.clock.advance(15_000)
    stage.speak(0)
    expect(stage.snapshot.phase).toBe('queued')
    await stage.clock.advance(1)
    stage.speak(0)
    await settle()
    expect([stage.socket.closedWith, stage.ended.length]).toEqual([4000, 1])
    expect(stage.all).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' }, ...nothingHeld })
  })

  test.for<[what: string, live: (socket: FakeSocket) => void]>([
    ['goes out again', (socket) => void (socket.bufferedAmount = 0)],
    ['still hears the gateway', (socket) => socket.deliver({ type: 'ping', ping_event: { event_id: 1 } })],
  ])('is kept on a slow line when it %s', async ([, live]) => {
    const stage = await queued()
    for (let at = 0; at < 3; at++) {
      stage.socket.bufferedAmount = 65 * 1024
      stage.speak(0)
      await stage.clock.advance(10_000)
      live(stage.socket)
      stage.speak(0)
    }
    expect(stage.snapshot.phase).toBe('queued')
  })
})
