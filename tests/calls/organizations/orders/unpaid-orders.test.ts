import { createOrganizationPayment, organizationOrder } from '#contract/organizations/payment.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { remindOfOrders } from '#server/organizations/orders/order-reminders.flow.ts'
import * as kit from '#tests/calls.ts'
import { main, rowOf } from '../../../kit/organizations/organization-registrations.ts'

const { describe, expect, it, openPayment, organizationsOf, registeredOrganization, tags } = kit

type Order = kit.Registered

const world = await kit.ownWorld()

const remind = () => remindOfOrders(world.services)
const subjectOf = ({ organizationName }: Order) => `Your order for ${organizationName} has not been paid yet`

/** Dates a registration this many days back. */
async function backdate({ id }: Order, days: number): Promise<void> {
  await world.sql(
    `update business_registration set created_at = created_at - $2 * interval '1 day',
       expires_at = expires_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  )
}

async function remindersOf(order: Order): Promise<number> {
  const subjects = await kit.mailedSubjects(world, order.email)
  return subjects.filter((subject) => subject === subjectOf(order)).length
}

/** Pays while no event arrives. */
async function payUnheard(order: Order): Promise<void> {
  const secret = await openPayment(order)
  await kit.losingEvents(world, () => kit.payWithCard(world, secret))
}

/** Registers the order once more with another address. */
const again = (client: kit.TestClient, { organizationName, email }: Order) =>
  client.try(registerOrganization, {
    body: { ...main, organizationName, contactEmail: `right.${email}`, totalAmount: undefined },
  })

describe('the mail about an unpaid order', tags('D101 D102'), () => {
  it('comes after a day, once, with the link to the payment, however often the upkeep runs', async () => {
    const order = await registeredOrganization(world)
    await remind()
    expect(await remindersOf(order)).toBe(0)
    await backdate(order, 1)
    await Promise.all([remind(), remind()])
    await remind()
    const [mail] = await kit.waitForMails(world, order.email, subjectOf(order))
    expect(mail?.text).toContain(`/organization-checkout?registrationId=${order.id}&amount=1419`)
    expect(await remindersOf(order)).toBe(1)
    // Its link opens the payment in every browser.
    const body = { registrationId: order.id }
    expect((await world.visitor().try(createOrganizationPayment, { body })).status).toBe(200)
  })

  it('does not come once it is paid, even unreported, nor after its 14 days', async () => {
    const [paid, untold] = [await kit.paidOrganization(world), await registeredOrganization(world)]
    const expired = await registeredOrganization(world)
    await payUnheard(untold)
    for (const order of [paid, untold]) await backdate(order, 1)
    await backdate(expired, 14)
    await remind()
    for (const order of [paid, untold, expired]) expect(await remindersOf(order)).toBe(0)
    expect((await rowOf(world, untold.id)).status).toBe('paid')
  })

  it('is one per address, about its newest order, and none for an address that was corrected', async () => {
    const first = await registeredOrganization(world)
    const second = await registeredOrganization(world, { contactEmail: first.email })
    for (const order of [first, second]) await backdate(order, 2)
    await remind()
    expect([await remindersOf(first), await remindersOf(second)]).toEqual([0, 1])
    const third = await registeredOrganization(world, { contactEmail: first.email })
    await backdate(third, 1)
    await remind()
    expect(await remindersOf(third)).toBe(0)

    const mistyped = await registeredOrganization(world)
    const right = { ...mistyped, id: (await again(mistyped.client, mistyped)).body.id }
    for (const order of [mistyped, right]) await backdate(order, 1)
    await remind()
    expect(await remindersOf(mistyped)).toBe(0)
    expect(await remindersOf({ ...right, email: `right.${right.email}` })).toBe(1)
  })
})

describe('an order that its browser registers again', tags('D101 D102'), () => {
  it('replaces the unpaid one, which can no longer be paid', async () => {
    const first = await registeredOrganization(world)
    const secret = await openPayment(first)
    const { stripe_invoice_id: invoice } = await rowOf(world, first.id)
    const upper = { ...first, organizationName: first.organizationName.toUpperCase() }
    const { status, body } = await again(first.client, upper)
    expect([status, (await rowOf(world, first.id)).status]).toEqual([201, 'expired'])
    expect(await kit.atProvider(world, `invoices/${String(invoice)}`)).toMatchObject({ status: 'void' })

    await kit.payWithCard(world, secret)
    await kit.eventsWorkedOff(world)
    const input = { body: { registrationId: first.id } }
    await kit.expectRefused(createOrganizationPayment, [first.client, input, 410, 'registration_expired'])
    expect(await organizationsOf(world, first)).toEqual([])
    await kit.payWithCard(world, await openPayment({ ...upper, id: body.id }))
    await kit.eventsWorkedOff(world)
    expect(await organizationsOf(world, upper)).toHaveLength(1)
    expect(await rowOf(world, body.id)).toMatchObject({ status: 'paid', contact_email: `right.${first.email}` })
  })

  it('leaves only the newest to pay, even when the former is opened at the same moment', async () => {
    const first = await registeredOrganization(world)
    const opening = () => first.client.try(createOrganizationPayment, { body: { registrationId: first.id } })
    const [{ body }] = await Promise.all([again(first.client, first), opening(), opening(), opening()])
    const { status, stripe_customer_id: customer } = await rowOf(world, first.id)
    expect([status, (await rowOf(world, body.id)).status]).toEqual(['expired', 'awaiting_payment'])
    const path = `subscriptions?customer=${String(customer)}&status=incomplete`
    expect(customer === null ? [] : (await kit.atProvider<{ data: unknown[] }>(world, path)).data).toEqual([])
  })

  it('is refused once the first one is paid, even unreported, and stores nothing', async () => {
    const first = await registeredOrganization(world)
    await payUnheard(first)
    const { status, body } = await again(first.client, first)
    expect([status, body.code]).toEqual([409, 'already_paid'])
    const orders = await world.sql('select id, status from business_registration where organization_name = $1', [
      first.organizationName,
    ])
    expect(orders).toEqual([{ id: first.id, status: 'paid' }])
    expect(await organizationsOf(world, first)).toHaveLength(1)
  })

  it('is seen only by its browser, and affects no order of another (D104 [S], D105)', async () => {
    const [first, other] = [await registeredOrganization(world), await registeredOrganization(world)]
    const contactTo = async (client: kit.TestClient) =>
      (await client.call(organizationOrder, { params: { id: first.id } })).contact
    const choice = { form: 'main', choice: { userCount: 5, minutePackage: 'growth' } }
    const contact = { name: 'Olive Owner', email: first.email, ...choice }
    expect(await contactTo(first.client)).toMatchObject(contact)
    for (const client of [world.visitor(), other.client]) {
      expect(await contactTo(client)).toBeNull()
      expect((await again(client, first)).status).toBe(201)
    }
    for (const { id } of [first, other]) expect((await rowOf(world, id)).status).toBe('awaiting_payment')
  })
})
