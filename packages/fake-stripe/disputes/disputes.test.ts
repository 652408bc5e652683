import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openRig()
})

afterAll(() => rig.close())

const pay = (method: string) =>
  rig.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    allowed_payment_method_types: ['card'],
  })

/** Makes a payment that is disputed at once. Returns it with its dispute. */
async function payAndLose(method = 'pm_card_createDispute') {
  const payment = await pay(method)
  const { data } = await rig.stripe.disputes.list({ payment_intent: payment.id })
  return { payment, dispute: data[0]! }
}

/** Returns the types of the events about a payment and its dispute, oldest first. */
async function typesOf({ id }: Stripe.PaymentIntent): Promise<string[]> {
  const events = await rig.recordedEvents()
  const isAbout = (object: object) => Object.values(object).includes(id)
  return events.filter(({ data }) => isAbout(data.object)).map(({ type }) => type)
}

const OPENED = ['charge.dispute.created', 'charge.dispute.funds_withdrawn']

describe('a dispute', () => {
  test.each([
    ['pm_card_createDispute', 'fraudulent', '10.4'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received', '13.1'],
  ])('%s is opened as %s right after the payment', async (method, reason, code) => {
    const { dispute, payment } = await payAndLose(method)
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 2500,
      status: 'needs_response',
      reason,
      network_reason_code: code,
      charge: payment.latest_charge,
      payment_intent: payment.id,
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
      payment_method_details: { type: 'card', card: { case_type: 'chargeback' } },
    })
    expect(payment.status).toBe('succeeded')
    expect(await typesOf(payment)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      ...OPENED,
    ])
  })

  test('takes the money and a fee at once, and marks the charge', async () => {
    const { dispute } = await payAndLose()
    expect(dispute.balance_transactions).toMatchObject([
      { amount: -2500, fee: 1500, net: -4000, type: 'adjustment', reporting_category: 'dispute', source: dispute.id },
    ])
    expect(await rig.stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })).toMatchObject({
      charge: { disputed: true, amount_refunded: 0, refunded: false },
    })
  })

  test('leaves nothing to refund while it is open', async () => {
    const { payment } = await payAndLose()
    expect(await faultOf(rig.stripe.refunds.create({ payment_intent: payment.id }))).toMatchObject({
      code: 'charge_disputed',
    })
  })

  test('is won with winning evidence, and the money comes back', async () => {
    const { dispute, payment } = await payAndLose()
    const won = await rig.stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect(won).toMatchObject({
      status: 'won',
      evidence: { uncategorized_text: 'winning_evidence' },
      evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
    })
    expect(won.balance_transactions.map(({ net }) => net)).toEqual([-4000, 2500])
    expect((await typesOf(payment)).slice(-3)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
    expect((await rig.stripe.charges.retrieve(payment.latest_charge as string)).disputed).toBe(true)
  })

  test('that was won allows the payment to be refunded', async () => {
    const { dispute, payment } = await payAndLose()
    await rig.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect((await rig.stripe.refunds.create({ payment_intent: payment.id })).amount).toBe(2500)
  })

  test('is lost with losing evidence, and the money does not come back', async () => {
    const { dispute, payment } = await payAndLose()
    const lost = await rig.stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'losing_evidence' },
      submit: true,
    })
    expect(lost.status).toBe('lost')
    expect(lost.balance_transactions).toHaveLength(1)
    expect((await typesOf(payment)).slice(-2)).toEqual(['charge.dispute.updated', 'charge.dispute.closed'])
  })

  test('waits under review with any other evidence, which can first be staged', async () => {
    const { dispute } = await payAndLose()
    const staged = await rig.stripe.disputes.update(dispute.id, {
      evidence: { customer_name: 'Ana' },
      submit: false,
      metadata: { caseId: 'c1' },
    })
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Ana' },
      evidence_details: { has_evidence: true, submission_count: 0 },
      metadata: { caseId: 'c1' },
    })
    const given = await rig.stripe.disputes.update(dispute.id, { submit: true })
    expect(given).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
  })

  test('that we close is lost and over', async () => {
    const { dispute, payment } = await payAndLose()
    expect((await rig.stripe.disputes.close(dispute.id)).status).toBe('lost')
    expect((await typesOf(payment)).slice(-1)).toEqual(['charge.dispute.closed'])
    for (const late of [
      rig.stripe.disputes.close(dispute.id),
      rig.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } }),
    ]) {
      expect((await faultOf(late)).message).toMatch(/already closed/)
    }
  })

  test('takes only evidence that Stripe knows', async () => {
    const { dispute } = await payAndLose()
    const wrong = { evidence: { excuse: 'none' } } as Stripe.DisputeUpdateParams
    expect(await faultOf(rig.stripe.disputes.update(dispute.id, wrong))).toMatchObject({
      code: 'parameter_unknown',
      param: 'evidence[excuse]',
    })
  })

  test('is listed by payment, charge and time', async () => {
    const { dispute, payment } = await payAndLose()
    const listed = async (params: Stripe.DisputeListParams) =>
      (await rig.stripe.disputes.list(params)).data.map(({ id }) => id)
    expect(await listed({ charge: payment.latest_charge as string })).toEqual([dispute.id])
    expect(await listed({ payment_intent: payment.id, created: { gte: dispute.created } })).toEqual([dispute.id])
    expect(await listed({ payment_intent: payment.id, created: { gt: dispute.created } })).toEqual([])
    expect((await listed({ limit: 1 }))[0]).toBe(dispute.id)
  })
})

describe('an early fraud warning', () => {
  test('follows a payment with the card 5423 and can be acted upon', async () => {
    const payment = await pay('pm_card_createIssuerFraudRecord')
    const { data } = await rig.stripe.radar.earlyFraudWarnings.list({ payment_intent: payment.id })
    expect(data).toMatchObject([
      { object: 'radar.early_fraud_warning', actionable: true, charge: payment.latest_charge },
    ])
    expect(await rig.stripe.radar.earlyFraudWarnings.retrieve(data[0]!.id)).toEqual(data[0])
    expect((await typesOf(payment)).at(-1)).toBe('radar.early_fraud_warning.created')
    expect((await rig.stripe.charges.retrieve(payment.latest_charge as string)).disputed).toBe(false)
  })

  test('is settled by a full refund', async () => {
    const payment = await pay('pm_card_createIssuerFraudRecord')
    await rig.stripe.refunds.create({ payment_intent: payment.id, amount: 100 })
    const { data } = await rig.stripe.radar.earlyFraudWarnings.list({ charge: payment.latest_charge as string })
    expect(data[0]!.actionable).toBe(true)
    await rig.stripe.refunds.create({ payment_intent: payment.id })
    expect((await rig.stripe.radar.earlyFraudWarnings.retrieve(data[0]!.id)).actionable).toBe(false)
  })
})
