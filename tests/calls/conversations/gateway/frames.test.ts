import { test } from 'vitest'
import type { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { addAgent, endedRow, expect, sharedWorld, startHeardTalk, subscriber, tags } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

const sound = (bytes: number) => ({ user_audio_chunk: Buffer.alloc(bytes).toString('base64') })
const frameOf = (bytes: number) =>
  JSON.stringify({ type: 'x', fill: 'a'.repeat(bytes - '{"type":"x","fill":""}'.length) })
const repeat = (times: number, act: (at: number) => void) => {
  for (let at = 0; at < times; at++) act(at)
}

const wrong: [string, (client: VoiceClient) => void][] = [
  ['not JSON', (client) => client.send('hello')],
  ['an array', (client) => client.send('[1]')],
  ['null', (client) => client.send('null')],
  ['binary', (client) => client.sendBinary(Buffer.from('{"type":"user_activity"}'))],
  ['one byte over 64 kB', (client) => client.send(frameOf(64 * 1024 + 1))],
  ['half a megabyte', (client) => client.send(frameOf(512 * 1024))],
  ['sound that is no base64', (client) => client.send({ user_audio_chunk: 'not_base64!!' })],
  ['sound that is no text', (client) => client.send({ user_audio_chunk: 12 })],
  ['half a sample', (client) => client.send(sound(3))],
  ['more than 250 ms of sound', (client) => client.send(sound(8002))],
  ['a pong without a whole number', (client) => client.send({ type: 'pong', event_id: 1.5 })],
  ['a typed message of 2001 characters', (client) => client.send({ type: 'user_message', text: 'a'.repeat(2001) })],
  ['a typed message without text', (client) => client.send({ type: 'user_message' })],
  ['feedback without its fields', (client) => client.send({ type: 'feedback', score: 'love' })],
  // Twice as many: wherever a second ends among them, one of the two has its 201.
  ['201 frames in a second', (client) => repeat(402, () => client.send({ type: 'user_turn_stop' }))],
  ['51 unknown kinds', (client) => repeat(51, (at) => client.send({ type: `kind_${at}` }))],
  ['above a megabyte', (client) => client.send(frameOf(1024 * 1024 + 1))],
]

// A person may have ten conversations an hour that are not charged.
test.each([wrong.slice(0, 9), wrong.slice(9)])('wrong frames end a conversation', tags('D78 D79'), async (...cases) => {
  const person = await subscriber(world)
  for (const [what, act] of cases) {
    const { id, client } = await startHeardTalk(person, agentId)
    act(client)
    const { code, reason } = await client.closed
    // Above a megabyte the socket itself closes.
    const closed = what === 'above a megabyte' ? [1009, false] : [1008, true]
    expect([what, code, reason.length > 5]).toEqual([what, ...closed])
    expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  }
})

test('64 kB, 50 unknown kinds, longest sound and all published kinds pass', tags('D78 D79'), async () => {
  // Long enough to be interrupted even when everything pauses for a while.
  const firstMessage = 'There is much that we can talk about. '.repeat(4)
  const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world, { firstMessage }))
  client.send(frameOf(64 * 1024))
  repeat(49, (at) => client.send({ type: `kind_${at}` }))
  for (const type of ['user_turn_start', 'user_turn_stop', 'response_request', 'continuation']) client.send({ type })
  client.send(sound(0))
  client.send(sound(8000))
  client.send({ type: 'user_activity', extra: 'left out' })
  client.send({ type: 'contextual_update', text: 'The person looks at the plan.', context_id: 'page' })
  client.send({ type: 'feedback', event_id: 1, score: 'like' })
  client.send({ type: 'client_tool_result', tool_call_id: 'call', result: 'none', is_error: true })
  client.send({ type: 'user_message', text: 'A plan, please' })
  await client.next('interruption')
  expect((await client.next('agent_response')).event.agent_response).toBe('Here is a plan for you.')
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'user' })
})
