import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()

async function cancelNewIntent(): Promise<Stripe.PaymentIntent> {
  const { id } = await rig.newIntent()
  return rig.stripe.paymentIntents.cancel(id)
}

test('are signed over their bytes, and a forged one is rejected', async () => {
  const before = rig.deliveries.length
  const intent = await cancelNewIntent()
  await expect.poll(() => rig.deliveries.length).toBeGreaterThan(before)
  const { body, signature } = rig.deliveries[before]!
  const event = rig.stripe.webhooks.constructEvent(body, signature, rig.standins.stripeWebhookSecret)
  const data = { object: { id: intent.id } }
  expect(event).toMatchObject({ type: 'payment_intent.canceled', api_version: '2026-10-28.endive', data })
  const forged = body.replace('"amount": 2500', '"amount": 9500')
  expect(forged).not.toBe(body)
  expect(() => rig.stripe.webhooks.constructEvent(forged, signature, rig.standins.stripeWebhookSecret)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
  expect((await rig.stripe.events.retrieve(event.id)).type).toBe(event.type)
})

test('are sent again until the server accepts them', async () => {
  const before = rig.deliveries.length
  rig.refuseNext(1)
  const intent = await cancelNewIntent()
  await expect.poll(() => rig.eventsSince(before).length, { timeout: 4_000 }).toBe(1)
  expect((rig.eventsSince(before)[0]!.data.object as Stripe.PaymentIntent).id).toBe(intent.id)
})

test('are sent for the types that the server wants; the others can be listed', async () => {
  const before = rig.deliveries.length
  const { id } = await cancelNewIntent()
  await expect.poll(() => rig.eventsSince(before).map(({ type }) => type)).toEqual(['payment_intent.canceled'])
  const types = ['payment_intent.canceled', 'payment_intent.created']
  const listed = await rig.stripe.events.list({ types, limit: 2 })
  expect(listed.data).toMatchObject(types.map((type) => ({ type, data: { object: { id } } })))
  expect(listed.data[1]!.pending_webhooks).toBe(0)
})

test('objects, clock, secrets, replays and undelivered events survive a restart', async () => {
  const customer = await rig.stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'cus:ana' })
  await rig.control({ advance: 'P31D', voiceFaults: { Nova: 'busy' } })
  await rig.control({ webhooks: 'delay' })
  const intent = await rig.newIntent(customer.id)
  expect(intent.created - Date.now() / 1000).toBeGreaterThan(30 * 86_400)
  const undelivered = await cancelNewIntent()
  const secret = rig.standins.stripeWebhookSecret
  const before = rig.deliveries.length
  await rig.standins.close()
  await rig.start()
  expect(rig.standins.stripeWebhookSecret).toBe(secret)
  expect(await rig.stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ana' })
  expect((await rig.stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'cus:ana' })).id).toBe(customer.id)
  const paid = await rig.confirmCard(intent.client_secret!, '4242424242424242')
  expect(paid.body.status).toBe('succeeded')
  const state: unknown = await (await fetch(`${rig.standins.url}/control.json`)).json()
  const clockOffsetMs = expect.closeTo(31 * 86_400_000, -4) as unknown
  expect(state).toMatchObject({ clockOffsetMs, voiceFaults: { Nova: 'busy' } })
  await expect
    .poll(() => rig.eventsSince(before).map(({ data }) => (data.object as Stripe.PaymentIntent).id), { timeout: 6_000 })
    .toContain(undelivered.id)
  await rig.control({ webhooks: 'deliver', voiceFaults: { Nova: null } })
})
