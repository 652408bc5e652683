import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig
let customer: string

beforeAll(async () => {
  rig = await openRig()
})

beforeEach(async () => {
  customer = (await rig.stripe.customers.create({ email: 'ana@luna.test' })).id
})

afterAll(() => rig.close())

const attach = async (id: string, owner = customer) =>
  (await rig.stripe.paymentMethods.attach(id, { customer: owner })).id

const charge = (method: string, fields: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  rig.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    customer,
    payment_method: method,
    off_session: true,
    confirm: true,
    allowed_payment_method_types: ['card'],
    metadata: { attemptId: 'a1' },
    ...fields,
  })

async function save(id: string): Promise<string> {
  const intent = await rig.stripe.setupIntents.create({
    customer,
    payment_method: id,
    confirm: true,
    allowed_payment_method_types: ['card'],
  })
  if (intent.status === 'requires_action') await answerChallenge(intent, true)
  return (await rig.stripe.setupIntents.retrieve(intent.id)).payment_method as string
}

const answerChallenge = (
  { client_secret: secret, id, object }: Stripe.PaymentIntent | Stripe.SetupIntent,
  approved: boolean,
) => rig.browserCall(`${object}s/${id}/sandbox_challenge`, { client_secret: secret!, approved: String(approved) })

/** Returns the types of the events about payments of the current customer. */
const typesOfCustomer = async () =>
  (await rig.recordedEvents())
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer)
    .map(({ type }) => type)
    .toSorted()

describe('an off-session charge', () => {
  test('is paid with a saved card, without redirects being possible', async () => {
    const method = await attach('pm_card_visa')
    const paid = await charge(method, {
      allowed_payment_method_types: undefined,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: ['payment_method', 'latest_charge'],
    })
    expect(paid).toMatchObject({
      status: 'succeeded',
      metadata: { attemptId: 'a1' },
      payment_method: { id: method, customer },
      latest_charge: { paid: true, customer, amount: 2500 },
    })
  })

  test('needs a return address when methods with redirects are allowed', async () => {
    const method = await attach('pm_card_visa')
    const fields = { allowed_payment_method_types: undefined, automatic_payment_methods: { enabled: true } }
    expect(await faultOf(charge(method, fields))).toMatchObject({ statusCode: 400, param: 'return_url' })
    expect((await rig.stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  test('throws the SDK card error of a hard decline, with the intent inside', async () => {
    const fault = await faultOf(charge('pm_card_visa_chargeDeclinedLostCard'))
    expect(fault).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(fault).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'lost_card',
      advice_code: 'do_not_try_again',
      payment_intent: { metadata: { attemptId: 'a1' }, last_payment_error: { payment_method: { type: 'card' } } },
    })
  })

  test('refuses the card of another customer and creates nothing', async () => {
    const other = (await rig.stripe.customers.create({})).id
    const method = await attach('pm_card_visa', other)
    expect(await faultOf(charge(method))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
    })
    expect((await rig.stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  test('refuses a saved card when no customer is named', async () => {
    const method = await attach('pm_card_visa')
    expect(await faultOf(charge(method, { customer: undefined }))).toMatchObject({ param: 'payment_method' })
  })

  test('works with 3155 only after it was set up, not merely attached', async () => {
    const attached = await attach('pm_card_authenticationRequiredOnSetup')
    expect(await faultOf(charge(attached))).toMatchObject({ code: 'authentication_required' })
    const setUp = await save('pm_card_authenticationRequiredOnSetup')
    expect((await charge(setUp)).status).toBe('succeeded')
  })

  test('works with 3155 that was set up by an approved payment', async () => {
    const first = await rig.newIntent(customer)
    const asked = await rig.stripe.paymentIntents.confirm(first.id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    })
    await answerChallenge(asked, true)
    expect((await charge(asked.payment_method as string)).status).toBe('succeeded')
  })

  test('works with 0446 as soon as it is attached', async () => {
    const method = await attach('pm_card_authenticationRequiredSetupForOffSession')
    expect((await charge(method)).status).toBe('succeeded')
  })

  test('fails each time with 0341', async () => {
    const method = await attach('pm_card_chargeCustomerFail')
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await faultOf(charge(method))).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
    }
  })

  test.each([
    ['declined', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['insufficient_funds', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['lost_card', { code: 'card_declined', decline_code: 'lost_card' }],
    ['stolen_card', { code: 'card_declined', decline_code: 'stolen_card' }],
    ['expired_card', { code: 'expired_card', decline_code: 'expired_card' }],
    ['processing_error', { code: 'processing_error' }],
    ['authentication_required', { code: 'authentication_required' }],
  ])('can be forced to end as %s, once', async (outcome, expected) => {
    const method = await attach('pm_card_visa')
    expect((await rig.control({ nextCardOutcome: outcome })).status).toBe(200)
    expect(await faultOf(charge(method))).toMatchObject(expected)
    expect((await charge(method)).status).toBe('succeeded')
  })

  test('sends the failed charge and the failed payment', async () => {
    await faultOf(charge('pm_card_visa_chargeDeclined'))
    await expect
      .poll(typesOfCustomer)
      .toEqual(['charge.failed', 'payment_intent.created', 'payment_intent.payment_failed'])
  })

  test('accepts off_session only together with confirm', async () => {
    const method = await attach('pm_card_visa')
    expect(await faultOf(charge(method, { confirm: false }))).toMatchObject({ param: 'off_session' })
  })
})

describe('the same intent on session', () => {
  let intent: Stripe.PaymentIntent
  let method: string

  beforeEach(async () => {
    method = await save('pm_card_authenticationRequired')
    intent = (await faultOf(charge(method))).payment_intent!
  })

  const confirm = (fields: Record<string, string>) =>
    rig.browserCall(`payment_intents/${intent.id}/confirm`, { client_secret: intent.client_secret!, ...fields })

  test('asks for approval and then is paid', async () => {
    const { body } = await confirm({ payment_method: method })
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect((await answerChallenge(intent, true)).body.status).toBe('succeeded')
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount_received: 2500, customer })
  })

  test('stays unpaid when the approval is refused', async () => {
    await confirm({ payment_method: method })
    const { body } = await answerChallenge(intent, false)
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure', payment_method: { id: method } },
    })
  })

  test('can be paid with another typed card', async () => {
    const { body } = await rig.confirmCard(intent.client_secret!, '4242424242424242')
    expect(body.status).toBe('succeeded')
  })

  test('is not an off-session payment for a browser', async () => {
    const { body } = await confirm({ payment_method: method, off_session: 'true' })
    expect(body.error).toMatchObject({ param: 'off_session' })
  })

  test('can be canceled and then no longer paid', async () => {
    expect((await rig.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })).status).toBe(
      'canceled',
    )
    expect((await confirm({ payment_method: method })).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('shows a browser neither customer nor notes, not even in an error', async () => {
    await rig.stripe.paymentIntents.cancel(intent.id)
    const { error } = (await confirm({ payment_method: method })).body
    expect(error!.payment_intent).toMatchObject({ id: intent.id, status: 'canceled' })
    for (const hidden of ['customer', 'metadata']) expect(error!.payment_intent).not.toHaveProperty(hidden)
  })
})

describe('a card without a customer', () => {
  test('is good for one payment', async () => {
    const paid = await charge('pm_card_visa', { off_session: undefined })
    expect(await faultOf(charge(paid.payment_method as string))).toMatchObject({ param: 'payment_method' })
  })
})
