import { describe, expect, it } from 'vitest'
import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { atProvider, changeAtProvider, ownWorld, payWithCard, type TestClient } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import {
  openPayment,
  organizationsOf,
  paidOrganization,
  type Registered,
  registeredOrganization,
} from '../../../kit/organizations/paid-organizations.ts'
import { dayMs, eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const open = (order: Registered, more: object = {}) =>
  order.client.try(createOrganizationPayment, { body: { registrationId: order.id, ...more } })

const statusOf = async ({ client, id }: Registered) =>
  (await client.call(registrationStatus, { params: { id } })).status

/** Returns what the checkout sends of it (S552). */
const shown = ({ email }: Registered) => ({
  oneTimeAmount: 1050,
  monthlyAmount: 369,
  description: 'Single agent, Branded app setup, Users, Growth minutes, Ongoing optimization, Branded app maintenance',
  customerEmail: email,
  customerName: 'Olive Owner',
})

describe('GET /api/organizations/registrations/:id/order', () => {
  const read = (client: TestClient, id: string) => client.try(organizationOrder, { params: { id } })

  it('names the order line by line, and opens nothing (S362, D181)', async () => {
    const order = await registeredOrganization(world)
    const { body } = await read(world.visitor(), order.id)
    expect(body.order.organizationName).toBe(order.organizationName)
    expect(body.amounts).toEqual({ oneTime: 1050, monthly: 369, today: 1419 })
    const sum = (isMonthly: boolean) =>
      body.order.lines.filter((line) => line.isMonthly === isMonthly).reduce((total, { amount }) => total + amount, 0)
    expect([body.order.lines.length, sum(false), sum(true)]).toEqual([6, 1050, 369])
    expect(await rowOf(world, order.id)).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null })
  })

  it('names nothing that cannot be paid (D101, D102)', async () => {
    const [paid, expired] = [await paidOrganization(world), await registeredOrganization(world)]
    await world.sql('update business_registration set expires_at = $2 where id = $1', [
      expired.id,
      world.services.clock.now(),
    ])
    for (const [{ client, id }, status, code] of [
      [paid, 409, 'already_paid'],
      [expired, 410, 'registration_expired'],
      [{ ...expired, id: '42' }, 404, 'registration_not_found'],
      [{ ...expired, id: '00000000-0000-4000-8000-000000000000' }, 404, 'registration_not_found'],
    ] as const) {
      const reply = await read(client, id)
      expect([reply.status, reply.body.code, reply.body.order]).toEqual([status, code, undefined])
    }
  })
})

describe('POST /api/create-organization-payment-intent', () => {
  it('opens one subscription with the one-time parts on its first invoice, for our own figures (S552, D102, D93)', async () => {
    const order = await registeredOrganization(world)
    const { status, body } = await open(order)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      amounts: { oneTime: 1050, monthly: 369, today: 1419 },
      autoPurchase: { enabled: true, minutes: 1000, price: 135, monthlyCap: 270 },
    })
    const row = await rowOf(world, order.id)
    const subscription = await atProvider<{ status: string; items: { data: unknown[] } }>(
      world,
      `subscriptions/${String(row.stripe_subscription_id)}`,
    )
    expect([subscription.status, subscription.items.data.length]).toEqual(['incomplete', 4])
    const invoice = await atProvider<{ amount_due: number }>(world, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice.amount_due).toBe(141_900)
  })

  it('returns the open one again (D102)', async () => {
    const order = await registeredOrganization(world)
    const first = await openPayment(order)
    expect(await openPayment(order)).toBe(first)
    const { stripe_customer_id: customer } = await rowOf(world, order.id)
    const { data } = await atProvider<{ data: unknown[] }>(
      world,
      `subscriptions?customer=${String(customer)}&status=all`,
    )
    expect(data).toHaveLength(1)
  })

  it('opens one payment, however many requests come at once (D102)', async () => {
    const order = await registeredOrganization(world)
    const replies = await Promise.all(Array.from({ length: 12 }, () => open(order)))
    const secrets = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret))
    expect(secrets.size).toBe(1)
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true)
    const { stripe_customer_id: customer } = await rowOf(world, order.id)
    const { data } = await atProvider<{ data: unknown[] }>(
      world,
      `subscriptions?customer=${String(customer)}&status=all`,
    )
    expect(data).toHaveLength(1)
  })

  it('replaces a payment that can no longer be made', async () => {
    const order = await registeredOrganization(world)
    const first = await openPayment(order)
    const { stripe_invoice_id: invoice } = await rowOf(world, order.id)
    await changeAtProvider(world, `invoices/${String(invoice)}/void`, {})
    const second = await openPayment(order)
    expect(second).not.toBe(first)
    await payWithCard(world, second)
    expect(await statusOf(order)).toBe('paid')
  })

  it('refuses figures other than ours before it creates anything, and names ours (S552, D29, D102)', async () => {
    const order = await registeredOrganization(world)
    const before = await rowOf(world, order.id)
    for (const more of [{ oneTimeAmount: 1 }, { monthlyAmount: 0.5 }, { oneTimeAmount: 1050, monthlyAmount: 370 }]) {
      const { status, body } = await open(order, { ...shown(order), ...more, autoPurchase: false })
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'price_changed', oneTime: 1050, monthly: 369, today: 1419 })
      expect(body.message).toBe('The price has changed. Please check the new price and try again.')
    }
    expect(await rowOf(world, order.id)).toEqual(before)
    expect(before).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null, auto_purchase: true })
    expect((await open(order, shown(order))).status).toBe(200)
  })

  it.each(['42', '', '00000000-0000-4000-8000-000000000000'])(
    'answers 404 to registration %j',
    async (registrationId) => {
      const reply = await world.visitor().try(createOrganizationPayment, { body: { registrationId } })
      expect([reply.status, reply.body.code]).toEqual([404, 'registration_not_found'])
    },
  )

  it('answers 409 already_paid after the payment (D102)', async () => {
    const { status, body } = await open(await paidOrganization(world))
    expect([status, body.code]).toEqual([409, 'already_paid'])
  })

  it('credits an unreported payment instead of opening another one', async () => {
    const order = await registeredOrganization(world)
    const secret = await openPayment(order)
    await losingEvents(world, () => payWithCard(world, secret))
    const { status, body } = await open(order)
    expect([status, body.code]).toEqual([409, 'already_paid'])
    expect(await organizationsOf(world, order)).toHaveLength(1)
  })

  it('prevents trying out cards: 30 openings an hour for one registration', async () => {
    const order = await registeredOrganization(world)
    await world.sql(
      `insert into rate_limit (key, window_start, hits, expires_at)
       values ($1, date_trunc('hour', now()), 100000, now() + interval '1 hour')`,
      [`payment:registration:${order.id}`],
    )
    const { status, body } = await open(order)
    expect([status, body.code]).toEqual([429, 'too_many_payments'])
  })
})

describe('unpaid registrations', () => {
  it('expire after 14 days: 410, and nothing can be opened (D101, D102)', async () => {
    const order = await registeredOrganization(world)
    await openPayment(order)
    const soon = new Date(world.services.clock.now().getTime() - dayMs)
    await world.sql('update business_registration set expires_at = $2 where id = $1', [order.id, soon])
    const { status, body } = await open(order)
    expect([status, body.code]).toEqual([410, 'registration_expired'])
    expect(await statusOf(order)).toBe('expired')
  })

  it('have no organization', async () => {
    const order = await registeredOrganization(world)
    await openPayment(order)
    await eventsWorkedOff(world)
    expect(await organizationsOf(world, order)).toEqual([])
  })
})
