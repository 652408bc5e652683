import { expect, test } from 'vitest'
import type { EndReason, ConversationFault } from '#contract/conversations/voice-socket.ts'
import { apiError, createStage, later, moment, nothingHeld, sound } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

function endedFrame(reason: EndReason, fault?: ConversationFault, message?: string): object {
  return { type: 'session_ended', session_ended_event: { reason, used_seconds: 33, fault, message } }
}

test('S164 S295 S296 ending releases everything, saves minutes and cost, and shows the recap', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(90_000)
  stage.conversation.end()
  expect(stage.snapshot.phase).toBe('ending')
  expect(stage.held()).toEqual(nothingHeld)
  expect(stage.socket.closedWith).toBe(1000)
  await settle()
  expect(stage.ended).toEqual([{ id: 's1', figures: { duration: 1.5, cost: 0.1275 } }])
  expect(stage.snapshot).toMatchObject({
    phase: 'ended',
    problem: null,
    recap: { reason: 'user', usedSeconds: 42, balanceSeconds: 1000 },
  })
})

test('S295 one minute costs 0.085', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(60_000)
  stage.conversation.end()
  await settle()
  expect(stage.ended[0]?.figures).toEqual({ duration: 1, cost: 0.085 })
})

test('S225 S268 D77 an end that is not saved is told, whatever its text says, and the recap shows what was seen here', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(5000)
  stage.server.end = () => Promise.reject(apiError(500, 'internal', '200 success'))
  stage.conversation.end()
  await settle()
  expect(stage.snapshot).toMatchObject({
    phase: 'ended',
    problem: { kind: 'end_failed' },
    recap: { reason: 'user', usedSeconds: 5, balanceSeconds: null },
  })
  expect(stage.held()).toEqual(nothingHeld)
})

test('D75 an end that the server still counts is told as that, not as a figure', async () => {
  const stage = createStage()
  stage.server.end = () => Promise.reject(apiError(503, 'unavailable', 'm'))
  await stage.connect()
  await stage.clock.advance(5000)
  stage.socket.deliver({ type: 'session_ended', session_ended_event: { reason: 'idle', used_seconds: null } })
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null, recap: { reason: 'idle', usedSeconds: null } })
})

test.for(['agent', 'limit', 'idle', 'user', 'access', 'gone'] as const)('D88 reason %s is no error', async (reason) => {
  const stage = createStage()
  stage.server.end = () => Promise.reject(apiError(500, 'internal', 'm'))
  await stage.connect()
  stage.socket.deliver(endedFrame(reason))
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', recap: { reason, usedSeconds: 33 } })
  if (reason !== 'user') expect(stage.snapshot.problem).toBeNull()
  expect(stage.held()).toEqual(nothingHeld)
})

test.for([
  ['balance', undefined, { kind: 'not_enough_credits' }],
  ['budget', undefined, { kind: 'budget_reached' }],
  ['fault', 'refused', { kind: 'connection_failed', message: 'text' }],
  ['fault', 'busy', { kind: 'busy', message: 'text' }],
  ['fault', 'dropped', { kind: 'connection_lost' }],
  ['fault', 'drain', { kind: 'connection_lost' }],
] as const)('D73 D88 reason %s %s in a talk', async ([reason, fault, problem]) => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver(endedFrame(reason, fault, 'text'))
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem })
  expect(stage.held()).toEqual(nothingHeld)
})

test('D88 a fault before the talk takes the start back without a recap', async () => {
  const stage = createStage()
  await stage.open()
  stage.socket.deliver(endedFrame('fault', 'refused'))
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' }, recap: null })
  expect(stage.held()).toEqual(nothingHeld)
})

test('the last words are heard to their end, without the microphone', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver(sound(1))
  stage.player.handlers!.onStarted(1, moment(0))
  stage.socket.deliver(endedFrame('agent'))
  await settle()
  expect(stage.held()).toMatchObject({ microphones: 0, players: 1, openSockets: 0 })
  stage.player.handlers!.onSilent(false, moment(0))
  expect(stage.held()).toEqual(nothingHeld)
})

test('last words that never end are cut after 10 s', async () => {
  const stage = createStage()
  await stage.connect()
  stage.player.handlers!.onStarted(1, moment(0))
  stage.socket.deliver(endedFrame('agent'))
  await stage.clock.advance(10_000)
  expect(stage.held()).toEqual(nothingHeld)
})

test.for([1000, 1001])('S166 close %i is a normal end', async (code) => {
  const stage = createStage()
  stage.server.end = () => Promise.resolve({ usedSeconds: 12 })
  await stage.connect()
  stage.drop(code)
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null, recap: { reason: 'agent', usedSeconds: 12 } })
  expect(stage.held()).toEqual(nothingHeld)
})

test('D88 a provider that closes within 2 s of its metadata refused the call', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(1999)
  stage.drop(1008, 'override')
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: { kind: 'connection_failed', message: 'override' } })
  expect(stage.calls).not.toContain('reconnect s1')
})

test('S165 closing the dialog resets everything and saves in the background', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'agent_response', agent_response_event: { agent_response: 'Hi' } })
  await stage.clock.advance(6000)
  stage.conversation.reset()
  expect(stage.snapshot).toMatchObject({ phase: 'idle', elapsedSeconds: 0, lines: [], sessionId: null, agentId: null })
  expect(stage.held()).toEqual(nothingHeld)
  await settle()
  expect(stage.ended).toEqual([{ id: 's1', figures: { duration: 0.1, cost: 0.0085 } }])
  expect(stage.snapshot.phase).toBe('idle')
})

test('S268 a background save that fails is told', async () => {
  const stage = createStage()
  await stage.connect()
  stage.server.end = () => Promise.reject(apiError(500, 'internal', 'm'))
  stage.conversation.reset()
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'idle', problem: { kind: 'end_failed' } })
})

test('D75 a page that goes away ends the talk with a call that outlives it', async () => {
  const stage = createStage()
  await stage.connect()
  await stage.clock.advance(60_000)
  stage.conversation.leave()
  expect(stage.kept).toEqual([{ id: 's1', figures: { duration: 1, cost: 0.085 } }])
  expect(stage.held()).toEqual(nothingHeld)
  stage.conversation.leave()
  expect(stage.kept).toHaveLength(1)
})

test('leaving an ended conversation saves nothing again', async () => {
  const stage = createStage()
  await stage.connect()
  stage.conversation.end()
  await settle()
  stage.conversation.leave()
  expect(stage.kept).toEqual([])
})

test('after the recap a new conversation starts from nothing', async () => {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver({ type: 'agent_response', agent_response_event: { agent_response: 'Hi' } })
  stage.conversation.toggleMute()
  stage.conversation.end()
  await settle()
  await stage.connect()
  expect(stage.snapshot).toMatchObject({ phase: 'connected', lines: [], muted: false, recap: null, elapsedSeconds: 0 })
})

test('late frames and sound of an ended conversation change nothing', async () => {
  const stage = createStage()
  await stage.connect()
  stage.conversation.end()
  await settle()
  const after = stage.snapshot
  stage.socket.deliver(sound(3))
  stage.socket.drop(1006)
  stage.player.handlers!.onStarted(3, moment(0))
  stage.speak(0.5, 5)
  expect(stage.snapshot).toBe(after)
})

test.for([true, false])('S268 closing the dialog while it saves shows no recap, only a failure (%s)', async (fails) => {
  const stage = createStage()
  const answer = later<{ usedSeconds: number }>()
  stage.server.end = () => answer.promise
  await stage.connect()
  stage.conversation.end()
  stage.conversation.reset()
  if (fails) answer.reject(apiError(500, 'internal', 'm'))
  else answer.resolve({ usedSeconds: 1 })
  await settle()
  expect(stage.ended).toHaveLength(1)
  expect(stage.snapshot).toMatchObject({ phase: 'idle', recap: null, problem: fails ? { kind: 'end_failed' } : null })
})
