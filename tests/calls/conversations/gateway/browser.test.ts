import { test } from 'vitest'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, ownWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  providerRecord,
  seenByServer,
  silentBetweenPings,
  startHeardTalk,
  tickAt,
  upgradeStatus,
} from '../../../kit/conversations/conversations.ts'

// One browser vanishes in real time (15 s): about 35 s for this file.

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
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 20, client)
  client.answersPings = false
  // Taken before the last byte: a pause between the two makes the wait longer, never shorter.
  const beforeLastByteMs = performance.now()
  await passTalkTime(world, 10, client)
  client.vanish()
  await client.closed
  const closedMs = client.elapsedMs() + 30_000
  const row = await endedRow(world, id, 40_000)
  const [gap] = await world.sql<{ waited: number; back: Date | null }>(
    `select extract(epoch from ended_at - line_lost_at)::float8 as waited, line_back_at as back
     from voice_session where id = $1`,
    [id],
  )
  // It died a little before the 15 s of waiting began to run out, and stayed dead.
  expect(gap?.waited).toBeGreaterThan(13)
  expect(gap?.back).toBeNull()
  expect(performance.now() - beforeLastByteMs).toBeGreaterThanOrEqual(15_000)
  expect(row).toMatchObject({ status: 'abandoned', end_reason: 'gone' })
  expect(row.used_ms).toBeGreaterThanOrEqual(30_000)
  // The server learns of it a moment later.
  expect(row.used_ms).toBeLessThan(closedMs + 1000)
  expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
  const [line] = await person.client.call(voice.usage)
  expect(line).toMatchObject({ sessionId: id, secondsCharged: row.charged_ms / 1000 })
  expect((await person.client.call(voice.userStats)).totalSessions).toBe(1)
}, 60_000)

test('a browser that is silent on a living line is ended and charged to the end (D75, D176)', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  // The socket itself still answers, so everything that the agent said was delivered.
  client.answersPings = false
  await passTalkTime(world, 30, client)
  moveTalkClock(world, 16)
  const row = await endedRow(world, id)
  expect(row).toMatchObject({ status: 'abandoned', end_reason: 'gone' })
  expect(row.used_ms).toBeGreaterThanOrEqual(46_000)
  expect(row.used_ms - 46_000).toBeLessThan(client.elapsedMs())
  expect((await client.closed).code).toBe(1000)
})

test('a connection that returns within 10 s continues the same conversation, and the gap is free (D70, D76, D176)', async () => {
  const person = await subscriber(world)
  const { id, conversationId, client } = await startHeardTalk(person, agentId)
  await silentBetweenPings(client)
  await passTalkTime(world, 20, client)
  client.vanish()
  await client.closed
  await seenByServer(world)
  moveTalkClock(world, 8)
  const again = await reconnect(person, id)
  const metadata = await again.next('conversation_initiation_metadata')
  expect(again.frames[0]).toBe(metadata)
  expect(metadata.event.conversation_id).toBe(conversationId)
  again.send({ type: 'user_message', text: 'A plan, please' })
  await expect
    .poll(() => again.frames.filter((frame) => frame.type === 'agent_response').at(-1)?.event.agent_response)
    .toBe('Here is a plan for you.')
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect((await again.closed).code).toBe(1000)
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  const row = await endedRow(world, id)
  expect(row.used_ms).toBeGreaterThanOrEqual(20_000)
  // All that really passed, and none of the eight seconds that the clock advanced in the gap.
  expect(row.used_ms - 20_000).toBeLessThan(client.elapsedMs())
  const [gap] = await world.sql('select from voice_session where id = $1 and line_back_at > line_lost_at', [id])
  expect(gap).toBeDefined()
  const record = await providerRecord(world, conversationId)
  expect(record.transcript.map((line) => line.message).at(-1)).toBe('Here is a plan for you.')
})

test('leaving and returning again and again does not give free talk, because the gaps of a call are limited (D70)', async () => {
  const person = await subscriber(world)
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
  expect(await endedRow(world, talk.id)).toMatchObject({ status: 'abandoned', end_reason: 'gone' })
  const late = await person.client.try(voice.reconnectConversation, { params: { id: talk.id } })
  expect([late.status, late.body.code]).toEqual([409, 'session_over'])
})

test('a fresh address opens once, and takes the conversation over from the older socket', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const second = new VoiceClient(signedUrl)
  await second.opened
  expect(await client.closed).toEqual({ code: 1000, reason: 'Continued on another connection' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  await second.next('ping')
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
  expect(during.balanceSeconds).toBeLessThanOrEqual(9000 - 60)
  expect(during.monthlyCredits + during.purchasedCredits).toBeCloseTo(during.creditBalance, 3)
  expect(during.purchasedCredits).toBe(120)
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect((await person.client.call(currentUser)).balanceSeconds).toBe(9000 - ended.secondsCharged)
})
