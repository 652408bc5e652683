import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { VoiceFault } from '#standins/elevenlabs/plugin.ts'
import {
  measureAudio,
  questionSamples,
  removeState,
  startStandin,
  VoiceClient,
  wait,
  type TestStandin,
} from './voice-client.ts'

const firstMessage = 'Hello, I am here for you, and I have a great many things to tell you about the weather of today.'
const settings = {
  name: 'Sam',
  conversation_config: {
    agent: {
      first_message: firstMessage,
      prompt: { prompt: '## Sample answers\n- [weather, rain]: It will rain.' },
    },
  },
}

vi.setConfig({ testTimeout: 20_000 })

let standin: TestStandin
let heardSamples = 0
const faultsByAgent = new Map<string, VoiceFault>()

beforeAll(async () => {
  standin = await startStandin({
    voiceFault: (agentId) => faultsByAgent.get(agentId) ?? null,
    recognise: (samples) => {
      heardSamples = samples.length
      return Promise.resolve('Will it rain?')
    },
  })
})

afterAll(async () => {
  await standin.close()
  removeState(standin)
})

async function openWith(fault: VoiceFault | null): Promise<VoiceClient> {
  const agentId = await standin.createAgent(settings)
  if (fault) faultsByAgent.set(agentId, fault)
  const { signed_url: url } = await standin.signedUrl(agentId)
  const client = new VoiceClient(url)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  return client
}

test.concurrent('refuse: no signed address', async () => {
  const agentId = await standin.createAgent(settings)
  faultsByAgent.set(agentId, 'refuse')
  expect((await standin.call('GET', `/conversation/get-signed-url?agent_id=${agentId}`)).status).toBe(500)
})

test.concurrent('busy: closed with 3008 before any metadata', async () => {
  const client = await openWith('busy')
  expect(await client.closed).toEqual({ code: 3008, reason: 'too many concurrent connections' })
  expect(client.frames).toEqual([])
})

test.concurrent('queue: waits 3 s in line, then begins', async () => {
  const client = await openWith('queue')
  const waiting = await client.next('queue_status')
  const admitted = await client.next('queue_status')
  const metadata = await client.next('conversation_initiation_metadata')
  client.close()
  expect([waiting, admitted].map((frame) => frame.event['status'])).toEqual(['waiting', 'admitted'])
  expect(metadata.atMs).toBeGreaterThan(2900)
})

test.concurrent('drop: the connection is reset 4 s after the metadata', async () => {
  const client = await openWith('drop')
  const metadata = await client.next('conversation_initiation_metadata')
  expect((await client.closed).code).toBe(1006)
  expect(client.elapsedMs() - metadata.atMs).toBeGreaterThan(3000)
})

test.concurrent('stall: nothing after the metadata', async () => {
  const client = await openWith('stall')
  await client.next('conversation_initiation_metadata')
  client.send({ type: 'user_message', text: 'rain' })
  await wait(2500)
  client.close()
  expect(client.frames).toHaveLength(1)
})

test.concurrent('flood: minutes of sound at once', async () => {
  const client = await openWith('flood')
  const sounds = () => client.frames.filter((frame) => frame.type === 'audio')
  await expect.poll(() => sounds().length).toBeGreaterThan(1000)
  client.close()
})

test.concurrent('late metadata: after 12 s', async () => {
  const client = await openWith('late_metadata')
  const metadata = await client.next('conversation_initiation_metadata', 19_000)
  client.close()
  expect(metadata.atMs).toBeGreaterThan(11_900)
})

test.concurrent('stale audio: two frames of the interrupted answer follow its interruption', async () => {
  const client = await openWith('stale_audio')
  await client.next('audio')
  client.send({ type: 'user_message', text: 'rain' })
  const interruption = await client.next('interruption')
  await client.next('agent_response')
  await client.next('audio')
  client.close()
  const stale = client.frames.filter(
    (frame) => frame.atMs >= interruption.atMs && frame.event['event_id'] === interruption.event['event_id'],
  )
  const sounds = stale.filter((frame) => frame.type === 'audio')
  expect(sounds.map((frame) => measureAudio(frame).loudness > 0.1)).toEqual([true, true])
})

test.concurrent('a recogniser is given the whole turn, and its words are answered', async () => {
  const client = await openWith(null)
  await client.speak(questionSamples(0, 3600))
  const transcript = await client.next('user_transcript')
  const answer = await client.next('agent_response')
  client.close()
  expect(transcript.event['user_transcript']).toBe('Will it rain?')
  expect(answer.event['agent_response']).toBe('It will rain.')
  expect(heardSamples / 16).toBeGreaterThan(2900)
  expect(heardSamples / 16).toBeLessThan(3600)
})
