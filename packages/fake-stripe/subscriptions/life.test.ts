import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRig, type StripeRig } from '../testing/rig.ts'
import { advanceTo, nowS, periodEndOf, subscribeWith } from '../testing/subscribers.ts'

const HOUR_S = 3_600
const DAY_S = 86_400

let rig: StripeRig

beforeEach(async () => {
  rig = await openRig()
})

afterEach(() => rig.close())

test('a renewal is drafted at the end of the period, and paid an hour later', async () => {
  const { id } = await subscribeWith(rig, '4242424242424242')
  const [item] = (await rig.stripe.subscriptions.retrieve(id)).items.data
  const end = item!.current_period_end
  await advanceTo(rig, end + 60)
  const renewed = await rig.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
  expect(renewed.status).toBe('active')
  expect(renewed.items.data[0]!.current_period_start).toBe(end)
  const draft = renewed.latest_invoice as Stripe.Invoice
  expect(draft).toMatchObject({
    status: 'draft',
    number: null,
    created: end,
    billing_reason: 'subscription_cycle',
    automatically_finalizes_at: end + HOUR_S,
    amount_due: 297,
    period_start: item!.current_period_start,
    period_end: end,
    parent: { subscription_details: { subscription: id, metadata: { userId: 'u1' } } },
    payments: { data: [] },
  })
  const period = { start: end, end: renewed.items.data[0]!.current_period_end }
  expect(draft.lines.data.map((line) => line.period)).toEqual([period])

  await advanceTo(rig, end + 2 * HOUR_S)
  const paid = await rig.stripe.invoices.retrieve(draft.id, { expand: ['payments'] })
  expect(paid).toMatchObject({
    status: 'paid',
    amount_paid: 297,
    attempt_count: 1,
    next_payment_attempt: null,
    auto_advance: false,
    status_transitions: { finalized_at: end + HOUR_S, paid_at: end + HOUR_S },
  })
  expect(paid.number).toMatch(/-0002$/)
  const events = await rig.recordedEvents(end)
  expect(events.map(({ created, type }) => [created - end, type])).toEqual([
    [0, 'invoice.created'],
    [0, 'customer.subscription.updated'],
    [HOUR_S, 'invoice.finalized'],
    [HOUR_S, 'payment_intent.created'],
    [HOUR_S, 'charge.succeeded'],
    [HOUR_S, 'payment_intent.succeeded'],
    [HOUR_S, 'invoice.paid'],
    [HOUR_S, 'invoice.payment_succeeded'],
  ])
  expect(events[1]!.data.previous_attributes).toMatchObject({
    items: { data: [{ current_period_end: end }] },
    latest_invoice: expect.stringMatching(/^in_/) as unknown,
  })
})

test.each([
  ['2029-01-29T10:00:00Z', ['2029-02-28', '2029-03-29', '2029-04-29', '2029-05-29']],
  ['2030-01-30T10:00:00Z', ['2030-02-28', '2030-03-30', '2030-04-30', '2030-05-30']],
  ['2031-01-31T10:00:00Z', ['2031-02-28', '2031-03-31', '2031-04-30', '2031-05-31']],
])('fourteen months from %s keep the day of the anchor', async (start, firstDays) => {
  await advanceTo(rig, Date.parse(start) / 1000)
  const { id } = await subscribeWith(rig, '4242424242424242')
  await rig.control({ advance: 'P14M' })
  const { data } = await rig.stripe.invoices.list({ subscription: id, limit: 100 })
  const cycles = data.filter(({ billing_reason: reason }) => reason === 'subscription_cycle').toReversed()
  const days = cycles.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))
  expect(days.slice(0, 4)).toEqual(firstDays)
  expect(days).toHaveLength(14)
  expect(days[11]!.slice(4)).toBe(start.slice(4, 10))
  expect(new Set(cycles.map(({ created }) => created % DAY_S)).size).toBe(1)
  // Renewals within one move of the clock happen in order, each at its own time.
  const periods = data.map(({ lines }) => lines.data[0]!.period)
  for (const [place, { end }] of periods.slice(1).entries()) expect(end).toBe(periods[place]!.start)
})

test('a scheduled end comes with the period or at its own time, without another invoice', async () => {
  const { id } = await subscribeWith(rig, '4242424242424242')
  const marked = await rig.stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  })
  const askedAt = await nowS(rig)
  await rig.control({ advance: 'P2M' })
  const ended = await rig.stripe.subscriptions.retrieve(id)
  expect(ended).toMatchObject({
    status: 'canceled',
    ended_at: marked.cancel_at,
    cancellation_details: { feedback: 'too_expensive', reason: 'cancellation_requested' },
  })
  expect(Math.abs(ended.canceled_at! - askedAt)).toBeLessThan(5)
  expect((await rig.stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  const events = await rig.recordedEvents(marked.cancel_at!)
  expect(events).toMatchObject([{ created: marked.cancel_at, type: 'customer.subscription.deleted' }])

  const other = await subscribeWith(rig, '4242424242424242')
  const at = (await nowS(rig)) + 10 * DAY_S
  await rig.stripe.subscriptions.update(other.id, { cancel_at: at })
  await advanceTo(rig, at + DAY_S)
  expect(await rig.stripe.subscriptions.retrieve(other.id)).toMatchObject({ status: 'canceled', ended_at: at })
})

test('a first invoice that is not paid within 23 hours is void, and its subscription expired', async () => {
  const open = await rig.subscribe((await rig.stripe.customers.create({})).id)
  const invoice = open.latest_invoice as Stripe.Invoice
  await advanceTo(rig, open.created + 22 * HOUR_S)
  expect((await rig.stripe.subscriptions.retrieve(open.id)).status).toBe('incomplete')
  await advanceTo(rig, open.created + 24 * HOUR_S)
  const due = open.created + 23 * HOUR_S
  const expired = await rig.stripe.subscriptions.retrieve(open.id)
  expect(expired).toMatchObject({ status: 'incomplete_expired', ended_at: due })
  const dead = await rig.stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] })
  expect(dead).toMatchObject({ status: 'void', status_transitions: { voided_at: due } })
  expect(dead.payments!.data[0]!.payment.payment_intent).toMatchObject({ status: 'canceled', canceled_at: due })
  const events = await rig.recordedEvents(due)
  const types = ['invoice.voided', 'payment_intent.canceled', 'customer.subscription.updated']
  expect(events.map(({ type }) => type)).toEqual(types)
  expect(events[2]!.data.previous_attributes).toMatchObject({ status: 'incomplete' })
})

test('real time does the same without a move of the clock or a call', async () => {
  const { id } = await subscribeWith(rig, '4242424242424242')
  const at = (await nowS(rig)) + 2
  await rig.stripe.subscriptions.update(id, { cancel_at: at })
  const before = rig.deliveries.length
  await expect
    .poll(() => rig.eventsSince(before).map(({ created, type }) => [created, type]), { timeout: 5_000 })
    .toContainEqual([at, 'customer.subscription.deleted'])
})

test('what became due while the stand-in was down is done at its start, dated at its own time', async () => {
  const { id } = await subscribeWith(rig, '4242424242424242')
  const end = await periodEndOf(rig, id)
  await rig.standins.close()
  const offset = { clockOffsetMs: 40 * DAY_S * 1000 }
  appendFileSync(join(rig.directory, 'control.jsonl'), `${JSON.stringify([['control', 'switches', offset]])}\n`)
  await rig.start()
  const [latest] = (await rig.stripe.invoices.list({ subscription: id })).data
  expect(latest).toMatchObject({ created: end, status: 'paid', status_transitions: { paid_at: end + HOUR_S } })
  await expect
    .poll(() => rig.eventsSince(0).some(({ created, type }) => type === 'invoice.paid' && created === end + HOUR_S))
    .toBe(true)
})
