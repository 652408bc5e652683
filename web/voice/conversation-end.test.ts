import { expect, test } from 'vitest'
import { apiError, createStage, later, moment, nothingHeld, sound, talking } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

const failEnd = (message = 'm') => Promise.reject(apiError(500, 'internal', message))

test('S164 S295 S296 ending releases everything, saves minutes and cost, and shows the recap', async () => {
  const stage = await talking()
  await stage.clock.advance(90_000)
  stage.conversation.end()
  expect(stage.all).toMatchObject({ phase: 'ending', ...nothingHeld })
  expect(stage.socket.closedWith).toBe(1000)
  await settle()
  expect(stage.ended).toEqual([{ id: 's1', figures: { duration: 1.5, cost: 0.1275 } }])
  const recap = { reason: 'user', usedSeconds: 42, balanceSeconds: 1000 }
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null, recap })
  stage.conversation.leave()
  expect(stage.kept).toEqual([])
})

test('S225 S268 D77 an end that is not saved is shown with what was seen here', async () => {
  const stage = await talking()
  await stage.clock.advance(5000)
  stage.server.end = () => failEnd('200 success')
  await stage.end()
  const recap = { reason: 'user', usedSeconds: 5, balanceSeconds: null }
  expect(stage.all).toMatchObject({ phase: 'ended', problem: { kind: 'end_failed' }, recap, ...nothingHeld })
})

test('D75 an end that the server still counts is shown as that, not as a figure', async () => {
  const stage = await talking()
  stage.server.end = () => Promise.reject(apiError(503, 'unavailable', 'm'))
  await stage.clock.advance(5000)
  stage.deliver({ type: 'session_ended', session_ended_event: { reason: 'idle', used_seconds: null } })
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: null, recap: { reason: 'idle', usedSeconds: null } })
})

test.for(['agent', 'limit', 'idle', 'user', 'access', 'gone'] as const)('D88 reason %s is no error', async (reason) => {
  const stage = await talking()
  stage.server.end = () => failEnd()
  await stage.over(reason)
  expect(stage.all).toMatchObject({ phase: 'ended', recap: { reason, usedSeconds: 33 }, ...nothingHeld })
  if (reason !== 'user') expect(stage.snapshot.problem).toBeNull()
})

test.for([
  ['balance', undefined, { kind: 'not_enough_credits' }],
  ['budget', undefined, { kind: 'budget_reached' }],
  ['fault', 'refused', { kind: 'connection_failed', message: 'text' }],
  ['fault', 'busy', { kind: 'busy', message: 'text' }],
  ['fault', 'dropped', { kind: 'connection_lost' }],
  ['fault', 'drain', { kind: 'connection_lost' }],
] as const)('D73 D88 reason %s %s in a talk', async ([reason, fault, problem]) => {
  const stage = await talking()
  await stage.over(reason, fault, 'text')
  expect(stage.all).toMatchObject({ phase: 'ended', problem, ...nothingHeld })
})

test('D88 a fault before the talk takes the start back without a recap', async () => {
  const stage = createStage()
  await stage.open()
  await stage.over('fault', 'refused')
  expect(stage.all).toMatchObject({ phase: 'idle', problem: { kind: 'connection_failed' }, recap: null })
  expect(stage.held()).toEqual(nothingHeld)
})

test.for([1000, 1001])('S166 close %i is a normal end', async (code) => {
  const stage = await talking()
  stage.server.end = () => Promise.resolve({ usedSeconds: 12 })
  stage.drop(code)
  await settle()
  const recap = { reason: 'agent', usedSeconds: 12 }
  expect(stage.all).toMatchObject({ phase: 'ended', problem: null, recap, ...nothingHeld })
})

test('D88 a provider that closes within 2 s of its metadata refused the call', async () => {
  const stage = await talking()
  await stage.clock.advance(1999)
  stage.drop(1008, 'override')
  await settle()
  expect(stage.snapshot).toMatchObject({ phase: 'ended', problem: { kind: 'connection_failed', message: 'override' } })
  expect(stage.calls).not.toContain('reconnect s1')
})

test('S165 closing the dialog resets everything and saves in the background', async () => {
  const stage = await talking()
  stage.deliver({ type: 'agent_response', agent_response_event: { agent_response: 'Hi' } })
  await stage.clock.advance(6000)
  stage.conversation.reset()
  const nothing = { elapsedSeconds: 0, lines: [], sessionId: null, agentId: null }
  expect(stage.all).toMatchObject({ phase: 'idle', ...nothing, ...nothingHeld })
  await settle()
  expect(stage.ended).toEqual([{ id: 's1', figures: { duration: 0.1, cost: 0.0085 } }])
  expect(stage.snapshot.phase).toBe('idle')
})

test('S295 D75 a page that goes away ends the talk with a call that outlives it', async () => {
  const stage = await talking()
  await stage.clock.advance(60_000)
  stage.conversation.leave()
  expect(stage.kept).toEqual([{ id: 's1', figures: { duration: 1, cost: 0.085 } }])
  expect(stage.held()).toEqual(nothingHeld)
  stage.conversation.leave()
  expect(stage.kept).toHaveLength(1)
})

test('after the recap a new conversation starts from nothing', async () => {
  const stage = await talking()
  stage.deliver({ type: 'agent_response', agent_response_event: { agent_response: 'Hi' } })
  stage.conversation.toggleMute()
  await stage.end()
  await stage.connect()
  expect(stage.snapshot).toMatchObject({ phase: 'connected', lines: [], muted: false, recap: null, elapsedSeconds: 0 })
})

test('late frames and sound of an ended conversation change nothing', async () => {
  const stage = await talking()
  await stage.end()
  const after = stage.snapshot
  stage.deliver(sound(3))
  stage.socket.drop(1006)
  stage.player.handlers!.onStarted(3, moment(0))
  stage.speak(0.5, 5)
  expect(stage.snapshot).toBe(after)
})

test.for([true, false])('S268 closing the dialog while it saves shows no recap, only a failure (%s)', async (fails) => {
  const answer = later<{ usedSeconds: number }>()
  const stage = await talking()
  stage.server.end = () => answer.promise
  stage.conversation.end()
  stage.conversation.reset()
  if (fails) answer.reject(apiError(500, 'internal', 'm'))
  else answer.resolve({ usedSeconds: 1 })
  await settle()
  expect(stage.ended).toHaveLength(1)
  expect(stage.snapshot).toMatchObject({ phase: 'idle', recap: null, problem: fails ? { kind: 'end_failed' } : null })
})

/** Starts a conversation that the agent has ended and whose last words are still playing. */
async function inLastWords() {
  const stage = await talking()
  stage.deliver(sound(1))
  const { onStarted, onSilent } = stage.player.handlers!
  onStarted(1, moment(0))
  await stage.over('agent')
  expect(stage.all).toMatchObject({ phase: 'ended', microphones: 0, players: 1, openSockets: 0 })
  return { stage, onSilent }
}

test('the last words are heard to their end, without the microphone, and cut after 10 s', async () => {
  const { stage, onSilent } = await inLastWords()
  onSilent(false, moment(0))
  expect(stage.held()).toEqual(nothingHeld)
  const endless = (await inLastWords()).stage
  await endless.clock.advance(10_000)
  expect(endless.held()).toEqual(nothingHeld)
})

test.for(['reset', 'leave'] as const)('%s cuts the last words', async (command) => {
  const { stage } = await inLastWords()
  stage.conversation[command]()
  expect(stage.held()).toEqual(nothingHeld)
  await settle()
  expect([stage.ended.length, stage.kept]).toEqual([1, []])
})

test('reset cuts them while the conversation is still being saved', async () => {
  const stage = await talking()
  stage.server.end = () => new Promise(() => {})
  stage.player.handlers!.onStarted(1, moment(0))
  await stage.over('idle')
  expect(stage.snapshot.phase).toBe('ending')
  stage.conversation.reset()
  expect(stage.held()).toEqual(nothingHeld)
})

test('a new conversation is not talked over by the last words of the one before', async () => {
  const { stage, onSilent } = await inLastWords()
  await stage.connect()
  expect(stage.all).toMatchObject({ phase: 'connected', microphones: 1, players: 1, openSockets: 1 })
  // Late reports of the closed player, and the end of its 10 s, do not affect the new one.
  onSilent(true, moment(0))
  await stage.clock.advance(10_000)
  expect(stage.snapshot.phase).toBe('connected')
  expect(stage.player).toMatchObject({ opened: 2, closed: 1 })
})
