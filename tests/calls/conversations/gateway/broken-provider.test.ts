import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { createVoiceProvider } from '#server/voice-provider/elevenlabs/elevenlabs.ts'
import { VoiceUnavailable } from '#server/voice-provider/elevenlabs/requests.ts'
import { addAgent, expect, sharedWorld, startTalk, subscriber } from '#tests/calls.ts'
import { metadata, ownProvider } from '../../../kit/conversations/own-provider.ts'

const world = await sharedWorld()

/** Each lacks what its kind requires. */
const broken = [
  'no JSON',
  'null',
  '{"type":"agent_response"}',
  '{"type":"agent_response_correction"}',
  '{"type":"user_transcript"}',
  '{"type":"queue_status"}',
  '{"type":"ping"}',
  '{"type":"interruption"}',
  '{"type":"error"}',
  '{"type":"conversation_initiation_metadata"}',
  '{"type":7}',
]

test('malformed messages of the provider end neither the process nor the conversation', async () => {
  const response = { type: 'agent_response', agent_response_event: { agent_response: 'Still here' } }
  const first = ['{"type":"conversation_initiation_metadata"}', metadata, ...broken, response]
  const { stop } = await ownProvider(world, first)
  const person = await subscriber(world)
  const { id, client } = await startTalk(person, await addAgent(world))
  for (;;) {
    const { event } = await client.next('agent_response')
    if (event.agent_response === 'Still here') break
  }
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(ended).toMatchObject({ status: 'failed', endReason: 'user', secondsCharged: 0 })
  await client.closed
  // Broken messages do not reach the browser, except kinds that are not read here.
  expect(client.kinds().filter((kind) => kind !== 'session_tick')).toEqual([
    'conversation_initiation_metadata',
    7,
    'agent_response',
    'session_ended',
  ])
  stop()
})

test.each(['nonsense', 'ftp://provider.test/', ''])(
  'the address %j, which no socket can open, counts as no answer',
  async (address) => {
    const provider = createServer((_request, response) => response.end(JSON.stringify({ signed_url: address })))
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const voiceProvider = createVoiceProvider({ mode: 'elevenlabs', apiKey: 'none', baseUrl, webhookSecrets: [] })
    await expect(voiceProvider.signConversation('agent')).rejects.toThrow(VoiceUnavailable)
    provider.close()
  },
)
