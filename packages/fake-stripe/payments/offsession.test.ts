import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFault, faultOf, rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()
let customer: string

beforeEach(async () => {
  customer = (await rig.stripe.customers.create({ email: 'ana@luna.test' })).id
})

const attach = async (id: string, owner = customer) =>
  (await rig.stripe.paymentMethods.attach(id, { customer: owner })).id

const charge = (method: string, fields: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  rig.pay(method, { customer, off_session: true, metadata: { attemptId: 'a1' }, ...fields })

async function save(id: string): Promise<string> {
  const card = { payment_method: id, confirm: true, allowed_payment_method_types: ['card' as const] }
  const intent = await rig.stripe.setupIntents.create({ customer, ...card })
  if (intent.status === 'requires_action') await rig.answerChallenge(intent.client_secret!)
  return (await rig.stripe.setupIntents.retrieve(intent.id)).payment_method as string
}

describe('an off-session charge', () => {
  test('refuses cards of others, redirects without an address, and a payment that is not confirmed', async () => {
    const foreign = await attach('pm_card_visa', (await rig.stripe.customers.create({})).id)
    await expectFault(charge(foreign), { statusCode: 400, code: 'resource_missing', param: 'payment_method' })
    const method = await attach('pm_card_visa')
    const redirects = { allowed_payment_method_types: undefined, automatic_payment_methods: { enabled: true } }
    await expectFault(charge(method, redirects), { statusCode: 400, param: 'return_url' })
    await expectFault(charge(method, { customer: undefined }), { param: 'payment_method' })
    await expectFault(charge(method, { confirm: false }), { param: 'off_session' })
    expect((await rig.stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  test('works with 3155 after a setup or payment, with 0446 when attached, never with 0341', async () => {
    const attached = await attach('pm_card_authenticationRequiredOnSetup')
    await expectFault(charge(attached), { code: 'authentication_required' })
    expect((await charge(await save('pm_card_authenticationRequiredOnSetup'))).status).toBe('succeeded')
    const first = await rig.newIntent(customer)
    const card = { payment_method: 'pm_card_authenticationRequiredOnSetup' }
    const asked = await rig.stripe.paymentIntents.confirm(first.id, card)
    await rig.answerChallenge(asked.client_secret!)
    expect((await charge(asked.payment_method as string)).status).toBe('succeeded')
    const other = await attach('pm_card_authenticationRequiredSetupForOffSession')
    expect((await charge(other)).status).toBe('succeeded')
    const failing = await attach('pm_card_chargeCustomerFail')
    for (const _attempt of [1, 2]) await expectFault(charge(failing), { decline_code: 'generic_decline' })
  })

  test('uses a card without a customer once', async () => {
    const paid = await charge('pm_card_visa', { off_session: undefined })
    await expectFault(charge(paid.payment_method as string), { param: 'payment_method' })
  })
})

describe('the same intent on session', () => {
  let intent: Stripe.PaymentIntent
  let method: string

  beforeEach(async () => {
    method = await save('pm_card_authenticationRequired')
    intent = (await faultOf(charge(method))).payment_intent!
  })

  const confirm = (fields: Record<string, string> = {}) =>
    rig.browserCall(`payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret!,
      payment_method: method,
      ...fields,
    })

  test('asks for approval, stays unpaid when it is refused, and then is paid', async () => {
    const offSession = await confirm({ off_session: 'true' })
    expect(offSession.body.error).toMatchObject({ param: 'off_session' })
    const { body } = await confirm()
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect((await rig.answerChallenge(intent.client_secret!, false)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure', payment_method: { id: method } },
    })
    expect((await rig.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0)
    await confirm()
    expect((await rig.answerChallenge(intent.client_secret!)).body.status).toBe('succeeded')
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount_received: 2500, customer })
  })

  test('can no longer be paid once it is canceled, and shows a browser neither customer nor notes', async () => {
    const canceled = await rig.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled.status).toBe('canceled')
    const { error } = (await confirm()).body
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(error!.payment_intent).toMatchObject({ id: intent.id, status: 'canceled' })
    for (const hidden of ['customer', 'metadata']) expect(error!.payment_intent).not.toHaveProperty(hidden)
  })
})

const newSetup = (fields: Stripe.SetupIntentCreateParams = {}) =>
  rig.stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { userId: 'u1' },
    ...fields,
  })

const typesAbout = async (id: string) => (await rig.typesAbout(id)).toSorted()

describe('saving a card', () => {
  test('takes no money, attaches the card, sends an event about it, and succeeds only once', async () => {
    const intent = await newSetup()
    const { id } = intent
    expect(intent).toMatchObject({ status: 'requires_payment_method', usage: 'off_session', payment_method: null })
    expect(intent).toMatchObject({ metadata: { userId: 'u1' }, object: 'setup_intent' })
    expect(intent.client_secret).toMatch(new RegExp(`^${id}_secret_`))
    const wrong = { amount: 100 } as unknown as Stripe.SetupIntentCreateParams
    await expectFault(newSetup(wrong), { code: 'parameter_unknown' })
    const confirm = () =>
      rig.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa', expand: ['payment_method'] })
    const done = await confirm()
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer, card: { last4: '4242' } } })
    const { id: method } = done.payment_method as Stripe.PaymentMethod
    await expect.poll(() => typesAbout(id)).toEqual(['setup_intent.created', 'setup_intent.succeeded'])
    await expect.poll(() => typesAbout(method)).toContain('payment_method.attached')
    await expectFault(confirm(), {
      code: 'setup_intent_unexpected_state',
      message: 'You cannot confirm this SetupIntent because it has already succeeded.',
    })
  })

  test('waits for an approval, which can be refused and tried again', async () => {
    const { client_secret: secret, id } = await newSetup()
    const confirm = () => rig.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    expect(await confirm()).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await rig.answerChallenge(secret!, false)
    expect(await rig.stripe.setupIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    await confirm()
    await rig.answerChallenge(secret!)
    const after = await rig.stripe.setupIntents.retrieve(id)
    expect(after).toMatchObject({ status: 'succeeded', last_setup_error: null })
    const types = ['created', 'requires_action', 'requires_action', 'setup_failed', 'succeeded']
    await expect.poll(() => typesAbout(id)).toEqual(types.map((type) => `setup_intent.${type}`))
  })
})

test('a browser sees and confirms only the setup it was given, and no notes', async () => {
  const fieldsOf = (secret: string) => ({ client_secret: secret, payment_method: 'pm_card_visa' })
  const [mine, other] = [await newSetup(), await newSetup()]
  const wrong = await rig.browserCall(`setup_intents/${mine.id}/confirm`, fieldsOf(other.client_secret!))
  expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
  const right = await rig.browserCall(`setup_intents/${mine.id}/confirm`, fieldsOf(mine.client_secret!))
  expect(right.body).toMatchObject({ id: mine.id, status: 'succeeded' })
  for (const hidden of ['customer', 'metadata']) expect(right.body).not.toHaveProperty(hidden)
  const seen = await rig.browserCall(`setup_intents/${mine.id}?client_secret=${mine.client_secret}`)
  expect(seen.body.status).toBe('succeeded')
})

test('a browser calls only what its script calls', async () => {
  const fields = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34' }
  const made = await rig.browserCall('payment_methods', fields)
  expect(made).toMatchObject({ status: 200, body: { object: 'payment_method', customer: null } })
  const refusal = { status: 401, body: { error: { code: 'secret_key_required' } } }
  const reads = ['payment_methods/pm_x', 'payment_intents', 'charges', 'disputes', 'balance_transactions']
  for (const path of reads) expect(await rig.browserCall(path)).toMatchObject(refusal)
  const writes =
    'setup_intents payment_intents setup_intents/seti_x/cancel payment_intents/pi_x/cancel customers/cus_x refunds payment_methods/pm_x/attach payment_methods/pm_x/detach disputes/dp_x/close'
  for (const path of writes.split(' ')) expect(await rig.browserCall(path, {})).toMatchObject(refusal)
})

test('a detached card is gone, is no longer the default and cannot come back', async () => {
  const method = await attach('pm_card_visa')
  await rig.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  expect(await rig.stripe.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null })
  const after = (await rig.stripe.customers.retrieve(customer)) as Stripe.Customer
  expect(after.invoice_settings.default_payment_method).toBeNull()
  expect((await rig.stripe.customers.listPaymentMethods(customer)).data).toEqual([])
  const words = (pattern: RegExp) => ({ message: expect.stringMatching(pattern) as string })
  await expectFault(rig.stripe.paymentMethods.attach(method, { customer }), words(/may not be used/))
  await expectFault(rig.stripe.paymentMethods.detach(method), words(/not attached to a customer/))
  await expect.poll(() => typesAbout(method)).toContain('payment_method.detached')
  const detached = (await rig.recordedEvents()).findLast(({ type }) => type === 'payment_method.detached')
  expect(detached?.data).toMatchObject({ object: { id: method }, previous_attributes: { customer } })
})
