import { beforeAll, expect, test } from 'vitest'
import { testCards } from './cards.ts'
import { faultOf, rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()
let customer: string

beforeAll(async () => {
  customer = (await rig.stripe.customers.create({ email: 'cards@luna.test' })).id
})

type Refusal = { code: string; decline_code: string; advice_code?: string; message: string }
/** Null stands for success: paid on session after an approval, charged off session, saved without a payment. */
type Row = readonly [
  id: string,
  number: string,
  asks: boolean,
  paid: Refusal | null,
  charged: Refusal | null,
  saved: Refusal | null,
]

const refused = (decline: string, words: string, advice?: string, code = 'card_declined'): Refusal => ({
  code,
  decline_code: decline,
  message: expect.stringContaining(words) as string,
  ...(advice !== undefined && { advice_code: advice }),
})
const refusing = (id: string, number: string, why: Refusal): Row => [id, number, false, why, why, why]
const paying = (id: string, number: string): Row => [id, number, false, null, null, null]
const asking = (id: string, number: string, paid: Refusal | null, charged: Refusal | null): Row => {
  return [id, number, true, paid, charged, null]
}

const [later, never, declined] = ['try_again_later', 'do_not_try_again', 'Your card was declined.']
const generic = refused('generic_decline', declined, later)
const poor = refused('insufficient_funds', 'Your card has insufficient funds.', later)
const lost = refused('lost_card', declined, never)
const stolen = refused('stolen_card', declined, never)
const expired = refused('expired_card', 'Your card has expired.', never, 'expired_card')
const cvc = refused('incorrect_cvc', "Your card's security code is incorrect.", 'confirm_card_data', 'incorrect_cvc')
const processing = refused('processing_error', 'processing your card', later, 'processing_error')
const velocity = refused('card_velocity_exceeded', 'repeated attempts', later)
const fraudulent = refused('fraudulent', declined, never)
const mustApprove = refused('authentication_required', 'requires authentication', undefined, 'authentication_required')

const rows: Row[] = [
  paying('pm_card_visa', '4242424242424242'),
  refusing('pm_card_visa_chargeDeclined', '4000000000000002', generic),
  refusing('pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995', poor),
  refusing('pm_card_visa_chargeDeclinedLostCard', '4000000000009987', lost),
  refusing('pm_card_visa_chargeDeclinedStolenCard', '4000000000009979', stolen),
  refusing('pm_card_chargeDeclinedExpiredCard', '4000000000000069', expired),
  refusing('pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', cvc),
  refusing('pm_card_chargeDeclinedProcessingError', '4000000000000119', processing),
  refusing('pm_card_visa_chargeDeclinedVelocityLimitExceeded', '4000000000006975', velocity),
  refusing('pm_card_radarBlock', '4100000000000019', fraudulent),
  ['pm_card_chargeCustomerFail', '4000000000000341', false, generic, generic, null],
  asking('pm_card_authenticationRequiredOnSetup', '4000002500003155', null, null),
  asking('pm_card_authenticationRequiredSetupForOffSession', '4000003800000446', null, null),
  asking('pm_card_authenticationRequired', '4000002760003184', null, mustApprove),
  asking('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', poor, mustApprove),
  asking('pm_card_threeDSecureRequiredChargeDeclined', '4000008400001629', generic, mustApprove),
  paying('pm_card_createDispute', '4000000000000259'),
  paying('pm_card_createDisputeProductNotReceived', '4000000000002685'),
  paying('pm_card_createIssuerFraudRecord', '4000000000005423'),
  paying('pm_card_pendingRefund', '4000000000007726'),
  paying('pm_card_refundFail', '4000000000005126'),
]

test('every card is in the table', () => {
  const known = testCards.map(({ magicId, number }) => `${magicId} ${number}`)
  expect(rows.map(([id, number]) => `${id} ${number}`).toSorted()).toEqual(known.toSorted())
})

type AnyIntent = { status: string; last_payment_error?: Refusal; error?: Refusal }

/** Confirms with a typed card and approves when the bank asks. */
async function confirm(secret: string, number: string): Promise<{ isAsked: boolean; end: AnyIntent }> {
  const { body } = await rig.confirmCard(secret, number)
  const isAsked = body.status === 'requires_action'
  const end = isAsked ? (await rig.answerChallenge(secret)).body : body
  return { isAsked, end: end as unknown as AnyIntent }
}

test.each(rows)('%s (%s) on session', async (_id, number, asks, paid) => {
  const intent = await rig.newIntent(customer)
  const { end, isAsked } = await confirm(intent.client_secret!, number)
  expect(isAsked).toBe(asks)
  const after = await rig.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  if (paid === null) return expect(after).toMatchObject({ status: 'succeeded', amount_received: 2500 })
  expect(end.error ?? end.last_payment_error).toMatchObject({ type: 'card_error', ...paid })
  expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0, last_payment_error: paid })
  expect(after.latest_charge).toMatchObject({ status: 'failed' })
})

/** With the published id for a card that cannot be saved, otherwise with the saved card. */
test.each(rows)('%s (%s) off session', async (id, number, _asks, _paid, charged, saved) => {
  let method = id
  if (saved === null) {
    const setup = await rig.stripe.setupIntents.create({ customer, usage: 'off_session' })
    await confirm(setup.client_secret!, number)
    method = (await rig.stripe.setupIntents.retrieve(setup.id)).payment_method as string
  }
  const payment = rig.pay(method, { customer, off_session: true })
  if (charged === null) {
    return expect(await payment).toMatchObject({ status: 'succeeded', amount_received: 2500, payment_method: method })
  }
  const fault = await faultOf(payment)
  expect(fault).toMatchObject({ statusCode: 402, type: 'StripeCardError', ...charged })
  expect(fault.advice_code).toBe(charged.advice_code)
  expect(fault.payment_intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { ...charged, payment_method: { card: { last4: number.slice(-4) } } },
  })
})

test.each(rows)('%s (%s) saved without a payment', async (_id, number, asks, _paid, _charged, saved) => {
  const intent = await rig.stripe.setupIntents.create({ customer, usage: 'off_session' })
  const { end, isAsked } = await confirm(intent.client_secret!, number)
  expect(isAsked).toBe(asks)
  const after = await rig.stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
  if (saved === null) {
    const card = { customer, card: { last4: number.slice(-4) } }
    return expect(after).toMatchObject({ status: 'succeeded', payment_method: card })
  }
  expect(end.error).toMatchObject(saved)
  expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, last_setup_error: saved })
})

test.each([
  ['5555555555554444', 'card_declined', 'test_mode_live_card'],
  ['4242424242424241', 'incorrect_number', undefined],
])('%s is refused: %s', async (number, code, declineCode) => {
  const { body, status } = await rig.confirmCard((await rig.newIntent()).client_secret!, number)
  expect([status, body.error]).toMatchObject([402, { type: 'card_error', code }])
  expect(body.error!.decline_code).toBe(declineCode)
})
