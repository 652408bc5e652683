import { WebSocket } from 'ws'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, endTalk, expect, expectRefused, moveTalkClock, ownProvider } from '#tests/calls.ts'
import { passTalkTime, say, seenByServer, sharedWorld, startHeardTalk, startTalk, subscriber } from '#tests/calls.ts'
import { tags, test, type TestPerson, upgradeStatus, VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)
const person = await subscriber(world, 'ascend')

const gone = { status: 'abandoned', end_reason: 'gone' }

async function reconnect(by: TestPerson, id: string): Promise<VoiceClient> {
  const { signedUrl } = await by.client.call(voice.reconnectConversation, { params: { id } })
  const client = new VoiceClient(signedUrl)
  await client.opened
  return client
}

/** Lets the browser vanish. Resolves when the server has noticed. */
async function vanish(client: VoiceClient): Promise<void> {
  client.vanish()
  await client.closed
  await seenByServer(world)
}

test('a browser that vanishes is settled 15 s later, charged until then', tags('D72 D75 D176'), async () => {
  const leaver = await subscriber(world)
  const { sockets, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(leaver, agentId)
  await passTalkTime(world, 30, client)
  await vanish(client)
  moveTalkClock(world, 14)
  await seenByServer(world)
  expect(sockets[0]?.readyState).toBe(WebSocket.OPEN)
  moveTalkClock(world, 1)
  // The gap began with the closed socket and lasted until the end.
  const figures = { used_ms: 30_000, charged_ms: 30_000, free_ms: 15_000 }
  expect(await endedRow(world, id)).toEqual({ ...gone, ...figures })
  expect(await world.sql('select from voice_session where id = $1 and line_lost_at < ended_at', [id])).toHaveLength(1)
  expect(await leaver.client.call(voice.usage)).toMatchObject([{ sessionId: id, secondsCharged: 30 }])
  expect((await leaver.client.call(voice.userStats)).totalSessions).toBe(1)
  stop()
})

test('a browser that is silent on a living line is charged to the end', tags('D75 D176'), async () => {
  const { id, client } = await startHeardTalk(person, agentId)
  // The socket itself still answers, so everything that the agent said was delivered.
  client.answersPings = false
  await passTalkTime(world, 30, client)
  moveTalkClock(world, 15)
  expect(await endedRow(world, id)).toMatchObject({ ...gone, used_ms: 45_000 })
  expect((await client.closed).code).toBe(1000)
})

test('a connection that returns within 10 s continues, and the gap is free', tags('D70 D76 D176'), async () => {
  const { sockets, heard, stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 20, client)
  await vanish(client)
  moveTalkClock(world, 8)
  const again = await reconnect(person, id)
  await again.next('conversation_initiation_metadata')
  expect(again.bodies[0]).toEqual(client.bodies[0])
  again.send({ type: 'user_message', text: 'A plan, please' })
  await expect.poll(() => heard.at(-1)).toContain('A plan, please')
  say(sockets[0], { type: 'agent_response', agent_response_event: { agent_response: 'Here it is.' } })
  expect((await again.next('agent_response')).event.agent_response).toBe('Here it is.')
  // A fresh address takes over from the older socket, and opens once.
  const { signedUrl } = await person.client.call(voice.reconnectConversation, { params: { id } })
  const third = new VoiceClient(signedUrl)
  await third.opened
  expect(await again.closed).toEqual({ code: 1000, reason: 'Continued on another connection' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  expect(await endTalk(person, id)).toMatchObject({ status: 'completed', endReason: 'user' })
  expect((await third.closed).code).toBe(1000)
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 20_000, free_ms: 8000 })
  const gap = 'select from voice_session where id = $1 and line_back_at > line_lost_at'
  expect(await world.sql(gap, [id])).toHaveLength(1)
  stop()
})

test('leaving again and again gives no free talk, because gaps are limited', tags('D70'), async () => {
  const { stop } = await ownProvider(world)
  const talk = await startHeardTalk(person, agentId)
  let { client } = talk
  for (let gapSeconds = 11; ; gapSeconds += 11) {
    await vanish(client)
    // Four seconds short of the silence that ends it.
    moveTalkClock(world, 11)
    if (gapSeconds > 60) break
    client = await reconnect(person, talk.id)
  }
  // The millisecond of sound that was sent before the first gap was still to be played in it (D191).
  expect(await endedRow(world, talk.id)).toMatchObject({ ...gone, free_ms: 65_999 })
  await expectRefused(voice.reconnectConversation, [person, { params: { id: talk.id } }, 409, 'session_over'])
  stop()
})

test('twenty ends and a socket that closes at the same time settle once', async () => {
  const ender = await subscriber(world)
  const { id, client } = await startHeardTalk(ender, agentId)
  await passTalkTime(world, 20, client)
  const end = () => ender.client.call(voice.endConversation, { params: { id }, body: { duration: 99 } })
  const ends = Array.from({ length: 20 }, end)
  client.close()
  expect(new Set((await Promise.all(ends)).map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await ender.client.call(voice.usage)).toHaveLength(1)
})

test('a resumed call tells the agent what was said before', tags('D76'), async () => {
  const first = await startHeardTalk(person, agentId)
  first.client.send({ type: 'user_message', text: 'My name is Wilhelmina' })
  await first.client.next('agent_response')
  first.client.close()
  await endedRow(world, first.id)
  // The words are remembered a moment after the settlement.
  await expect.poll(() => world.services.live.recall(first.id, person.id)).not.toBeNull()
  const { id, client } = await startTalk(person, agentId, { resumeOf: first.id })
  expect((await client.next('agent_response')).event.agent_response).toBe('We were cut off. I am back, please go on.')
  client.close()
  await endedRow(world, id)
})
