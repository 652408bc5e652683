import { test } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, sharedWorld, startTalk, subscriber, tags } from '#tests/calls.ts'
import { metadata, ownProvider } from '../../../kit/conversations/own-provider.ts'

const world = await sharedWorld()

const sound = Buffer.from(Int16Array.from({ length: 1024 }, (_, at) => at * 31).buffer).toString('base64')
/** The same sound in the spellings that providers may use, each with a number of its own. */
const spellings = [
  `{"type":"audio","audio_event":{"audio_base_64":"${sound}","event_id":1}}`,
  `{"audio_event":{"audio_base_64":"${sound}","event_id":2},"type":"audio"}`,
  `{ "audio_event": { "event_id": 3, "audio_base_64": "${sound}" }, "type": "audio" }`,
  `{"audio_event":{"alignment":{"chars":["\\"","H"]},"audio_base_64":"${sound}","event_id":4},"type":"audio_event"}`,
  `{"type":"audio","audio_event":{"audio_base_64":"${sound.replaceAll('/', '\\/')}","event_id":5}}`,
]
/** Not a message at all, so it is left out. */
const broken = [
  spellings[0]?.slice(0, -1) ?? '',
  `{"type":"audio","audio_event":{"audio_base_64":"${sound}`,
  `{"audio_event":{"audio_base_64":`,
  `{"audio_event":{"audio_base_64":"AA\\"AA","event_id":9},"type":`,
]
/** Words that look like sound are still words. */
const words = 'He said "audio_base_64":"AAAA" and left'

test('sound passes in both directions exactly as it was sent', tags('D78'), async () => {
  const response = { type: 'agent_response', agent_response_event: { agent_response: words } }
  const { heard, stop } = await ownProvider(world, [metadata, ...spellings, ...broken, response])
  const person = await subscriber(world)
  const { id, client } = await startTalk(person, await addAgent(world))
  expect((await client.next('agent_response')).event.agent_response).toBe(words)
  const sounds = client.frames.filter(({ event }) => 'audio_base_64' in event)
  expect(sounds.map(({ event }) => event.event_id)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(sounds.map(({ event }) => event.audio_base_64))).toEqual(new Set([sound]))

  client.send(`{"user_audio_chunk":"${sound}"}`)
  client.send(`{ "user_audio_chunk": "${sound}", "more": "left out" }`)
  await expect.poll(() => heard.filter((text) => text.includes('user_audio_chunk'))).toHaveLength(2)
  expect(heard.filter((text) => text.includes('user_audio_chunk'))).toEqual([
    `{"user_audio_chunk":"${sound}"}`,
    `{"user_audio_chunk":"${sound}"}`,
  ])
  expect(heard).not.toContain('binary')
  // The gateway saw the agent's sound and did not only pass it on: the conversation counts.
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  const [row] = await world.sql('select agent_spoke from voice_session where id = $1', [id])
  expect(row).toEqual({ agent_spoke: true })
  await expect.poll(() => world.services.live.recall(id, person.id)?.map(({ text }) => text)).toEqual([words])
  stop()
})
