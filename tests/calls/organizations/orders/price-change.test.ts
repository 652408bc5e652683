import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import { atProvider, closeUnbroken, describe, expect, it, openWorld, ownWorld } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import { type Registered, registeredOrganization } from '../../../kit/organizations/paid-organizations.ts'
import { sellByAnotherList } from '../../../kit/billing/price-lists.ts'

const world = await ownWorld()

const open = ({ client, id }: Registered, more: object = {}) =>
  client.try(createOrganizationPayment, { body: { registrationId: id, ...more } })

const agreed = { oneTime: 1050, monthly: 369, today: 1419 }

describe('a price that changes between registration and payment (D29 [S], D102)', () => {
  it('is not charged to people who ordered before, however many requests come at the same time (D181)', async () => {
    const order = await registeredOrganization(world)
    await sellByAnotherList(world)
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(order)))
    for (const { status, body } of replies) expect([status, body.amounts]).toEqual([200, agreed])
    expect(new Set(replies.map(({ body }) => body.clientSecret)).size).toBe(1)
    const row = await rowOf(world, order.id)
    const invoice = await atProvider(world, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice).toMatchObject({ status: 'open', amount_due: 141_900 })
  })

  it('is refused with the agreed figures when a page shows it', async () => {
    const order = await registeredOrganization(world)
    await sellByAnotherList(world)
    const told = await open(order, { oneTimeAmount: 1575.06, monthlyAmount: 553.71 })
    expect([told.status, told.body]).toMatchObject([409, { code: 'price_changed', ...agreed }])
    expect(await rowOf(world, order.id)).toMatchObject({ payment_amount_cents: 105_000, monthly_total_cents: 36_900 })
  })

  it('at the provider alone changes nothing: the agreed price is charged (D181)', async () => {
    const odd = await openWorld()
    await odd.services.payments.ensurePrices(
      priceDefinitions().map((price) => ({ ...price, amountCents: price.amountCents + 100 })),
    )
    const order = await registeredOrganization(odd)
    const { status, body } = await open(order)
    expect([status, body.amounts]).toEqual([200, agreed])
    const row = await rowOf(odd, order.id)
    const invoice = await atProvider(odd, `invoices/${String(row.stripe_invoice_id)}`)
    expect(invoice).toMatchObject({ status: 'open', amount_due: 141_900 })
    await closeUnbroken(odd)
  })
})
