import { test } from 'vitest'
import { deleteAccount } from '#contract/departure/departure.ts'
import { endedRow, endOf, expect, ownWorld, startHeardTalk, tags } from '#tests/calls.ts'
import { addAgent, password, subscriber } from '../../../kit/world/people.ts'
import { moveTalkClock, passTalkTime, startTalk, tickAt } from '../../../kit/conversations/conversations.ts'
import { metadata, ownProvider, say, sound } from '../../../kit/conversations/own-provider.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
await world.control({ webhooks: 'drop' })
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
