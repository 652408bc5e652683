import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { createVoiceProvider } from '#server/voice-provider/elevenlabs/elevenlabs.ts'
import { VoiceUnavailable } from '#server/voice-provider/elevenlabs/requests.ts'
import { addAgent, endTalk, expect, sharedWorld, startTalk, subscriber } from '#tests/calls.ts'
import { metadata, ownProvider } from '../../../kit/conversations/own-provider.ts'

const world = await sharedWorld()

/** Each lacks what its kind requires. */
const kinds = ['agent_response', 'agent_response_correction', 'user_transcript', 'queue_status', 'ping', 'interruption']
kinds.push('error', 'conversation_initiation_metadata')
const broken = ['no JSON', 'null', ...kinds.map((type) => JSON.stringify({ type })), '{"type":7}']

test('malformed messages of the provider end no conversation', async () => {
  const response = { type: 'agent_response', agent_response_event: { agent_response: 'Still here' } }
  const first = ['{"type":"conversation_initiation_metadata"}', metadata, ...broken, response]
  const { stop } = await ownProvider(world, first)
  const person = await subscriber(world)
  const { id, client } = await startTalk(person, await addAgent(world))
  for (;;) {
    const { event } = await client.next('agent_response')
    if (event.agent_response === 'Still here') break
  }
  expect(await endTalk(person, id)).toMatchObject({ status: 'failed', endReason: 'user', secondsCharged: 0 })
  await client.closed
  // Broken messages do not reach the browser, except kinds that are not read here.
  const passed = client.kinds().filter((kind) => kind !== 'session_tick')
  expect(passed).toEqual(['conversation_initiation_metadata', 7, 'agent_response', 'session_ended'])
  stop()
})

test.each(['nonsense', 'ftp://provider.test/', ''])('the address %j counts as no answer', async (address) => {
  const provider = createServer((_request, response) => response.end(JSON.stringify({ signed_url: address })))
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const voiceProvider = createVoiceProvider({ mode: 'elevenlabs', apiKey: 'none', baseUrl, webhookSecrets: [] })
  await expect(voiceProvider.signConversation('agent')).rejects.toThrow(VoiceUnavailable)
  provider.close()
})
