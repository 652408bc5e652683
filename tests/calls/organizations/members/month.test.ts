import { currentUser } from '#contract/identity/current-user.ts'
import { settleConversation, openConversation } from '#server/conversations/voice-sessions.ts'
import { describe, expect, it, ownWorld } from '#tests/calls.ts'
import { assign, join, organization, switchTo } from '../../../kit/organizations/organizations.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../../../kit/conversations/conversations.ts'
import {
  chargedOf,
  end,
  type Firm,
  firmWithMember,
  limit,
  start,
  tick,
} from '../../../kit/organizations/limited-members.ts'

// Minutes that an organization gives a person in a calendar month (D131).

const world = await ownWorld()
moveTalkClock(world, 0)

/** Opens a conversation in the books as a start does, at any time. */
function open({ firm, agentId, person }: Firm, at: Date) {
  const { database, gatewayId, clock } = world.services
  return openConversation(database.step, {
    userId: person.id,
    accountId: firm.accountId,
    organizationId: firm.id,
    agentId,
    conversationId: crypto.randomUUID(),
    gatewayId: gatewayId(),
    resumeOf: undefined,
    at,
    real: clock.real(),
  })
}

const settle = (id: string, usedMs: number, at: Date) =>
  settleConversation(world.services.database.step, {
    id,
    reason: 'user',
    progress: { usedMs, freeMs: 0, soundMs: 0, agentSpoke: true, begun: { conversationId: 'one', at } },
    at,
  })

async function runningOf({ person }: Firm): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    "select id from voice_session where user_id = $1 and status = 'active'",
    [person.id],
  )
  return row?.id ?? ''
}

describe('the monthly minutes of a member', () => {
  it('refuse a start below one minute with 402 budget_reached, in this organization only', async () => {
    const poor = await firmWithMember(world, 2, 61)
    const reply = await start(poor)
    expect([reply.status, reply.body.code]).toEqual([402, 'budget_reached'])
    expect(reply.body.message).toContain('Insufficient credits: your monthly budget is used up.')
    expect(reply.body.message).toMatch(/You have less than one of your 2 minutes left until [A-Z][a-z]+ 1, \d{4}\./)
    expect(
      await world.sql("select from voice_session where user_id = $1 and status = 'active'", [poor.person.id]),
    ).toEqual([])
    const other = await organization(world)
    await assign(world, other, poor.agentId)
    await join(world, poor.person, other.id)
    await switchTo(poor.person, other.id)
    const there = await start(poor)
    expect(there.status).toBe(201)
    await end(poor, await runningOf(poor))
  })

  it('refuse with 402 insufficient_credits when the pool is empty as well (D68)', async () => {
    const poor = await firmWithMember(world, 1, 60)
    await world.sql(
      'select ledger_spend($1, $2, $3, (select monthly_ms + purchased_ms - 1000 from account where id = $1), null, null, now())',
      [poor.firm.accountId, 'unlock', crypto.randomUUID()],
    )
    const reply = await start(poor)
    expect([reply.status, reply.body.code]).toEqual([402, 'insufficient_credits'])
  })

  it('end a running conversation at their last second, with warnings as for an empty balance (D73)', async () => {
    const firm = await firmWithMember(world, 2, 17)
    const talk = await startHeardTalk(firm.person, firm.agentId)
    const warning = () => talk.client.frames.findLast(({ type }) => type === 'session_warning')?.event
    const warned = () => warning()?.seconds_left
    expect(warned()).toBe(103)
    // The closer bound is sent along (D190).
    expect(warning()?.bound).toBe('budget')
    expect(talk.client.frames.findLast(({ type }) => type === 'session_tick')?.event.bound).toBe('budget')
    await passTalkTime(world, 73, talk.client)
    await expect.poll(warned).toBe(30)
    await passTalkTime(world, 30, talk.client)
    expect((await talk.client.next('session_ended')).event).toEqual({ reason: 'budget', used_seconds: 103 })
    expect(await talk.client.closed).toEqual({ code: 1000, reason: 'budget' })
    expect(await endedRow(world, talk.id)).toMatchObject({
      status: 'completed',
      end_reason: 'budget',
      charged_ms: 103_000,
    })
    expect(await chargedOf(world, firm)).toBe(120_000)
    expect((await start(firm)).body.code).toBe('budget_reached')
  }, 60_000)

  it('show the member what is left of them, minus a running conversation, and are absent for others (D190)', async () => {
    const { client } = (await firmWithMember(world, 2, 17)).person
    expect((await client.call(currentUser)).monthLeftSeconds).toBe(103)
    const free = await firmWithMember(world, 2, 17)
    await limit(free, null)
    expect((await free.person.client.call(currentUser)).monthLeftSeconds).toBeNull()
    await limit(free, 0)
    expect((await free.person.client.call(currentUser)).monthLeftSeconds).toBe(0)
    const talker = await firmWithMember(world, 10, 60)
    const at = world.services.clock.now()
    const opened = await open(talker, at)
    const id = opened.state === 'started' ? opened.id : ''
    await tick(world, id, 90_000)
    expect((await talker.person.client.call(currentUser)).monthLeftSeconds).toBe(450)
    await settle(id, 90_000, at)
    expect((await talker.person.client.call(currentUser)).monthLeftSeconds).toBe(450)
  })

  it('end a conversation at its next tick when they are lowered below what was used (D92, D131)', async () => {
    const firm = await firmWithMember(world, 10, 60)
    const talk = await startHeardTalk(firm.person, firm.agentId)
    await passTalkTime(world, 40, talk.client)
    await limit(firm, 1)
    // Some of the held minute is still left by then.
    moveTalkClock(world, 5)
    const { event } = await talk.client.next('session_ended')
    expect(event).toEqual({ reason: 'budget', used_seconds: 45 })
    expect(await talk.client.closed).toEqual({ code: 1000, reason: 'budget' })
    expect((await endedRow(world, talk.id)).charged_ms).toBe(45_000)
  })

  it('continue when they are raised during a call, and a lower number limits what is already held', async () => {
    const firm = await firmWithMember(world, 1)
    const at = world.services.clock.now()
    const opened = await open(firm, at)
    const id = opened.state === 'started' ? opened.id : ''
    expect(await tick(world, id, 30_000)).toEqual({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, 3)
    expect(await tick(world, id, 40_000)).toEqual({ heldMs: 100_000, freeMs: 80_000, isBudget: true })
    await limit(firm, 1)
    expect(await tick(world, id, 50_000)).toEqual({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, null)
    expect(await tick(world, id, 60_000)).toMatchObject({ heldMs: 120_000, isBudget: false })
    await settle(id, 60_000, at)
    await limit(firm, 1)
    expect((await start(firm)).body.code).toBe('budget_reached')
    await limit(firm, 2)
    const again = await start(firm)
    expect(again.status).toBe(201)
    await end(firm, await runningOf(firm))
  })

  it('start over with the calendar month in UTC; a conversation counts in the month of its start', async () => {
    const firm = await firmWithMember(world, 2)
    const [before, after] = [new Date('2031-01-31T23:59:30Z'), new Date('2031-02-01T00:00:00Z')]
    const first = await open(firm, before)
    const id = first.state === 'started' ? first.id : ''
    await tick(world, id, 70_000)
    await settle(id, 120_000, new Date('2031-02-01T00:01:30Z'))
    expect(await chargedOf(world, firm)).toBe(120_000)
    expect(await open(firm, new Date('2031-01-31T23:59:59.999Z'))).toEqual({ state: 'budget' })
    const next = await open(firm, after)
    expect(next.state).toBe('started')
    await settle(next.state === 'started' ? next.id : '', 0, after)
  })

  it('count nothing in a later month that belongs to an earlier one (D131)', async () => {
    const firm = await firmWithMember(world, 3)
    const [before, after] = [new Date('2031-03-31T23:50:00Z'), new Date('2031-04-01T00:00:00Z')]
    for (const [at, usedMs] of [
      [before, 120_000],
      [after, 90_000],
    ] as const) {
      const talk = await open(firm, at)
      const id = talk.state === 'started' ? talk.id : ''
      await tick(world, id, 70_000)
      await settle(id, usedMs, at)
    }
    expect(await chargedOf(world, firm)).toBe(210_000)
    const late = await open(firm, new Date('2031-03-31T23:59:59.999Z'))
    expect(late.state).toBe('started')
    await settle(late.state === 'started' ? late.id : '', 0, after)
  })

  it('are never exceeded, however starts, ticks and ends race', async () => {
    const firm = await firmWithMember(world, 4)
    const at = world.services.clock.now()
    for (let round = 0; round < 12; round++) {
      const opened = await Promise.all(Array.from({ length: 4 }, () => open(firm, at)))
      const started = opened.flatMap((one) => (one.state === 'started' ? [one.id] : []))
      expect(started.length).toBeLessThanOrEqual(1)
      const [id] = started
      if (!id) break
      await Promise.all([tick(world, id, 11_000), tick(world, id, 29_000), open(firm, at)])
      const ends = [
        settle(id, 37_500 + round, at),
        tick(world, id, 33_000),
        open(firm, at),
        settle(id, 90_000, at),
        open(firm, at),
      ]
      for (const end of await Promise.all(ends)) {
        if (end && 'state' in end && end.state === 'started') await settle(end.id, 300_000, at)
      }
      expect(await chargedOf(world, firm)).toBeLessThanOrEqual(240_000)
    }
    expect(await chargedOf(world, firm)).toBeGreaterThan(180_000)
    expect((await start(firm)).body.code).toBe('budget_reached')
  })

  it('open one conversation and hold its first minute once for two starts at once', async () => {
    const firm = await firmWithMember(world, 1)
    const replies = await Promise.all([start(firm), start(firm), start(firm)])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
    const [pool] = await world.sql('select held_ms::integer from account where id = $1', [firm.firm.accountId])
    expect(pool).toEqual({ held_ms: 60_000 })
    await end(firm, await runningOf(firm))
  })
})
