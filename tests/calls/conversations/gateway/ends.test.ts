import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { addAgent, endedRow, endOf, endTalk, expect, expectRefused, metadata, moveTalkClock } from '#tests/calls.ts'
import { ownProvider, type OwnProvider, passTalkTime, password, payWithCard, providerRecord } from '#tests/calls.ts'
import { queueStatus, say, seenByServer, setBalance, sharedWorld, sound, startHeardTalk } from '#tests/calls.ts'
import { startTalk, subscriber, tags, test, type TestPerson, tickAt, VoiceClient } from '#tests/calls.ts'

// The longest call is a setting, which is taken back.
const world = await sharedWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)
const person = await subscriber(world, 'ascend')

test('the longest call warns like used-up minutes, and ends', tags('D86 D92 D190'), async () => {
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at) values ('maxConversationMinutes', '10', now())`,
  )
  const { id, client } = await startHeardTalk(person, agentId)
  // Somebody speaks now and then, because a silent call of this length would end before.
  for (const seconds of [160, 160, 155]) {
    client.send({ type: 'user_turn_start' })
    await client.delivered()
    await passTalkTime(world, seconds, client)
  }
  expect(client.kinds()).not.toContain('session_warning')
  await passTalkTime(world, 5, client)
  expect((await client.next('session_warning')).event).toEqual({ seconds_left: 120, bound: 'limit' })
  client.send({ type: 'user_turn_start' })
  await client.delivered()
  await passTalkTime(world, 90, client)
  expect((await client.next('session_warning')).event).toEqual({ seconds_left: 30, bound: 'limit' })
  await passTalkTime(world, 29, client)
  expect(client.kinds()).not.toContain('session_ended')
  moveTalkClock(world, 1)
  expect(await endOf(client)).toMatchObject({ reason: 'limit', code: 1000 })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'limit', used_ms: 600_000 })
})

test('the provider gets the longest call, and its own end counts as the limit', tags('D92'), async () => {
  await world.sql("update platform_setting set setting_value = '0.05' where setting_key = 'maxConversationMinutes'")
  const { sockets, heard, stop } = await ownProvider(world, [])
  const { id, client } = await startTalk(person, agentId)
  await world.sql("delete from platform_setting where setting_key = 'maxConversationMinutes'")
  await expect.poll(() => heard[0]).toContain('"max_duration_seconds":3')
  say(sockets[0], metadata, sound)
  await client.next('audio')
  await passTalkTime(world, 2.9, client)
  say(sockets[0], { type: 'error', error_event: { error_type: 'max_duration_exceeded' } })
  sockets[0]?.close(1008)
  expect(await endOf(client)).toMatchObject({ reason: 'limit', code: 1000 })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'limit', used_ms: 2900 })
  stop()
})

test('three silent minutes bring a question, and half a minute later the end', tags('D86'), async () => {
  // An agent that has said its one word.
  const { stop } = await ownProvider(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, 179, client)
  expect(client.kinds()).not.toContain('session_idle')
  await passTalkTime(world, 1, client)
  expect((await client.next('session_idle')).event).toEqual({ seconds_left: 30 })
  // Somebody speaks.
  client.send({ type: 'user_turn_start' })
  await client.delivered()
  await passTalkTime(world, 40, client)
  await tickAt(client, 220)
  expect(client.kinds()).not.toContain('session_ended')
  await passTalkTime(world, 140, client)
  await client.next('session_idle')
  await passTalkTime(world, 29, client)
  await tickAt(client, 380)
  expect(client.kinds()).not.toContain('session_ended')
  moveTalkClock(world, 1)
  expect(await endOf(client)).toMatchObject({ reason: 'idle', code: 1000 })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'idle', used_ms: 390_000 })
  stop()
})

const canceled = `update subscription set status = 'canceled', stripe_subscription_id = 'sub_of_' || account_id
  where account_id = (select id from account where user_id = $1)`
const archived = 'update agent set is_active = false where id = (select agent_id from voice_session where user_id = $1)'
test.each([
  ['the person is deactivated', 'update users set is_active = false where id = $1'],
  ['the subscription ends', canceled],
  ['the agent is archived', archived],
  ['the person deletes the account', null],
])('%s: ended at the next tick, and charged to it', tags('D28 D86'), async (_, statement) => {
  const talker = await subscriber(world)
  const { id, client } = await startHeardTalk(talker, await addAgent(world))
  await passTalkTime(world, 20, client)
  if (statement === null) await talker.client.call(deleteAccount, { body: { currentPassword: password } })
  else await world.sql(statement, [talker.id])
  moveTalkClock(world, 5)
  expect(await endOf(client)).toEqual({ reason: 'access', used_seconds: 25, code: 1000 })
  const charged = { used_ms: 25_000, charged_ms: 25_000 }
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'access', ...charged })
})

const balanceSeconds = async ({ client }: TestPerson) => (await client.call(currentUser)).balanceSeconds

test('a balance warns at 120 and 30 s, tells the agent, and stops at zero', tags('D69 D73'), async () => {
  const talker = await subscriber(world)
  await setBalance(world, talker.id, 124)
  const { id, conversationId, client } = await startHeardTalk(talker, agentId)
  await passTalkTime(world, 4, client)
  expect((await client.next('session_warning')).event).toEqual({ seconds_left: 120, bound: 'balance' })
  await passTalkTime(world, 90, client)
  expect((await client.next('session_warning')).event).toEqual({ seconds_left: 30, bound: 'balance' })
  client.send({ type: 'user_message', text: 'A plan, please' })
  expect((await client.next('agent_response')).event.agent_response).toContain('Our time is nearly up')
  await passTalkTime(world, 29, client)
  await tickAt(client, 123)
  expect(client.kinds()).not.toContain('session_ended')
  moveTalkClock(world, 1)
  expect(await endOf(client)).toEqual({ reason: 'balance', used_seconds: 124, code: 1000 })
  expect((await client.closed).reason).toBe('balance')
  const figures = { used_ms: 124_000, charged_ms: 124_000 }
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'balance', ...figures })
  expect(await balanceSeconds(talker)).toBe(0)
  const termination = async () => (await providerRecord(world, conversationId)).metadata.termination_reason
  await expect.poll(termination).toBe('Client disconnected: 1000')
  await expectRefused(voice.startConversation, [talker, { body: { agentId } }, 402, {}])
})

test('a call below a mark warns at once, and minutes bought in it extend it', tags('D69 D73'), async () => {
  const talker = await subscriber(world)
  await setBalance(world, talker.id, 70)
  const { id, client } = await startHeardTalk(talker, agentId)
  // It may have come before the sound.
  expect(client.frames.find(({ type }) => type === 'session_warning')?.event.seconds_left).toBe(70)
  await passTalkTime(world, 60, client)
  const { clientSecret } = await talker.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
  const paymentIntentId = await payWithCard(world, clientSecret)
  await talker.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
  const left = () => client.frames.findLast((frame) => frame.type === 'session_tick')?.event.seconds_left
  await expect.poll(left).toBeGreaterThan(7000)
  await passTalkTime(world, 20, client)
  expect(client.kinds()).not.toContain('session_ended')
  expect((await endTalk(talker, id)).secondsCharged).toBe(80)
  expect(await balanceSeconds(talker)).toBe(70 + 7200 - 80)
})

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

test('a line is free while the provider queues after its metadata, not later', tags('D70'), async () => {
  const own = await ownProvider(world, [metadata, queueStatus('waiting'), ping(5)])
  const { id, client } = await startTalk(person, agentId)
  await client.next('queue_status')
  await expect.poll(() => pongs(own)).toEqual(['{"type":"pong","event_id":5}'])
  await passTalkTime(world, 14, client)
  say(own.sockets[0], queueStatus('admitted'), sound)
  await client.next('audio')
  await passTalkTime(world, 11, client)
  // In a conversation it takes none of its time back.
  say(own.sockets[0], queueStatus('waiting'))
  await client.next('queue_status')
  client.close()
  expect(await endedRow(world, id)).toMatchObject({ used_ms: 11_000, charged_ms: 11_000 })
  own.stop()
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
