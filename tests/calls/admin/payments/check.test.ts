import { describe, expect, it } from 'vitest'
import { adminPayments, checkPayment, readAdminPayment, readPaymentAtStripe } from '#contract/admin/payments.ts'
import * as account from '#contract/billing/account.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import {
  actsOn,
  changeAtProvider,
  hired,
  ownWorld,
  payWithCard,
  platformAdmin,
  registered,
  subscriber,
  type TestPerson,
} from '#tests/calls.ts'
import { balanceOf, bank, moneyBackOf, refundAtProvider, subscriberWithPayment } from '../../../kit/billing/refunds.ts'

/** A payment whose report was lost is found at the provider and credited, once (D37, D44). */

const world = await ownWorld()
const ada = await platformAdmin(world)
await world.control({ webhooks: 'drop' })

/** Opens a package, and pays it unless told otherwise; nobody reports it. */
async function lostPayment(person: TestPerson, card: string | null = 'pm_card_visa'): Promise<string> {
  const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
  if (card) await payWithCard(world, clientSecret, card)
  return clientSecret.split('_secret_')[0] ?? ''
}

const check = (id: string, by = ada) => by.client.call(checkPayment, { params: { id } })

describe('Check now', () => {
  it('credits a paid checkout that nobody reported, says so, and is recorded', async () => {
    const person = await subscriber(world)
    const paymentId = await lostPayment(person)
    const [line] = await ada.client.call(adminPayments, { query: { search: person.email, state: 'open' } })
    const params = { id: line!.id }
    expect(await ada.client.call(readPaymentAtStripe, { params })).toMatchObject({
      state: 'succeeded',
      amount: 25,
      attempts: [{ isPaid: true, card: 'Visa ending in 4242', declineCode: null }],
    })
    expect(await check(line!.id)).toMatchObject({
      outcome: 'credited_now',
      problem: null,
      stripe: { state: 'succeeded', amount: 25 },
      payment: { id: line!.id, state: 'paid', receiptNumbers: [expect.stringMatching(/^L-\d{6}$/)] },
    })
    expect(await balanceOf(person)).toBe(270)
    const rows = await world.sql('select status from checkout where stripe_payment_intent_id = $1', [paymentId])
    expect(rows).toEqual([{ status: 'paid' }])
    expect(await check(line!.id)).toMatchObject({ outcome: 'credited_before' })
    expect(await balanceOf(person)).toBe(270)
    const { parts } = await ada.client.call(readAdminPayment, { params })
    const acts = await actsOn(ada, 'payment', parts[0]!.id)
    expect(acts.map(({ action, after, targetName }) => [action, after, targetName])).toEqual([
      ['payment.check', { outcome: 'credited_before', stripe: 'succeeded' }, parts[0]!.receiptNumber],
      ['payment.check', { outcome: 'credited_now', stripe: 'succeeded' }, parts[0]!.receiptNumber],
    ])
  })

  it('credits once in twenty checks, success calls and comparisons at the same time', async () => {
    const person = await subscriber(world)
    const id = await lostPayment(person)
    const success = () => person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId: id } })
    const doings = [() => check(id), success, () => reconcilePayments(world.services), () => check(id)]
    await Promise.all(Array.from({ length: 20 }, (_, i) => doings[i % doings.length]!()))
    expect(await balanceOf(person)).toBe(270)
    const mine = await person.client.call(account.transactions)
    expect(mine.filter(({ stripePaymentIntentId }) => stripePaymentIntentId === id)).toHaveLength(1)
  })

  it('finds a first payment and closes the finding about it', async () => {
    const person = await registered(world)
    const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, {
      body: { package: 'uplift', subscriptionPrice: 2.97 },
    })
    const id = await payWithCard(world, clientSecret)
    await world.sql(
      `insert into finding (kind, object_id, details, found_at, seen_at)
       values ('paid_not_credited', $1, '$27.97 were paid and not credited', now(), now())`,
      [id],
    )
    expect(await check(id)).toMatchObject({ outcome: 'credited_now' })
    expect(await balanceOf(person)).toBe(150)
    const open = await world.sql('select 1 from finding where object_id = $1 and closed_at is null', [id])
    expect(open).toEqual([])
  })

  it('finds the payment of an automatic purchase whose answer was lost', async () => {
    const person = await subscriber(world)
    const id = await lostPayment(person)
    const [row] = await world.sql<{ id: string }>(
      'update checkout set stripe_payment_intent_id = null where stripe_payment_intent_id = $1 returning id',
      [id],
    )
    expect(await check(row!.id)).toMatchObject({ outcome: 'credited_now', payment: { stripePaymentId: id } })
    expect(await balanceOf(person)).toBe(270)
  })

  it('says what is not paid and what was declined, and credits nothing', async () => {
    const person = await subscriber(world)
    const open = await lostPayment(person, null)
    expect(await check(open)).toMatchObject({ outcome: 'not_paid', stripe: { state: 'open', attempts: [] } })
    const declined = await lostPayment(person, 'pm_card_visa_chargeDeclinedInsufficientFunds')
    const { stripe } = await check(declined)
    expect(stripe).toMatchObject({ state: 'open', attempts: [{ isPaid: false, declineCode: 'insufficient_funds' }] })
    expect(await balanceOf(person)).toBe(150)
  })

  it('says that a payment fits nothing we sold, or is not ours, and credits nothing', async () => {
    const person = await subscriber(world)
    const [payer] = await world.sql<{ id: string }>(
      'select stripe_customer_id as id from payer join account on account.id = account_id where user_id = $1',
      [person.id],
    )
    const elsewhere = (customer: Record<string, string>) =>
      changeAtProvider<{ id: string }>(world, 'payment_intents', {
        amount: '1234',
        currency: 'usd',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'automatic_payment_methods[enabled]': 'true',
        'automatic_payment_methods[allow_redirects]': 'never',
        ...customer,
      })
    const [ours, foreign] = [await elsewhere({ customer: payer!.id }), await elsewhere({})]
    expect(await check(ours.id)).toMatchObject({ outcome: 'not_creditable', payment: null })
    expect(await check(foreign.id)).toMatchObject({ outcome: 'not_ours', payment: null })
    expect(await balanceOf(person)).toBe(150)
  })

  it('refuses to credit what differs from the checkout, and says why', async () => {
    const person = await subscriber(world)
    const id = await lostPayment(person)
    await world.sql('update checkout set amount_cents = 2600 where stripe_payment_intent_id = $1', [id])
    const result = await check(id)
    expect(result.outcome).toBe('not_creditable')
    expect(result.problem).toMatch(/differs in amount/)
    await world.sql('update checkout set amount_cents = 2500 where stripe_payment_intent_id = $1', [id])
    expect(await check(id)).toMatchObject({ outcome: 'credited_now' })
  })

  it('corrects refunds and disputes that nobody reported', async () => {
    const { paymentIntentId } = await subscriberWithPayment(world)
    await refundAtProvider(world, paymentIntentId, 297)
    expect(await check(paymentIntentId)).toMatchObject({ outcome: 'credited_before', refundsCorrected: 1 })
    await bank(world, paymentIntentId, 'open')
    expect(await check(paymentIntentId)).toMatchObject({ refundsCorrected: 0, disputesCorrected: 1 })
    expect(await check(paymentIntentId)).toMatchObject({ refundsCorrected: 0, disputesCorrected: 0 })
    expect((await moneyBackOf(world, paymentIntentId)).map(({ kind }) => kind)).toContain('dispute')
  })

  it('is refused to strangers, people and staff who may not change money; an unknown payment is a 404', async () => {
    const { paymentIntentId: id } = await subscriberWithPayment(world)
    const params = { id }
    expect((await world.visitor().try(checkPayment, { params })).status).toBe(401)
    expect((await (await registered(world)).client.try(checkPayment, { params })).status).toBe(403)
    expect((await (await hired(world, ada, 'read_only')).client.try(checkPayment, { params })).status).toBe(403)
    const finance = await hired(world, ada, 'finance')
    expect(await check(id, finance)).toMatchObject({ outcome: 'credited_before' })
    for (const unknown of [crypto.randomUUID(), 'pi_unknown'])
      expect((await ada.client.try(checkPayment, { params: { id: unknown } })).body.code).toBe('payment_not_found')
  })

  it('changes nothing while Stripe cannot be reached', async () => {
    const person = await subscriber(world)
    const id = await lostPayment(person)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await ada.client.try(checkPayment, { params: { id } })
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await balanceOf(person)).toBe(150)
  })
})
