import * as agents from '#contract/agents/agents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as platform from '#contract/settings/platform.ts'
import { addAgent, afterEach, expect, expectRefused, it, platformAdmin, setBalance, sharedWorld } from '#tests/calls.ts'
import { subscriber, tags, type TestPerson } from '#tests/calls.ts'

// The price is taken back after each test.
const world = await sharedWorld()
const premium = await addAgent(world, { name: 'Dear One', isPremium: true })
afterEach(() => setPrice(null))

async function setPrice(minutes: number | null): Promise<void> {
  await world.sql("delete from platform_setting where setting_key = 'unlockCostCredits'")
  if (minutes === null) return
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at) values ('unlockCostCredits', $1, now())`,
    [String(minutes)],
  )
}

const unlock = (person: TestPerson, agentId: string, body: { credits?: number } = {}) =>
  person.client.call(agents.unlockAgent, { params: { agentId }, body })
const refused = (person: TestPerson, status: number, problem: string | object, body: object = {}) =>
  expectRefused(agents.unlockAgent, [person, { params: { agentId: premium }, body }, status, problem])
const secondsOf = async (person: TestPerson) => (await person.client.call(currentUser)).balanceSeconds
const unlocksOf = (person: TestPerson) =>
  world.sql('select agent_id from user_agent_unlock where user_id = $1', [person.id])

it('an unlock is kept once, for its person only, and is free by default', tags('S131 D52'), async () => {
  const [person, other] = [await subscriber(world), await subscriber(world)]
  const replies = await Promise.all(Array.from({ length: 8 }, () => unlock(person, premium)))
  const again = await unlock(person, premium)
  expect(again).toEqual({ agentId: premium, unlockedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
  for (const reply of replies) expect(reply).toEqual(again)
  expect(await unlocksOf(person)).toEqual([{ agent_id: premium }])
  expect(await person.client.call(agents.unlockedAgents)).toEqual([again])
  expect(await other.client.call(agents.unlockedAgents)).toEqual([])
  const seenBy = async ({ client }: TestPerson) =>
    (await client.call(agents.agents)).find(({ id }) => id === premium)?.isUnlocked
  expect([await seenBy(person), await seenBy(other)]).toEqual([true, false])
  expect(await secondsOf(person)).toBe(9000)
})

it('agents that a person does not see, and no ids, unlock nothing', tags('D52'), async () => {
  const person = await subscriber(world)
  const [paused, hidden] = [await addAgent(world, { isPremium: true }), await addAgent(world, { isPrivate: true })]
  await world.sql('update agent set is_active = false where id = $1', [paused])
  for (const agentId of [paused, hidden, crypto.randomUUID()])
    await expectRefused(agents.unlockAgent, [person, { params: { agentId } }, 404, 'agent_not_found'])
  for (const agentId of ['1', 'null', "' or true --", '%00'])
    await expectRefused(agents.unlockAgent, [person, { params: { agentId } }, 404, {}])
  expect(await unlocksOf(person)).toEqual([])
})

it("an unlock that costs minutes takes them once, the month's first", tags('D52'), async () => {
  await setPrice(40)
  expect(await world.visitor().call(platform.publicConfig)).toMatchObject({ unlockCostCredits: 40 })
  const person = await subscriber(world)
  const replies = await Promise.all(Array.from({ length: 6 }, () => unlock(person, premium, { credits: 40 })))
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  // 30 of the month and 10 of the 120 bought ones.
  expect(await person.client.call(currentUser)).toMatchObject({
    monthlyCredits: 0,
    purchasedCredits: 110,
    fullMinutes: 150,
  })
  const [line, ...others] = await person.client.call(minutes.minutes, { query: {} })
  const figures = { change: -40, balanceBefore: 150, balanceAfter: 110, sessionId: null, receiptId: null }
  expect(line).toMatchObject({ what: 'Unlocked Dear One', agentId: premium, ...figures })
  expect(others.filter(({ what }) => what.startsWith('Unlocked'))).toEqual([])
  await unlock(person, premium)
  expect(await secondsOf(person)).toBe(110 * 60)
})

it('an unlock needs the shown price and minutes that no conversation holds', tags('D52'), async () => {
  await setPrice(10)
  const person = await subscriber(world)
  await refused(person, 409, { code: 'price_changed', field: 'credits', credits: 10 }, { credits: 5 })
  expect(await secondsOf(person)).toBe(9000)
  await setBalance(world, person.id, 630)
  const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  const hold = crypto.randomUUID()
  await world.sql('select ledger_hold_open($1, $2, 60000, 0, now())', [hold, account?.id])
  const message = expect.stringContaining('Insufficient credits') as string
  await refused(person, 402, { code: 'insufficient_credits', message })
  await world.sql('select ledger_hold_settle($1, 0, $2, null, now())', [hold, person.id])
  const poor = await subscriber(world)
  await setBalance(world, poor.id, 599)
  await refused(poor, 402, 'insufficient_credits')
  for (const each of [person, poor]) expect(await unlocksOf(each)).toEqual([])
  await unlock(person, premium)
  expect([await secondsOf(person), await secondsOf(poor)]).toEqual([30, 599])
})

it('free agents, unlocked ones and platform admins never pay', tags('D52'), async () => {
  const [person, admin, free] = [await subscriber(world), await platformAdmin(world), await addAgent(world)]
  await unlock(person, premium)
  await setPrice(10)
  expect((await unlock(person, free)).agentId).toBe(free)
  await unlock(person, premium, { credits: 10 })
  expect([await secondsOf(person), await unlocksOf(person)]).toEqual([9000, [{ agent_id: premium }]])
  await unlock(admin, premium, { credits: 0 })
  expect(await unlocksOf(admin)).toHaveLength(1)
})
