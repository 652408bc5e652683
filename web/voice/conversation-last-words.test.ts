import { expect, test } from 'vitest'
import { createStage, moment, nothingHeld, sound } from './conversation-fakes.ts'
import { settle } from './fake-clock.ts'

/** Starts a conversation that the agent has ended and whose last words are still playing. */
async function inLastWords() {
  const stage = createStage()
  await stage.connect()
  stage.socket.deliver(sound(1))
  const { onStarted, onSilent } = stage.player.handlers!
  onStarted(1, moment(0))
  stage.socket.deliver({ type: 'session_ended', session_ended_event: { reason: 'agent', used_seconds: 33 } })
  await settle()
  expect(stage.snapshot.phase).toBe('ended')
  expect(stage.held()).toMatchObject({ microphones: 0, players: 1 })
  return { stage, onSilent }
}

test.for(['reset', 'leave'] as const)('%s cuts the last words', async (command) => {
  const { stage } = await inLastWords()
  stage.conversation[command]()
  expect(stage.held()).toEqual(nothingHeld)
  await settle()
  expect(stage.ended).toHaveLength(1)
  expect(stage.kept).toEqual([])
})

test('reset cuts them while the conversation is still being saved', async () => {
  const stage = createStage()
  stage.server.end = () => new Promise(() => {})
  await stage.connect()
  stage.player.handlers!.onStarted(1, moment(0))
  stage.socket.deliver({ type: 'session_ended', session_ended_event: { reason: 'idle', used_seconds: 33 } })
  expect(stage.snapshot.phase).toBe('ending')
  stage.conversation.reset()
  expect(stage.held()).toEqual(nothingHeld)
})

test('a new conversation is not talked over by the last words of the one before', async () => {
  const { stage, onSilent } = await inLastWords()
  await stage.connect()
  expect(stage.snapshot.phase).toBe('connected')
  expect(stage.held()).toMatchObject({ microphones: 1, players: 1, openSockets: 1 })
  // Late reports of the closed player, and the end of its 10 s, do not affect the new one.
  onSilent(true, moment(0))
  await stage.clock.advance(10_000)
  expect(stage.snapshot.phase).toBe('connected')
  expect(stage.player).toMatchObject({ opened: 2, closed: 1 })
})
