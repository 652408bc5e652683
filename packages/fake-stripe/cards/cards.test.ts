import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf, idOf, openRig, secretOf, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openRig()
})

afterAll(() => rig.close())

const declined = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['4000000000000119', 'processing_error', 'processing_error', /processing your card/],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded', /repeated attempts/],
  ['4000000000000341', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
] as const

test.each(declined)('%s is declined as %s / %s', async (number, code, declineCode, message) => {
  const intent = await rig.newIntent()
  const { body, status } = await rig.confirmCard(intent.client_secret!, number)
  expect(status).toBe(402)
  expect(body.error).toMatchObject({
    type: 'card_error',
    code,
    decline_code: declineCode,
    payment_intent: { id: intent.id },
  })
  expect(body.error!.message).toMatch(message)
  const after = await rig.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0, last_payment_error: { code } })
  expect((after.latest_charge as Stripe.Charge).status).toBe('failed')
})

test('a declined card throws the SDK card error, and the invoice stays open', async () => {
  const before = rig.deliveries.length
  const open = await rig.subscribe((await rig.stripe.customers.create({})).id)
  const id = idOf(secretOf(open))
  const fault = await faultOf(rig.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }))
  expect(fault).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(fault).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { id },
  })
  expect(fault.requestId).toMatch(/^req_/)
  expect((await rig.stripe.subscriptions.retrieve(open.id)).status).toBe('incomplete')
  await expect.poll(() => rig.eventsSince(before).map(({ type }) => type)).toContain('invoice.payment_failed')
  expect((await rig.confirmCard(secretOf(open), '4242424242424242')).body.status).toBe('succeeded')
})

test.each([
  ['4000002500003155', 'succeeded', undefined],
  ['4000002760003184', 'succeeded', undefined],
  ['4000008260003178', 'requires_payment_method', 'insufficient_funds'],
  ['4000008400001629', 'requires_payment_method', 'generic_decline'],
] as const)('%s asks for approval and then is %s', async (number, status, declineCode) => {
  const intent = await rig.newIntent((await rig.stripe.customers.create({})).id)
  const asked = await rig.confirmCard(intent.client_secret!, number)
  expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  const path = `payment_intents/${intent.id}/sandbox_challenge`
  const ended = await rig.browserCall(path, { client_secret: intent.client_secret!, approved: 'true' })
  expect(ended.body.status).toBe(status)
  expect(ended.body.last_payment_error?.decline_code).toBe(declineCode)
})

test('a rejected approval takes no money', async () => {
  const intent = await rig.newIntent()
  await rig.confirmCard(intent.client_secret!, '4000002760003184')
  const path = `payment_intents/${intent.id}/sandbox_challenge`
  await rig.browserCall(path, { client_secret: intent.client_secret!, approved: 'false' })
  const after = await rig.stripe.paymentIntents.retrieve(intent.id)
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

test('off session, a card that wants approval is declined', async () => {
  const fault = await faultOf(
    rig.stripe.paymentIntents.create({
      amount: 1500,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      off_session: true,
      confirm: true,
      allowed_payment_method_types: ['card'],
    }),
  )
  expect(fault).toMatchObject({
    code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
  })
})

test.each([
  ['5555555555554444', 'card_declined', 'test_mode_live_card'],
  ['4242424242424241', 'incorrect_number', undefined],
])('%s is refused: %s', async (number, code, declineCode) => {
  const { body, status } = await rig.confirmCard((await rig.newIntent()).client_secret!, number)
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ type: 'card_error', code })
  expect(body.error!.decline_code).toBe(declineCode)
})
