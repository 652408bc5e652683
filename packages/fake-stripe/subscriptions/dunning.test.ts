import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRig, secretOf, type StripeRig } from '../testing/rig.ts'
import { advanceTo, giveCard, periodEndOf, subscribeWith } from '../testing/subscribers.ts'

const HOUR_S = 3_600
const DAY_S = 86_400

let rig: StripeRig

beforeEach(async () => {
  rig = await openRig()
})

afterEach(() => rig.close())

/** Moves the clock past the first attempt of the next renewal. Returns the time of that attempt. */
async function passRenewal(subscription: string): Promise<number> {
  const end = await periodEndOf(rig, subscription)
  await advanceTo(rig, end + 2 * HOUR_S)
  return end + HOUR_S
}

async function readLatest(id: string): Promise<[Stripe.Subscription, Stripe.Invoice]> {
  const subscription = await rig.stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments.data.payment.payment_intent'],
  })
  return [subscription, subscription.latest_invoice as Stripe.Invoice]
}

function intentOf({ payments }: Stripe.Invoice): Stripe.PaymentIntent {
  return payments!.data[0]!.payment.payment_intent as Stripe.PaymentIntent
}

async function chargesOf(customer: Stripe.Subscription['customer']): Promise<Stripe.Charge['status'][]> {
  const { data } = await rig.stripe.charges.list({ customer: customer as string })
  return data.map(({ status }) => status)
}

test('a failed month leaves the subscription past due, until a retry with another card pays', async () => {
  const { customer, id } = await subscribeWith(rig, '4242424242424242')
  await rig.control({ advance: 'P2MT2H' })
  await giveCard(rig, id, 'pm_card_chargeCustomerFail')
  const periodBefore = await periodEndOf(rig, id)
  const failedAt = await passRenewal(id)

  const [owing, open] = await readLatest(id)
  expect(owing.status).toBe('past_due')
  expect(owing.items.data[0]!.current_period_start).toBe(periodBefore)
  expect(open).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: failedAt + 3 * DAY_S })
  expect(intentOf(open).last_payment_error).toMatchObject({ decline_code: 'generic_decline' })
  const events = await rig.recordedEvents(failedAt)
  expect(events.map(({ created, type }) => [created - failedAt, type])).toEqual([
    [0, 'invoice.finalized'],
    [0, 'payment_intent.created'],
    [0, 'charge.failed'],
    [0, 'payment_intent.payment_failed'],
    [0, 'invoice.payment_failed'],
    [0, 'customer.subscription.updated'],
  ])
  expect(events[4]!.data.object).toMatchObject({ attempt_count: 1, next_payment_attempt: failedAt + 3 * DAY_S })
  expect(events[5]!.data).toMatchObject({ object: { status: 'past_due' }, previous_attributes: { status: 'active' } })

  await advanceTo(rig, failedAt + 4 * DAY_S)
  expect((await readLatest(id))[1]).toMatchObject({ attempt_count: 2, next_payment_attempt: failedAt + 5 * DAY_S })
  const card = await giveCard(rig, id, 'pm_card_visa')
  await advanceTo(rig, failedAt + 6 * DAY_S)
  const [repaired, paid] = await readLatest(id)
  expect(repaired).toMatchObject({ status: 'active', default_payment_method: card })
  const times = { status_transitions: { paid_at: failedAt + 5 * DAY_S } }
  expect(paid).toMatchObject({ id: open.id, status: 'paid', attempt_count: 3, ...times })
  const charges = ['succeeded', 'failed', 'failed', 'succeeded', 'succeeded', 'succeeded']
  expect(await chargesOf(customer)).toEqual(charges)
  const repair = await rig.recordedEvents(failedAt + 5 * DAY_S)
  expect(repair.map(({ type }) => type).slice(0, 5)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
  expect(repair[4]!.data.previous_attributes).toEqual({ status: 'past_due' })

  await rig.control({ advance: 'P11M' })
  await rig.control({ advance: 'PT2H' })
  const { data } = await rig.stripe.invoices.list({ subscription: id, status: 'paid', limit: 100 })
  expect(data).toHaveLength(15)
})

test('the subscription ends after the last retry; its invoice stays open, uncollected', async () => {
  const { customer, id } = await subscribeWith(rig, '4242424242424242')
  await giveCard(rig, id, 'pm_card_chargeCustomerFail')
  const failedAt = await passRenewal(id)
  await rig.control({ advance: 'P3M' })
  const [ended, open] = await readLatest(id)
  expect(ended).toMatchObject({
    status: 'canceled',
    ended_at: failedAt + 14 * DAY_S,
    cancellation_details: { reason: 'payment_failed' },
  })
  expect(open).toMatchObject({ status: 'open', attempt_count: 5, next_payment_attempt: null, auto_advance: false })
  expect(await chargesOf(customer)).toEqual(['failed', 'failed', 'failed', 'failed', 'failed', 'succeeded'])
  expect((await rig.stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
})

test('a lost card is not charged again, but another one is, on the same schedule', async () => {
  const { customer, id } = await subscribeWith(rig, '4242424242424242')
  await rig.control({ nextCardOutcome: 'lost_card' })
  const failedAt = await passRenewal(id)
  await advanceTo(rig, failedAt + 6 * DAY_S)
  expect((await readLatest(id))[1]).toMatchObject({ attempt_count: 3, next_payment_attempt: failedAt + 7 * DAY_S })
  expect(await chargesOf(customer)).toEqual(['failed', 'succeeded'])
  await giveCard(rig, id, 'pm_card_visa')
  await advanceTo(rig, failedAt + 8 * DAY_S)
  expect((await readLatest(id))[0].status).toBe('active')

  await rig.control({ nextCardOutcome: 'stolen_card' })
  const againAt = await passRenewal(id)
  await advanceTo(rig, againAt + 15 * DAY_S)
  expect((await readLatest(id))[0]).toMatchObject({ status: 'canceled', ended_at: againAt + 14 * DAY_S })
  expect(await chargesOf(customer)).toEqual(['failed', 'succeeded', 'failed', 'succeeded'])
})

test('a card that needs approval pays on session; the card typed then becomes the default', async () => {
  const { default_payment_method: first, id } = await subscribeWith(rig, '4000002760003184')
  const failedAt = await passRenewal(id)
  const [owing, open] = await readLatest(id)
  expect(owing.status).toBe('past_due')
  expect(intentOf(open).last_payment_error).toMatchObject({ code: 'authentication_required' })
  const types = (await rig.recordedEvents(failedAt)).map(({ type }) => type)
  expect(types).toContain('invoice.payment_failed')
  expect(types).toContain('invoice.payment_action_required')

  const asked = await rig.confirmCard(secretOf(owing), '4000002760003184')
  expect(asked.body.status).toBe('requires_action')
  await rig.answerChallenge(secretOf(owing))
  const [repaired, paid] = await readLatest(id)
  expect(repaired.status).toBe('active')
  expect(repaired.default_payment_method).not.toBe(first)
  expect(paid).toMatchObject({ status: 'paid', attempt_count: 1, next_payment_attempt: null })
  const payments = await rig.stripe.invoicePayments.list({ invoice: paid.id })
  expect(payments.data.map(({ status }) => status)).toEqual(['paid'])
})
