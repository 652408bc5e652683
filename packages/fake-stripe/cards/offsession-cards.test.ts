import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCards } from './cards.ts'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

/** Every test card in its three contexts: paid on session, charged off session, saved without a payment. */

let rig: StripeRig
let customer: string

beforeAll(async () => {
  rig = await openRig()
  customer = (await rig.stripe.customers.create({ email: 'cards@luna.test' })).id
})

afterAll(() => rig.close())

type Refusal = { code: string; decline_code: string; advice_code?: string }
type Row = {
  id: string
  number: string
  /** On session, after an approved challenge when there is one. */
  paid: 'succeeded' | Refusal
  isChallenged: boolean
  /** Off session: with the published id for a card that cannot be saved, otherwise with the saved card. */
  charged: 'succeeded' | Refusal
  saved: 'succeeded' | Refusal
  isChallengedAtSaving: boolean
}

const refused = (code: string, decline: string, advice?: string): Refusal => ({
  code,
  decline_code: decline,
  ...(advice === undefined ? {} : { advice_code: advice }),
})
const hard = (code: string, decline: string) => refused(code, decline, 'do_not_try_again')
const soft = (code: string, decline: string) => refused(code, decline, 'try_again_later')
const mustApprove = refused('authentication_required', 'authentication_required')
const plain = { isChallenged: false, isChallengedAtSaving: false }
const asking = { isChallenged: true, isChallengedAtSaving: true }
const refusing = (id: string, number: string, why: Refusal): Row => ({
  id,
  number,
  ...plain,
  paid: why,
  charged: why,
  saved: why,
})
const paying = (id: string, number: string): Row => ({
  id,
  number,
  ...plain,
  paid: 'succeeded',
  charged: 'succeeded',
  saved: 'succeeded',
})

const generic = soft('card_declined', 'generic_decline')
const poor = soft('card_declined', 'insufficient_funds')

const rows: Row[] = [
  paying('pm_card_visa', '4242424242424242'),
  refusing('pm_card_visa_chargeDeclined', '4000000000000002', generic),
  refusing('pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995', poor),
  refusing('pm_card_visa_chargeDeclinedLostCard', '4000000000009987', hard('card_declined', 'lost_card')),
  refusing('pm_card_visa_chargeDeclinedStolenCard', '4000000000009979', hard('card_declined', 'stolen_card')),
  refusing('pm_card_chargeDeclinedExpiredCard', '4000000000000069', hard('expired_card', 'expired_card')),
  refusing(
    'pm_card_chargeDeclinedIncorrectCvc',
    '4000000000000127',
    refused('incorrect_cvc', 'incorrect_cvc', 'confirm_card_data'),
  ),
  refusing('pm_card_chargeDeclinedProcessingError', '4000000000000119', soft('processing_error', 'processing_error')),
  refusing(
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
    '4000000000006975',
    soft('card_declined', 'card_velocity_exceeded'),
  ),
  refusing('pm_card_radarBlock', '4100000000000019', hard('card_declined', 'fraudulent')),
  {
    id: 'pm_card_chargeCustomerFail',
    number: '4000000000000341',
    ...plain,
    paid: generic,
    charged: generic,
    saved: 'succeeded',
  },
  {
    id: 'pm_card_authenticationRequiredOnSetup',
    number: '4000002500003155',
    ...asking,
    paid: 'succeeded',
    charged: 'succeeded',
    saved: 'succeeded',
  },
  {
    id: 'pm_card_authenticationRequiredSetupForOffSession',
    number: '4000003800000446',
    ...asking,
    paid: 'succeeded',
    charged: 'succeeded',
    saved: 'succeeded',
  },
  {
    id: 'pm_card_authenticationRequired',
    number: '4000002760003184',
    ...asking,
    paid: 'succeeded',
    charged: mustApprove,
    saved: 'succeeded',
  },
  {
    id: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    number: '4000008260003178',
    ...asking,
    paid: poor,
    charged: mustApprove,
    saved: 'succeeded',
  },
  {
    id: 'pm_card_threeDSecureRequiredChargeDeclined',
    number: '4000008400001629',
    ...asking,
    paid: generic,
    charged: mustApprove,
    saved: 'succeeded',
  },
  paying('pm_card_createDispute', '4000000000000259'),
  paying('pm_card_createDisputeProductNotReceived', '4000000000002685'),
  paying('pm_card_createIssuerFraudRecord', '4000000000005423'),
  paying('pm_card_pendingRefund', '4000000000007726'),
  paying('pm_card_refundFail', '4000000000005126'),
]

test('every card is in the table', () => {
  expect(rows.map(({ id, number }) => `${id} ${number}`).toSorted()).toEqual(
    testCards.map(({ magicId, number }) => `${magicId} ${number}`).toSorted(),
  )
})

type AnyIntent = { status: string; last_payment_error?: Refusal; last_setup_error?: Refusal; error?: Refusal }

/** Confirms in a browser with a typed card and approves when the bank asks. Returns whether it asked, and the end. */
async function confirmInBrowser(kind: 'payment_intents' | 'setup_intents', secret: string, number: string) {
  const path = `${kind}/${secret.split('_secret_')[0]}`
  const fields = {
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
  }
  const { body: asked } = await rig.browserCall(`${path}/confirm`, fields)
  const isChallenged = asked.status === 'requires_action'
  const { body } = isChallenged
    ? await rig.browserCall(`${path}/sandbox_challenge`, { client_secret: secret, approved: 'true' })
    : { body: asked }
  return { isChallenged, end: body as unknown as AnyIntent }
}

const offSession = (fields: Partial<Stripe.PaymentIntentCreateParams>) =>
  rig.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    customer,
    off_session: true,
    confirm: true,
    allowed_payment_method_types: ['card'],
    ...fields,
  })

/** Saves a card like a customer. Returns null when the bank refuses. */
async function saveCard({ number }: Row): Promise<string | null> {
  const intent = await rig.stripe.setupIntents.create({ customer, usage: 'off_session' })
  await confirmInBrowser('setup_intents', intent.client_secret!, number)
  const { payment_method: method } = await rig.stripe.setupIntents.retrieve(intent.id)
  return method as string | null
}

describe('on session', () => {
  test.each(rows)('$number', async ({ isChallenged, number, paid }) => {
    const intent = await rig.newIntent(customer)
    const { end, isChallenged: wasAsked } = await confirmInBrowser('payment_intents', intent.client_secret!, number)
    expect(wasAsked).toBe(isChallenged)
    const after = await rig.stripe.paymentIntents.retrieve(intent.id)
    if (paid === 'succeeded') expect(after).toMatchObject({ status: 'succeeded', amount_received: 2500 })
    else {
      expect(end.error ?? end.last_payment_error).toMatchObject(paid)
      expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: paid })
    }
  })
})

describe('off session', () => {
  test.each(rows)('$number', async (row) => {
    const method = (row.saved === 'succeeded' ? await saveCard(row) : row.id)!
    if (row.charged === 'succeeded') {
      const paid = await offSession({ payment_method: method })
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2500, payment_method: method })
      return
    }
    const fault = await faultOf(offSession({ payment_method: method }))
    expect(fault).toMatchObject({ statusCode: 402, type: 'StripeCardError', ...row.charged })
    expect(fault.advice_code).toBe(row.charged.advice_code)
    expect(fault.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { ...row.charged, payment_method: { card: { last4: row.number.slice(-4) } } },
    })
  })
})

describe('saved without a payment', () => {
  test.each(rows)('$number', async ({ isChallengedAtSaving, number, saved }) => {
    const intent = await rig.stripe.setupIntents.create({ customer, usage: 'off_session' })
    const { end, isChallenged } = await confirmInBrowser('setup_intents', intent.client_secret!, number)
    expect(isChallenged).toBe(isChallengedAtSaving)
    const after = await rig.stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
    if (saved === 'succeeded') {
      expect(after).toMatchObject({
        status: 'succeeded',
        payment_method: { customer, card: { last4: number.slice(-4) } },
      })
    } else {
      expect(end.error).toMatchObject(saved)
      expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, last_setup_error: saved })
    }
  })
})
