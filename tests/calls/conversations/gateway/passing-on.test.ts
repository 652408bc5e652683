import { BrowserFrames } from '#server/conversations/gateway/browser-frames.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, endTalk, expect, metadata, ownProvider, sharedWorld } from '#tests/calls.ts'
import { startHeardTalk, startTalk, subscriber, tags, test, type VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
const [person, agentId] = [await subscriber(world), await addAgent(world)]

const samples = Buffer.from(Int16Array.from({ length: 1024 }, (_, at) => at * 31).buffer).toString('base64')
/** The same sound in the spellings that providers may use, each with a number of its own. */
const spellings = [
  `{"type":"audio","audio_event":{"audio_base_64":"${samples}","event_id":1}}`,
  `{"audio_event":{"audio_base_64":"${samples}","event_id":2},"type":"audio"}`,
  `{ "audio_event": { "event_id": 3, "audio_base_64": "${samples}" }, "type": "audio" }`,
  `{"audio_event":{"alignment":{"chars":["\\"","H"]},"audio_base_64":"${samples}","event_id":4},"type":"audio_event"}`,
  `{"type":"audio","audio_event":{"audio_base_64":"${samples.replaceAll('/', '\\/')}","event_id":5}}`,
]
/** Not a message at all, so it is left out. */
const broken = [
  spellings[0]?.slice(0, -1) ?? '',
  `{"type":"audio","audio_event":{"audio_base_64":"${samples}`,
  `{"audio_event":{"audio_base_64":`,
  `{"audio_event":{"audio_base_64":"AA\\"AA","event_id":9},"type":`,
]
/** Words that look like sound are still words. */
const words = 'He said "audio_base_64":"AAAA" and left'

test('sound passes in both directions exactly as it was sent', tags('D78'), async () => {
  const response = { type: 'agent_response', agent_response_event: { agent_response: words } }
  const { heard, stop } = await ownProvider(world, [metadata, ...spellings, ...broken, response])
  const { id, client } = await startTalk(person, agentId)
  expect((await client.next('agent_response')).event.agent_response).toBe(words)
  const sounds = client.frames.filter(({ event }) => 'audio_base_64' in event)
  expect(sounds.map(({ event }) => event.event_id)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(sounds.map(({ event }) => event.audio_base_64))).toEqual(new Set([samples]))

  client.send(`{"user_audio_chunk":"${samples}"}`)
  client.send(`{ "user_audio_chunk": "${samples}", "more": "left out" }`)
  const chunks = () => heard.filter((text) => text.includes('user_audio_chunk'))
  await expect.poll(chunks).toEqual([`{"user_audio_chunk":"${samples}"}`, `{"user_audio_chunk":"${samples}"}`])
  expect(heard).not.toContain('binary')
  // The gateway saw the agent's sound and did not only pass it on: the conversation counts.
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  const [row] = await world.sql('select agent_spoke from voice_session where id = $1', [id])
  expect(row).toEqual({ agent_spoke: true })
  await expect.poll(() => world.services.live.recall(id, person.id)?.map(({ text }) => text)).toEqual([words])
  stop()
})

test('malformed messages of the provider end no conversation', async () => {
  // Each lacks what its kind requires.
  const kinds = `agent_response agent_response_correction user_transcript queue_status ping interruption error
    conversation_initiation_metadata`.split(/\s+/)
  const malformed = ['no JSON', 'null', ...kinds.map((type) => JSON.stringify({ type })), '{"type":7}']
  const response = { type: 'agent_response', agent_response_event: { agent_response: 'Still here' } }
  const first = ['{"type":"conversation_initiation_metadata"}', metadata, ...malformed, response]
  const { stop } = await ownProvider(world, first)
  const { id, client } = await startTalk(person, agentId)
  while ((await client.next('agent_response')).event.agent_response !== 'Still here');
  expect(await endTalk(person, id)).toMatchObject({ status: 'failed', endReason: 'user', secondsCharged: 0 })
  await client.closed
  // Broken messages do not reach the browser, except kinds that are not read here.
  const passed = client.kinds().filter((kind) => kind !== 'session_tick')
  expect(passed).toEqual(['conversation_initiation_metadata', 7, 'agent_response', 'session_ended'])
  stop()
})

const sound = (bytes: number) => ({ user_audio_chunk: Buffer.alloc(bytes).toString('base64') })
const frameOf = (bytes: number) =>
  JSON.stringify({ type: 'x', fill: 'a'.repeat(bytes - '{"type":"x","fill":""}'.length) })
const many = (length: number, frame: (at: number) => object) => Array.from({ length }, (_, at) => frame(at))
const turns = (length: number) => many(length, () => ({ type: 'user_turn_stop' }))
const unknown = (length: number) => many(length, (at) => ({ type: `kind_${at}` }))

test.each<[string, ...frames: (object | string)[]]>([
  ['text that is not JSON', 'hello'],
  ['an array', '[1]'],
  ['null', 'null'],
  ['binary', Buffer.from('{"type":"user_activity"}')],
  ['one byte over 64 kB', frameOf(64 * 1024 + 1)],
  ['sound that is no base64', { user_audio_chunk: 'not_base64!!' }],
  ['sound that is no text', { user_audio_chunk: 12 }],
  ['half a sample', sound(3)],
  ['more than 250 ms of sound', sound(8002)],
  ['a pong without a whole number', { type: 'pong', event_id: 1.5 }],
  ['a typed message of 2001 characters', { type: 'user_message', text: 'a'.repeat(2001) }],
  ['a typed message without text', { type: 'user_message' }],
  ['feedback without its fields', { type: 'feedback', score: 'love' }],
  ['201 frames in a second', ...turns(201)],
  ['51 unknown kinds', ...unknown(51)],
])('a browser may not send %s', tags('D78 D79'), (_what, ...frames) => {
  const guard = new BrowserFrames(() => 0)
  const kinds = frames.map((frame) => {
    const isBinary = Buffer.isBuffer(frame)
    return guard.judge(
      isBinary ? frame : Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      isBinary,
    )
  })
  expect(kinds.map(({ kind }) => kind).indexOf('refuse')).toBe(frames.length - 1)
})

test('a wrong frame ends the conversation, which costs nothing', tags('D78 D79'), async () => {
  for (const [act, ...closed] of [
    [(client: VoiceClient) => client.sendBinary(Buffer.from('{"type":"user_activity"}')), 1008, true],
    // Twice as many: wherever a second ends among them, one of the two has its 201.
    [(client: VoiceClient) => turns(402).forEach((turn) => client.send(turn)), 1008, true],
    // Above a megabyte the socket itself closes.
    [(client: VoiceClient) => client.send(frameOf(1024 * 1024 + 1)), 1009, false],
  ] as const) {
    const { id, client } = await startHeardTalk(person, agentId)
    act(client)
    const { code, reason } = await client.closed
    expect([code, reason.length > 5]).toEqual(closed)
    expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  }
})

test('64 kB, 50 unknown kinds, longest sound and all published kinds pass', tags('D78 D79'), async () => {
  // Long enough to be interrupted even when everything pauses for a while.
  const firstMessage = 'There is much that we can talk about. '.repeat(4)
  const { id, client } = await startHeardTalk(person, await addAgent(world, { firstMessage }))
  client.send(frameOf(64 * 1024))
  for (const frame of unknown(49)) client.send(frame)
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
