import { test } from 'vitest'
import { WebSocket } from 'ws'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, ownWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  seenByServer,
  startHeardTalk,
  tickAt,
  upgradeStatus,
} from '../../../kit/conversations/conversations.ts'
import { ownProvider, say } from '../../../kit/conversations/own-provider.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

async function reconnect(person: TestPerson, id: string): Promise<VoiceClient> {
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const client = new VoiceClient(signedUrl)
  await client.opened
  return client
}

test('a browser that vanishes is settled 15 s later as abandoned, charged until its socket closed (D72, D75, D176)', async () => {
  const person = await subscriber(world)
  const { sockets, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 30, client)
  client.vanish()
  await client.closed
  await seenByServer(world)
  moveTalkClock(world, 14)
  await seenByServer(world)
  expect(sockets[0]?.readyState).toBe(WebSocket.OPEN)
  moveTalkClock(world, 1)
  // The gap began with the closed socket and lasted until the end.
  expect(await endedRow(world, id)).toEqual({
    status: 'abandoned',
    end_reason: 'gone',
    used_ms: 30_000,
    charged_ms: 30_000,
    free_ms: 15_000,
  })
  const [gap] = await world.sql('select from voice_session where id = $1 and line_lost_at < ended_at', [id])
  expect(gap).toBeDefined()
  const [line] = await person.client.call(voice.usage)
  expect(line).toMatchObject({ sessionId: id, secondsCharged: 30 })
  expect((await person.client.call(voice.userStats)).totalSessions).toBe(1)
  stop()
})

test('a browser that is silent on a living line is ended and charged to the end (D75, D176)', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  // The socket itself still answers, so everything that the agent said was delivered.
  client.answersPings = false
  await passTalkTime(world, 30, client)
  moveTalkClock(world, 15)
  expect(await endedRow(world, id)).toMatchObject({ status: 'abandoned', end_reason: 'gone', used_ms: 45_000 })
  expect((await client.closed).code).toBe(1000)
})

test('a connection that returns within 10 s continues the same conversation, and the gap is free (D70, D76, D176)', async () => {
  const person = await subscriber(world)
  const { sockets, heard, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 20, client)
  client.vanish()
  await client.closed
  await seenByServer(world)
  moveTalkClock(world, 8)
  const again = await reconnect(person, id)
  await again.next('conversation_initiation_metadata')
  expect(again.bodies[0]).toEqual(client.bodies[0])
  again.send({ type: 'user_message', text: 'A plan, please' })
  await expect.poll(() => heard.at(-1)).toContain('A plan, please')
  say(sockets[0], { type: 'agent_response', agent_response_event: { agent_response: 'Here it is.' } })
  expect((await again.next('agent_response')).event.agent_response).toBe('Here it is.')
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect((await again.closed).code).toBe(1000)
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 20_000, free_ms: 8000 })
  const [gap] = await world.sql('select from voice_session where id = $1 and line_back_at > line_lost_at', [id])
  expect(gap).toBeDefined()
  stop()
})

test('leaving and returning again and again does not give free talk, because the gaps of a call are limited (D70)', async () => {
  const person = await subscriber(world)
  const { stop } = await ownProvider(world)
  const talk = await startHeardTalk(person, agentId)
  let { client } = talk
  for (let gapSeconds = 11; ; gapSeconds += 11) {
    client.vanish()
    await client.closed
    await seenByServer(world)
    // Four seconds short of the silence that ends it.
    moveTalkClock(world, 11)
    if (gapSeconds > 60) break
    client = await reconnect(person, talk.id)
  }
  expect(await endedRow(world, talk.id)).toMatchObject({ status: 'abandoned', end_reason: 'gone', free_ms: 66_000 })
  const late = await person.client.try(voice.reconnectConversation, { params: { id: talk.id } })
  expect([late.status, late.body.code]).toEqual([409, 'session_over'])
  stop()
})

test('a fresh address opens once, and takes the conversation over from the older socket', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const second = new VoiceClient(signedUrl)
  await second.opened
  expect(await client.closed).toEqual({ code: 1000, reason: 'Continued on another connection' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  second.send({ type: 'user_message', text: 'A plan, please' })
  await second.next('agent_response')
  second.close()
  expect(await endedRow(world, id)).toMatchObject({ end_reason: 'user' })
})

test('a socket that the page closes on purpose ends the conversation at once', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'user' })
  expect((await person.client.try(voice.startConversation, { body: { agentId } })).status).toBe(201)
})

test('twenty ends at the same time, and a socket that closes meanwhile, settle once', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 20, client)
  const ends = Array.from({ length: 20 }, () =>
    person.client.call(voice.endConversation, { params: { id }, body: { duration: 99 } }),
  )
  client.close()
  const answers = new Set((await Promise.all(ends)).map((answer) => JSON.stringify(answer)))
  expect(answers.size).toBe(1)
  expect(await person.client.call(voice.usage)).toHaveLength(1)
})

test('a resumed call tells the agent what was said before (D76)', async () => {
  const person = await subscriber(world)
  const first = await startHeardTalk(person, agentId)
  first.client.send({ type: 'user_message', text: 'My name is Wilhelmina' })
  await first.client.next('agent_response')
  first.client.close()
  await endedRow(world, first.id)
  // The words are remembered a moment after the settlement.
  await expect.poll(() => world.services.live.recall(first.id, person.id)).not.toBeNull()
  const started = await person.client.call(voice.startConversation, { body: { agentId, resumeOf: first.id } })
  const client = new VoiceClient(started.signedUrl)
  expect((await client.next('agent_response')).event.agent_response).toBe('We were cut off. I am back, please go on.')
  client.close()
  await endedRow(world, started.id)
})

test("the person's balance falls during the conversation and matches the ledger afterwards (D30)", async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 60, client)
  await tickAt(client, 60)
  const during = await person.client.call(currentUser)
  expect(during.balanceSeconds).toBe(9000 - 60)
  expect(during.monthlyCredits + during.purchasedCredits).toBeCloseTo(during.creditBalance, 3)
  expect(during.purchasedCredits).toBe(120)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect((await person.client.call(currentUser)).balanceSeconds).toBe(9000 - 60)
})
