import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStandins, type Standins } from '#standins/start.ts'

type Delivery = { body: string; signature: string }

const directory = mkdtempSync(join(tmpdir(), 'luna-standins-'))
const deliveries: Delivery[] = []
let refuseNext = 0
let receiver: Server
let appUrl: string
let standins: Standins
let stripe: Stripe

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isRefused = refuseNext > 0
      refuseNext -= isRefused ? 1 : 0
      const signature = String(request.headers['stripe-signature'])
      if (!isRefused) deliveries.push({ body: Buffer.concat(chunks).toString(), signature })
      response.writeHead(isRefused || request.url !== '/api/webhooks/stripe' ? 503 : 200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  appUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await start()
})

afterAll(async () => {
  await standins.close()
  receiver.close()
  rmSync(directory, { recursive: true })
})

async function start(): Promise<void> {
  standins = await startStandins({ directory, appUrl })
  stripe = connect('sk_test_sandbox')
}

function connect(key: string): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port: standins.port, protocol: 'http', maxNetworkRetries: 0 })
}

/** A call as the sandbox script makes it in a browser. */
async function browserCall(
  path: string,
  fields?: Record<string, string>,
): Promise<{ status: number; body: Stripe.PaymentIntent & { error?: Stripe.StripeRawError } }> {
  const answer = await fetch(`${standins.url}/stripe/v1/${path}`, {
    method: fields === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: fields === undefined ? null : new URLSearchParams(fields),
  })
  return { status: answer.status, body: (await answer.json()) as Stripe.PaymentIntent }
}

function confirmCard(clientSecret: string, number: string) {
  return browserCall(`payment_intents/${idOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  })
}

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}

async function control(patch: object): Promise<Response> {
  return fetch(`${standins.url}/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
}

function eventsSince(start: number): Stripe.Event[] {
  return deliveries.slice(start).map(({ body }) => JSON.parse(body) as Stripe.Event)
}

async function priceOf(lookupKey: string, amount: number, recurring?: { interval: 'month' }): Promise<string> {
  const known = await stripe.prices.list({ lookup_keys: [lookupKey] })
  if (known.data[0] !== undefined) return known.data[0].id
  const product = await stripe.products.create({ id: `prod_${lookupKey}`, name: lookupKey })
  const made = { product: product.id, currency: 'usd', unit_amount: amount, recurring, lookup_key: lookupKey }
  return (await stripe.prices.create(made)).id
}

async function subscribe(customer: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer,
    items: [{ price: await priceOf('access_monthly', 297, { interval: 'month' }) }],
    add_invoice_items: [{ price: await priceOf('pkg_uplift', 2500) }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    billing_mode: { type: 'flexible' },
    metadata: { userId: 'u1', kind: 'combined' },
    expand: ['latest_invoice.confirmation_secret'],
  })
}

function secretOf(subscription: Stripe.Subscription): string {
  return (subscription.latest_invoice as Stripe.Invoice).confirmation_secret!.client_secret
}

async function newIntent(customer?: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    customer,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    setup_future_usage: customer === undefined ? undefined : 'off_session',
    metadata: { tier: 'uplift' },
  })
}

async function faultOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Stripe.errors.StripeError)
  return outcome as InstanceType<typeof Stripe.errors.StripeError>
}

describe('combined purchase', () => {
  test('one confirmation pays package and first month and activates the subscription', async () => {
    const before = deliveries.length
    const customer = await stripe.customers.create({ email: 'ana@luna.test', metadata: { userId: 'u1' } })
    const subscription = await subscribe(customer.id)
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(subscription.status).toBe('incomplete')
    expect(invoice).toMatchObject({ amount_due: 2797, status: 'open', billing_reason: 'subscription_create' })
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([297, 2500])
    expect(invoice.parent?.subscription_details?.metadata).toEqual({ userId: 'u1', kind: 'combined' })
    for (const gone of ['payment_intent', 'subscription', 'charge', 'paid', 'tax'])
      expect(invoice).not.toHaveProperty(gone)
    expect(subscription).not.toHaveProperty('current_period_end')

    const paid = await confirmCard(secretOf(subscription), '4242 4242 4242 4242')
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 2797 } })
    expect(paid.body).not.toHaveProperty('customer')

    const now = await stripe.subscriptions.retrieve(subscription.id, {
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
    const found = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } })
    expect(found.data.map(({ invoice: id, status }) => [id, status])).toEqual([[settled.id, 'paid']])
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)

    await expect
      .poll(() =>
        eventsSince(before)
          .map(({ type }) => type)
          .toSorted(),
      )
      .toEqual([
        'charge.succeeded',
        'customer.subscription.created',
        'customer.subscription.updated',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'payment_intent.created',
        'payment_intent.succeeded',
        'payment_method.attached',
      ])
  })

  test('the end can be marked, unmarked and made', async () => {
    const customer = await stripe.customers.create({})
    const { id, ...created } = await subscribe(customer.id)
    await confirmCard(secretOf({ id, ...created }), '4242424242424242')
    const marked = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(marked.cancel_at).toBe(marked.items.data[0]!.current_period_end)
    const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(resumed).toMatchObject({ cancel_at: null, cancel_at_period_end: false, status: 'active' })
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled')
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
  })

  test('an unpaid one that is cancelled can no longer be paid', async () => {
    const customer = await stripe.customers.create({})
    const open = await subscribe(customer.id)
    expect((await stripe.subscriptions.cancel(open.id)).status).toBe('incomplete_expired')
    const invoice = await stripe.invoices.retrieve((open.latest_invoice as Stripe.Invoice).id)
    expect(invoice.status).toBe('void')
    const late = await confirmCard(secretOf(open), '4242424242424242')
    expect(late.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })
})

describe('cards', () => {
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
    const intent = await newIntent()
    const { body, status } = await confirmCard(intent.client_secret!, number)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      payment_intent: { id: intent.id },
    })
    expect(body.error!.message).toMatch(message)
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0, last_payment_error: { code } })
    expect((after.latest_charge as Stripe.Charge).status).toBe('failed')
  })

  test('a declined card throws the SDK card error, and the invoice stays open', async () => {
    const before = deliveries.length
    const open = await subscribe((await stripe.customers.create({})).id)
    const id = idOf(secretOf(open))
    const fault = await faultOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }))
    expect(fault).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(fault).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: { id },
    })
    expect(fault.requestId).toMatch(/^req_/)
    expect((await stripe.subscriptions.retrieve(open.id)).status).toBe('incomplete')
    await expect.poll(() => eventsSince(before).map(({ type }) => type)).toContain('invoice.payment_failed')
    expect((await confirmCard(secretOf(open), '4242424242424242')).body.status).toBe('succeeded')
  })

  test.each([
    ['4000002500003155', 'succeeded', undefined],
    ['4000002760003184', 'succeeded', undefined],
    ['4000008260003178', 'requires_payment_method', 'insufficient_funds'],
    ['4000008400001629', 'requires_payment_method', 'generic_decline'],
  ] as const)('%s asks for approval and then is %s', async (number, status, declineCode) => {
    const intent = await newIntent((await stripe.customers.create({})).id)
    const asked = await confirmCard(intent.client_secret!, number)
    expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const path = `payment_intents/${intent.id}/sandbox_challenge`
    const ended = await browserCall(path, { client_secret: intent.client_secret!, approved: 'true' })
    expect(ended.body.status).toBe(status)
    expect(ended.body.last_payment_error?.decline_code).toBe(declineCode)
  })

  test('a rejected approval takes no money', async () => {
    const intent = await newIntent()
    await confirmCard(intent.client_secret!, '4000002760003184')
    const path = `payment_intents/${intent.id}/sandbox_challenge`
    await browserCall(path, { client_secret: intent.client_secret!, approved: 'false' })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  test('off session, a card that wants approval is declined', async () => {
    const fault = await faultOf(
      stripe.paymentIntents.create({
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
    const { body, status } = await confirmCard((await newIntent()).client_secret!, number)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
    expect(body.error!.decline_code).toBe(declineCode)
  })
})

describe('the protocol', () => {
  test('keys: only ours, and a browser needs the client secret', async () => {
    expect(await faultOf(connect('sk_test_other').customers.create({}))).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
    expect(await faultOf(connect('pk_test_sandbox').customers.create({}))).toMatchObject({
      code: 'secret_key_required',
    })
    const intent = await newIntent()
    const other = await newIntent()
    const wrong = await browserCall(`payment_intents/${intent.id}?client_secret=${other.client_secret}`)
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
    const right = await browserCall(`payment_intents/${intent.id}?client_secret=${intent.client_secret}`)
    expect(right.body.id).toBe(intent.id)
  })

  test('an idempotency key replays the first answer, declined ones too, and refuses other parameters', async () => {
    const key = { idempotencyKey: 'cus:u1' }
    const first = await stripe.customers.create({ email: 'a@luna.test' }, key)
    const second = await stripe.customers.create({ email: 'a@luna.test' }, key)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    const fault = await faultOf(stripe.customers.create({ email: 'b@luna.test' }, key))
    expect(fault).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)

    const charge = { amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_visa_chargeDeclined' }
    const once = await faultOf(stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
    const again = await faultOf(stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
    expect(again.payment_intent?.id).toBe(once.payment_intent?.id)
  })

  test('unknown, missing, removed and wrong parameters are refused as Stripe refuses them', async () => {
    const wrong = (fields: object) => faultOf(stripe.paymentIntents.create(fields as Stripe.PaymentIntentCreateParams))
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
    expect(await faultOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await faultOf(stripe.customers.list({ expand: ['data.nothing'] }))).toMatchObject({ param: 'expand' })
  })

  test('lists go through pages and ranges', async () => {
    const { id: customer } = await stripe.customers.create({})
    const made = []
    for (let count = 0; count < 5; count += 1) made.unshift((await newIntent(customer)).id)
    const first = await stripe.paymentIntents.list({ customer, limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] })
    const all = []
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 2 })) all.push(intent.id)
    expect(all).toEqual(made)
    const future = Math.floor(Date.now() / 1000) + 3600
    expect((await stripe.paymentIntents.list({ customer, created: { gte: future } })).data).toEqual([])
  })

  test('a lookup key names one price', async () => {
    await priceOf('pkg_launch', 1500)
    const found = await stripe.prices.list({ lookup_keys: ['pkg_launch'], expand: ['data.product'] })
    expect(found.data.map(({ unit_amount }) => unit_amount)).toEqual([1500])
    expect((found.data[0]!.product as Stripe.Product).name).toBe('pkg_launch')
    const twin = { product: 'prod_pkg_launch', currency: 'usd', unit_amount: 1600, lookup_key: 'pkg_launch' }
    expect(await faultOf(stripe.prices.create(twin))).toMatchObject({ code: 'resource_already_exists' })
  })
})

describe('webhooks', () => {
  test('are signed over their bytes; a forged one is rejected', async () => {
    const before = deliveries.length
    const intent = await newIntent()
    await expect.poll(() => deliveries.length).toBeGreaterThan(before)
    const { body, signature } = deliveries[before]!
    const event = stripe.webhooks.constructEvent(body, signature, standins.stripeWebhookSecret)
    expect(event).toMatchObject({
      type: 'payment_intent.created',
      api_version: '2026-10-28.endive',
      data: { object: { id: intent.id } },
    })
    const forged = body.replace('"amount": 2500', '"amount": 9500')
    expect(forged).not.toBe(body)
    expect(() => stripe.webhooks.constructEvent(forged, signature, standins.stripeWebhookSecret)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    expect((await stripe.events.retrieve(event.id)).type).toBe(event.type)
  })

  test('are sent again until the server takes them', async () => {
    const before = deliveries.length
    refuseNext = 1
    const intent = await newIntent()
    await expect.poll(() => eventsSince(before).length, { timeout: 4_000 }).toBe(1)
    expect((eventsSince(before)[0]!.data.object as Stripe.PaymentIntent).id).toBe(intent.id)
  })

  test('can be dropped, doubled and reversed', async () => {
    await control({ webhooks: 'drop' })
    await newIntent()
    await control({ webhooks: 'duplicate' })
    const before = deliveries.length
    const doubled = await newIntent()
    await expect.poll(() => eventsSince(before).length).toBe(2)
    const ids = eventsSince(before).map(({ data, id }) => [id, (data.object as Stripe.PaymentIntent).id])
    expect(ids[0]).toEqual(ids[1])
    expect(ids[0]![1]).toBe(doubled.id)

    await control({ webhooks: 'reorder' })
    const from = deliveries.length
    await confirmCard(doubled.client_secret!, '4242424242424242')
    await expect
      .poll(() => eventsSince(from).map(({ type }) => type))
      .toEqual(['payment_intent.succeeded', 'charge.succeeded'])
    await control({ webhooks: 'deliver' })
  })
})

describe('control and restart', () => {
  test('the next outcome is forced once', async () => {
    await control({ nextCardOutcome: 'insufficient_funds' })
    const intent = await newIntent()
    const first = await confirmCard(intent.client_secret!, '4242424242424242')
    expect(first.body.error).toMatchObject({ decline_code: 'insufficient_funds' })
    expect((await confirmCard(intent.client_secret!, '4242424242424242')).body.status).toBe('succeeded')
  })

  test('a failing service answers 500', async () => {
    await control({ apiFault: { stripe: 'error' } })
    const fault = await faultOf(stripe.customers.create({}))
    expect(fault).toBeInstanceOf(Stripe.errors.StripeAPIError)
    await control({ apiFault: { stripe: null } })
    await expect(stripe.customers.create({})).resolves.toMatchObject({ object: 'customer' })
  })

  test('wrong switches change nothing and say what is allowed', async () => {
    for (const wrong of [{ speed: 1 }, { webhooks: 'lose' }, { advance: '1 day' }, { apiFault: { stripe: 'x' } }, []]) {
      const answer = await control({
        nextCardOutcome: 'declined',
        ...(Array.isArray(wrong) ? { voiceFaults: wrong } : wrong),
      })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ allowed: { webhooks: expect.arrayContaining(['drop']) as unknown } })
    }
    const state = (await (await fetch(`${standins.url}/control.json`)).json()) as { nextCardOutcome: unknown }
    expect(state.nextCardOutcome).toBeNull()
  })

  test('objects, clock, secrets, replays and undelivered events survive a restart', async () => {
    const customer = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'cus:ana' })
    await control({ advance: 'P31D', voiceFaults: { Nova: 'busy' } })
    await control({ webhooks: 'delay' })
    const intent = await newIntent(customer.id)
    expect(intent.created - Date.now() / 1000).toBeGreaterThan(30 * 86_400)
    const secret = standins.stripeWebhookSecret
    const before = deliveries.length
    await standins.close()
    await start()
    expect(standins.stripeWebhookSecret).toBe(secret)
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ana' })
    expect((await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'cus:ana' })).id).toBe(customer.id)
    const paid = await confirmCard(intent.client_secret!, '4242424242424242')
    expect(paid.body.status).toBe('succeeded')
    const state: unknown = await (await fetch(`${standins.url}/control.json`)).json()
    expect(state).toMatchObject({
      clockOffsetMs: expect.closeTo(31 * 86_400_000, -4) as unknown,
      voiceFaults: { Nova: 'busy' },
    })
    await expect
      .poll(() => eventsSince(before).map(({ type }) => type), { timeout: 6_000 })
      .toContain('payment_intent.created')
    await control({ webhooks: 'deliver', voiceFaults: { Nova: null } })
  })
})
