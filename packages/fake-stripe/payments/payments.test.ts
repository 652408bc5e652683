import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { expectFault, faultOf, rigOfFile, secretOf } from '../testing/rig.ts'

const rig = rigOfFile()

test('one confirmation pays package and first month and activates the subscription', async () => {
  const before = rig.deliveries.length
  const customer = await rig.stripe.customers.create({ email: 'ana@luna.test', metadata: { userId: 'u1' } })
  const subscription = await rig.subscribe(customer.id)
  const invoice = subscription.latest_invoice as Stripe.Invoice
  expect(subscription.status).toBe('incomplete')
  expect(invoice).toMatchObject({ amount_due: 2797, status: 'open', billing_reason: 'subscription_create' })
  expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([297, 2500])
  expect(invoice.parent?.subscription_details?.metadata).toEqual({ userId: 'u1', kind: 'combined' })
  for (const gone of ['payment_intent', 'subscription', 'charge', 'paid', 'tax'])
    expect(invoice).not.toHaveProperty(gone)
  expect(subscription).not.toHaveProperty('current_period_end')

  const paid = await rig.confirmCard(secretOf(subscription), '4242 4242 4242 4242')
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 2797 } })
  expect(paid.body).not.toHaveProperty('customer')

  const now = await rig.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments.data.payment.payment_intent.latest_charge', 'default_payment_method'],
  })
  expect(now).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4242' } } })
  const [item] = now.items.data
  expect(item!.current_period_end - item!.current_period_start).toBeGreaterThanOrEqual(28 * 86_400)
  const settled = now.latest_invoice as Stripe.Invoice
  expect(settled).toMatchObject({ status: 'paid', amount_paid: 2797, amount_remaining: 0 })
  const intent = settled.payments!.data[0]!.payment.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({ amount_received: 2797, latest_charge: { paid: true, amount: 2797 } })
  const payment = { type: 'payment_intent' as const, payment_intent: intent.id }
  const found = await rig.stripe.invoicePayments.list({ payment })
  expect(found.data.map(({ invoice: id, status }) => [id, status])).toEqual([[settled.id, 'paid']])
  expect((await rig.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)

  const types = ['customer.subscription.created', 'customer.subscription.updated', 'invoice.paid']
  const sent = () => rig.eventsSince(before).map(({ type }) => type)
  await expect.poll(() => sent().toSorted()).toEqual([...types, 'payment_intent.succeeded'])
})

test('the end of a subscription can be set, removed and reached', async () => {
  const { id: customer } = await rig.stripe.customers.create({})
  const open = await rig.subscribe(customer)
  await rig.confirmCard(secretOf(open), '4242424242424242')
  const marked = await rig.stripe.subscriptions.update(open.id, { cancel_at_period_end: true })
  expect(marked.cancel_at).toBe(marked.items.data[0]!.current_period_end)
  const resumed = await rig.stripe.subscriptions.update(open.id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at: null, cancel_at_period_end: false, status: 'active' })
  expect((await rig.stripe.subscriptions.cancel(open.id)).status).toBe('canceled')
  expect((await rig.stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await rig.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})

test('an unpaid subscription that is canceled can no longer be paid', async () => {
  const open = await rig.subscribe((await rig.stripe.customers.create({})).id)
  expect((await rig.stripe.subscriptions.cancel(open.id)).status).toBe('incomplete_expired')
  const invoice = await rig.stripe.invoices.retrieve((open.latest_invoice as Stripe.Invoice).id)
  expect(invoice.status).toBe('void')
  const late = await rig.confirmCard(secretOf(open), '4242424242424242')
  expect(late.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('only our keys are accepted, and a browser needs the client secret', async () => {
  await expectFault(rig.connect('sk_test_other').customers.create({}), { statusCode: 401 })
  await expectFault(rig.connect('pk_test_sandbox').customers.create({}), { code: 'secret_key_required' })
  const [intent, other] = [await rig.newIntent(), await rig.newIntent()]
  const read = (secret: string) => rig.browserCall(`payment_intents/${intent.id}?client_secret=${secret}`)
  expect(await read(other.client_secret!)).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
  expect((await read(intent.client_secret!)).body.id).toBe(intent.id)
})

test('an idempotency key replays the first answer, including declines, and refuses other parameters', async () => {
  const create = (email: string) => rig.stripe.customers.create({ email }, { idempotencyKey: 'cus:u1' })
  const [first, second] = [await create('a@luna.test'), await create('a@luna.test')]
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await faultOf(create('b@luna.test'))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)

  const charge = {
    amount: 500,
    currency: 'usd',
    confirm: true,
    allowed_payment_method_types: ['card' as const],
    payment_method: 'pm_card_visa_chargeDeclined',
  }
  const once = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  const again = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  expect(again.payment_intent?.id).toBe(once.payment_intent!.id)
})

test('unknown, missing, removed and wrong parameters are refused as at Stripe', async () => {
  const wrong = [
    [
      { amount: 100, colour: 'red' },
      { statusCode: 400, code: 'parameter_unknown', param: 'colour' },
    ],
    [{}, { code: 'parameter_missing', param: 'amount' }],
    [{ amount: 1.5 }, { code: 'parameter_invalid_integer' }],
    [{ amount: 100, payment_method_types: ['card'] }, { code: 'payment_method_types_no_longer_supported' }],
  ] as const
  for (const [fields, fault] of wrong) {
    const params = { currency: 'usd', ...fields } as unknown as Stripe.PaymentIntentCreateParams
    await expectFault(rig.stripe.paymentIntents.create(params), fault)
  }
  await expectFault(rig.stripe.customers.retrieve('cus_none'), { statusCode: 404, code: 'resource_missing' })
  await expectFault(rig.stripe.customers.list({ expand: ['data.nothing'] }), { param: 'expand' })
})

test('lists go through pages and ranges', async () => {
  const { id: customer } = await rig.stripe.customers.create({})
  const made = []
  for (let count = 0; count < 5; count += 1) made.unshift((await rig.newIntent(customer)).id)
  const first = await rig.stripe.paymentIntents.list({ customer, limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] })
  const all = []
  for await (const intent of rig.stripe.paymentIntents.list({ customer, limit: 2 })) all.push(intent.id)
  expect(all).toEqual(made)
  const future = Math.floor(Date.now() / 1000) + 3600
  expect((await rig.stripe.paymentIntents.list({ customer, created: { gte: future } })).data).toEqual([])
})

test('a lookup key names one price', async () => {
  await rig.priceOf('pkg_launch', 1500)
  const found = await rig.stripe.prices.list({ lookup_keys: ['pkg_launch'], expand: ['data.product'] })
  expect(found.data).toMatchObject([{ unit_amount: 1500, product: { name: 'pkg_launch' } }])
  const twin = { product: 'prod_pkg_launch', currency: 'usd', unit_amount: 1600, lookup_key: 'pkg_launch' }
  await expectFault(rig.stripe.prices.create(twin), { code: 'resource_already_exists' })
})
