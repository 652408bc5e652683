import { describe, expect, it } from 'vitest'
import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { remindOfOrders } from '#server/organizations/orders/order-reminders.flow.ts'
import { atProvider, ownWorld, payWithCard, queuedMails, type TestClient, waitForMails } from '#tests/calls.ts'
import { main, rowOf } from '../../../kit/organizations/organization-registrations.ts'
import {
  openPayment,
  organizationsOf,
  paidOrganization,
  type Registered,
  registeredOrganization,
} from '../../../kit/organizations/paid-organizations.ts'
import { eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const subjectOf = ({ organizationName }: Registered) => `Your order for ${organizationName} has not been paid yet`

/** Dates a registration this many days back. */
async function backdate({ id }: Registered, days: number): Promise<void> {
  await world.sql(
    `update business_registration set created_at = created_at - $2 * interval '1 day',
       expires_at = expires_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  )
}

async function remindersOf(order: Registered): Promise<number> {
  const mails = await queuedMails(world, order.email)
  return mails.filter(({ subject }) => subject === subjectOf(order)).length
}

describe('the view of an unpaid order (D104 [S], D105)', () => {
  it('is complete with its price for the browser that registered, never for a stranger or another registrant', async () => {
    const [order, other] = [await registeredOrganization(world), await registeredOrganization(world)]
    const contactTo = async (client: TestClient) =>
      (await client.call(organizationOrder, { params: { id: order.id } })).contact
    expect(await contactTo(order.client)).toMatchObject({
      name: 'Olive Owner',
      email: order.email,
      form: 'main',
      choice: { userCount: 5, minutePackage: 'growth' },
    })
    expect(await contactTo(world.visitor())).toBeNull()
    expect(await contactTo(other.client)).toBeNull()
  })

  it('includes what it costs, and until when it can be paid, with its status', async () => {
    const [order, other] = [await registeredOrganization(world), await registeredOrganization(world)]
    const detailsTo = async (client: TestClient) =>
      (await client.call(registrationStatus, { params: { id: order.id } })).details
    const { expires_at: expiresAt } = await rowOf(world, order.id)
    expect(await detailsTo(order.client)).toMatchObject({
      contactEmail: order.email,
      amounts: { oneTime: 1050, monthly: 369, today: 1419 },
      expiresAt: expiresAt.toISOString(),
    })
    expect(await detailsTo(world.visitor())).toBeNull()
    expect(await detailsTo(other.client)).toBeNull()
  })
})

describe('the mail about an unpaid order (D101, D102)', () => {
  it('comes after a day, once, with the link to the payment, however often and at once the upkeep runs', async () => {
    const order = await registeredOrganization(world)
    await remindOfOrders(world.services)
    expect(await remindersOf(order)).toBe(0)
    await backdate(order, 1)
    await Promise.all([remindOfOrders(world.services), remindOfOrders(world.services)])
    await remindOfOrders(world.services)
    const [mail] = await waitForMails(world, order.email, subjectOf(order))
    expect(mail?.text).toContain(`/organization-checkout?registrationId=${order.id}&amount=1419`)
    expect(await remindersOf(order)).toBe(1)
    // Its link opens the payment in every browser.
    const body = { registrationId: order.id }
    expect((await world.visitor().try(createOrganizationPayment, { body })).status).toBe(200)
  })

  it('does not come once it is paid, even unreported, nor after its 14 days', async () => {
    const paid = await paidOrganization(world)
    const untold = await registeredOrganization(world)
    const secret = await openPayment(untold)
    await losingEvents(world, () => payWithCard(world, secret))
    const expired = await registeredOrganization(world)
    for (const order of [paid, untold]) await backdate(order, 1)
    await backdate(expired, 14)
    await remindOfOrders(world.services)
    for (const order of [paid, untold, expired]) expect(await remindersOf(order)).toBe(0)
    expect((await rowOf(world, untold.id)).status).toBe('paid')
  })

  it('is one per address, about its newest order, and none for an address that was corrected', async () => {
    const first = await registeredOrganization(world)
    const second = await registeredOrganization(world, { contactEmail: first.email })
    for (const order of [first, second]) await backdate(order, 2)
    await remindOfOrders(world.services)
    expect([await remindersOf(first), await remindersOf(second)]).toEqual([0, 1])
    const third = await registeredOrganization(world, { contactEmail: first.email })
    await backdate(third, 1)
    await remindOfOrders(world.services)
    expect(await remindersOf(third)).toBe(0)

    const mistyped = await registeredOrganization(world)
    const mended = { ...main, organizationName: mistyped.organizationName, contactEmail: `right.${mistyped.email}` }
    const { id } = await mistyped.client.call(registerOrganization, { body: { ...mended, totalAmount: undefined } })
    for (const order of [mistyped, { ...mistyped, id }]) await backdate(order, 1)
    await remindOfOrders(world.services)
    expect(await remindersOf(mistyped)).toBe(0)
    expect(await remindersOf({ ...mistyped, email: mended.contactEmail })).toBe(1)
  })
})

describe('an order that its browser registers again, for example with another address (D101, D102)', () => {
  const again = (client: TestClient, { organizationName, email }: Registered) =>
    client.try(registerOrganization, {
      body: { ...main, organizationName, contactEmail: `right.${email}`, totalAmount: undefined },
    })
  const ordersOf = ({ organizationName }: Registered) =>
    world.sql<{ id: string; status: string }>(
      'select id, status from business_registration where lower(organization_name) = lower($1) order by created_at',
      [organizationName],
    )

  it('replaces the unpaid one, which can no longer be paid', async () => {
    const first = await registeredOrganization(world)
    const secret = await openPayment(first)
    const { stripe_invoice_id: invoice } = await rowOf(world, first.id)
    const upper = { ...first, organizationName: first.organizationName.toUpperCase() }
    const { status, body } = await again(first.client, upper)
    expect(status).toBe(201)
    expect(await ordersOf(first)).toEqual([
      { id: first.id, status: 'expired' },
      { id: body.id, status: 'awaiting_payment' },
    ])
    expect(await atProvider(world, `invoices/${String(invoice)}`)).toMatchObject({ status: 'void' })

    await payWithCard(world, secret)
    await eventsWorkedOff(world)
    const reopened = await first.client.try(createOrganizationPayment, { body: { registrationId: first.id } })
    expect([reopened.status, reopened.body.code]).toEqual([410, 'registration_expired'])
    expect(await organizationsOf(world, first)).toEqual([])
    await payWithCard(world, await openPayment({ ...upper, id: body.id }))
    await eventsWorkedOff(world)
    expect(await organizationsOf(world, upper)).toHaveLength(1)
    expect(await rowOf(world, body.id)).toMatchObject({ status: 'paid', contact_email: `right.${first.email}` })
  })

  it('leaves only the newest to pay, even when payments of the former are opened at the same moment', async () => {
    const first = await registeredOrganization(world)
    const opening = () => first.client.try(createOrganizationPayment, { body: { registrationId: first.id } })
    const [{ body }] = await Promise.all([again(first.client, first), opening(), opening(), opening()])
    const { status, stripe_customer_id: customer } = await rowOf(world, first.id)
    expect([status, (await rowOf(world, body.id)).status]).toEqual(['expired', 'awaiting_payment'])
    const path = `subscriptions?customer=${String(customer)}&status=incomplete`
    expect(customer === null ? [] : (await atProvider<{ data: unknown[] }>(world, path)).data).toEqual([])
  })

  it('is refused once the first one is paid, even unreported, and stores nothing', async () => {
    const first = await registeredOrganization(world)
    const secret = await openPayment(first)
    await losingEvents(world, () => payWithCard(world, secret))
    const { status, body } = await again(first.client, first)
    expect([status, body.code]).toEqual([409, 'already_paid'])
    expect(await ordersOf(first)).toEqual([{ id: first.id, status: 'paid' }])
    expect(await organizationsOf(world, first)).toHaveLength(1)
  })

  it('affects no order of another browser, and none for another organization', async () => {
    const [first, other] = [await registeredOrganization(world), await registeredOrganization(world)]
    expect((await again(world.visitor(), first)).status).toBe(201)
    expect((await again(other.client, first)).status).toBe(201)
    for (const { id } of [first, other]) expect((await rowOf(world, id)).status).toBe('awaiting_payment')
  })
})
