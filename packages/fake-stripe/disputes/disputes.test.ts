import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { expectFault, rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()

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
