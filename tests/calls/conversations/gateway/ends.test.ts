import { beforeEach, describe, expect } from 'vitest'
import { test } from 'vitest'
import { deleteAccount } from '#contract/departure/departure.ts'
import { addAgent, ownWorld, password, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  silentBetweenPings,
  startHeardTalk,
  tickAt,
} from '../../../kit/conversations/conversations.ts'

// Moving the measuring clock passes talk time; the rest is ticks, about 30 s for this file.

let person: TestPerson
const world = await ownWorld()
moveTalkClock(world, 0)
await world.control({ webhooks: 'drop' })
const agentId = await addAgent(world)

beforeEach(async () => {
  person = await subscriber(world)
})

/** A tick comes every 5 s; a paused process delays it, but not as far as the next one. */
const nextTickMs = 9500

describe('the other ends (D86, D92)', () => {
  test('the longest call warns like used-up minutes (D190), and ends with reason limit and 1000', async () => {
    const { id, client } = await startHeardTalk(person, agentId)
    // Somebody speaks now and then, because a silent call of this length would end before.
    for (let passed = 0; passed < 7200 - 125; passed += 145) {
      client.send({ type: 'user_turn_start' })
      await passTalkTime(world, Math.min(145, 7200 - 125 - passed), client)
    }
    expect(client.kinds()).not.toContain('session_warning')
    await passTalkTime(world, 10, client)
    const warned = (await client.next('session_warning')).event
    expect(warned).toEqual({ seconds_left: expect.closeTo(115, -1), bound: 'limit' })
    await passTalkTime(world, 90, client)
    const last = (await client.next('session_warning')).event
    expect(last).toEqual({ seconds_left: expect.closeTo(25, -1), bound: 'limit' })
    await passTalkTime(world, 15, client)
    expect(client.kinds()).not.toContain('session_ended')
    await passTalkTime(world, 10, client)
    expect((await client.next('session_ended')).event.reason).toBe('limit')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'limit' })
  }, 30_000)

  test('the setting reaches the provider, whose own end counts as the limit as well', async () => {
    await world.sql(
      `insert into platform_setting (setting_key, setting_value, updated_at) values ('maxConversationMinutes', '0.05', now())`,
    )
    const { id, client } = await startHeardTalk(person, agentId)
    await world.sql("delete from platform_setting where setting_key = 'maxConversationMinutes'")
    expect((await client.next('session_ended')).event.reason).toBe('limit')
    expect((await client.closed).code).toBe(1000)
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'limit' })
    // The provider counts the three seconds, and the gateway learns of their beginning a little later.
    expect(row.used_ms).toBeGreaterThan(2000)
    expect(row.used_ms).toBeLessThan(client.elapsedMs())
  })

  test('three minutes without speech bring a question, and half a minute later the end, unless somebody speaks', async () => {
    const { id, client } = await startHeardTalk(person, agentId)
    await silentBetweenPings(client)
    await passTalkTime(world, 180, client)
    expect((await client.next('session_idle')).event).toEqual({ seconds_left: 30 })
    client.send({ type: 'user_turn_start' })
    await client.delivered()
    await passTalkTime(world, 40, client)
    await tickAt(client, 220)
    expect(client.kinds()).not.toContain('session_ended')
    await passTalkTime(world, 140, client)
    await client.next('session_idle')
    await passTalkTime(world, 30, client)
    expect((await client.next('session_ended')).event.reason).toBe('idle')
    expect((await client.closed).code).toBe(1000)
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'idle' })
  }, 30_000)

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
    const ended = await client.next('session_ended', nextTickMs)
    expect(ended.event.reason).toBe('access')
    expect((await client.closed).code).toBe(1000)
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'access' })
    expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
    expect(row.charged_ms).toBeGreaterThanOrEqual(20_000)
    expect(ended.event.used_seconds).toBe(row.charged_ms / 1000)
  })

  test('a person who deletes the account is ended at the next tick with reason access, charged to that moment (D28)', async () => {
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, client)
    await person.client.call(deleteAccount, { body: { currentPassword: password } })
    expect((await client.next('session_ended', nextTickMs)).event.reason).toBe('access')
    expect((await client.closed).code).toBe(1000)
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'access' })
    expect(row.charged_ms).toBeGreaterThanOrEqual(20_000)
  })
})
