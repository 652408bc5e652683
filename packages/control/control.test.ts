import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { usualService } from '@luna/fake-elevenlabs/service-switches.ts'
import { rigOfFile } from '@luna/fake-stripe/testing/rig.ts'

const rig = rigOfFile()

async function pay(method?: string, email = 'cy@luna.test'): Promise<Stripe.PaymentIntent> {
  return rig.pay(method, { customer: (await rig.stripe.customers.create({ email })).id })
}

type Answer = { status: number; body: { error?: string; allowed: Record<string, unknown> } }

async function control(patch: object): Promise<Answer> {
  const answer = await rig.control(patch)
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function refused(patch: object, message: RegExp): Promise<void> {
  const { body, status } = await control(patch)
  expect(status).toBe(400)
  expect(body.error).toMatch(message)
}

const disputeOf = async ({ id }: Stripe.PaymentIntent) =>
  (await rig.stripe.disputes.list({ payment_intent: id })).data[0]!

const refundsOf = async ({ id }: Stripe.PaymentIntent) => (await rig.stripe.refunds.list({ payment_intent: id })).data

async function disputeEvents({ id }: Stripe.PaymentIntent): Promise<string[]> {
  const types = (await rig.typesAbout(id)).filter((type) => type.startsWith('charge.dispute'))
  return types.map((type) => type.replace('charge.dispute.', ''))
}

const act = (payment: Stripe.PaymentIntent, action: string) => ({ dispute: { payment: payment.id, action } })

describe('a dispute from the control', () => {
  test('is opened on the latest paid payment, for what is left of it, lost, and won by an appeal', async () => {
    const payment = await pay()
    await rig.newIntent()
    await rig.stripe.refunds.create({ payment_intent: payment.id, amount: 1000 })
    const reason = 'subscription_canceled'
    expect((await control({ dispute: { payment: 'latest', action: 'open', reason } })).status).toBe(200)
    expect(await disputeOf(payment)).toMatchObject({ amount: 1500, status: 'needs_response', reason })
    await control(act(payment, 'lose'))
    const lost = ['created', 'funds_withdrawn', 'closed']
    expect(await disputeEvents(payment)).toEqual(lost)
    await control(act(payment, 'win'))
    const won = await disputeOf(payment)
    expect(won.status).toBe('won')
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1500, 1500])
    expect(await disputeEvents(payment)).toEqual([...lost, 'updated', 'funds_reinstated', 'closed'])
  })

  test('is refused where Stripe would not allow it', async () => {
    const payment = await pay()
    await refused(act(payment, 'win'), /has no dispute/)
    await control(act(payment, 'open'))
    await refused(act(payment, 'open'), /already been disputed/)
    await control(act(payment, 'lose'))
    await refused(act(payment, 'lose'), /already lost/)
    const refunded = await pay()
    await rig.stripe.refunds.create({ payment_intent: refunded.id })
    await refused(act(refunded, 'open'), /already been refunded/)
    await refused(act(await rig.newIntent(), 'open'), /is not paid/)
    await refused({ dispute: { payment: 'pi_none', action: 'open' } }, /No such payment/)
  })
})

test.each([
  ['pm_card_pendingRefund', 'pending', 'succeeded'],
  ['pm_card_refundFail', 'succeeded', 'failed'],
])('a refund from the control on %s is %s, and %s once settled', async (card, before, after) => {
  const { id } = await pay(card)
  for (const [refund, status] of [
    [{ payment: id }, before],
    [{ payment: id, action: 'settle' }, after],
  ] as const) {
    await control({ refund })
    expect((await rig.stripe.refunds.list({ payment_intent: id })).data).toMatchObject([{ status }])
  }
  await refused({ refund: { payment: id, action: 'settle' } }, /no unsettled refund/)
})

test('an event is delivered again, even one that was dropped', async () => {
  await control({ webhooks: 'drop' })
  const payment = await pay()
  await control({ webhooks: 'deliver' })
  const dropped = (await rig.recordedEvents()).findLast(({ type }) => type === 'payment_intent.succeeded')!
  expect(dropped.data.object).toMatchObject({ id: payment.id })
  const count = () => rig.eventsSince(0).filter(({ id }) => id === dropped.id).length
  expect((await control({ replayEvent: dropped.id })).status).toBe(200)
  await expect.poll(count).toBe(1)
  await control({ replayEvent: 'latest' })
  await expect.poll(count).toBe(2)
})

test('an event is refused when it is unknown or no endpoint wants it', async () => {
  await pay()
  const unsent = (await rig.recordedEvents()).findLast(({ type }) => type === 'charge.succeeded')!
  await refused({ replayEvent: unsent.id }, /not sent charge.succeeded/)
  await refused({ replayEvent: 'evt_none' }, /No such event/)
})

test.each([
  [{ dispute: { payment: 'latest' } }, /dispute.action/],
  [{ dispute: { payment: 'latest', action: 'explode' } }, /dispute.action/],
  [{ dispute: { payment: 'ch_1', action: 'open' } }, /dispute.payment/],
  [{ dispute: { payment: 'latest', action: 'open', reason: 'bad mood' } }, /dispute.reason/],
  [{ dispute: { payment: 'latest', action: 'win', reason: 'general' } }, /dispute.reason/],
  [{ refund: { payment: 'latest', amount: 1.5 } }, /refund.amount/],
  [{ refund: { payment: 'latest', amount: 0 } }, /refund.amount/],
  [{ refund: { payment: 'latest', action: 'settle', amount: 5 } }, /refund.amount/],
  [{ refund: { payment: 'latest', cents: 5 } }, /Unknown key: refund.cents/],
  [{ replayEvent: 'ping' }, /replayEvent/],
  [{ nextCardOutcome: 'declined', speed: 1 }, /speed/],
  [{ nextCardOutcome: 'declined', webhooks: 'lose' }, /webhooks/],
  [{ nextCardOutcome: 'declined', advance: '1 day' }, /advance/],
  [{ nextCardOutcome: 'declined', apiFault: { stripe: 'x' } }, /apiFault/],
  [{ nextCardOutcome: 'declined', voiceFaults: [] }, /voiceFaults/],
  [{ refund: { payment: 'latest' }, webhooks: 'drop' }, /refund must be the only key/],
  [{ refund: { payment: 'latest' }, replayEvent: 'latest' }, /must be the only key/],
])('the control refuses %j and does nothing', async (patch, message) => {
  const payment = await pay()
  const before = (await rig.recordedEvents()).length
  await refused(patch, message)
  expect(await refundsOf(payment)).toEqual([])
  expect((await rig.recordedEvents()).length).toBe(before)
  const state: unknown = await (await fetch(`${rig.standins.url}/control.json`)).json()
  expect(state).toMatchObject({ webhooks: 'deliver', nextCardOutcome: null })
})

test('the control says what it accepts', async () => {
  const { body } = await control({ nonsense: 1 })
  expect(body.allowed).toMatchObject({
    dispute: { action: ['open', 'win', 'lose'], reason: expect.arrayContaining(['fraudulent']) as string[] },
    refund: { action: ['make', 'settle'] },
    replayEvent: expect.any(String) as string,
    nextCardOutcome: expect.arrayContaining(['lost_card', 'stolen_card', 'expired_card']) as string[],
  })
})

test('omitted switches of a patch stay, and a wrong patch changes nothing', async () => {
  const switchTo = async (voiceService: object) => {
    const { body, status } = await control({ voiceService })
    return { status, ...(body as { error?: string; voiceService?: object }) }
  }
  await switchTo({ webhooks: 'delay', retriesWebhooks: true })
  const expected = { ...usualService, webhooks: 'delay', retriesWebhooks: true, durationShiftSeconds: -5 }
  expect((await switchTo({ durationShiftSeconds: -5 })).voiceService).toEqual(expected)
  for (const wrong of [{ webhooks: 'twice' }, { processingSeconds: -1 }, { durationShiftSeconds: 1.5 }, { colour: 1 }])
    await refused({ voiceService: wrong }, /voiceService/)
  const page = await (await fetch(`${rig.standins.url}/control`)).text()
  expect(page).toMatch(/<option value="delay" selected>/)
  expect(page).toMatch(/name="voiceService.durationShiftSeconds" type="number" value="-5"/)
  expect(page).toMatch(/name="voiceService.retriesWebhooks" type="checkbox" checked/)
  expect((await switchTo(usualService)).voiceService).toEqual(usualService)
})
