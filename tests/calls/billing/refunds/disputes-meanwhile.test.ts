import { describe, expect, it } from 'vitest'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import type { DisputeState } from '#server/billing/stripe/refunds.ts'
import { addAgent, endedRow, moveTalkClock, ownWorld, passTalkTime, setBalance, startHeardTalk } from '#tests/calls.ts'
import { balanceOf, debtsOf, decide, disputeStates, subscriberWithPayment } from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

describe("the provider's report of a dispute", () => {
  /** Lets one read of disputes return what was true when it began, after `meanwhile` is over. */
  async function readSlowly(paymentIntentId: string, meanwhile: () => Promise<void>): Promise<void> {
    const { payments } = world.services
    const listDisputes = payments.listDisputes
    payments.listDisputes = async (id) => {
      payments.listDisputes = listDisputes
      const old = await listDisputes(id)
      await meanwhile()
      return old
    }
    await followMoneyBack(world.services, paymentIntentId)
  }

  it('never overwrites what a newer read has stored', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await decide(world, paymentIntentId, 'open')
    await readSlowly(paymentIntentId, () => decide(world, paymentIntentId, 'win'))
    expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, ['won', 'won']])
  })

  it('is ignored while it is only an inquiry, which moves no money', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { payments } = world.services
    const listDisputes = payments.listDisputes
    const inquiry: DisputeState = {
      id: 'dp_inquiry',
      state: 'none',
      status: 'warning_needs_response',
      amountCents: 2797,
      reason: 'general',
      dueAt: null,
      hasEvidence: false,
      submissions: 0,
      createdAt: new Date(),
    }
    payments.listDisputes = async () => [inquiry]
    await followMoneyBack(world.services, paymentIntentId)
    payments.listDisputes = listDisputes
    expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, []])
  })
})

describe('a dispute in the middle of a conversation', () => {
  it('leaves the time that is held; then the conversation ends by balance and the rest is taken', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await setBalance(world, person.id, 300)
    const { id, client } = await startHeardTalk(person, agentId)
    await decide(world, paymentIntentId, 'open')
    const [account] = await world.sql<{ left: number; needs_sweep: boolean }>(
      'select (monthly_ms + purchased_ms - held_ms)::int as left, needs_sweep from account where user_id = $1',
      [person.id],
    )
    expect(account).toEqual({ left: 0, needs_sweep: true })
    await passTalkTime(world, 60, client)
    expect((await client.next('session_ended')).event).toEqual({ reason: 'balance', used_seconds: 60 })
    const { charged_ms: chargedMs } = await endedRow(world, id)
    expect(chargedMs).toBe(60_000)
    expect(await balanceOf(person)).toBe(0)
    await decide(world, paymentIntentId, 'win')
    expect(Math.round((await balanceOf(person)) * 60_000)).toBeCloseTo(300_000 - chargedMs, -1)
  })

  it('that is lost owes what was used until the end of the conversation', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    // 30 minutes of the month and 117 of the package are used: 2.97 + 24.37.
    await setBalance(world, person.id, 180)
    const { id, client } = await startHeardTalk(person, agentId)
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    expect((await debtsOf(world, person))[0]).toEqual({ amount_cents: 297 + 2437, status: 'open' })
    await passTalkTime(world, 62, client)
    await client.next('session_ended')
    const { charged_ms: chargedMs } = await endedRow(world, id)
    await followUndecided(world.services)
    const cents = 297 + Math.floor(((117 * 60_000 + chargedMs) * 2500) / 7_200_000)
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: cents, status: 'open' }])
  })

  it('that is lost is owed however late the conversation is settled, even when nothing was owed before', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
    const { clock } = world.services
    const hold = crypto.randomUUID()
    await world.sql('select ledger_hold_open($1, $2, 600000, 0, $3)', [hold, account?.id, clock.now()])
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    await world.control({ advance: 'P8D' })
    await followUndecided(world.services)
    expect(await debtsOf(world, person)).toEqual([])
    await world.sql("select ledger_hold_settle($1, 600000, $2, 'talked', $3)", [hold, person.id, clock.now()])
    await followUndecided(world.services)
    // 10 of 30 minutes that had cost $2.97.
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: 99, status: 'open' }])
  })
})
