import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as voice from '#contract/voice.ts'
import { reconcileClaims, reconcileUndecided } from '#server/flows/claims.ts'
import type { DisputeState } from '#server/outside/stripe/reversals.ts'
import { endedRow, moveTalkClock, passTalkTime, startHeardTalk } from '../conversations.ts'
import { closeUnbroken } from '../invariants.ts'
import { mailsTo, waitForMails } from '../mailbox.ts'
import { addAgent, setBalance, type TestPerson } from '../people.ts'
import {
  balanceOf,
  bank,
  buy,
  claimSubjects,
  debtsOf,
  eventually,
  historyOf,
  refundAtProvider,
  reversalsOf,
  subscriberWithPayment,
  waitForEvents,
} from '../reversals.ts'
import { openWorld, type World } from '../world.ts'

let world: World
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  moveTalkClock(world, 0)
  agentId = await addAgent(world)
})
afterEach(() => world.control({ webhooks: 'deliver' }))
afterAll(() => closeUnbroken(world))

const opened = 'A payment of yours is disputed'
const won = 'The dispute is settled: your minutes are back'
const lost = 'The disputed payment was taken back'

/** What the bank does, and everything that follows of it. */
async function decide(paymentIntentId: string, action: 'open' | 'win' | 'lose'): Promise<void> {
  await bank(world, paymentIntentId, action)
  await waitForEvents(world, paymentIntentId)
}

async function disputeStates(paymentIntentId: string): Promise<string[]> {
  return (await reversalsOf(world, paymentIntentId))
    .filter(({ kind }) => kind === 'dispute')
    .map(({ status }) => status)
}

/** Somebody who has used the month and half of the package: 2.97 + 12.50. */
async function halfUsed(): Promise<{ person: TestPerson; paymentIntentId: string }> {
  const both = await subscriberWithPayment(world)
  await setBalance(world, both.person.id, 3600)
  return both
}

describe('a dispute (D44)', () => {
  it('freezes what is left of its payment and nothing else; won, exactly that comes back', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await decide(paymentIntentId, 'open')
    expect(await balanceOf(person)).toBe(150)
    const [mail] = await waitForMails(world, person.email, opened)
    expect(mail?.text).toContain('60 minutes')
    expect((await historyOf(person)).filter(([, amount]) => amount < 0)).toEqual([])
    await decide(paymentIntentId, 'win')
    expect(await balanceOf(person)).toBe(210)
    await waitForMails(world, person.email, won)
    expect(await claimSubjects(world, person)).toEqual([opened, won])
    expect(await debtsOf(world, person)).toEqual([])
  })

  it('lost burns what was frozen and, where nothing was used, leaves no debt', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await decide(paymentIntentId, 'open')
    expect(await balanceOf(person)).toBe(0)
    await decide(paymentIntentId, 'lose')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([0, []])
    expect((await historyOf(person)).filter(([, amount]) => amount < 0).toSorted()).toEqual([
      ['Refund by your bank after a dispute: Starter Monthly', -2.97, -30],
      ['Refund by your bank after a dispute: Uplift package, 120 minutes', -25, -120],
    ])
    const [mail] = await waitForMails(world, person.email, lost)
    expect(mail?.text).not.toContain('Settle')
  })

  it('lost after use owes what was talked, apart from the balance, and closes new conversations (S224)', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await buy(world, person, 'launch')
    await decide(paymentIntentId, 'open')
    await decide(paymentIntentId, 'lose')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([
      60,
      [{ amount_cents: 1547, status: 'open' }],
    ])
    const reply = await person.client.try(voice.startSession, { body: { agentId } })
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      402,
      'payment_disputed',
      'A disputed payment left $15.47 open. Please settle it on your account page.',
    ])
    expect(await world.sql('select id from voice_session where user_id = $1', [person.id])).toEqual([])
    const [mail] = await waitForMails(world, person.email, lost)
    expect(mail?.text).toContain('Settle $15.47')
    expect(mail?.text).toContain('/account')
  })

  it('lost after less than the 50 cents that can be charged asks for nothing', async () => {
    const { person } = await subscriberWithPayment(world)
    await setBalance(world, person.id, 3600)
    const paymentIntentId = await buy(world, person, 'launch')
    // 118 seconds of it: 49 cents.
    await setBalance(world, person.id, 3600 - 118)
    await decide(paymentIntentId, 'open')
    await decide(paymentIntentId, 'lose')
    expect(await debtsOf(world, person)).toEqual([])
    const reply = await person.client.try(voice.startSession, { body: { agentId } })
    expect(reply.body.code).toBe('insufficient_credits')
  })

  it('lost and later won gives back and withdraws the debt; lost again owes anew', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await decide(paymentIntentId, 'open')
    await decide(paymentIntentId, 'lose')
    await decide(paymentIntentId, 'win')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([
      60,
      [{ amount_cents: 1547, status: 'withdrawn' }],
    ])
    const [mail] = await waitForMails(world, person.email, won)
    expect(mail?.text).toContain('Nothing is owed for it any more.')
    await decide(paymentIntentId, 'lose')
    expect(await debtsOf(world, person)).toEqual([
      { amount_cents: 1547, status: 'withdrawn' },
      { amount_cents: 1547, status: 'open' },
    ])
    await waitForMails(world, person.email, lost, 2)
  })

  it('after a refund of the same payment is about the rest', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await refundAtProvider(world, paymentIntentId, 2000)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(0)
    await decide(paymentIntentId, 'open')
    await decide(paymentIntentId, 'lose')
    // 7.97 were disputed; 15.47 had been talked.
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: 797, status: 'open' }])
  })

  it('comes at once with some cards, and with it everything above (4000000000000259)', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch', 'pm_card_createDispute')
    await eventually(async () => expect(await disputeStates(paymentIntentId)).toEqual(['open']))
    expect(await balanceOf(person)).toBe(150)
    await waitForMails(world, person.email, opened)
  })

  it.each(['duplicate', 'reorder'])('ends the same when events come in mode %s', async (webhooks) => {
    const { person, paymentIntentId } = await halfUsed()
    await world.control({ webhooks })
    for (const action of ['open', 'lose', 'win', 'lose'] as const) await bank(world, paymentIntentId, action)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(0)
    expect((await debtsOf(world, person)).filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  it('is found, and decided, by the hourly upkeep when no event comes', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await reconcileUndecided(world.services)
    expect(await balanceOf(person)).toBe(0)
    await bank(world, paymentIntentId, 'win')
    for (let i = 0; i < 2; i++) await reconcileUndecided(world.services)
    expect(await balanceOf(person)).toBe(60)
    await waitForMails(world, person.email, won)
    expect(await claimSubjects(world, person)).toEqual([opened, won])
  })

  it('won before anybody heard of it has changed nothing and is not told', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await bank(world, paymentIntentId, 'win')
    await reconcileUndecided(world.services)
    expect([await balanceOf(person), await disputeStates(paymentIntentId)]).toEqual([150, ['won', 'won']])
    expect(await claimSubjects(world, person)).toEqual([])
  })

  it('that is read eight times at once is stored and told once', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await Promise.all(Array.from({ length: 8 }, () => reconcileClaims(world.services, paymentIntentId)))
    expect(await disputeStates(paymentIntentId)).toEqual(['open', 'open'])
    await waitForMails(world, person.email, opened)
    expect(await claimSubjects(world, person)).toEqual([opened])
  })
})

describe('what the provider says of a dispute', () => {
  /** Lets one reading of disputes answer what was true when it began, after `meanwhile` is over. */
  async function readSlowly(paymentIntentId: string, meanwhile: () => Promise<void>): Promise<void> {
    const { payments } = world.services
    const listDisputes = payments.listDisputes
    payments.listDisputes = async (id) => {
      payments.listDisputes = listDisputes
      const old = await listDisputes(id)
      await meanwhile()
      return old
    }
    await reconcileClaims(world.services, paymentIntentId)
  }

  it('never overwrites what a newer reading has stored', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await decide(paymentIntentId, 'open')
    await readSlowly(paymentIntentId, () => decide(paymentIntentId, 'win'))
    expect([await balanceOf(person), await disputeStates(paymentIntentId)]).toEqual([150, ['won', 'won']])
  })

  it('is passed over while it is a mere inquiry, with which no money moves', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { payments } = world.services
    const listDisputes = payments.listDisputes
    const inquiry: DisputeState = {
      id: 'dp_inquiry',
      state: 'none',
      status: 'warning_needs_response',
      amountCents: 2797,
      reason: 'general',
      createdAt: new Date(),
    }
    payments.listDisputes = async () => [inquiry]
    await reconcileClaims(world.services, paymentIntentId)
    payments.listDisputes = listDisputes
    expect([await balanceOf(person), await disputeStates(paymentIntentId)]).toEqual([150, []])
  })
})

describe('a dispute in the middle of a conversation', () => {
  it('leaves the time that is held; then it ends by balance and the rest is taken', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await setBalance(world, person.id, 300)
    const { id, client } = await startHeardTalk(person, agentId)
    await client.next('session_tick')
    await decide(paymentIntentId, 'open')
    const [account] = await world.sql<{ left: number; needs_sweep: boolean }>(
      'select (monthly_ms + purchased_ms - held_ms)::int as left, needs_sweep from account where user_id = $1',
      [person.id],
    )
    expect(account).toEqual({ left: 0, needs_sweep: true })
    await passTalkTime(world, 62, client)
    const ended = await client.next('session_ended', 15_000)
    expect(ended.event['reason']).toBe('balance')
    const { charged_ms: chargedMs } = await endedRow(world, id)
    expect(chargedMs).toBeGreaterThanOrEqual(60_000)
    expect(chargedMs).toBeLessThan(70_000)
    expect(await balanceOf(person)).toBe(0)
    await decide(paymentIntentId, 'win')
    expect(Math.round((await balanceOf(person)) * 60_000)).toBeCloseTo(300_000 - chargedMs, -1)
    expect(await mailsTo(world, person.email)).not.toEqual([])
  })

  it('that is lost owes what was talked until the end of the conversation', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    // 30 minutes of the month and 117 of the package are used: 2.97 + 24.37.
    await setBalance(world, person.id, 180)
    const { id, client } = await startHeardTalk(person, agentId)
    await decide(paymentIntentId, 'open')
    await decide(paymentIntentId, 'lose')
    expect((await debtsOf(world, person))[0]).toEqual({ amount_cents: 297 + 2437, status: 'open' })
    await passTalkTime(world, 62, client)
    await client.next('session_ended', 15_000)
    const { charged_ms: chargedMs } = await endedRow(world, id)
    await reconcileUndecided(world.services)
    const cents = 297 + Math.floor(((117 * 60_000 + chargedMs) * 2500) / 7_200_000)
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: cents, status: 'open' }])
  })
})
