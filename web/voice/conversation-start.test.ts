import { expect, test } from 'vitest'
import { apiError, createStage, later, nothingHeld, talking } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

const idle = (kind: string) => ({ phase: 'idle', problem: { kind } })

test('S162 idle, microphone, connecting, connected, in this order', async () => {
  const stage = createStage()
  expect(stage.snapshot.phase).toBe('idle')
  await stage.connect()
  expect(stage.phases).toEqual(['requesting_microphone', 'connecting', 'connected'])
  expect(stage.snapshot).toMatchObject({ agentId: 'a1', sessionId: 's1', conversationId: 'conv_1', problem: null })
  expect(stage.metrics).toEqual([['click_to_connected', 0]])
})

test('S186 the click opens the microphone, and a session only once it is granted', async () => {
  const stage = createStage()
  const permission = later<void>()
  stage.microphone.open = () => permission.promise
  const started = stage.start()
  expect(stage.calls).toEqual(['microphone', 'player'])
  await started
  await stage.clock.advance(60_000)
  expect(stage.calls).toEqual(['microphone', 'player'])
  expect(stage.snapshot.phase).toBe('requesting_microphone')
  permission.resolve()
  await settle()
  expect(stage.calls).toEqual(['microphone', 'player', 'start a1'])
  expect(stage.snapshot.phase).toBe('connecting')
})

test('S186 with an allowed microphone the session opens at once, and the socket last', async () => {
  const stage = createStage()
  stage.microphone.isAllowed = true
  const device = later<void>()
  stage.microphone.open = () => device.promise
  await stage.start()
  expect(stage.calls).toEqual(['microphone', 'player', 'start a1'])
  expect([stage.snapshot.phase, stage.sockets]).toEqual(['requesting_microphone', []])
  device.resolve()
  await settle()
  expect([stage.snapshot.phase, stage.sockets.length]).toEqual(['connecting', 1])
})

test.for(['before', 'after'] as const)(
  'S263 a microphone that fails %s the session leaves none active',
  async (order) => {
    const stage = createStage()
    stage.microphone.isAllowed = true
    const [device, answer] = [later<void>(), later<{ id: string; conversationId: string; signedUrl: string }>()]
    stage.microphone.open = () => device.promise
    stage.server.start = () => answer.promise
    await stage.start()
    const session = { id: 's1', conversationId: 'c', signedUrl: 'ws://host' }
    if (order === 'after') answer.resolve(session)
    await settle()
    device.reject(new DOMException('in use', 'NotReadableError'))
    await settle()
    answer.resolve(session)
    await settle()
    expect(stage.all).toMatchObject({ phase: 'unavailable', problem: { kind: 'microphone_error' }, ...nothingHeld })
    expect(stage.calls.filter((call) => call === 'end s1')).toHaveLength(1)
    expect(stage.sockets).toEqual([])
  },
)

test.for([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'unavailable'],
  ['NotReadableError', 'unavailable'],
  ['OverconstrainedError', 'unavailable'],
] as const)('S186 S263 D88 %s ends in %s without a session', async ([name, phase]) => {
  const stage = createStage()
  stage.failMicrophone(name)
  await stage.start()
  const problem = { kind: phase === 'denied' ? 'microphone_denied' : 'microphone_error' }
  expect(stage.all).toMatchObject({ phase, problem, ...nothingHeld })
  expect(stage.calls).not.toContain('start a1')
  stage.microphone.open = () => Promise.resolve()
  await stage.connect()
  expect(stage.snapshot).toMatchObject({ phase: 'connected', problem: null })
})

test.for<[status: number, code: string, message: string, kind: string, shown?: string]>([
  [402, 'insufficient_credits', 'Insufficient credits', 'not_enough_credits'],
  [402, 'budget_reached', 'Insufficient credits: your budget is used up.', 'budget_reached'],
  [400, '', 'Oh: Insufficient credits', 'not_enough_credits'],
  [403, 'consent_required', 'm', 'consent_required'],
  [403, 'subscription_required', 'm', 'subscription_required'],
  [409, 'agent_paused', 'm', 'agent_paused'],
  [409, 'session_active', 'm', 'session_active'],
  [429, 'too_many_short_sessions', 'm', 'too_many_short_sessions'],
  [503, 'voice_busy', 'm', 'busy'],
  [503, 'voice_unavailable', 'm', 'connection_failed'],
  [404, 'agent_not_found', 'Gone', 'agent_unavailable', 'Gone'],
  [401, 'unauthorized', 'm', 'unauthorized'],
])('D68 S261 S262 a refused start: %i %s', async ([status, code, message, kind, shown]) => {
  const stage = createStage()
  stage.server.start = () => Promise.reject(apiError(status, code, message, 's0'))
  await stage.start()
  const problem = { kind, ...(shown && { message: shown }), ...(kind === 'session_active' && { sessionId: 's0' }) }
  expect(stage.all).toMatchObject({ phase: 'idle', problem, ...nothingHeld })
  expect(stage.ended).toEqual([])
})

test('S262 the text of a fault is not shown, the stated default is', async () => {
  for (const fault of [apiError(500, 'internal', 'Something went wrong'), new TypeError('Failed to fetch')]) {
    const stage = createStage()
    stage.server.start = () => Promise.reject(fault)
    await stage.start()
    expect(stage.all).toMatchObject({ ...idle('connection_failed'), ...nothingHeld })
    expect(stage.snapshot.problem).not.toHaveProperty('message')
  }
})

test('D74 the other conversation is ended first when asked for', async () => {
  const stage = createStage()
  stage.conversation.start('a1', { endOther: 's0', resumeOf: 's9' })
  await settle()
  expect(stage.calls.slice(2)).toEqual(['end s0', 'start a1 after s9'])
})

const begun = 'conversation_initiation_client_data'

test('S244 S245 D82 the initiation is the first frame when socket and microphone are ready', async () => {
  const stage = createStage()
  await stage.start()
  expect(stage.socket).toMatchObject({ url: 'ws://host/voice/s1?token=1', protocol: 'convai', kinds: [] })
  stage.socket.open()
  await settle()
  expect(stage.socket.kinds).toEqual([begun])
})

test('S245 D82 a microphone that is not ready holds it back for 500 ms at most, or until a ping', async () => {
  const unready = async () => {
    const stage = createStage()
    stage.microphone.ready = later<void>().promise
    await stage.open()
    return stage
  }
  const stage = await unready()
  await stage.clock.advance(499)
  expect(stage.socket.kinds).toEqual([])
  await stage.clock.advance(1)
  expect(stage.socket.kinds).toEqual([begun])
  const pinged = await unready()
  pinged.deliver({ type: 'ping', ping_event: { event_id: 1 } })
  expect(pinged.socket.kinds).toEqual([begun, 'pong'])
})

test('D82 no metadata within 10 s is Connection Failed, and the session is closed', async () => {
  const stage = createStage()
  await stage.open()
  await stage.clock.advance(9999)
  expect(stage.snapshot.phase).toBe('connecting')
  await stage.clock.advance(1)
  expect(stage.all).toMatchObject({ ...idle('connection_failed'), recap: null, ...nothingHeld })
  expect(stage.ended).toEqual([{ id: 's1', figures: { duration: 0, cost: 0 } }])
})

test('a session that is answered after the deadline is not left active', async () => {
  const stage = createStage()
  const answer = later<{ id: string; conversationId: string; signedUrl: string }>()
  stage.server.start = () => answer.promise
  await stage.start()
  await stage.clock.advance(10_000)
  answer.resolve({ id: 's1', conversationId: 'c', signedUrl: 'ws://host' })
  await settle()
  expect(stage.calls.at(-1)).toBe('end s1')
  expect(stage.sockets).toEqual([])
})

test.for([
  ['S266', 'start', 1006, 'connection_error'],
  ['D88', 'open', 3008, 'busy'],
  ['D88', 'open', 1008, 'connection_failed'],
  ['D88', 'open', 1011, 'connection_failed'],
  ['D88', 'open', 1000, 'connection_failed'],
] as const)('%s after %s and before the metadata close %i is %s', async ([_id, step, code, kind]) => {
  const stage = createStage()
  await stage[step]()
  stage.drop(code)
  expect(stage.all).toMatchObject({ ...idle(kind), ...nothingHeld })
  expect(stage.calls.at(-1)).toBe('end s1')
})

test('D88 the text of an error frame, nested or flat, comes with the close that follows', async () => {
  for (const frame of [
    { type: 'error', error_event: { code: 1002, message: 'quota' } },
    { type: 'error', message: 'quota' },
  ]) {
    const stage = createStage()
    await stage.open()
    stage.deliver(frame)
    stage.drop(1002)
    expect(stage.snapshot.problem).toEqual({ kind: 'connection_failed', message: 'quota' })
  }
})

test.for(['requesting_microphone', 'session', 'connecting', 'queued'] as const)(
  'ending while %s takes the start back',
  async (when) => {
    const stage = createStage()
    const permission = later<void>()
    const answer = later<{ id: string; conversationId: string; signedUrl: string }>()
    if (when === 'requesting_microphone') stage.microphone.open = () => permission.promise
    if (when === 'session') stage.server.start = () => answer.promise
    await stage.start()
    if (when === 'queued') {
      stage.socket.open()
      stage.queue('waiting')
    }
    stage.conversation.end()
    permission.resolve()
    answer.resolve({ id: 's1', conversationId: 'c', signedUrl: 'ws://host' })
    await settle()
    expect(stage.all).toMatchObject({ phase: 'idle', problem: null, recap: null, ...nothingHeld })
    expect(stage.calls.includes('end s1')).toBe(when !== 'requesting_microphone')
  },
)

test('a sound worklet that cannot load is shown as what it breaks', async () => {
  for (const [device, kind] of [
    ['microphone', 'microphone_error'],
    ['player', 'connection_failed'],
  ] as const) {
    const stage = createStage()
    stage[device].ready = Promise.reject(new Error('no worklet'))
    await stage.start()
    expect(stage.all).toMatchObject({ ...idle(kind), ...nothingHeld })
  }
})

test('a second start while one is on does nothing', async () => {
  const stage = await talking()
  stage.conversation.start('a2')
  await settle()
  expect(stage.sockets).toHaveLength(1)
  expect(stage.snapshot.agentId).toBe('a1')
})
