import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf, openRig, secretOf, type StripeRig } from '../testing/rig.ts'

let rig: StripeRig

beforeAll(async () => {
  rig = await openRig()
})

afterAll(() => rig.close())

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
  expect(now.status).toBe('active')
  expect((now.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('4242')
  const [item] = now.items.data
  expect(item!.current_period_end - item!.current_period_start).toBeGreaterThanOrEqual(28 * 86_400)
  const settled = now.latest_invoice as Stripe.Invoice
  expect(settled).toMatchObject({ status: 'paid', amount_paid: 2797, amount_remaining: 0 })
  const intent = settled.payments!.data[0]!.payment.payment_intent as Stripe.PaymentIntent
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2797 })
  expect(intent.latest_charge as Stripe.Charge).toMatchObject({ paid: true, amount: 2797 })
  const found = await rig.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent.id },
  })
  expect(found.data.map(({ invoice: id, status }) => [id, status])).toEqual([[settled.id, 'paid']])
  expect((await rig.stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)

  await expect
    .poll(() =>
      rig
        .eventsSince(before)
        .map(({ type }) => type)
        .toSorted(),
    )
    .toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
      'payment_intent.succeeded',
    ])
})

test('the end of a subscription can be set, removed and reached', async () => {
  const customer = await rig.stripe.customers.create({})
  const { id, ...created } = await rig.subscribe(customer.id)
  await rig.confirmCard(secretOf({ id, ...created }), '4242424242424242')
  const marked = await rig.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(marked.cancel_at).toBe(marked.items.data[0]!.current_period_end)
  const resumed = await rig.stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at: null, cancel_at_period_end: false, status: 'active' })
  expect((await rig.stripe.subscriptions.cancel(id)).status).toBe('canceled')
  expect((await rig.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  expect((await rig.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
})

test('an unpaid subscription that is canceled can no longer be paid', async () => {
  const customer = await rig.stripe.customers.create({})
  const open = await rig.subscribe(customer.id)
  expect((await rig.stripe.subscriptions.cancel(open.id)).status).toBe('incomplete_expired')
  const invoice = await rig.stripe.invoices.retrieve((open.latest_invoice as Stripe.Invoice).id)
  expect(invoice.status).toBe('void')
  const late = await rig.confirmCard(secretOf(open), '4242424242424242')
  expect(late.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('only our keys are accepted, and a browser needs the client secret', async () => {
  expect(await faultOf(rig.connect('sk_test_other').customers.create({}))).toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  expect(await faultOf(rig.connect('pk_test_sandbox').customers.create({}))).toMatchObject({
    code: 'secret_key_required',
  })
  const intent = await rig.newIntent()
  const other = await rig.newIntent()
  const wrong = await rig.browserCall(`payment_intents/${intent.id}?client_secret=${other.client_secret}`)
  expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
  const right = await rig.browserCall(`payment_intents/${intent.id}?client_secret=${intent.client_secret}`)
  expect(right.body.id).toBe(intent.id)
})

test('an idempotency key replays the first answer, including declines, and refuses other parameters', async () => {
  const key = { idempotencyKey: 'cus:u1' }
  const first = await rig.stripe.customers.create({ email: 'a@luna.test' }, key)
  const second = await rig.stripe.customers.create({ email: 'a@luna.test' }, key)
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  const fault = await faultOf(rig.stripe.customers.create({ email: 'b@luna.test' }, key))
  expect(fault).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)

  const charge = {
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa_chargeDeclined',
    allowed_payment_method_types: ['card' as const],
  }
  const once = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  const again = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  expect(again.payment_intent?.id).toBe(once.payment_intent?.id)
})

test('unknown, missing, removed and wrong parameters are refused as at Stripe', async () => {
  const wrong = (fields: object) =>
    faultOf(rig.stripe.paymentIntents.create(fields as Stripe.PaymentIntentCreateParams))
  expect(await wrong({ amount: 100, currency: 'usd', colour: 'red' })).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'colour',
  })
  expect(await wrong({ currency: 'usd' })).toMatchObject({ code: 'parameter_missing', param: 'amount' })
  expect(await wrong({ amount: 1.5, currency: 'usd' })).toMatchObject({ code: 'parameter_invalid_integer' })
  expect(await wrong({ amount: 100, currency: 'usd', payment_method_types: ['card'] })).toMatchObject({
    code: 'payment_method_types_no_longer_supported',
  })
  expect(await faultOf(rig.stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect(await faultOf(rig.stripe.customers.list({ expand: ['data.nothing'] }))).toMatchObject({ param: 'expand' })
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
  expect(found.data.map(({ unit_amount }) => unit_amount)).toEqual([1500])
  expect((found.data[0]!.product as Stripe.Product).name).toBe('pkg_launch')
  const twin = { product: 'prod_pkg_launch', currency: 'usd', unit_amount: 1600, lookup_key: 'pkg_launch' }
  expect(await faultOf(rig.stripe.prices.create(twin))).toMatchObject({ code: 'resource_already_exists' })
})
