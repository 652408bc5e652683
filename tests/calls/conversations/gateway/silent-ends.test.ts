import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, ownWorld, subscriber } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  seenByServer,
  startHeardTalk,
  startTalk,
} from '../../../kit/conversations/conversations.ts'

// Lines that die silently, and a provider that queues late. One wait of 20 s.

const world = await ownWorld()
moveTalkClock(world, 0)

const metadata = {
  type: 'conversation_initiation_metadata',
  conversation_initiation_metadata_event: { conversation_id: 'conv_own', agent_output_audio_format: 'pcm_16000' },
}
const sound = { type: 'audio', audio_event: { audio_base_64: 'AAAA', event_id: 1 } }

/** Replaces the stand-in with a provider of our own, for the conversations of one test. */
async function provide(carry: (socket: WebSocket) => void, options: { autoPong?: boolean } = {}) {
  const sockets: WebSocket[] = []
  const provider = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options })
  await once(provider, 'listening')
  provider.on('connection', (socket) => {
    sockets.push(socket)
    carry(socket)
  })
  const { connect } = world.services.voice
  world.services.voice.connect = () => connect(`ws://127.0.0.1:${(provider.address() as AddressInfo).port}`)
  const stop = () => {
    world.services.voice.connect = connect
    for (const socket of sockets) socket.terminate()
    provider.close()
  }
  return { sockets, stop }
}

const say = (socket: WebSocket, ...messages: object[]) => {
  for (const message of messages) socket.send(JSON.stringify(message))
}
const queue = (status: string) => ({ type: 'queue_status', queue_status_event: { status } })

test('a half-open line is free from the moment when its pings are unanswered, not before (D70, D75, D76, D176)', async () => {
  const pongs: string[] = []
  const { sockets, stop } = await provide((socket) => {
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      if (text.includes('"pong"')) pongs.push(text)
    })
    say(socket, metadata, sound)
  })
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, await addAgent(world))
  client.answersPings = false
  await client.delivered()
  const lastByteMs = client.elapsedMs()
  // The socket stays open, as after a change of networks, but nothing arrives from it.
  client.stopReading()
  const asking = setInterval(() => say(sockets[0]!, { type: 'ping', ping_event: { event_id: 5 } }), 50)
  // The gateway answers for the browser only while it knows that no browser is there.
  await expect.poll(() => pongs.length, { interval: 20, timeout: 12_000 }).toBeGreaterThan(0)
  const knownMs = client.elapsedMs()
  clearInterval(asking)
  expect(knownMs - lastByteMs).toBeGreaterThan(4900)
  moveTalkClock(world, 3)
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const again = new VoiceClient(signedUrl)
  await again.next('conversation_initiation_metadata')
  again.close()
  const row = await endedRow(world, id)
  expect(row.end_reason).toBe('user')
  expect(row.used_ms).toBeGreaterThan(4900)
  expect(row.used_ms).toBeLessThan(client.elapsedMs())
  client.vanish()
  stop()
}, 40_000)

test('a line that stops and returns by itself continues, and its kept sound is charged by its length (D176)', async () => {
  const pongs: string[] = []
  const { sockets, stop } = await provide((socket) => {
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      if (text.includes('"pong"')) pongs.push(text)
    })
    say(socket, metadata, sound)
  })
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, await addAgent(world))
  client.answersPings = false
  await client.delivered()
  client.stopReading()
  const asking = setInterval(() => say(sockets[0]!, { type: 'ping', ping_event: { event_id: 5 } }), 50)
  await expect.poll(() => pongs.length, { interval: 20, timeout: 12_000 }).toBeGreaterThan(0)
  clearInterval(asking)
  // Two seconds of sound in a gap of three.
  say(sockets[0]!, { ...sound, audio_event: { audio_base_64: Buffer.alloc(64_000).toString('base64'), event_id: 2 } })
  await seenByServer(world)
  moveTalkClock(world, 3)
  client.goOnReading()
  await expect.poll(() => client.frames.filter(({ type }) => type === 'audio').length).toBe(2)
  client.close()
  const row = await endedRow(world, id)
  expect(row.end_reason).toBe('user')
  expect(row.used_ms).toBeGreaterThan(2000 + 4900)
  expect(row.used_ms).toBeLessThan(2000 + client.elapsedMs())
  stop()
}, 40_000)

test('a line costs nothing while the provider queues after its metadata, and pings are answered (D70)', async () => {
  const pongs: string[] = []
  const { sockets, stop } = await provide((socket) => {
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      if (text.includes('"pong"')) pongs.push(text)
    })
    say(socket, metadata, queue('waiting'), { type: 'ping', ping_event: { event_id: 5 } })
  })
  const { id, client } = await startTalk(await subscriber(world), await addAgent(world))
  await client.next('queue_status')
  await expect.poll(() => pongs).toEqual(['{"type":"pong","event_id":5}'])
  await passTalkTime(world, 14, client)
  const admittedAtMs = client.elapsedMs()
  say(sockets[0]!, queue('admitted'), sound)
  await client.next('audio')
  await passTalkTime(world, 11, client)
  client.close()
  const row = await endedRow(world, id)
  expect(row.used_ms).toBeGreaterThanOrEqual(11_000)
  expect(row.used_ms - 11_000).toBeLessThan(client.elapsedMs() - admittedAtMs)
  expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
  stop()
})

test('a provider that queues in the middle of a conversation takes none of its time back', async () => {
  const { sockets, stop } = await provide((socket) => say(socket, metadata, sound))
  const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world))
  await passTalkTime(world, 12, client)
  say(sockets[0]!, queue('waiting'))
  await client.next('queue_status')
  client.close()
  expect((await endedRow(world, id)).used_ms).toBeGreaterThanOrEqual(12_000)
  stop()
})

test('a provider line that dies silently ends the conversation as dropped within 20 s', async () => {
  const { stop } = await provide((socket) => say(socket, metadata, sound), { autoPong: false })
  const { id, client } = await startHeardTalk(await subscriber(world), await addAgent(world))
  const streaming = setInterval(() => client.send({ type: 'user_turn_stop' }), 1000)
  const ended = await client.next('session_ended', 25_000)
  clearInterval(streaming)
  expect(ended.event).toMatchObject({ reason: 'fault', fault: 'dropped' })
  expect(ended.atMs).toBeGreaterThan(15_000)
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'fault' })
  stop()
}, 40_000)
