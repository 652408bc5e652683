import { currentUser } from '#contract/identity/current-user.ts'
import { settleConversation, openConversation } from '#server/conversations/voice-sessions.ts'
import * as kit from '#tests/calls.ts'
import * as limited from '../../../kit/organizations/limited-members.ts'

const { describe, expect, it, passTalkTime, startHeardTalk, tags } = kit
const { chargedOf, firmWithMember, limit, start } = limited

type Firm = limited.Firm

// Minutes that an organization gives a person in a calendar month.

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

/** Opens a conversation in the books as a start does, at any time. */
function tryOpen({ firm, agentId, person }: Firm, at: Date) {
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

/** Returns the id of a conversation that could be opened. */
async function open(firm: Firm, at: Date): Promise<string> {
  const opened = await tryOpen(firm, at)
  if (opened.state !== 'started') throw new Error(opened.state)
  return opened.id
}

const tick = (id: string, usedMs: number) => limited.tick(world, id, usedMs)
const settle = (id: string, usedMs: number, at: Date) =>
  settleConversation(world.services.database.step, {
    id,
    reason: 'user',
    progress: { usedMs, freeMs: 0, soundMs: 0, agentSpoke: true, begun: { conversationId: 'one', at } },
    at,
  })

/** Starts a conversation that may start, and ends it at once. */
async function expectStarts(firm: Firm): Promise<void> {
  const { status, body } = await start(firm)
  expect(status).toBe(201)
  await limited.end(firm, body.id)
}

const monthLeft = async ({ person }: Firm) => (await person.client.call(currentUser)).monthLeftSeconds

describe('the monthly minutes of a member', tags('D131'), () => {
  it('refuse a start below one minute with 402, in this organization only', tags('D68'), async () => {
    const poor = await firmWithMember(world, 2, 61)
    const { person, firm } = poor
    const reply = await start(poor)
    expect([reply.status, reply.body.code]).toEqual([402, 'budget_reached'])
    expect(reply.body.message).toContain('Insufficient credits: your monthly budget is used up.')
    expect(reply.body.message).toMatch(/You have less than one of your 2 minutes left until [A-Z][a-z]+ 1, \d{4}\./)
    const active = "select from voice_session where user_id = $1 and status = 'active'"
    expect(await world.sql(active, [person.id])).toEqual([])
    // An empty pool is said first.
    const spend =
      'select ledger_spend($1, $2, $3, (select monthly_ms + purchased_ms - 1000 from account where id = $1), null, null, now())'
    await world.sql(spend, [firm.accountId, 'unlock', crypto.randomUUID()])
    expect(await start(poor)).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
    const other = await kit.organization(world)
    await kit.assign(world, other, poor.agentId)
    await kit.join(world, person, other.id)
    await kit.switchTo(person, other.id)
    await expectStarts(poor)
  })

  it('end a running conversation at their last second, with warnings as for an empty balance (D73)', async () => {
    const firm = await firmWithMember(world, 2, 17)
    const talk = await startHeardTalk(firm.person, firm.agentId)
    const last = (type: string) => talk.client.frames.findLast((frame) => frame.type === type)?.event
    const warned = () => last('session_warning')?.seconds_left
    expect(warned()).toBe(103)
    // The closer bound is sent along (D190).
    for (const type of ['session_warning', 'session_tick']) expect(last(type)?.bound).toBe('budget')
    await passTalkTime(world, 73, talk.client)
    await expect.poll(warned).toBe(30)
    await passTalkTime(world, 30, talk.client)
    expect((await talk.client.next('session_ended')).event).toEqual({ reason: 'budget', used_seconds: 103 })
    expect(await talk.client.closed).toEqual({ code: 1000, reason: 'budget' })
    const ended = { status: 'completed', end_reason: 'budget', charged_ms: 103_000 }
    expect(await kit.endedRow(world, talk.id)).toMatchObject(ended)
    expect(await chargedOf(world, firm)).toBe(120_000)
    expect((await start(firm)).body.code).toBe('budget_reached')
  }, 60_000)

  it(
    'show the member what is left, minus a running conversation, and are absent for others',
    tags('D190'),
    async () => {
      const firm = await firmWithMember(world, 10, 60)
      const at = world.services.clock.now()
      expect(await monthLeft(firm)).toBe(540)
      const id = await open(firm, at)
      await tick(id, 90_000)
      expect(await monthLeft(firm)).toBe(450)
      await settle(id, 90_000, at)
      expect(await monthLeft(firm)).toBe(450)
      await limit(firm, null)
      expect(await monthLeft(firm)).toBeNull()
      await limit(firm, 0)
      expect(await monthLeft(firm)).toBe(0)
    },
  )

  it('end a conversation at its next tick when they are lowered below what was used', tags('D92'), async () => {
    const firm = await firmWithMember(world, 10, 60)
    const talk = await startHeardTalk(firm.person, firm.agentId)
    await passTalkTime(world, 40, talk.client)
    await limit(firm, 1)
    // Some of the held minute is still left by then.
    kit.moveTalkClock(world, 5)
    expect((await talk.client.next('session_ended')).event).toEqual({ reason: 'budget', used_seconds: 45 })
    expect(await talk.client.closed).toEqual({ code: 1000, reason: 'budget' })
    expect((await kit.endedRow(world, talk.id)).charged_ms).toBe(45_000)
  })

  it('continue when they are raised during a call, and a lower number limits what is already held', async () => {
    const firm = await firmWithMember(world, 1)
    const at = world.services.clock.now()
    const id = await open(firm, at)
    expect(await tick(id, 30_000)).toEqual({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, 3)
    expect(await tick(id, 40_000)).toEqual({ heldMs: 100_000, freeMs: 80_000, isBudget: true })
    await limit(firm, 1)
    expect(await tick(id, 50_000)).toEqual({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, null)
    expect(await tick(id, 60_000)).toMatchObject({ heldMs: 120_000, isBudget: false })
    await settle(id, 60_000, at)
    await limit(firm, 1)
    expect((await start(firm)).body.code).toBe('budget_reached')
    await limit(firm, 2)
    await expectStarts(firm)
  })

  it('begin again with the calendar month in UTC; a conversation counts in the month of its start', async () => {
    const firm = await firmWithMember(world, 2)
    const after = new Date('2031-02-01T00:00:00Z')
    const first = await open(firm, new Date('2031-01-31T23:59:30Z'))
    await tick(first, 70_000)
    await settle(first, 120_000, new Date('2031-02-01T00:01:30Z'))
    expect(await chargedOf(world, firm)).toBe(120_000)
    expect(await tryOpen(firm, new Date('2031-01-31T23:59:59.999Z'))).toEqual({ state: 'budget' })
    const next = await open(firm, after)
    await tick(next, 70_000)
    await settle(next, 90_000, after)
    // What a later month counts leaves an earlier one as it was.
    await limit(firm, 3)
    await settle(await open(firm, new Date('2031-01-31T23:59:59.999Z')), 0, after)
    expect(await chargedOf(world, firm)).toBe(210_000)
  })

  it('are never exceeded, however starts, ticks and ends race', async () => {
    const firm = await firmWithMember(world, 4)
    const at = world.services.clock.now()
    for (let round = 0; round < 12; round++) {
      const opened = await Promise.all(Array.from({ length: 4 }, () => tryOpen(firm, at)))
      const started = opened.flatMap((one) => (one.state === 'started' ? [one.id] : []))
      expect(started.length).toBeLessThanOrEqual(1)
      const [id] = started
      if (!id) break
      await Promise.all([tick(id, 11_000), tick(id, 29_000), tryOpen(firm, at)])
      const ends = [
        settle(id, 37_500 + round, at),
        tick(id, 33_000),
        tryOpen(firm, at),
        settle(id, 90_000, at),
        tryOpen(firm, at),
      ]
      for (const end of await Promise.all(ends)) {
        if (end && 'state' in end && end.state === 'started') await settle(end.id, 300_000, at)
      }
      expect(await chargedOf(world, firm)).toBeLessThanOrEqual(240_000)
    }
    expect(await chargedOf(world, firm)).toBeGreaterThan(180_000)
    expect((await start(firm)).body.code).toBe('budget_reached')
  })

  it('open one conversation and hold its first minute once for starts at once', async () => {
    const firm = await firmWithMember(world, 1)
    const replies = await Promise.all([start(firm), start(firm), start(firm)])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
    const pool = await world.sql('select held_ms::integer from account where id = $1', [firm.firm.accountId])
    expect(pool).toEqual([{ held_ms: 60_000 }])
    await limited.end(firm, replies.find(({ status }) => status === 201)?.body.id ?? '')
  })
})
