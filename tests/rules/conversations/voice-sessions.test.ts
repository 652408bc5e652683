import { describe, expect, it, onTestFinished } from 'vitest'
import { createClock } from '#server/clock.ts'
import { Ticks } from '#server/conversations/gateway/ticks.ts'
import { createSql, type Step } from '#server/database/sql.ts'
import {
  type Ending,
  recordTicks,
  settleConversation,
  openConversation,
  type Progress,
} from '#server/conversations/voice-sessions.ts'
import { lockAccount } from '#server/ledger/ledger.ts'
import { ledgerOfFile, many, openLedger, second } from '../ledger/ledger-rig.ts'

/** The steps of a conversation alone, and what they guarantee however many meet at once. */
const ledger = await ledgerOfFile(openLedger)
const at = new Date('2026-01-31T12:00:00Z')
/** Like `database.step`, but a deadlock is a failure rather than another attempt. */
const step: Step = Object.assign(
  createSql((query) => ledger.database.pool.query<unknown[]>(query)),
  { mayWrite: true as const },
)
const [agent] = await ledger.sql<{ id: string }>(
  `insert into agent (name, description, category, created_at, updated_at)
  values ('Test agent', 'Helps', 'Operations', $1, $1) returning id`,
  [at],
)
const agentId = agent?.id ?? ''

/** When many people talk from one account, each belongs to the organization of a pool. */
const organizationOf = new Map<string, number>()

async function accountWith(seconds: number): Promise<string> {
  const { id, organizationId } = await ledger.openPool()
  organizationOf.set(id, organizationId)
  if (seconds > 0) await ledger.grant(id, 'purchased', seconds * second)
  return id
}

function start(userId: string, accountId: string) {
  const organizationId = organizationOf.get(accountId) ?? null
  const call = { conversationId: crypto.randomUUID(), gatewayId: 1, resumeOf: undefined, at, real: at }
  return openConversation(step, { userId, accountId, organizationId, agentId, ...call })
}

async function started(accountId: string): Promise<string> {
  const result = await start(await ledger.addPerson(), accountId)
  if (result.state !== 'started') throw new Error(`The conversation is ${result.state}`)
  return result.id
}

const progress = (usedSeconds: number, agentSpoke = true) => ({
  usedMs: usedSeconds * second,
  freeMs: 0,
  soundMs: 0,
  agentSpoke,
  begun: { conversationId: 'conv_1', at },
})
const ticks = (ids: string[], usedSeconds: number, change: Partial<Progress> = {}) =>
  recordTicks(
    step,
    ids.map((id) => ({ id, progress: { ...progress(usedSeconds), ...change } })),
    { at, real: at },
  )
const tick = async (id: string, usedSeconds: number, change: Partial<Progress> = {}) =>
  (await ticks([id], usedSeconds, change))[0]
const settle = (id: string, ending: Partial<Ending> = {}) =>
  settleConversation(step, { id, reason: 'user', at, ...ending })

const rowOf = async (id: string) => (await ledger.sql('select * from voice_session where id = $1', [id]))[0]
async function noteOf(id: string) {
  const entries = "select notes from entry where kind = 'usage' and ref = $1"
  return (await ledger.sql<{ notes: string | null }>(entries, [id])).map(({ notes }) => notes)
}

describe('starting', () => {
  it('64 times at once gives one person one conversation (D74)', async () => {
    const [userId, accountId] = [await ledger.addPerson(), await accountWith(600)]
    const answers = await many(64, () => start(userId, accountId))
    const [first, ...more] = answers.filter(({ state }) => state === 'started')
    expect(more).toEqual([])
    const others = answers.filter((answer) => answer !== first)
    expect(others).toEqual(others.map(() => ({ state: 'active', sessionId: first && 'id' in first && first.id })))
    expect(await ledger.account(accountId)).toMatchObject({ heldMs: 60 * second })
  })

  it('64 people at once on one pool of 600 s: exactly 10 talk, the others leave nothing (D69)', async () => {
    const [accountId, people] = [await accountWith(600), await many(64, ledger.addPerson)]
    const answers = await many(64, (index) => start(people[index] ?? '', accountId))
    expect(answers.filter(({ state }) => state === 'started')).toHaveLength(10)
    expect(answers.filter(({ state }) => state === 'insufficient')).toHaveLength(54)
    expect(await ledger.sql('select id from voice_session where account_id = $1', [accountId])).toHaveLength(10)
    expect(await ledger.account(accountId)).toMatchObject({ heldMs: 600 * second })
  })

  it('again and again while others end: never two at once, nothing stays held', async () => {
    const [userId, accountId] = [await ledger.addPerson(), await accountWith(600)]
    await many(64, async () => {
      const result = await start(userId, accountId)
      if (result.state === 'started') await settle(result.id)
    })
    expect(await ledger.account(accountId)).toMatchObject({ purchasedMs: 600 * second, heldMs: 0 })
  })
})

describe('a tick', () => {
  it('records progress and holds 60 s beyond it, as far as the balance reaches (D69)', async () => {
    const accountId = await accountWith(100)
    const id = await started(accountId)
    expect(await tick(id, 5)).toMatchObject({ heldMs: 65 * second, freeMs: 35 * second, isBudget: false })
    expect(await tick(id, 70)).toMatchObject({ heldMs: 100 * second, freeMs: 0, isBudget: false })
    // One that comes late takes nothing back.
    const late = await tick(id, 5, { agentSpoke: false, begun: null })
    expect(late).toMatchObject({ heldMs: 100 * second })
    const row = { used_ms: 70 * second, agent_spoke: true, connected_at: at, conversation_id: 'conv_1' }
    expect(await rowOf(id)).toMatchObject(row)
  })

  it('of an ended or unknown conversation returns null', async () => {
    const id = await started(await accountWith(600))
    await settle(id)
    expect(await tick(id, 5)).toBeNull()
    expect(await tick(crypto.randomUUID(), 5)).toBeNull()
  })

  it('of many conversations is one statement, which divides the last time of a pool', async () => {
    const [pool, own] = [await accountWith(200), await accountWith(600)]
    const [one, other, third] = [await started(pool), await started(pool), await started(own)]
    await settle(third, { progress: progress(20) })
    const [atOne, atOther, atThird, unknown] = await ticks([one, other, third, crypto.randomUUID()], 50)
    const held = [atOne, atOther].map((each) => (each !== 'busy' && each ? each.heldMs : 0))
    expect(held.toSorted((a, b) => a - b)).toEqual([90 * second, 110 * second])
    expect([atThird, unknown]).toEqual([null, null])
    expect(await ledger.account(pool)).toMatchObject({ heldMs: 200 * second })
    for (const id of [one, other]) expect(await rowOf(id)).toMatchObject({ used_ms: 50 * second })
  })

  it.each(['account', 'conversation'])('reports a locked %s as busy and holds up no other', async (locked) => {
    const [accountId, id] = await accountWith(600).then(async (opened) => [opened, await started(opened)] as const)
    const others = await many(4, async () => started(await accountWith(600)))
    const statement = locked === 'account' ? 'select from account' : 'select from voice_session'
    await ledger.database.write(async (tx) => {
      await tx.execute(`${statement} where id = $1 for update`, [locked === 'account' ? accountId : id])
      const [busy, ...recorded] = await ticks([id, ...others], 5)
      expect(busy).toBe('busy')
      for (const each of recorded) expect(each).toMatchObject({ heldMs: 65 * second })
      expect(await rowOf(id)).toMatchObject({ used_ms: 0 })
    })
    expect(await tick(id, 5)).toMatchObject({ heldMs: 65 * second })
  })

  it('meets settlements and other ticks of the same pool without a deadlock or a lost minute', async () => {
    const accountId = await accountWith(64 * 60)
    const ids = await many(16, () => started(accountId))
    await many(16, async (index) => {
      await ticks(index % 2 === 0 ? ids : ids.toReversed(), 5 + index)
      await settle(ids[index] ?? '', { progress: progress(20) })
    })
    const leftMs = (64 * 60 - 16 * 20) * second
    expect(await ledger.account(accountId)).toMatchObject({ purchasedMs: leftMs, heldMs: 0 })
  })
})

describe('the ticks of a process', () => {
  function openTicks() {
    let statements = 0
    const counted = Object.assign((...statement: Parameters<Step>) => (statements++, step(...statement)), {
      mayWrite: true as const,
    }) as Step
    const gatewayTicks = new Ticks({ clock: createClock(), database: { ...ledger.database, step: counted } })
    onTestFinished(() => gatewayTicks.stop())
    return { record: gatewayTicks.record.bind(gatewayTicks), statements: () => statements }
  }

  it('of one moment share a statement', async () => {
    const { record, statements } = openTicks()
    const ids = await many(8, async () => started(await accountWith(600)))
    const recorded = await Promise.all(ids.map((id) => record({ id, progress: progress(5) })))
    for (const each of recorded) expect(each).toMatchObject({ heldMs: 65 * second })
    expect(statements()).toBe(1)
  })

  it('are recorded without one that the database refuses', async () => {
    const { record } = openTicks()
    const [bad = '', good = ''] = await many(2, async () => started(await accountWith(600)))
    const [refused, recorded] = await Promise.allSettled([
      record({ id: bad, progress: { ...progress(5), freeMs: -1 } }),
      record({ id: good, progress: progress(5) }),
    ])
    expect(refused).toMatchObject({ reason: { constraint: 'voice_session_free_ms_check' } })
    expect(recorded).toMatchObject({ value: { heldMs: 65 * second } })
  })

  it('are asked for again until a locked account is free', async () => {
    const { record, statements } = openTicks()
    const accountId = await accountWith(600)
    const id = await started(accountId)
    const recorded = await ledger.database.write(async (tx) => {
      await lockAccount(tx, accountId)
      const asked = record({ id, progress: progress(5) })
      await expect.poll(statements).toBeGreaterThan(1)
      return { asked }
    })
    expect(await recorded.asked).toMatchObject({ heldMs: 65 * second })
  })
})

describe('settling', () => {
  it('64 times at once ends a conversation once, with the same result for every call', async () => {
    const accountId = await accountWith(600)
    const id = await started(accountId)
    const answers = await many(64, (index) => settle(id, { progress: progress(11 + index) }))
    expect(answers.filter((answer) => answer?.isFirst)).toHaveLength(1)
    const figures = answers.map((answer) => JSON.stringify([answer?.chargedMs, answer?.reason]))
    expect(new Set(figures).size).toBe(1)
    const chargedMs = answers[0]?.chargedMs ?? 0
    expect(await ledger.account(accountId)).toMatchObject({ purchasedMs: 600 * second - chargedMs, heldMs: 0 })
    expect(await noteOf(id)).toEqual([null])
  })

  it('returns the reason of the first call, and null for an unknown conversation', async () => {
    const id = await started(await accountWith(600))
    const settled = { chargedMs: 20 * second, reason: 'agent' as const }
    expect(await settle(id, { reason: 'agent', progress: progress(20) })).toEqual({ ...settled, isFirst: true })
    expect(await settle(id)).toEqual({ ...settled, isFirst: false })
    expect(await settle(crypto.randomUUID())).toBeNull()
  })

  it('between ticks charges its own progress, and no later tick changes anything', async () => {
    const accountId = await accountWith(600)
    const ids = await many(8, () => started(accountId))
    await Promise.all(
      ids.flatMap((id) => [
        ...Array.from({ length: 4 }, (_, index) => tick(id, 5 * (index + 1))),
        settle(id, { progress: progress(22) }),
        ...Array.from({ length: 4 }, (_, index) => tick(id, 30 + index)),
      ]),
    )
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ used_ms: 22 * second, charged_ms: 22 * second })
    expect(await ledger.account(accountId)).toMatchObject({ purchasedMs: (600 - 8 * 22) * second, heldMs: 0 })
  })

  it('without progress charges up to the last tick, in whole seconds (D70, D75)', async () => {
    const id = await started(await accountWith(600))
    await tick(id, 17.9)
    expect(await settle(id, { reason: 'gone' })).toMatchObject({ chargedMs: 17 * second })
    expect(await rowOf(id)).toMatchObject({ status: 'abandoned', used_ms: 17_900, ended_at: at })
  })

  const didNotStart = 'Not charged: the conversation did not start'
  const noSound = 'Not charged: no sound from the agent'
  const isShort = 'Not charged: under 10 seconds'
  it.each<
    [
      reason: Ending['reason'],
      usedSeconds: number,
      what: 'spoken' | 'silent' | 'unbegun',
      status: string,
      note: string | null,
    ]
  >([
    ['user', 10, 'spoken', 'completed', null],
    ['user', 9.999, 'spoken', 'completed', isShort],
    ['fault', 10, 'spoken', 'completed', null],
    ['fault', 9.999, 'spoken', 'failed', isShort],
    ['gone', 30, 'spoken', 'abandoned', null],
    ['gone', 5, 'spoken', 'abandoned', isShort],
    ['balance', 60, 'spoken', 'completed', null],
    ['user', 30, 'silent', 'failed', noSound],
    ['gone', 30, 'silent', 'failed', noSound],
    ['user', 30, 'unbegun', 'failed', didNotStart],
  ])('by %s after %d s, %s, is %s: %s (D71, D72)', async (reason, usedSeconds, what, status, note) => {
    const id = await started(await accountWith(60))
    const reached = { ...progress(usedSeconds, what !== 'silent'), ...(what === 'unbegun' && { begun: null }) }
    const chargedMs = note === null ? usedSeconds * second : 0
    expect(await settle(id, { reason, progress: reached })).toEqual({ isFirst: true, chargedMs, reason })
    const usedMs = what === 'unbegun' ? 0 : usedSeconds * second
    expect(await rowOf(id)).toMatchObject({ status, end_reason: reason, used_ms: usedMs, charged_ms: chargedMs })
    expect(await noteOf(id)).toEqual([note])
  })
})
