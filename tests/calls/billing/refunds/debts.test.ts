import { afterEach, describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as debts from '#contract/billing/debts.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { atProvider, idOf, payWithCard, platformAdmin, sharedWorld, subscriber, waitForMails } from '#tests/calls.ts'
import {
  balanceOf,
  debtor,
  debtsOf,
  eventually,
  forgiveDebt,
  openDebt,
  owedBy,
  payDebt,
} from '../../../kit/billing/refunds.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
afterEach(() => world.control({ webhooks: 'deliver', apiFault: { stripe: null } }))

describe('GET /api/account/debts (D44)', () => {
  it('returns open debts to the owner, nothing to another person, and 401 to a stranger', async () => {
    const { person, debtId } = await debtor(world)
    expect(await person.client.call(debts.debts)).toEqual([
      {
        id: debtId,
        amount: 15.47,
        createdAt: expect.any(String),
        description: 'Minutes used from a disputed payment',
      },
    ])
    expect(await owedBy(person)).toBe(15.47)
    expect(await (await subscriber(world)).client.call(debts.debts)).toEqual([])
    expect((await world.visitor().try(debts.debts)).status).toBe(401)
  })
})

describe('POST /api/account/debts/:id/payment', () => {
  it("is refused to strangers with 401; another person's and unknown debts are 404", async () => {
    const { person, debtId } = await debtor(world)
    const other = await subscriber(world)
    expect((await world.visitor().request('POST', `/api/account/debts/${debtId}/payment`)).status).toBe(401)
    for (const [who, id] of [
      [other, debtId],
      [ada, debtId],
      [person, crypto.randomUUID()],
    ] as const) {
      const reply = await openDebt(who, id)
      expect([reply.status, reply.body.code]).toEqual([404, 'debt_not_found'])
    }
    expect(await world.sql('select id from checkout where debt_id = $1', [debtId])).toEqual([])
  })

  it('opens one payment of the amount, the same one on every request, even at once', async () => {
    const { person, debtId } = await debtor(world)
    const replies = [
      ...(await Promise.all([1, 2, 3].map(() => openDebt(person, debtId)))),
      await openDebt(person, debtId),
    ]
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(replies[0]?.body.summary).toEqual({
      totalAmount: 15.47,
      lines: [{ label: 'Minutes used from a disputed payment', amount: 15.47 }],
      packageMinutes: 0,
      monthlyMinutes: 0,
    })
    const intent = await atProvider(world, `payment_intents/${idOf(replies[0]?.body.clientSecret ?? '')}`)
    expect(intent).toMatchObject({ amount: 1547, currency: 'usd', metadata: { kind: 'debt' } })
    expect(
      await world.sql('select kind, tier, amount_cents, status from checkout where debt_id = $1', [debtId]),
    ).toEqual([{ kind: 'debt', tier: 'starter', amount_cents: 1547, status: 'open' }])
  })

  it('closes the paid debt with a receipt, gives no minutes, and allows conversations again', async () => {
    const owing = await debtor(world)
    const { person, debtId } = owing
    const { clientSecret } = (await openDebt(person, debtId)).body
    const paymentIntentId = await payWithCard(world, clientSecret)
    for (let i = 0; i < 2; i++) {
      const reply = await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
      expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 0, monthlyCreditsAdded: 0 }])
    }
    expect([await owedBy(person), await balanceOf(person)]).toEqual([0, 0])
    const [row] = await world.sql(
      'select status, stripe_payment_intent_id, paid_with, receipt_number, closed_at from debt where id = $1',
      [debtId],
    )
    expect(row).toEqual({
      status: 'paid',
      stripe_payment_intent_id: paymentIntentId,
      paid_with: 'Visa ending in 4242',
      receipt_number: expect.anything(),
      closed_at: expect.any(Date),
    })
    const shown = (await person.client.call(account.transactions)).find(({ id }) => id === debtId)
    expect(shown).toMatchObject({ type: 'credits', amount: 15.47, creditsAdded: 0 })
    expect(shown?.description).toBe('Minutes used from a disputed payment')
    await waitForMails(world, person.email, `Your receipt ${shown?.receiptNumber}`)
    expect((await openDebt(person, debtId)).status).toBe(404)
  })

  it('is booked by the event alone, and a declined card leaves the debt open', async () => {
    const { person, debtId } = await debtor(world)
    const { clientSecret } = (await openDebt(person, debtId)).body
    await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    expect([await owedBy(person), (await openDebt(person, debtId)).body.clientSecret]).toEqual([15.47, clientSecret])
    await payWithCard(world, clientSecret)
    await eventually(async () => expect(await owedBy(person)).toBe(0))
  })

  it('answers 503 while the provider is unreachable and continues afterwards (D164)', async () => {
    const owing = await debtor(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const away = await openDebt(owing.person, owing.debtId)
    expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable'])
    await world.control({ apiFault: { stripe: null } })
    await payDebt(world, owing)
    expect(await owedBy(owing.person)).toBe(0)
  })

  it('reopens no payment of another amount', async () => {
    const { person, debtId } = await debtor(world)
    const first = (await openDebt(person, debtId)).body.clientSecret
    await world.sql('update debt set amount_cents = 1600 where id = $1', [debtId])
    const second = (await openDebt(person, debtId)).body
    expect([second.summary.totalAmount, second.clientSecret === first]).toEqual([16, false])
    expect(await atProvider(world, `payment_intents/${idOf(first)}`)).toMatchObject({ status: 'canceled' })
  })
})

describe('POST /api/admin/debts/:id/forgive (D44)', () => {
  it('is only for platform admins, works once, and requires a reason', async () => {
    const { person, debtId } = await debtor(world)
    const path = `/api/admin/debts/${debtId}/forgive`
    expect((await world.visitor().request('POST', path, { reason: 'x' })).status).toBe(401)
    expect((await forgiveDebt(person, debtId)).status).toBe(403)
    expect((await ada.client.request('POST', path, { reason: '' })).status).toBe(400)
    expect((await forgiveDebt(ada, crypto.randomUUID())).status).toBe(404)
    expect(await owedBy(person)).toBe(15.47)
    const reply = await forgiveDebt(ada, debtId)
    expect([reply.status, reply.body]).toEqual([200, { id: debtId, status: 'forgiven' }])
    expect((await forgiveDebt(ada, debtId)).status).toBe(404)
    expect(await world.sql('select status, reason, closed_by from debt where id = $1', [debtId])).toEqual([
      { status: 'forgiven', reason: 'Goodwill', closed_by: ada.id },
    ])
    expect(await owedBy(person)).toBe(0)
    await waitForMails(world, person.email, 'Your debt was forgiven')
  })

  it('lasts when the dispute is read again, and ends a payment that was open', async () => {
    const { person, debtId } = await debtor(world)
    const { clientSecret } = (await openDebt(person, debtId)).body
    await forgiveDebt(ada, debtId)
    await followUndecided(world.services)
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: 1547, status: 'forgiven' }])
    expect(await atProvider(world, `payment_intents/${idOf(clientSecret)}`)).toMatchObject({ status: 'canceled' })
  })
})
