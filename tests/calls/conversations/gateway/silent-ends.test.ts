import { test } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, endOf, expect, ownWorld, seenByServer, subscriber, tags } from '#tests/calls.ts'
import { moveTalkClock, passTalkTime, startHeardTalk, startTalk } from '../../../kit/conversations/conversations.ts'
import { tickAt } from '../../../kit/conversations/conversations.ts'
import { metadata, type OwnProvider, ownProvider, queueStatus, say } from '../../../kit/conversations/own-provider.ts'
import { sound } from '../../../kit/conversations/own-provider.ts'

// Lines that die silently, and a provider that queues late.

const world = await ownWorld()
moveTalkClock(world, 0)

const agentId = await addAgent(world)
const person = await subscriber(world)
const ping = (event_id: number) => ({ type: 'ping', ping_event: { event_id } })
const pongs = ({ heard }: Pick<OwnProvider, 'heard'>) => heard.filter((text) => text.includes('"pong"'))

/** Makes the line go silent, as after a change of networks: it stays open, but nothing arrives from it. */
async function fallSilent(client: VoiceClient, { sockets, heard }: OwnProvider): Promise<void> {
  client.answersPings = false
  await client.delivered()
  client.stopReading()
  for (let count = 1; count <= 3; count++) {
    moveTalkClock(world, 2.5)
    say(sockets[0], ping(count))
    await seenByServer(world)
  }
  // The gateway answers for the browser only when it knows that no browser is there: after two pings without an answer.
  await expect.poll(() => pongs({ heard })).toEqual(['{"type":"pong","event_id":3}'])
}

test('a half-open line is free once its pings are unanswered', tags('D70 D75 D76 D176'), async () => {
  const own = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await fallSilent(client, own)
  moveTalkClock(world, 3)
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const again = new VoiceClient(signedUrl)
  await again.next('conversation_initiation_metadata')
  again.close()
  expect(await endedRow(world, id)).toMatchObject({ end_reason: 'user', used_ms: 7500, free_ms: 3000 })
  client.vanish()
  own.stop()
})

test('kept sound of a line that returns by itself is charged by its length', tags('D176'), async () => {
  const own = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await fallSilent(client, own)
  // Two seconds of sound in a gap of three.
  const twoSeconds = Buffer.alloc(64_000).toString('base64')
  say(own.sockets[0], { ...sound, audio_event: { audio_base_64: twoSeconds, event_id: 2 } })
  await seenByServer(world)
  moveTalkClock(world, 3)
  client.goOnReading()
  await expect.poll(() => client.frames.filter(({ type }) => type === 'audio').length).toBe(2)
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ end_reason: 'user', used_ms: 7500 + 2000, free_ms: 1000 })
  own.stop()
})

test('a line is free while the provider queues after its metadata', tags('D70'), async () => {
  const own = await ownProvider(world, [metadata, queueStatus('waiting'), ping(5)])
  const { id, client } = await startTalk(person, agentId)
  await client.next('queue_status')
  await expect.poll(() => pongs(own)).toEqual(['{"type":"pong","event_id":5}'])
  await passTalkTime(world, 14, client)
  say(own.sockets[0], queueStatus('admitted'), sound)
  await client.next('audio')
  await passTalkTime(world, 11, client)
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 11_000, charged_ms: 11_000 })
  own.stop()
})

test('a provider that queues in a conversation takes none of its time back', async () => {
  const { sockets, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 12, client)
  say(sockets[0], queueStatus('waiting'))
  await client.next('queue_status')
  client.close()
  expect((await endedRow(world, id)).used_ms).toBe(12_000)
  stop()
})

test('a provider line that dies silently ends the conversation within 20 s', async () => {
  const { stop } = await ownProvider(world, undefined, { autoPong: false })
  const { id, client } = await startHeardTalk(person, agentId)
  for (let tick = 0; tick < 3; tick++) await passTalkTime(world, 5, client)
  await tickAt(client, 15)
  expect(client.kinds()).not.toContain('session_ended')
  moveTalkClock(world, 5)
  expect(await endOf(client)).toMatchObject({ reason: 'fault', fault: 'dropped' })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'fault', used_ms: 20_000 })
  stop()
})
