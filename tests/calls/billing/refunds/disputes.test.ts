import * as voice from '#contract/conversations/voice.ts'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { accountOf, addAgent, afterEach, answerWith, balanceOf, endedRow, eventually, expect } from '#tests/calls.ts'
import { expectRefused, it, moveTalkClock, ownWorld, passTalkTime, setBalance, startHeardTalk } from '#tests/calls.ts'
import { tags, waitForMails } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)
const { bank, buy, clawbackSubjects, debtsOf, decide, disputeStates, lose, subscriberWithPayment } = kit
afterEach(() => world.control({ webhooks: 'deliver' }))

const opened = 'One of your payments is disputed'
const won = 'The dispute is settled: your minutes are back'
const lost = 'The bank returned the disputed payment'
const open = (cents: number) => ({ amount_cents: cents, status: 'open' })
const withdrawn = { amount_cents: 1547, status: 'withdrawn' }

/** Returns a person who has used the month and half of the package: 2.97 + 12.50. */
async function halfUsed() {
  const both = await subscriberWithPayment(world)
  await setBalance(world, both.person.id, 3600)
  return both
}

it('a dispute freezes what is left of its payment, until it is won or lost', tags('D44'), async () => {
  const { person, paymentIntentId: first } = await subscriberWithPayment(world)
  // Some cards cause it at once (4000000000000259).
  const paymentIntentId = await buy(world, person, 'launch', 'pm_card_createDispute')
  await eventually(async () => expect(await disputeStates(world, paymentIntentId)).toEqual(['open']))
  expect(await balanceOf(person)).toBe(150)
  const [mail] = await waitForMails(world, person.email, opened)
  expect(mail?.text).toContain('60 minutes')
  const taken = async () => (await kit.historyOf(person)).filter(([, amount]) => amount < 0)
  expect(await taken()).toEqual([])
  await decide(world, paymentIntentId, 'win')
  expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([210, []])
  for (const subject of [opened, won]) await waitForMails(world, person.email, subject)
  expect(await clawbackSubjects(world, person)).toEqual([opened, won])
  // A lost one takes what was frozen and, without use, leaves no debt.
  await lose(world, first)
  expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([60, []])
  expect(await taken()).toEqual([
    ['Refund by your bank after a dispute: Uplift package, 120 minutes', -25, -120],
    ['Refund by your bank after a dispute: Platform access', -2.97, -30],
  ])
  const [last] = await waitForMails(world, person.email, lost)
  expect(last?.text).not.toContain('Settle')
})

it('used minutes of a lost payment are owed and block conversations', tags('D44 S224'), async () => {
  const { person, paymentIntentId } = await halfUsed()
  await buy(world, person, 'launch')
  await lose(world, paymentIntentId)
  expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([60, [open(1547)]])
  const message = 'A disputed payment left a balance of $15.47 due. Please settle it on your account page.'
  const problem = { code: 'payment_disputed', message }
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 402, problem])
  expect(await world.sql('select id from voice_session where user_id = $1', [person.id])).toEqual([])
  const [mail] = await waitForMails(world, person.email, lost)
  expect(mail?.text).toContain('Settle $15.47')
  expect(mail?.text).toContain('/account')
  // Won after all, it withdraws the debt; lost again, it raises a new one.
  await decide(world, paymentIntentId, 'win')
  expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([120, [withdrawn]])
  const [settled] = await waitForMails(world, person.email, won)
  expect(settled?.text).toContain('You do not owe anything for it.')
  await decide(world, paymentIntentId, 'lose')
  expect(await debtsOf(world, person)).toEqual([withdrawn, open(1547)])
  await waitForMails(world, person.email, lost, 2)
})

it('less than the 50 cents that can be charged raises no debt', tags('D44'), async () => {
  const { person } = await halfUsed()
  const paymentIntentId = await buy(world, person, 'launch')
  // 118 seconds of it: 49 cents.
  await setBalance(world, person.id, 3600 - 118)
  await lose(world, paymentIntentId)
  expect(await debtsOf(world, person)).toEqual([])
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 402, 'insufficient_credits'])
})

it('a dispute after a refund of the same payment covers the rest', tags('D43 D44'), async () => {
  const { person, paymentIntentId } = await halfUsed()
  await kit.refundAtProvider(world, paymentIntentId, 2000)
  await kit.waitForEvents(world, paymentIntentId)
  expect(await balanceOf(person)).toBe(0)
  await lose(world, paymentIntentId)
  // 7.97 were disputed; 15.47 had been used.
  expect(await debtsOf(world, person)).toEqual([open(797)])
  const minutes = (await kit.historyOf(person)).filter(([, amount]) => amount < 0).map(([, , gained]) => gained)
  expect(minutes.reduce((sum, some) => sum + some)).toBeCloseTo(-60, 3)
})

it.each(['duplicate', 'reorder'])('a dispute ends the same in mode %s of events', tags('D44'), async (webhooks) => {
  const { person, paymentIntentId } = await halfUsed()
  await world.control({ webhooks })
  for (const action of ['open', 'lose', 'win', 'lose'] as const) await bank(world, paymentIntentId, action)
  await kit.waitForEvents(world, paymentIntentId)
  expect(await balanceOf(person)).toBe(0)
  expect((await debtsOf(world, person)).filter(({ status }) => status === 'open')).toHaveLength(1)
})

it('a dispute without events is found by the upkeep and reported once', tags('D44'), async () => {
  const { person, paymentIntentId } = await halfUsed()
  await world.control({ webhooks: 'drop' })
  await bank(world, paymentIntentId, 'open')
  await Promise.all(Array.from({ length: 8 }, () => followMoneyBack(world.services, paymentIntentId)))
  await followUndecided(world.services)
  expect(await disputeStates(world, paymentIntentId)).toEqual(['open', 'open'])
  expect(await balanceOf(person)).toBe(0)
  await bank(world, paymentIntentId, 'win')
  for (let count = 0; count < 2; count++) await followUndecided(world.services)
  expect(await balanceOf(person)).toBe(60)
  for (const subject of [opened, won]) await waitForMails(world, person.email, subject)
  expect(await clawbackSubjects(world, person)).toEqual([opened, won])
})

it('an inquiry, or a dispute won before we learned of it, changes nothing', tags('D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  const rest = { reason: 'general', dueAt: null, hasEvidence: false, submissions: 0, createdAt: new Date() }
  const inquiry = { id: 'dp_inquiry', state: 'none', status: 'warning_needs_response', amountCents: 2797 } as const
  const restore = answerWith(world, 'listDisputes', () => () => Promise.resolve([{ ...inquiry, ...rest }]))
  await followMoneyBack(world.services, paymentIntentId)
  restore()
  expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, []])
  await world.control({ webhooks: 'drop' })
  for (const action of ['open', 'win'] as const) await bank(world, paymentIntentId, action)
  await followUndecided(world.services)
  expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, ['won', 'won']])
  expect(await clawbackSubjects(world, person)).toEqual([])
})

it('an old report never overwrites what a newer read has stored', tags('D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  await decide(world, paymentIntentId, 'open')
  answerWith(world, 'listDisputes', (listDisputes, restore) => async (id) => {
    restore()
    const old = await listDisputes(id)
    await decide(world, paymentIntentId, 'win')
    return old
  })
  await followMoneyBack(world.services, paymentIntentId)
  expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, ['won', 'won']])
})

it('a dispute leaves a conversation its held time, then takes the rest', tags('D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  await setBalance(world, person.id, 300)
  const { id, client } = await startHeardTalk(person, agentId)
  await decide(world, paymentIntentId, 'open')
  const rest = 'select (monthly_ms + purchased_ms - held_ms)::int as left, needs_sweep from account where user_id = $1'
  expect(await world.sql(rest, [person.id])).toEqual([{ left: 0, needs_sweep: true }])
  await passTalkTime(world, 60, client)
  expect((await client.next('session_ended')).event).toEqual({ reason: 'balance', used_seconds: 60 })
  const { charged_ms: chargedMs } = await endedRow(world, id)
  expect([chargedMs, await balanceOf(person)]).toEqual([60_000, 0])
  await decide(world, paymentIntentId, 'win')
  expect(Math.round((await balanceOf(person)) * 60_000)).toBeCloseTo(300_000 - chargedMs, -1)
})

it('a lost dispute owes what was used until the end of a conversation', tags('D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  // 30 minutes of the month and 117 of the package are used: 2.97 + 24.37.
  await setBalance(world, person.id, 180)
  const { id, client } = await startHeardTalk(person, agentId)
  await lose(world, paymentIntentId)
  expect((await debtsOf(world, person))[0]).toEqual(open(297 + 2437))
  await passTalkTime(world, 62, client)
  await client.next('session_ended')
  const { charged_ms: chargedMs } = await endedRow(world, id)
  await followUndecided(world.services)
  const cents = 297 + Math.floor(((117 * 60_000 + chargedMs) * 2500) / 7_200_000)
  expect(await debtsOf(world, person)).toEqual([open(cents)])
})

it('a lost dispute is owed however late the conversation is settled', tags('D44'), async () => {
  const { person, paymentIntentId } = await subscriberWithPayment(world)
  const { clock } = world.services
  const hold = crypto.randomUUID()
  const accountId = await accountOf(world, person)
  await world.sql('select ledger_hold_open($1, $2, 600000, 0, $3)', [hold, accountId, clock.now()])
  await lose(world, paymentIntentId)
  await world.control({ advance: 'P8D' })
  await followUndecided(world.services)
  expect(await debtsOf(world, person)).toEqual([])
  await world.sql("select ledger_hold_settle($1, 600000, $2, 'talked', $3)", [hold, person.id, clock.now()])
  await followUndecided(world.services)
  // 10 of 30 minutes that had cost $2.97.
  expect(await debtsOf(world, person)).toEqual([open(99)])
})
