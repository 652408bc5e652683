import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
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

/** Makes a payment that is disputed at once. Returns it with its dispute. */
async function payAndLose(method = 'pm_card_createDispute') {
  const payment = await rig.pay(method)
  const { data } = await rig.stripe.disputes.list({ payment_intent: payment.id })
  return { payment, dispute: data[0]!, charge: payment.latest_charge as string }
}

const evidence = (words: string) => ({ evidence: { uncategorized_text: words } })

describe('a dispute', () => {
  test.each([
    ['pm_card_createDispute', 'fraudulent', '10.4'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received', '13.1'],
  ])('%s is opened as %s right after the payment', async (method, reason, code) => {
    const { charge, dispute, payment } = await payAndLose(method)
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 2500,
      status: 'needs_response',
      reason,
      network_reason_code: code,
      charge,
      payment_intent: payment.id,
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
      payment_method_details: { type: 'card', card: { case_type: 'chargeback' } },
    })
    expect(payment.status).toBe('succeeded')
    expect(await rig.typesAbout(payment.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ])
  })

  test('takes the money and a fee at once, marks the charge and leaves nothing to refund', async () => {
    const { dispute, payment } = await payAndLose()
    expect(dispute.balance_transactions).toMatchObject([
      { amount: -2500, fee: 1500, net: -4000, type: 'adjustment', reporting_category: 'dispute', source: dispute.id },
    ])
    expect(await rig.stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })).toMatchObject({
      charge: { disputed: true, amount_refunded: 0, refunded: false },
    })
    await expectFault(rig.stripe.refunds.create({ payment_intent: payment.id }), { code: 'charge_disputed' })
  })

  test('is won with winning evidence; the money comes back and can be refunded', async () => {
    const { charge, dispute, payment } = await payAndLose()
    const won = await rig.stripe.disputes.update(dispute.id, { ...evidence('winning_evidence'), submit: true })
    expect(won).toMatchObject({
      status: 'won',
      ...evidence('winning_evidence'),
      evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
    })
    expect(won.balance_transactions.map(({ net }) => net)).toEqual([-4000, 2500])
    const types = ['charge.dispute.updated', 'charge.dispute.funds_reinstated', 'charge.dispute.closed']
    expect((await rig.typesAbout(payment.id)).slice(-3)).toEqual(types)
    expect((await rig.stripe.charges.retrieve(charge)).disputed).toBe(true)
    expect((await rig.stripe.refunds.create({ payment_intent: payment.id })).amount).toBe(2500)
  })

  test('waits under review with any other evidence that Stripe knows, which can first be staged', async () => {
    const { dispute } = await payAndLose()
    const draft = { evidence: { customer_name: 'Ana' }, metadata: { caseId: 'c1' } }
    expect(await rig.stripe.disputes.update(dispute.id, { ...draft, submit: false })).toMatchObject({
      ...draft,
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    const given = await rig.stripe.disputes.update(dispute.id, { submit: true })
    expect(given).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
    const wrong = { evidence: { excuse: 'none' } } as Stripe.DisputeUpdateParams
    const fault = { code: 'parameter_unknown', param: 'evidence[excuse]' }
    await expectFault(rig.stripe.disputes.update(dispute.id, wrong), fault)
  })
})
