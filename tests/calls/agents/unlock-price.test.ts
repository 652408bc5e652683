import { afterEach, describe, expect, it } from 'vitest'
import * as agents from '#contract/agents/agents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as platform from '#contract/settings/platform.ts'
import { addAgent, ownWorld, registered, setBalance, subscriber, type TestPerson } from '#tests/calls.ts'

const world = await ownWorld()
afterEach(() => setPrice(null))

async function setPrice(minutes: number | null): Promise<void> {
  await world.sql("delete from platform_setting where setting_key = 'unlockCostCredits'")
  if (minutes === null) return
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at) values ('unlockCostCredits', $1, now())`,
    [String(minutes)],
  )
}

function unlock(person: TestPerson, agentId: string, body: { credits?: number } = {}) {
  return person.client.try(agents.unlockAgent, { params: { agentId }, body })
}

async function secondsOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).balanceSeconds
}

function unlocksOf(person: TestPerson) {
  return world.sql('select agent_id from user_agent_unlock where user_id = $1', [person.id])
}

describe('an unlock that costs minutes (D52)', () => {
  it("takes them once, the month's minutes first, as an entry that names the agent", async () => {
    await setPrice(40)
    expect(await world.visitor().call(platform.publicConfig)).toMatchObject({ unlockCostCredits: 40 })
    const [person, agentId] = [await subscriber(world), await addAgent(world, { name: 'Dear One', isPremium: true })]
    const replies = await Promise.all(Array.from({ length: 6 }, () => unlock(person, agentId, { credits: 40 })))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    // 30 of the month and 10 of the 120 bought ones.
    expect(await person.client.call(currentUser)).toMatchObject({ monthlyCredits: 0, purchasedCredits: 110 })
    const [line, ...others] = await person.client.call(minutes.minutes, { query: {} })
    expect(line).toMatchObject({
      what: 'Unlocked Dear One',
      change: -40,
      balanceBefore: 150,
      balanceAfter: 110,
      agentId,
      sessionId: null,
      receiptId: null,
    })
    expect(others.filter(({ what }) => what.startsWith('Unlocked'))).toEqual([])
    expect((await unlock(person, agentId)).status).toBe(200)
    expect(await secondsOf(person)).toBe(110 * 60)
  })

  it('is 402 when the balance is too low, and changes nothing', async () => {
    await setPrice(10)
    const [person, agentId] = [await subscriber(world), await addAgent(world, { isPremium: true })]
    await setBalance(world, person.id, 599)
    const reply = await unlock(person, agentId)
    expect([reply.status, reply.body.code]).toEqual([402, 'insufficient_credits'])
    expect(reply.body.message).toContain('Insufficient credits')
    expect(await unlocksOf(person)).toEqual([])
    expect(await secondsOf(person)).toBe(599)
  })

  it('cannot take what a live conversation holds', async () => {
    await setPrice(10)
    const [person, agentId] = [await subscriber(world), await addAgent(world, { isPremium: true })]
    await setBalance(world, person.id, 630)
    const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
    const hold = crypto.randomUUID()
    await world.sql('select ledger_hold_open($1, $2, 60000, 0, now())', [hold, account?.id])
    expect((await unlock(person, agentId)).status).toBe(402)
    await world.sql('select ledger_hold_settle($1, 0, $2, null, now())', [hold, person.id])
    expect((await unlock(person, agentId)).status).toBe(200)
    expect(await secondsOf(person)).toBe(30)
  })

  it('is refused at a price other than the one shown', async () => {
    await setPrice(10)
    const [person, agentId] = [await subscriber(world), await addAgent(world, { isPremium: true })]
    const reply = await unlock(person, agentId, { credits: 5 })
    expect(reply).toMatchObject({ status: 409, body: { code: 'price_changed', field: 'credits', credits: 10 } })
    expect(await unlocksOf(person)).toEqual([])
    expect(await secondsOf(person)).toBe(9000)
  })

  it('is free for free agents, agents unlocked before, and platform admins', async () => {
    const [person, admin] = [await subscriber(world), await registered(world)]
    await world.sql("update users set role = 'admin' where id = $1", [admin.id])
    const [free, premium] = [await addAgent(world), await addAgent(world, { isPremium: true })]
    await unlock(person, premium)
    await setPrice(10)
    expect((await unlock(person, free)).status).toBe(200)
    expect((await unlock(person, premium, { credits: 10 })).status).toBe(200)
    expect(await secondsOf(person)).toBe(9000)
    expect((await unlock(admin, premium, { credits: 0 })).status).toBe(200)
    expect(await unlocksOf(admin)).toHaveLength(1)
  })
})
