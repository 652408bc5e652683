import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openRig()
})

afterAll(() => rig.close())

/** Makes a payment of $25.00 with this card. */
const pay = (method = 'pm_card_visa') =>
  rig.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    allowed_payment_method_types: ['card'],
  })

const refund = (payment: Stripe.PaymentIntent, fields: Stripe.RefundCreateParams = {}) =>
  rig.stripe.refunds.create({ payment_intent: payment.id, ...fields })

const chargeOf = (payment: Stripe.PaymentIntent, expand: string[] = []) =>
  rig.stripe.charges.retrieve(payment.latest_charge as string, { expand })

/** Returns the types of the events about a payment's charge and refunds, oldest first. */
async function typesOf(payment: Stripe.PaymentIntent): Promise<string[]> {
  const events = await rig.recordedEvents()
  return events
    .filter(({ data }) => (data.object as { payment_intent?: string }).payment_intent === payment.id)
    .map(({ type }) => type)
}

describe('a refund', () => {
  test('returns everything when no amount is given', async () => {
    const payment = await pay()
    const made = await refund(payment, { reason: 'requested_by_customer', metadata: { refundRowId: 'r1' } })
    expect(made).toMatchObject({
      object: 'refund',
      amount: 2500,
      status: 'succeeded',
      reason: 'requested_by_customer',
      payment_intent: payment.id,
      charge: payment.latest_charge,
      metadata: { refundRowId: 'r1' },
    })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 2500, refunded: true, paid: true })
    expect((await rig.stripe.paymentIntents.retrieve(payment.id)).status).toBe('succeeded')
  })

  test('sends events about itself and the charge', async () => {
    const payment = await pay()
    await refund(payment, { amount: 500 })
    expect(await typesOf(payment)).toEqual(['charge.succeeded', 'refund.created', 'charge.refunded'])
    const told = (await rig.recordedEvents()).findLast(({ type }) => type === 'charge.refunded')!
    expect(told.data).toMatchObject({
      object: { id: payment.latest_charge, amount_refunded: 500, refunded: false },
      previous_attributes: { amount_refunded: 0 },
    })
  })

  test('can be made in parts until nothing is left', async () => {
    const payment = await pay()
    await refund(payment, { amount: 1000 })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 1000, refunded: false })
    expect((await refund(payment)).amount).toBe(1500)
    const charge = await chargeOf(payment, ['refunds'])
    expect(charge).toMatchObject({ amount_refunded: 2500, refunded: true })
    expect(charge.refunds!.data.map(({ amount }) => amount)).toEqual([1500, 1000])
    expect(await faultOf(refund(payment))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  })

  test('can be made by charge', async () => {
    const payment = await pay()
    const made = await rig.stripe.refunds.create({ charge: payment.latest_charge as string, amount: 100 })
    expect(made.payment_intent).toBe(payment.id)
  })

  test('of more than is left is refused', async () => {
    const payment = await pay()
    await refund(payment, { amount: 1000 })
    expect(await faultOf(refund(payment, { amount: 1501 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
    })
  })

  test.each([0, -5])('of %i cents is refused', async (amount) => {
    expect(await faultOf(refund(await pay(), { amount }))).toMatchObject({ param: 'amount' })
  })

  test('of an unpaid payment is refused', async () => {
    const unpaid = await rig.newIntent()
    expect((await faultOf(refund(unpaid))).message).toMatch(/does not have a successful charge to refund/)
    const declined = (await faultOf(pay('pm_card_visa_chargeDeclined'))).payment_intent!
    expect((await faultOf(refund(declined))).message).toMatch(/does not have a successful charge to refund/)
  })

  test('of nothing is refused', async () => {
    expect(await faultOf(rig.stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
    expect(await faultOf(rig.stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    })
  })

  test('is made once for an idempotency key', async () => {
    const payment = await pay()
    const once = { idempotencyKey: `refund:${payment.id}` }
    const fields = { payment_intent: payment.id, amount: 700 }
    const [first, second] = [
      await rig.stripe.refunds.create(fields, once),
      await rig.stripe.refunds.create(fields, once),
    ]
    expect(second.id).toBe(first.id)
    expect((await chargeOf(payment)).amount_refunded).toBe(700)
  })

  test('can be read, annotated and listed', async () => {
    const payment = await pay()
    const first = await refund(payment, { amount: 100, metadata: { why: 'a' } })
    const second = await refund(payment, { amount: 200 })
    expect((await rig.stripe.refunds.update(first.id, { metadata: { who: 'b' } })).metadata).toEqual({
      why: 'a',
      who: 'b',
    })
    expect((await typesOf(payment)).slice(-2)).toEqual(['refund.updated', 'charge.refund.updated'])
    expect(await rig.stripe.refunds.retrieve(first.id, { expand: ['charge'] })).toMatchObject({
      amount: 100,
      charge: { amount_refunded: 300 },
    })
    const ids = [second.id, first.id]
    const byPayment = await rig.stripe.refunds.list({ payment_intent: payment.id })
    expect(byPayment.data.map(({ id }) => id)).toEqual(ids)
    const byCharge = await rig.stripe.refunds.list({ charge: payment.latest_charge as string, limit: 1 })
    expect(byCharge).toMatchObject({ has_more: true, data: [{ id: second.id }] })
    const later = await rig.stripe.refunds.list({ payment_intent: payment.id, created: { gt: second.created + 60 } })
    expect(later.data).toEqual([])
  })

  test('moves the money on the balance', async () => {
    const payment = await pay()
    const made = await refund(payment, { amount: 1000, expand: ['balance_transaction'] })
    expect(made.balance_transaction).toMatchObject({ amount: -1000, net: -1000, type: 'refund', source: made.id })
    const income = (await chargeOf(payment, ['balance_transaction'])).balance_transaction
    expect(income).toMatchObject({ amount: 2500, fee: 103, net: 2397, type: 'charge' })
    const listed = await rig.stripe.balanceTransactions.list({ source: made.id })
    expect(listed.data).toHaveLength(1)
    expect(await rig.stripe.balanceTransactions.retrieve(listed.data[0]!.id)).toMatchObject({ source: made.id })
  })
})

describe('with the card 7726', () => {
  test('a refund is pending and succeeds an hour later', async () => {
    const payment = await pay('pm_card_pendingRefund')
    const { created, id, status } = await refund(payment)
    expect(status).toBe('pending')
    expect((await chargeOf(payment)).refunded).toBe(true)
    await rig.control({ advance: 'PT59M' })
    expect((await rig.stripe.refunds.retrieve(id)).status).toBe('pending')
    await rig.control({ advance: 'PT2M' })
    expect((await rig.stripe.refunds.retrieve(id)).status).toBe('succeeded')
    const told = (await rig.recordedEvents()).findLast(({ type }) => type === 'refund.updated')!
    expect(told).toMatchObject({
      created: created + 3600,
      data: { object: { id, status: 'succeeded' }, previous_attributes: { status: 'pending' } },
    })
  })
})

describe('with the card 5126', () => {
  test('a refund fails after it succeeded, and the charge no longer counts it', async () => {
    const payment = await pay('pm_card_refundFail')
    const { id, status } = await refund(payment, { amount: 1000 })
    expect(status).toBe('succeeded')
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 1000 })
    await rig.control({ advance: 'PT1H1M' })
    expect(await rig.stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 1000, type: 'refund_failure' },
    })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await typesOf(payment)).slice(-3)).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed'])
  })
})
