import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import * as kit from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'

const { atProvider, describe, expect, expectRefused, it, openPayment, registeredOrganization, tags } = kit

const world = await kit.ownWorld()

const open = ({ client, id }: kit.Registered, more: object = {}) =>
  client.try(createOrganizationPayment, { body: { registrationId: id, ...more } })

const statusOf = async ({ client, id }: kit.Registered) =>
  (await client.call(registrationStatus, { params: { id } })).status

const figures = { oneTimeAmount: 1050, monthlyAmount: 369 }

/** Returns how many subscriptions the provider has for an order. */
async function subscriptionsOf({ id }: kit.Registered): Promise<number> {
  const { stripe_customer_id: customer } = await rowOf(world, id)
  const path = `subscriptions?customer=${String(customer)}&status=all`
  return (await atProvider<{ data: unknown[] }>(world, path)).data.length
}

async function expired(): Promise<kit.Registered> {
  const order = await registeredOrganization(world)
  await openPayment(order)
  const now = world.services.clock.now()
  await world.sql('update business_registration set expires_at = $2 where id = $1', [order.id, now])
  return order
}

describe('GET /api/organizations/registrations/:id/order', () => {
  it('names the order line by line, and opens nothing (S362, D181)', async () => {
    const order = await registeredOrganization(world)
    const shown = await world.visitor().call(organizationOrder, { params: { id: order.id } })
    expect(shown.order.organizationName).toBe(order.organizationName)
    expect(shown.amounts).toEqual({ oneTime: 1050, monthly: 369, today: 1419 })
    const sum = (isMonthly: boolean) =>
      shown.order.lines.filter((line) => line.isMonthly === isMonthly).reduce((total, { amount }) => total + amount, 0)
    expect([shown.order.lines.length, sum(false), sum(true)]).toEqual([6, 1050, 369])
    expect(await rowOf(world, order.id)).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null })
  })
})

it('an order that is paid, expired or unknown is not named, and not opened (D101, D102)', async () => {
  const [paid, late] = [await kit.paidOrganization(world), await expired()]
  for (const [{ client, id }, status, code] of [
    [paid, 409, 'already_paid'],
    [late, 410, 'registration_expired'],
    [{ ...late, id: '42' }, 404, 'registration_not_found'],
    [{ ...late, id: '00000000-0000-4000-8000-000000000000' }, 404, 'registration_not_found'],
  ] as const) {
    await expectRefused(organizationOrder, [client, { params: { id } }, status, { code }])
    await expectRefused(createOrganizationPayment, [client, { body: { registrationId: id } }, status, code])
  }
  await expectRefused(createOrganizationPayment, [
    late,
    { body: { registrationId: '' } },
    404,
    'registration_not_found',
  ])
  await kit.eventsWorkedOff(world)
  expect([await statusOf(late), await kit.organizationsOf(world, late)]).toEqual(['expired', []])
})

describe('POST /api/create-organization-payment-intent', tags('D102'), () => {
  it('opens one subscription with the one-time parts on its first invoice (S552, D93)', async () => {
    const order = await registeredOrganization(world)
    // However many requests come at once, one payment is opened (D102).
    const replies = await Promise.all(Array.from({ length: 12 }, () => open(order)))
    const { body } = await open(order)
    expect(body).toMatchObject({
      amounts: { oneTime: 1050, monthly: 369, today: 1419 },
      autoPurchase: { enabled: true, minutes: 1000, price: 135, monthlyCap: 270 },
    })
    for (const reply of replies) if (reply.status !== 503) expect([reply.status, reply.body]).toEqual([200, body])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(await subscriptionsOf(order)).toBe(1)
    const row = await rowOf(world, order.id)
    const path = `subscriptions/${String(row.stripe_subscription_id)}`
    const { status, items } = await atProvider<{ status: string; items: { data: unknown[] } }>(world, path)
    expect([status, items.data.length]).toEqual(['incomplete', 4])
    const invoice = await atProvider<{ amount_due: number }>(world, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice.amount_due).toBe(141_900)
  })

  it('replaces a payment that can no longer be made, and credits an unreported one', async () => {
    const order = await registeredOrganization(world)
    const first = await openPayment(order)
    const { stripe_invoice_id: invoice } = await rowOf(world, order.id)
    await kit.changeAtProvider(world, `invoices/${String(invoice)}/void`, {})
    const second = await openPayment(order)
    expect(second).not.toBe(first)
    await kit.losingEvents(world, () => kit.payWithCard(world, second))
    const { status, body } = await open(order)
    expect([status, body.code, await statusOf(order)]).toEqual([409, 'already_paid', 'paid'])
    expect(await kit.organizationsOf(world, order)).toHaveLength(1)
  })

  it('refuses figures other than ours before it creates anything, and names ours (S552, D29)', async () => {
    const order = await registeredOrganization(world)
    const before = await rowOf(world, order.id)
    const shown = { ...figures, description: 'Single agent, Users', customerEmail: order.email, customerName: 'Olive' }
    const message = 'The price has changed. Please check the new price and try again.'
    for (const more of [{ oneTimeAmount: 1 }, { monthlyAmount: 0.5 }, { oneTimeAmount: 1050, monthlyAmount: 370 }]) {
      const body = { registrationId: order.id, ...shown, ...more, autoPurchase: false }
      const problem = { code: 'price_changed', oneTime: 1050, monthly: 369, today: 1419, message }
      await expectRefused(createOrganizationPayment, [order.client, { body }, 409, problem])
    }
    expect(await rowOf(world, order.id)).toEqual(before)
    expect(before).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null, auto_purchase: true })
    expect((await open(order, shown)).status).toBe(200)
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
