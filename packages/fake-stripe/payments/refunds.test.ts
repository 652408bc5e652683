import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { expectFault, faultOf, rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()

const refund = (payment: Stripe.PaymentIntent, fields: Stripe.RefundCreateParams = {}) =>
  rig.stripe.refunds.create({ payment_intent: payment.id, ...fields })

const chargeOf = (payment: Stripe.PaymentIntent, expand: string[] = []) =>
  rig.stripe.charges.retrieve(payment.latest_charge as string, { expand })

test('refunds can be made in parts until nothing is left, and by charge', async () => {
  const payment = await rig.pay()
  const made = await rig.stripe.refunds.create({ charge: payment.latest_charge as string, amount: 1000 })
  expect(made.payment_intent).toBe(payment.id)
  expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 1000, refunded: false })
  await expectFault(refund(payment, { amount: 1501 }), {
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
  })
  expect((await refund(payment)).amount).toBe(1500)
  const charge = await chargeOf(payment, ['refunds'])
  expect(charge).toMatchObject({ amount_refunded: 2500, refunded: true })
  expect(charge.refunds!.data.map(({ amount }) => amount)).toEqual([1500, 1000])
  await expectFault(refund(payment), { statusCode: 400, code: 'charge_already_refunded' })
})

test('a refund of nothing, of no payment, or of an unpaid one is refused', async () => {
  const payment = await rig.pay()
  for (const amount of [0, -5]) await expectFault(refund(payment, { amount }), { param: 'amount' })
  await expectFault(rig.stripe.refunds.create({}), { code: 'parameter_missing' })
  const unknown = rig.stripe.refunds.create({ payment_intent: 'pi_none' })
  await expectFault(unknown, { statusCode: 400, code: 'resource_missing' })
  const declined = (await faultOf(rig.pay('pm_card_visa_chargeDeclined'))).payment_intent!
  for (const unpaid of [await rig.newIntent(), declined]) {
    expect((await faultOf(refund(unpaid))).message).toMatch(/does not have a successful charge to refund/)
  }
})

test('with the card 7726 a refund is pending and succeeds an hour later', async () => {
  const payment = await rig.pay('pm_card_pendingRefund')
  const { created, id, status } = await refund(payment)
  expect(status).toBe('pending')
  expect((await chargeOf(payment)).refunded).toBe(true)
  await rig.control({ advance: 'PT59M' })
  expect((await rig.stripe.refunds.retrieve(id)).status).toBe('pending')
  await rig.control({ advance: 'PT2M' })
  expect((await rig.stripe.refunds.retrieve(id)).status).toBe('succeeded')
  expect((await rig.recordedEvents()).findLast(({ type }) => type === 'refund.updated')).toMatchObject({
    created: created + 3600,
    data: { object: { id, status: 'succeeded' }, previous_attributes: { status: 'pending' } },
  })
})

test('with the card 5126 a refund fails after it succeeded, and the charge no longer counts it', async () => {
  const payment = await rig.pay('pm_card_refundFail')
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
  const types = ['refund.updated', 'charge.refund.updated', 'refund.failed']
  expect((await rig.typesAbout(payment.id)).slice(-3)).toEqual(types)
})
