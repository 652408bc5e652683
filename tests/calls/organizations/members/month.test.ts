import { currentUser } from '#contract/identity/current-user.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { openConversation, settleConversation } from '#server/conversations/voice-sessions.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, it, member, passTalkTime, queuedMails, startHeardTalk, tags } from '#tests/calls.ts'
import * as limited from '../../../kit/organizations/limited-members.ts'

type Firm = limited.Firm
const { chargedOf, firmWithMember, limit, start } = limited

// Minutes that an organization gives a person in a calendar month.

const world = await kit.ownWorld()
kit.moveTalkClock(world, 0)

/** Opens a conversation in the books as a start does, at any time. */
function tryOpen({ firm: { id: organizationId, accountId }, agentId, person }: Firm, at: Date) {
  const { database, gatewayId, clock } = world.services
  const about = { userId: person.id, accountId, organizationId, agentId, conversationId: crypto.randomUUID() }
  const moment = { at, real: clock.real() }
  return openConversation(database.step, { ...about, ...moment, gatewayId: gatewayId(), resumeOf: undefined })
}

async function open(firm: Firm, at: Date): Promise<string> {
  const opened = await tryOpen(firm, at)
  if (opened.state !== 'started') throw new Error(opened.state)
  return opened.id
}

const tick = (id: string, usedMs: number) => limited.tick(world, id, usedMs)
function settle(id: string, usedMs: number, at: Date) {
  const progress = { usedMs, freeMs: 0, soundMs: 0, agentSpoke: true, begun: { conversationId: 'one', at } }
  return settleConversation(world.services.database.step, { id, reason: 'user', progress, at })
}

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
    const left = 'You have less than one of your 2 minutes left until [A-Z][a-z]+ 1, \\d{4}\\.'
    const message = new RegExp(`^Insufficient credits: your monthly budget is used up\\. ${left}`)
    const refusal = { code: 'budget_reached', message: expect.stringMatching(message) }
    expect(await start(poor)).toMatchObject({ status: 402, body: refusal })
    const active = "select from voice_session where user_id = $1 and status = 'active'"
    expect(await world.sql(active, [person.id])).toEqual([])
    // The reason names an empty pool first.
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

  it('end a conversation at their last second, with warnings', tags('D73'), async () => {
    const firm = await firmWithMember(world, 2, 17)
    const talk = await startHeardTalk(firm.person, firm.agentId)
    const last = (type: string) => talk.client.frames.findLast((frame) => frame.type === type)?.event
    const warned = () => last('session_warning')?.seconds_left
    expect(warned()).toBe(103)
    // The closer bound is sent along (D190).
    for (const type of ['session_warning', 'session_tick']) expect(last(type)?.bound).toBe('budget')
    for (let used = 5; used <= 65; used += 5) {
      await passTalkTime(world, 5, talk.client)
      await kit.tickAt(talk.client, used)
    }
    // A tick that learns late what is left counts from when it asked.
    const held = await kit.holdLock(world, 'select from voice_session where id = $1 for update', [talk.id])
    await passTalkTime(world, 5, talk.client)
    kit.moveTalkClock(world, 2)
    await held.release()
    await kit.tickAt(talk.client, 70)
    kit.moveTalkClock(world, 1)
    await expect.poll(warned).toBe(30)
    await passTalkTime(world, 30, talk.client)
    expect((await talk.client.next('session_ended')).event).toEqual({ reason: 'budget', used_seconds: 103 })
    expect(await talk.client.closed).toEqual({ code: 1000, reason: 'budget' })
    const ended = { status: 'completed', end_reason: 'budget', charged_ms: 103_000 }
    expect(await kit.endedRow(world, talk.id)).toMatchObject(ended)
    expect(await chargedOf(world, firm)).toBe(120_000)
    expect((await start(firm)).body.code).toBe('budget_reached')
  })

  it('show the member what is left, and all figures to admins only', tags('D190'), async () => {
    const firm = await firmWithMember(world, 10, 60)
    const { person } = firm
    const { owner } = firm.firm
    const own = { ownMinutesThisMonth: 1, ownLimitMinutes: 10 }
    expect(await person.client.call(organizationOverview, { query: {} })).toMatchObject(own)
    const listed = await owner.client.call(members, { query: {} })
    const figures = listed.map((row) => [row.id, row.minutesThisMonth, row.monthlyLimitMinutes])
    expect(new Set(figures)).toEqual(new Set([[person.id, 1, 10] as const, [owner.id, 0, null] as const]))
    for (const row of await person.client.call(members, { query: {} }))
      expect(row).not.toHaveProperty('minutesThisMonth')
    // Minus a running conversation.
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
  })

  it('end a conversation at its next tick when lowered below what was used', tags('D92'), async () => {
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

  it('follow a raise or cut during a call, and limit what is already held', async () => {
    const firm = await firmWithMember(world, 1)
    const at = world.services.clock.now()
    const id = await open(firm, at)
    expect(await tick(id, 30_000)).toMatchObject({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, 3)
    expect(await tick(id, 40_000)).toMatchObject({ heldMs: 100_000, freeMs: 80_000, isBudget: true })
    await limit(firm, 1)
    expect(await tick(id, 50_000)).toMatchObject({ heldMs: 60_000, freeMs: 0, isBudget: true })
    await limit(firm, null)
    expect(await tick(id, 60_000)).toMatchObject({ heldMs: 120_000, isBudget: false })
    await settle(id, 60_000, at)
    await limit(firm, 1)
    expect((await start(firm)).body.code).toBe('budget_reached')
    await limit(firm, 2)
    await expectStarts(firm)
  })

  it('begin again with the month in UTC; a conversation counts where it began', async () => {
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
    // A later month leaves an earlier one as it was.
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
})

const subjects = async ({ person }: Firm) =>
  (await kit.mailedSubjects(world, person.email)).filter((text) => text.includes('minutes'))

async function talk(firm: Firm, seconds: number): Promise<void> {
  const { id } = await firm.person.client.call(startConversation, { body: { agentId: firm.agentId } })
  const spoken = 'update voice_session set used_ms = $2, agent_spoke = true, connected_at = created_at where id = $1'
  await world.sql(spoken, [id, seconds * 1000])
  await limited.tick(world, id, seconds * 1000)
  await limited.end(firm, id)
}

/** The two notices of a member, by the name of the organization. */
const near = ({ firm }: Firm) => `You have used 80% of your minutes at ${firm.name}`
const usedUp = ({ firm }: Firm) => `Your minutes at ${firm.name} are used up for this month`

describe('notices of monthly minutes', tags('D131'), () => {
  it('come at 80 and at 100 %, once each in a month, and for each new limit', async () => {
    const [free, none] = [await firmWithMember(world, null, 600), await firmWithMember(world, 0)]
    expect([await subjects(free), await subjects(none)]).toEqual([[], []])
    const more = 'your monthly budget is used up. An admin of your organization can give you more.'
    expect((await start(none)).body.message).toBe(`Insufficient credits: ${more}`)
    const firm = await firmWithMember(world, 5)
    const { id, email } = firm.person
    await kit.confirmAddress(world, firm.person)
    const expectCount = async (count: number) => expect(await subjects(firm)).toHaveLength(count)
    await talk(firm, 150)
    await expectCount(0)
    await talk(firm, 90)
    expect(await subjects(firm)).toEqual([near(firm)])
    await talk(firm, 60)
    expect(await chargedOf(world, firm)).toBe(300_000)
    const [used] = await queuedMails(world, email)
    expect(used).toMatchObject({ subject: usedUp(firm), text: expect.stringContaining('5 of the 5 minutes') })
    // The same number again is not a new limit.
    await limit(firm, 5)
    await expectCount(2)
    await world.sql("update organization_user set limit_notice_month = '2020-01-01' where user_id = $1", [id])
    // New limits, because the mailbox counts two mails with the same text once.
    await Promise.all([limit(firm, 4), limit(firm, 4), limit(firm, 4)])
    await expectCount(3)
    // Both come together when one call passes both marks.
    await limit(firm, 10)
    await expectCount(3)
    await talk(firm, 300)
    expect((await subjects(firm)).slice(0, 2).toSorted()).toEqual([near(firm), usedUp(firm)])
    const texts = async () => (await queuedMails(world, email)).map(({ text }) => text)
    for (const text of (await texts()).slice(0, 2)) expect(text).toContain('You have used 10 of the 10 minutes')
    // A limit lowered below what was used is used up at once, and one mail says everything.
    await limit(firm, 9)
    await expectCount(6)
    expect((await texts())[0]).toContain('You have used 10 of the 9 minutes')
  })

  it("go to the organization's admins as well, and once to a person who is both", async () => {
    const firm = await firmWithMember(world, 2)
    const { id, name, owner } = firm.firm
    const [fellow, plain] = [await member(world, id, { role: 'admin' }), await member(world, id)]
    for (const admin of [owner, fellow]) await kit.confirmAddress(world, admin)
    await world.sql("update users set first_name = 'Mia', last_name = 'Lind' where id = $1", [firm.person.id])
    await talk(firm, 100)
    const subject = `Mia Lind has used 80% of their minutes at ${name}`
    for (const { email } of [owner, fellow]) {
      const [notice] = await queuedMails(world, email)
      expect(notice?.subject).toBe(subject)
      expect(notice?.text).toContain(`Mia Lind has used 1.67 of the 2 minutes that they get from ${name} each month`)
      expect(notice?.text).toContain('/organization-dashboard?tab=users')
    }
    expect(await subjects({ ...firm, person: plain })).toEqual([])
    const ofOwner = { ...firm, person: owner }
    await limit(ofOwner, 1)
    await talk(ofOwner, 50)
    expect((await subjects(ofOwner)).toSorted()).toEqual([subject, near(firm)])
    expect(await subjects({ ...firm, person: fellow })).toHaveLength(2)
  })
})
