import { afterEach, describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import type { ProblemBody } from '#contract/call.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as receipts from '#contract/billing/receipts.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import {
  ownWorld,
  payWithCard,
  queuedMails,
  registered,
  setBalance,
  subscriber,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'

const world = await ownWorld()
afterEach(() => world.control({ webhooks: 'deliver' }))

function history(person: TestPerson) {
  return person.client.call(account.transactions)
}

function receiptOf(person: TestPerson, id: string) {
  return person.client.try(receipts.receipt, { params: { id } })
}

async function receiptMails(person: TestPerson) {
  return (await queuedMails(world, person.email)).filter(({ subject }) => subject.startsWith('Your receipt'))
}

async function buyPackage(person: TestPerson, tier: 'launch' | 'ascend'): Promise<string> {
  const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier } })
  return payWithCard(world, clientSecret)
}

describe('GET /api/account/receipts/:id (D43)', () => {
  it('is only for the owner: 401 to a stranger, 404 to another person and for an unknown id', async () => {
    const [owner, other] = [await subscriber(world), await subscriber(world)]
    const [row] = await history(owner)
    const id = row?.id ?? ''
    const strange = await world.visitor().request<ProblemBody>('GET', `/api/account/receipts/${id}`)
    expect([strange.status, strange.body.code]).toEqual([401, 'unauthorized'])
    for (const [client, wanted] of [
      [other, id],
      [owner, crypto.randomUUID()],
    ] as const) {
      const reply = await receiptOf(client, wanted)
      expect([reply.status, reply.body.code]).toEqual([404, 'receipt_not_found'])
    }
    expect((await owner.client.request('GET', '/api/account/receipts/42')).status).toBe(404)
    expect((await receiptOf(owner, id)).status).toBe(200)
  })

  it('prints both rows of a first payment with numbers, seller, buyer and card', async () => {
    const person = await subscriber(world, 'navigate')
    const [bought, month] = await history(person)
    if (!bought || !month) throw new Error('Rows are missing')
    expect([bought.type, month.type]).toEqual(['credits', 'subscription'])
    expect((await receiptOf(person, bought.id)).body).toEqual({
      ...bought,
      amount: 45,
      creditsAdded: 240,
      description: 'Navigate package, 240 minutes',
      receiptNumber: expect.stringMatching(/^L-\d{6}$/),
      seller: { name: 'Luna', supportEmail: null },
      payer: { name: 'Test Person', email: person.email },
      paidWith: 'Visa ending in 4242',
      periodEndsAt: null,
      refundOf: null,
    })
    const reply = await receiptOf(person, month.id)
    expect(reply.body).toMatchObject({ amount: 2.97, creditsAdded: 30, description: 'Starter Monthly' })
    expect(Date.parse(String(reply.body.periodEndsAt))).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    expect(bought.receiptNumber).not.toBe(month.receiptNumber)
    const rows = await world.sql<{ receipt_number: string }>(
      'select receipt_number from credit_purchase where user_id = $1',
      [person.id],
    )
    expect(`L-${String(rows[0]?.receipt_number).padStart(6, '0')}`).toBe(bought.receiptNumber)
  })

  it('names support when a setting does', async () => {
    await world.sql(
      `insert into platform_setting (setting_key, setting_value, updated_at)
       values ('supportEmail', '"help@luna.test"', now())`,
    )
    const person = await subscriber(world)
    const [row] = await history(person)
    const reply = await receiptOf(person, row?.id ?? '')
    await world.sql("delete from platform_setting where setting_key = 'supportEmail'")
    expect(reply.body.seller).toEqual({ name: 'Luna', supportEmail: 'help@luna.test' })
  })
})

describe('refunds and debts', () => {
  /** Writes what a refund, a lost dispute and its debt leave behind, as the owner of the database. */
  async function reverse(person: TestPerson, kind: 'refund' | 'dispute', cents: number, status: string): Promise<void> {
    await world.sql(
      `insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents,
         status, created_at, updated_at)
       select $2 || '_' || gen_random_uuid(), $2, 'credits', account_id, user_id, tier, stripe_payment_intent_id, $3,
         $4, now(), now()
       from credit_purchase where user_id = $1`,
      [person.id, kind, cents, status],
    )
  }
  /** A dispute covers everything that its payment gave, including the month. */
  async function clawBack(person: TestPerson, refundMinutes: number, dispute: string | null): Promise<void> {
    await world.sql(
      `select ledger_claw_back(account.id, source_ref, case bucket when 'purchased' then $2::bigint else 0 end, $3, now())
       from lot join account on account.id = account_id where user_id = $1 order by bucket desc`,
      [person.id, refundMinutes * 60_000, dispute],
    )
  }

  it('are rows of the same type with negative amount and minutes, whose receipt names the first one', async () => {
    const person = await subscriber(world, 'uplift')
    const [bought] = await history(person)
    await reverse(person, 'refund', 1000, 'succeeded')
    await reverse(person, 'refund', 500, 'failed')
    await clawBack(person, 48, null)
    const [refund, ...others] = await history(person)
    expect(others).toHaveLength(2)
    expect(refund).toMatchObject({
      type: 'credits',
      amount: -10,
      creditsAdded: -48,
      description: 'Refund: Uplift package, 120 minutes',
    })
    expect((await receiptOf(person, refund?.id ?? '')).body).toMatchObject({
      amount: -10,
      paidWith: 'Visa ending in 4242',
      refundOf: { id: bought?.id, receiptNumber: bought?.receiptNumber },
    })
  })

  it('divide the minutes that were really taken among several refunds and a lost dispute', async () => {
    const person = await subscriber(world, 'uplift')
    await reverse(person, 'refund', 1000, 'succeeded')
    await reverse(person, 'refund', 250, 'pending')
    await reverse(person, 'dispute', 1250, 'lost')
    await clawBack(person, 60, 'lost')
    const rows = (await history(person)).slice(0, 3)
    expect(Object.fromEntries(rows.map(({ amount, creditsAdded }) => [amount, creditsAdded]))).toEqual({
      '-10': -48,
      '-2.5': -12,
      '-12.5': -60,
    })
    expect(rows.find(({ amount }) => amount === -12.5)?.description).toMatch(/^Refund by your bank/)
  })

  it('say that no minutes went back when all had been used', async () => {
    const person = await subscriber(world, 'launch')
    await setBalance(world, person.id, 0)
    await reverse(person, 'refund', 1500, 'succeeded')
    await clawBack(person, 60, null)
    expect((await history(person))[0]).toMatchObject({ amount: -15, creditsAdded: 0 })
    expect((await history(person))[1]).toMatchObject({ amount: 15, creditsAdded: 60 })
  })

  it('show a paid debt with its receipt, and no open one', async () => {
    const person = await subscriber(world)
    const owe = (status: string) =>
      world.sql(
        `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, status, paid_with, receipt_number,
           stripe_payment_intent_id, created_at, closed_at)
         select account.id, user_id, 'dp_' || gen_random_uuid(), 1200, $2, 'Visa ending in 4242',
           case when $2 = 'paid' then nextval('receipt_number') end,
           case when $2 = 'paid' then 'pi_' || gen_random_uuid() end, now(),
           case when $2 = 'paid' then now() end
         from account where user_id = $1`,
        [person.id, status],
      )
    await owe('open')
    await owe('paid')
    const rows = await history(person)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ amount: 12, creditsAdded: 0, description: 'Minutes used from a disputed payment' })
    expect((await receiptOf(person, rows[0]?.id ?? '')).body).toMatchObject({ paidWith: 'Visa ending in 4242' })
    // It has no payment at the provider, so the comparison would rightly complain.
    await world.sql('delete from debt where user_id = $1', [person.id])
  })
})

describe('the receipt mail', () => {
  it('of a first payment is one that names both receipts, lines, total, card and links', async () => {
    const person = await subscriber(world, 'launch')
    const [bought, month] = await history(person)
    if (!bought || !month) throw new Error('Rows are missing')
    const subject = `Your receipts ${bought.receiptNumber} and ${month.receiptNumber}`
    const [mail] = await waitForMails(world, person.email, subject)
    const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
    expect(text).toContain('your payment of $17.97')
    expect(text).toContain(`${bought.receiptNumber}: Launch package, 60 minutes, $15.00`)
    expect(text).toContain(`${month.receiptNumber}: Starter Monthly, $2.97`)
    expect(text).toContain('with Visa ending in 4242')
    for (const { id } of [bought, month]) expect(text).toContain(`${world.url}/account/receipts/${id}`)
    expect(await receiptMails(person)).toHaveLength(1)
  })

  it('is sent once, whatever reports the payment first and how often', async () => {
    const person = await subscriber(world)
    await world.control({ webhooks: 'duplicate' })
    const paymentIntentId = await buyPackage(person, 'ascend')
    await Promise.all([
      ...Array.from({ length: 8 }, () => bookPayment(world.services, paymentIntentId)),
      person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } }),
      reconcilePayments(world.services),
    ])
    const [bought] = await history(person)
    await waitForMails(world, person.email, `Your receipt ${bought?.receiptNumber}`)
    expect(await receiptMails(person)).toHaveLength(2)
  })

  it('does not exist for a payment that was not booked', async () => {
    const person = await registered(world)
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'uplift', subscriptionPrice: 2.97 },
    })
    const paymentIntentId = await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect(await receiptMails(person)).toEqual([])
  })
})
