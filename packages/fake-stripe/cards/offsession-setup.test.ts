import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultOf, openRig, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig
let customer: string

beforeAll(async () => {
  rig = await openRig()
})

beforeEach(async () => {
  customer = (await rig.stripe.customers.create({ email: 'bo@luna.test' })).id
})

afterAll(() => rig.close())

const newSetup = (fields: Stripe.SetupIntentCreateParams = {}) =>
  rig.stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { userId: 'u1' },
    ...fields,
  })

/** Returns the events about an object with this id, oldest first. */
const eventsOf = async (id: string) =>
  (await rig.recordedEvents()).filter(({ data }) => (data.object as { id?: string }).id === id)
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type).toSorted()

describe('saving a card', () => {
  test('starts without a card and takes none of the money parameters', async () => {
    const intent = await newSetup()
    expect(intent).toMatchObject({
      object: 'setup_intent',
      status: 'requires_payment_method',
      usage: 'off_session',
      payment_method: null,
      metadata: { userId: 'u1' },
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    const wrong = { amount: 100 } as unknown as Stripe.SetupIntentCreateParams
    expect(await faultOf(newSetup(wrong))).toMatchObject({ code: 'parameter_unknown' })
  })

  test('attaches the card and sends an event about it', async () => {
    const { id } = await newSetup()
    const done = await rig.stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['payment_method'],
    })
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer, card: { last4: '4242' } } })
    const { id: method } = done.payment_method as Stripe.PaymentMethod
    await expect.poll(() => typesOf(id)).toEqual(['setup_intent.created', 'setup_intent.succeeded'])
    await expect.poll(() => typesOf(method)).toEqual(['payment_method.attached'])
  })

  test('waits for an approval, which can be refused and tried again', async () => {
    const intent = await newSetup()
    const secret = intent.client_secret!
    const asked = await rig.stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const path = `setup_intents/${intent.id}/sandbox_challenge`
    await rig.browserCall(path, { client_secret: secret, approved: 'false' })
    expect(await rig.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    await rig.stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
    await rig.browserCall(path, { client_secret: secret, approved: 'true' })
    expect(await rig.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      last_setup_error: null,
    })
    await expect
      .poll(() => typesOf(intent.id))
      .toEqual([
        'setup_intent.created',
        'setup_intent.requires_action',
        'setup_intent.requires_action',
        'setup_intent.setup_failed',
        'setup_intent.succeeded',
      ])
  })

  test('throws the card error of a declined card, with the intent inside', async () => {
    const { id } = await newSetup()
    const fault = await faultOf(
      rig.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedStolenCard' }),
    )
    expect(fault).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(fault).toMatchObject({
      statusCode: 402,
      decline_code: 'stolen_card',
      advice_code: 'do_not_try_again',
      setup_intent: { id, status: 'requires_payment_method', last_setup_error: { decline_code: 'stolen_card' } },
    })
    expect((await rig.stripe.customers.listPaymentMethods(customer)).data).toEqual([])
  })

  test('succeeds only once', async () => {
    const { id } = await newSetup({ payment_method: 'pm_card_visa', confirm: true })
    expect(await faultOf(rig.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      code: 'setup_intent_unexpected_state',
      message: 'You cannot confirm this SetupIntent because it has already succeeded.',
    })
  })

  test('can be canceled', async () => {
    const { id } = await newSetup()
    expect(await rig.stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' })
    expect(await faultOf(rig.stripe.setupIntents.cancel(id))).toMatchObject({ code: 'setup_intent_unexpected_state' })
    await expect.poll(() => typesOf(id)).toContain('setup_intent.canceled')
  })

  test('is listed by customer and page', async () => {
    const ids = [(await newSetup()).id, (await newSetup()).id, (await newSetup()).id].toReversed()
    const first = await rig.stripe.setupIntents.list({ customer, limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] })
    const rest = await rig.stripe.setupIntents.list({ customer, starting_after: ids[1] })
    expect(rest.data.map(({ id }) => id)).toEqual([ids[2]])
  })
})

describe('a browser', () => {
  const fieldsOf = (secret: string) => ({ client_secret: secret, payment_method: 'pm_card_visa' })

  test('sees and confirms only the setup it was given, and no notes', async () => {
    const [mine, other] = [await newSetup(), await newSetup()]
    const wrong = await rig.browserCall(`setup_intents/${mine.id}/confirm`, fieldsOf(other.client_secret!))
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
    const right = await rig.browserCall(`setup_intents/${mine.id}/confirm`, fieldsOf(mine.client_secret!))
    expect(right.body).toMatchObject({ id: mine.id, status: 'succeeded' })
    for (const hidden of ['customer', 'metadata']) expect(right.body).not.toHaveProperty(hidden)
    const seen = await rig.browserCall(`setup_intents/${mine.id}?client_secret=${mine.client_secret}`)
    expect(seen.body.status).toBe('succeeded')
  })

  test.each([
    ['setup_intents', {}],
    ['payment_intents', {}],
    ['setup_intents/seti_x/cancel', {}],
    ['payment_intents/pi_x/cancel', {}],
    ['payment_methods/pm_x/attach', {}],
    ['payment_methods/pm_x/detach', {}],
    ['customers/cus_x', {}],
    ['refunds', {}],
    ['disputes/dp_x/close', {}],
    ['payment_methods/pm_x', undefined],
    ['payment_intents', undefined],
    ['charges', undefined],
    ['disputes', undefined],
    ['balance_transactions', undefined],
  ])('may not call %s %j', async (path, fields) => {
    expect(await rig.browserCall(path, fields)).toMatchObject({
      status: 401,
      body: { error: { code: 'secret_key_required' } },
    })
  })

  test('makes a payment method of a typed card', async () => {
    const fields = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34' }
    expect(await rig.browserCall('payment_methods', fields)).toMatchObject({
      status: 200,
      body: { object: 'payment_method', customer: null },
    })
  })
})

describe('the cards of a customer', () => {
  const attach = async (owner = customer) =>
    (await rig.stripe.paymentMethods.attach('pm_card_visa', { customer: owner })).id

  test('one of them can be the default', async () => {
    const method = await attach()
    const changed = await rig.stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: method },
      expand: ['invoice_settings.default_payment_method'],
    })
    expect(changed.invoice_settings.default_payment_method).toMatchObject({ id: method, card: { last4: '4242' } })
  })

  test("another customer's card cannot be the default", async () => {
    const method = await attach((await rig.stripe.customers.create({})).id)
    const change = { invoice_settings: { default_payment_method: method } }
    expect(await faultOf(rig.stripe.customers.update(customer, change))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    })
  })

  test('are listed, newest first, and can be read one by one', async () => {
    const ids = [await attach(), await attach()].toReversed()
    const listed = await rig.stripe.customers.listPaymentMethods(customer, { type: 'card' })
    expect(listed.data.map(({ id }) => id)).toEqual(ids)
    expect(await rig.stripe.paymentMethods.retrieve(ids[0]!)).toMatchObject({ id: ids[0], customer })
  })

  test('a detached one is gone, is no longer the default and cannot come back', async () => {
    const method = await attach()
    await rig.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    expect(await rig.stripe.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null })
    const after = (await rig.stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toBeNull()
    expect((await rig.stripe.customers.listPaymentMethods(customer)).data).toEqual([])
    expect((await faultOf(rig.stripe.paymentMethods.attach(method, { customer }))).message).toMatch(/may not be used/)
    expect((await faultOf(rig.stripe.paymentMethods.detach(method))).message).toMatch(/not attached to a customer/)
    await expect.poll(() => typesOf(method)).toContain('payment_method.detached')
    const detached = (await eventsOf(method)).find(({ type }) => type === 'payment_method.detached')
    expect(detached?.data.previous_attributes).toEqual({ customer })
  })

  test('a refused card cannot be attached', async () => {
    const attempt = rig.stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer })
    expect(await faultOf(attempt)).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
  })

  test('a customer can be created together with a card', async () => {
    const made = await rig.stripe.customers.create({ payment_method: 'pm_card_visa' })
    expect((await rig.stripe.customers.listPaymentMethods(made.id)).data).toHaveLength(1)
  })

  test('the same number has the same fingerprint, another number another', async () => {
    const printOf = async (id: string) => (await rig.stripe.paymentMethods.retrieve(id)).card?.fingerprint
    expect(await printOf('pm_card_visa')).toBe(await printOf('pm_card_visa'))
    expect(await printOf('pm_card_visa')).not.toBe(await printOf('pm_card_chargeCustomerFail'))
  })
})
