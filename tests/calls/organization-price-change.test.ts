import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrganizationPayment, registrationStatus } from '#contract/organization-payment.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import { closeUnbroken } from '../invariants.ts'
import { rowOf } from '../organization-registrations.ts'
import { openPayment, organizationsOf, type Registered, registeredOrganization } from '../paid-organizations.ts'
import { payWithCard } from '../people.ts'
import { atProvider, idOf } from '../provider.ts'
import { losingEvents } from '../subscriptions.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => closeUnbroken(world))

const open = ({ client, id }: Registered) => client.try(createOrganizationPayment, { body: { registrationId: id } })

/** The registration as it would have been stored while users cost 1.00 more. */
async function registeredDearer(order: Registered): Promise<void> {
  await world.sql(
    'update business_registration set user_access_cents = user_access_cents + 500, monthly_total_cents = monthly_total_cents + 500 where id = $1',
    [order.id],
  )
}

const now = { oneTime: 1050, monthly: 369, today: 1419 }
const before = { oneTime: 1050, monthly: 374, today: 1424 }

describe('a price that changes between registration and payment (D29 [S], D102)', () => {
  it('is told with the new figures and nothing opened; the next call opens it at those', async () => {
    const order = await registeredOrganization(world)
    await registeredDearer(order)
    const told = await open(order)
    expect([told.status, told.body]).toMatchObject([409, { code: 'price_changed', ...now, before }])
    expect(await rowOf(world, order.id)).toMatchObject({ stripe_subscription_id: null, monthly_total_cents: 36_900 })
    const { status, body } = await open(order)
    expect([status, body.amounts]).toEqual([200, now])
    await payWithCard(world, body.clientSecret)
    expect((await order.client.call(registrationStatus, { params: { id: order.id } })).status).toBe('paid')
  })

  it('is told once to many who ask at the same time, and opens one payment', async () => {
    const order = await registeredOrganization(world)
    await registeredDearer(order)
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(order)))
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    const secrets = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret))
    expect(secrets.size).toBe(1)
  })

  it('ends the payment that was open at the old price, so that nobody pays it any more', async () => {
    const order = await registeredOrganization(world)
    const old = await openPayment(order)
    const row = await rowOf(world, order.id)
    await registeredDearer(order)
    expect((await open(order)).status).toBe(409)
    const { status } = await atProvider<{ status: string }>(world, `invoices/${String(row.stripe_invoice_id)}`)
    expect(status).toBe('void')
    const next = await openPayment(order)
    expect(idOf(next)).not.toBe(idOf(old))
  })

  it('does not undo a payment that was made at the old price', async () => {
    const order = await registeredOrganization(world)
    // Made at the provider and not told yet.
    await losingEvents(world, async () => payWithCard(world, await openPayment(order)))
    // Its choice costs more by today's list than what is stored and paid.
    await world.sql('update business_registration set user_count = 6 where id = $1', [order.id])
    expect((await open(order)).body.code).toBe('already_paid')
    expect(await organizationsOf(world, order)).toHaveLength(1)
  })

  it('at the provider alone changes nothing: what was agreed is asked for (D181)', async () => {
    const odd = await openWorld()
    await odd.services.payments.ensurePrices(
      priceDefinitions().map((price) => ({ ...price, amountCents: price.amountCents + 100 })),
    )
    const order = await registeredOrganization(odd)
    const { status, body } = await open(order)
    expect([status, body.amounts]).toEqual([200, now])
    const row = await rowOf(odd, order.id)
    const invoice = await atProvider(odd, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice).toMatchObject({ status: 'open', amount_due: 141_900 })
    await closeUnbroken(odd)
  })
})
