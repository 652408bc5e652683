import fs from 'node:fs'
import path from 'node:path'
import Stripe from 'stripe'
import { inject } from 'vitest'
import { startStandins } from '@luna/control/start.ts'
import { isSent } from '@luna/fake-stripe/webhooks/webhook-endpoints.ts'
import { readStripeSetup } from '#server/config.ts'
import { handledEvents } from '#server/billing/bookings/payment-events.flow.ts'
import { createPayments } from '#server/billing/stripe/stripe.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import { setUpStripe } from '#server/stripe-setup.ts'
import { afterAll, expect, it } from '#tests/calls.ts'

/** Sets up an account at Stripe: the stand-in, through the official SDK. */

const site = 'https://luna.example.com'
const hook = `${site}/api/webhooks/stripe`
const directory = fs.mkdtempSync(path.join(inject('runDirectory'), 'setup-'))
const standins = await startStandins({ directory, appUrl: 'http://127.0.0.1:9' })
afterAll(() => standins.close())
const { hostname: host, port } = new URL(standins.url)
const secretKey = 'sk_test_sandbox'
const address = { host, port: Number(port) }
const payments = createPayments({ mode: 'stripe', secretKey, publishableKey: '', webhookSecrets: [], address })
const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })

const holdings = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data,
  prices: (await stripe.prices.list({ limit: 100 })).data,
  endpoints: (await stripe.webhookEndpoints.list({ limit: 100 })).data,
})

const priceOf = async (lookupKey: string) =>
  (await stripe.prices.list({ lookup_keys: [lookupKey], active: true })).data[0]

it('the setup creates products, prices and the webhook endpoint once', async () => {
  const lines = await setUpStripe(payments, site)
  expect(lines).toContain('price access_monthly: created (Platform access, $2.97 a month)')
  expect(lines).toContain('price package_ascend: created (Ascend: 600 minutes, $95.00)')
  expect(lines.filter((line) => /^STRIPE_WEBHOOK_SECRET=whsec_\w+$/.test(line))).toHaveLength(1)
  const { products, prices, endpoints } = await holdings()
  const keys = priceDefinitions().map(({ lookupKey }) => `luna_${lookupKey}`)
  expect(products.map(({ id }) => id).toSorted()).toEqual(keys.toSorted())
  const listed = prices.map(({ lookup_key: key, unit_amount: cents, type }) => `${key} ${cents} ${type}`)
  const defined = priceDefinitions().map(
    ({ lookupKey, amountCents, monthly }) => `${lookupKey} ${amountCents} ${monthly ? 'recurring' : 'one_time'}`,
  )
  expect(listed.toSorted()).toEqual(defined.toSorted())
  expect(endpoints).toMatchObject([{ url: hook, api_version: Stripe.API_VERSION, status: 'enabled' }])
  expect(endpoints[0]?.enabled_events.toSorted()).toEqual(handledEvents.toSorted())
  // The stand-in would send each of them.
  expect(handledEvents.filter((type) => !isSent(type))).toEqual([])
  // Run again, it changes nothing and prints no secret.
  const before = await holdings()
  const again = await setUpStripe(payments, site)
  expect(again).toHaveLength(priceDefinitions().length + 1)
  for (const line of again) expect(line).toMatch(/: unchanged \(/)
  expect(await holdings()).toEqual(before)
})

it('the setup replaces a changed price and moves its lookup key, there and back', async () => {
  const [access] = priceDefinitions()
  if (!access) throw new Error('No price')
  const first = await priceOf('access_monthly')
  expect(await payments.ensurePrice({ ...access, amountCents: 397 })).toBe('changed')
  const second = await priceOf('access_monthly')
  expect([second?.unit_amount, second?.recurring?.interval, second?.product]).toEqual([397, 'month', first?.product])
  expect(await stripe.prices.retrieve(first?.id ?? '')).toMatchObject({ unit_amount: 297, lookup_key: null })
  for (const price of [access, { ...access, amountCents: 397 }, access])
    expect(await payments.ensurePrice(price)).toBe('changed')
  expect((await priceOf('access_monthly'))?.unit_amount).toBe(297)
  expect((await holdings()).products).toHaveLength(priceDefinitions().length)
})

it('the setup restores a price that was switched off, and the name of a product', async () => {
  const launch = await priceOf('package_launch')
  await stripe.prices.update(launch?.id ?? '', { active: false })
  await stripe.products.update('luna_package_uplift', { name: 'Old name' })
  const lines = await setUpStripe(payments, site)
  expect(lines.filter((line) => line.includes(': changed'))).toHaveLength(2)
  expect((await priceOf('package_launch'))?.unit_amount).toBe(1500)
  expect((await stripe.products.retrieve('luna_package_uplift')).name).toBe('Uplift: 120 minutes')
})

it('the setup repairs its endpoint and no other one', async () => {
  const [endpoint] = (await holdings()).endpoints
  const other = await stripe.webhookEndpoints.create({ url: `${site}/elsewhere`, enabled_events: ['*'] })
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'], disabled: true })
  expect((await setUpStripe(payments, site)).at(-1)).toMatch(/^webhook .*: changed/)
  const repaired = { status: 'enabled', enabled_events: handledEvents }
  expect(await stripe.webhookEndpoints.retrieve(endpoint?.id ?? '')).toMatchObject(repaired)
  const outdated = await stripe.webhookEndpoints.create({ url: hook, enabled_events: handledEvents })
  expect((await setUpStripe(payments, site)).at(-1)).toMatch(/^webhook .*: changed/)
  expect((await stripe.webhookEndpoints.retrieve(outdated.id)).status).toBe('disabled')
  expect(await stripe.webhookEndpoints.retrieve(other.id)).toMatchObject({ status: 'enabled', enabled_events: ['*'] })
  expect((await setUpStripe(payments, site)).at(-1)).toMatch(/: unchanged/)
})

it('the setup requires a key and an https address, and lists what is missing', () => {
  expect(() => readStripeSetup({})).toThrow(/STRIPE_SECRET_KEY: missing[^]*PUBLIC_URL: missing/)
  const STRIPE_SECRET_KEY = 'sk_test_x'
  expect(() => readStripeSetup({ STRIPE_SECRET_KEY, PUBLIC_URL: 'http://luna.example.com' })).toThrow(/https only/)
  const setup = { secretKey: STRIPE_SECRET_KEY, publicUrl: site }
  expect(readStripeSetup({ STRIPE_SECRET_KEY, PUBLIC_URL: `${site}/` })).toEqual(setup)
})
