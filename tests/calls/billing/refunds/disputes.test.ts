import { afterEach, describe, expect, it } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { followMoneyBack, followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { addAgent, ownWorld, setBalance, type TestPerson, waitForMails } from '#tests/calls.ts'
import {
  balanceOf,
  bank,
  buy,
  clawbackSubjects,
  debtsOf,
  decide,
  disputeStates,
  eventually,
  historyOf,
  refundAtProvider,
  subscriberWithPayment,
  waitForEvents,
} from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const agentId = await addAgent(world)
afterEach(() => world.control({ webhooks: 'deliver' }))

const opened = 'One of your payments is disputed'
const won = 'The dispute is settled: your minutes are back'
const lost = 'The bank returned the disputed payment'

/** Returns a person who has used the month and half of the package: 2.97 + 12.50. */
async function halfUsed(): Promise<{ person: TestPerson; paymentIntentId: string }> {
  const both = await subscriberWithPayment(world)
  await setBalance(world, both.person.id, 3600)
  return both
}

describe('a dispute (D44)', () => {
  it('freezes what is left of its payment and nothing else; when won, exactly that comes back', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await decide(world, paymentIntentId, 'open')
    expect(await balanceOf(person)).toBe(150)
    const [mail] = await waitForMails(world, person.email, opened)
    expect(mail?.text).toContain('60 minutes')
    expect((await historyOf(person)).filter(([, amount]) => amount < 0)).toEqual([])
    await decide(world, paymentIntentId, 'win')
    expect(await balanceOf(person)).toBe(210)
    await waitForMails(world, person.email, won)
    expect(await clawbackSubjects(world, person)).toEqual([opened, won])
    expect(await debtsOf(world, person)).toEqual([])
  })

  it('lost takes what was frozen and, where nothing was used, leaves no debt', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await decide(world, paymentIntentId, 'open')
    expect(await balanceOf(person)).toBe(0)
    await decide(world, paymentIntentId, 'lose')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([0, []])
    expect((await historyOf(person)).filter(([, amount]) => amount < 0)).toEqual([
      ['Refund by your bank after a dispute: Uplift package, 120 minutes', -25, -120],
      ['Refund by your bank after a dispute: Starter Monthly', -2.97, -30],
    ])
    const [mail] = await waitForMails(world, person.email, lost)
    expect(mail?.text).not.toContain('Settle')
  })

  it('lost after use owes the used minutes, apart from the balance, and blocks new conversations (S224)', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await buy(world, person, 'launch')
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([
      60,
      [{ amount_cents: 1547, status: 'open' }],
    ])
    const reply = await person.client.try(voice.startConversation, { body: { agentId } })
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      402,
      'payment_disputed',
      'A disputed payment left a balance of $15.47 due. Please settle it on your account page.',
    ])
    expect(await world.sql('select id from voice_session where user_id = $1', [person.id])).toEqual([])
    const [mail] = await waitForMails(world, person.email, lost)
    expect(mail?.text).toContain('Settle $15.47')
    expect(mail?.text).toContain('/account')
  })

  it('lost after use of less than the 50 cents that can be charged raises no debt', async () => {
    const { person } = await subscriberWithPayment(world)
    await setBalance(world, person.id, 3600)
    const paymentIntentId = await buy(world, person, 'launch')
    // 118 seconds of it: 49 cents.
    await setBalance(world, person.id, 3600 - 118)
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    expect(await debtsOf(world, person)).toEqual([])
    const reply = await person.client.try(voice.startConversation, { body: { agentId } })
    expect(reply.body.code).toBe('insufficient_credits')
  })

  it('lost and later won gives back and withdraws the debt; lost again raises a new one', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    await decide(world, paymentIntentId, 'win')
    expect([await balanceOf(person), await debtsOf(world, person)]).toEqual([
      60,
      [{ amount_cents: 1547, status: 'withdrawn' }],
    ])
    const [mail] = await waitForMails(world, person.email, won)
    expect(mail?.text).toContain('You do not owe anything for it.')
    await decide(world, paymentIntentId, 'lose')
    expect(await debtsOf(world, person)).toEqual([
      { amount_cents: 1547, status: 'withdrawn' },
      { amount_cents: 1547, status: 'open' },
    ])
    await waitForMails(world, person.email, lost, 2)
  })

  it('after a refund of the same payment covers the rest', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await refundAtProvider(world, paymentIntentId, 2000)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(0)
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    // 7.97 were disputed; 15.47 had been used.
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: 797, status: 'open' }])
  })

  it('comes at once with some cards, with all of the above (4000000000000259)', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch', 'pm_card_createDispute')
    await eventually(async () => expect(await disputeStates(world, paymentIntentId)).toEqual(['open']))
    expect(await balanceOf(person)).toBe(150)
    await waitForMails(world, person.email, opened)
  })

  it.each(['duplicate', 'reorder'])('ends the same when events arrive in mode %s', async (webhooks) => {
    const { person, paymentIntentId } = await halfUsed()
    await world.control({ webhooks })
    for (const action of ['open', 'lose', 'win', 'lose'] as const) await bank(world, paymentIntentId, action)
    await waitForEvents(world, paymentIntentId)
    expect(await balanceOf(person)).toBe(0)
    expect((await debtsOf(world, person)).filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  it('is found and decided by the hourly upkeep when no event arrives', async () => {
    const { person, paymentIntentId } = await halfUsed()
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await followUndecided(world.services)
    expect(await balanceOf(person)).toBe(0)
    await bank(world, paymentIntentId, 'win')
    for (let i = 0; i < 2; i++) await followUndecided(world.services)
    expect(await balanceOf(person)).toBe(60)
    for (const subject of [opened, won]) await waitForMails(world, person.email, subject)
    expect(await clawbackSubjects(world, person)).toEqual([opened, won])
  })

  it('won before we learned of it changes nothing and sends no mail', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await bank(world, paymentIntentId, 'win')
    await followUndecided(world.services)
    expect([await balanceOf(person), await disputeStates(world, paymentIntentId)]).toEqual([150, ['won', 'won']])
    expect(await clawbackSubjects(world, person)).toEqual([])
  })

  it('that is read eight times at once is stored and reported once', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await world.control({ webhooks: 'drop' })
    await bank(world, paymentIntentId, 'open')
    await Promise.all(Array.from({ length: 8 }, () => followMoneyBack(world.services, paymentIntentId)))
    expect(await disputeStates(world, paymentIntentId)).toEqual(['open', 'open'])
    await waitForMails(world, person.email, opened)
    expect(await clawbackSubjects(world, person)).toEqual([opened])
  })
})
