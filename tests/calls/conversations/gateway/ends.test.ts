import { beforeEach, describe, expect } from 'vitest'
import { test } from 'vitest'
import { deleteAccount } from '#contract/departure/departure.ts'
import { addAgent, ownWorld, password, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  startHeardTalk,
  startTalk,
  tickAt,
} from '../../../kit/conversations/conversations.ts'
import { metadata, ownProvider, say, sound } from '../../../kit/conversations/own-provider.ts'

let person: TestPerson
const world = await ownWorld()
moveTalkClock(world, 0)
await world.control({ webhooks: 'drop' })
const agentId = await addAgent(world)

beforeEach(async () => {
  person = await subscriber(world)
})

describe('the other ends (D86, D92)', () => {
  test('the longest call warns like used-up minutes (D190), and ends with reason limit and 1000', async () => {
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
    expect((await client.next('session_ended')).event.reason).toBe('limit')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'limit', used_ms: 600_000 })
  })

  test('the setting reaches the provider, whose own end counts as the limit as well', async () => {
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
    expect((await client.next('session_ended')).event.reason).toBe('limit')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'limit', used_ms: 2900 })
    stop()
  })

  test('three minutes without speech bring a question, and half a minute later the end, unless somebody speaks', async () => {
    // An agent that has said its one word.
    const { stop } = await ownProvider(world)
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 179, client)
    expect(client.kinds()).not.toContain('session_idle')
    await passTalkTime(world, 1, client)
    expect((await client.next('session_idle')).event).toEqual({ seconds_left: 30 })
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
    expect((await client.next('session_ended')).event.reason).toBe('idle')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'idle', used_ms: 390_000 })
    stop()
  })

  test.each([
    ['the person is deactivated', 'update users set is_active = false where id = $1', 'person'],
    [
      'the subscription ends',
      "update subscription set status = 'canceled', stripe_subscription_id = 'sub_of_' || account_id where account_id = (select id from account where user_id = $1)",
      'person',
    ],
    ['the agent is archived', 'update agent set is_active = false where id = $1', 'agent'],
  ])('%s: ended at the next tick with reason access, charged to that moment', async (_, statement, whose) => {
    const agent = await addAgent(world)
    const { id, client } = await startHeardTalk(person, agent)
    await passTalkTime(world, 20, client)
    await world.sql(statement, [whose === 'agent' ? agent : person.id])
    moveTalkClock(world, 5)
    expect((await client.next('session_ended')).event).toEqual({ reason: 'access', used_seconds: 25 })
    expect((await client.closed).code).toBe(1000)
    const charged = { used_ms: 25_000, charged_ms: 25_000 }
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'access', ...charged })
  })

  test('a person who deletes the account is ended at the next tick with reason access, charged to that moment (D28)', async () => {
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, client)
    await person.client.call(deleteAccount, { body: { currentPassword: password } })
    moveTalkClock(world, 5)
    expect((await client.next('session_ended')).event.reason).toBe('access')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({
      status: 'completed',
      end_reason: 'access',
      charged_ms: 25_000,
    })
  })
})
