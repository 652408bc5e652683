import { currentUser } from '#contract/identity/current-user.ts'
import { registerOrganization, registerWaitingOrganization } from '#contract/organizations/registration.ts'
import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { remindOfOrders } from '#server/organizations/orders/registration.flow.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, it, registeredOrganization, tags, unpaidOrganization } from '#tests/calls.ts'
import { main, rowOf } from '../../../kit/organizations/organization-registrations.ts'

const world = await kit.ownWorld()

const { contactName, industry, companySize, agentPurpose, plannedUsers, userCount, agentType, minutePackage } = main
const about = { contactName, industry, companySize, agentPurpose, plannedUsers }
const chosen = { ...about, userCount, agentType, numberOfAgents: 1, minutePackage } as const

const order = ({ client }: Pick<kit.TestPerson, 'client'>, { id }: { id: number }, more: object = {}) =>
  client.try(registerWaitingOrganization, { params: { organizationId: String(id) }, body: { ...chosen, ...more } })

const open = ({ client }: kit.TestPerson, registrationId: string) =>
  client.try(createOrganizationPayment, { body: { registrationId } })

async function pay(person: kit.TestPerson, registrationId: string): Promise<void> {
  await kit.payWithCard(world, (await open(person, registrationId)).body.clientSecret)
  await kit.eventsWorkedOff(world)
}

const expectCode = (reply: object, status: number, code: string) =>
  expect(reply).toMatchObject({ status, body: { code } })

const stateOf = async ({ name }: kit.UnpaidOrganization) =>
  (await kit.organizationsOf(world, { organizationName: name }))[0]

const waiting = { subscription_status: 'inactive', pool_ms: 0 }
const paid = { subscription_status: 'active', max_users: 5, pool_ms: 1000 * 60_000 }

describe('a package for an organization that waits for one', tags('D130'), () => {
  it('opens this organization once, with its people, slug and agents', async () => {
    const firm = await unpaidOrganization(world, { primaryColor: '#112233' })
    const { id, name, slug, owner } = firm
    const { client, email } = owner
    const colleague = await kit.registered(world)
    await kit.join(world, colleague, id)
    const agentId = await kit.assignedAgent(world, { ...firm, accountId: '' })
    const { status, body } = await order(owner, firm)
    expect([status, body.amounts]).toEqual([201, { oneTime: 750, monthly: 149, today: 899 }])
    expect(await stateOf(firm)).toMatchObject(waiting)
    const stored = { for_organization_id: id, organization_id: null, organization_name: name, contact_email: email }
    expect(await rowOf(world, body.id)).toMatchObject(stored)
    await pay(owner, body.id)
    expect(await stateOf(firm)).toMatchObject({ id, slug, ...paid })
    const after = { status: 'paid', organization_id: id, admin_state: 'attached' }
    expect(await rowOf(world, body.id)).toMatchObject(after)
    const told = { status: 'paid', details: { organizationName: name, next: null } }
    expect(await client.call(registrationStatus, { params: { id: body.id } })).toMatchObject(told)
    expect(await world.sql('select id from organization where created_by = $1', [owner.id])).toEqual([{ id }])
    const rowsOf = (columns: string) => world.sql(`select ${columns} where organization_id = $1 order by 1`, [id])
    const people = [owner, colleague].map((person, place) => ({ role: ['admin', 'member'][place], user_id: person.id }))
    expect(await rowsOf('role, user_id from organization_user')).toEqual(people)
    expect(await rowsOf('agent_id from organization_agent')).toEqual([{ agent_id: agentId }])
    expect(await rowsOf('user_id from agent_request')).toEqual([{ user_id: owner.id }])
    expect(await colleague.client.call(currentUser)).toMatchObject({ hasAccess: true, organizationCredits: 1000 })
    expect(await client.call(currentUser)).toMatchObject({ organizationId: id, isOrganizationUnpaid: false })
    expect(await kit.mailedSubjects(world, email)).toContain('Your organization is open')
    expectCode(await order(owner, firm), 409, 'not_waiting')
  })

  it('leaves people in their context until it is paid, even unreported', tags('D180'), async () => {
    const firm = await unpaidOrganization(world)
    const payer = await kit.subscriber(world)
    await kit.join(world, payer, firm.id, 'admin')
    const { clientSecret } = (await open(payer, (await order(payer, firm)).body.id)).body
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: null, hasAccess: true })
    await kit.losingEvents(world, () => kit.payWithCard(world, clientSecret))
    expectCode(await order(payer, firm), 409, 'not_waiting')
    expect(await stateOf(firm)).toMatchObject(paid)
    expect(await payer.client.call(currentUser)).toMatchObject({ organizationId: firm.id, hasAccess: true })
  })

  it('replaces those ordered before or at once, which can no longer be paid', async () => {
    const firm = await unpaidOrganization(world)
    const { owner } = firm
    const select = 'select id, status from business_registration where for_organization_id = $1 order by status'
    const ordersOf = () => world.sql<{ id: string; status: string }>(select, [firm.id])
    const statesOf = async () => (await ordersOf()).map(({ status }) => status)
    const replies = await Promise.all(Array.from({ length: 4 }, () => order(owner, firm)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await statesOf()).toEqual(['awaiting_payment', 'expired', 'expired', 'expired'])
    const first = (await ordersOf())[0]?.id ?? ''
    const { clientSecret } = (await open(owner, first)).body
    const second = (await order(owner, firm, { minutePackage: 'starter' })).body.id
    await kit.payWithCard(world, clientSecret)
    await kit.eventsWorkedOff(world)
    expect((await open(owner, first)).body.code).toBe('registration_expired')
    expect(await stateOf(firm)).toMatchObject(waiting)
    await pay(owner, second)
    expect(await stateOf(firm)).toMatchObject({ subscription_status: 'active', max_users: 5 })
    expect(await statesOf()).toEqual(['expired', 'expired', 'expired', 'expired', 'paid'])
    expect((await ordersOf()).at(-1)?.id).toBe(second)
  })

  it('is ordered by platform admins as well, and not for an open organization', tags('D120'), async () => {
    const [firm, other] = [await unpaidOrganization(world), await kit.organization(world)]
    expectCode(await order(other.owner, other), 409, 'not_waiting')
    expect((await order(await kit.platformAdmin(world), firm)).status).toBe(201)
    const { id } = (await order(firm.owner, firm)).body
    await kit.setStatus(world, firm, 'active')
    expectCode(await open(firm.owner, id), 409, 'already_paid')
  })
})

type Order = kit.Registered

const remind = () => remindOfOrders(world.services)
const subjectOf = ({ organizationName }: Order) => `Your order for ${organizationName} has not been paid yet`

async function backdate({ id }: Order, days: number): Promise<void> {
  await world.sql(
    `update business_registration set created_at = created_at - $2 * interval '1 day',
       expires_at = expires_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  )
}

/** Gives the contact an account with a confirmed address; others get no reminder (D193). */
async function know({ email }: { email: string }): Promise<void> {
  const rows = await world.sql('update users set email_verified = true where email = $1 returning id', [email])
  if (rows.length === 0) await kit.confirmAddress(world, await kit.registered(world, { email }))
}

async function remindersOf(order: Order): Promise<number> {
  const subjects = await kit.mailedSubjects(world, order.email)
  return subjects.filter((subject) => subject === subjectOf(order)).length
}

/** Pays while no event arrives. */
async function payUnheard(order: Order): Promise<void> {
  const secret = await kit.openPayment(order)
  await kit.losingEvents(world, () => kit.payWithCard(world, secret))
}

/** Registers the order once more with another address. */
function again(client: kit.TestClient, { organizationName, email }: Order) {
  const body = { ...main, organizationName, contactEmail: `right.${email}`, totalAmount: undefined }
  return client.try(registerOrganization, { body })
}

describe('the mail about an unpaid order', tags('D101 D102 D193'), () => {
  it('comes once after a day with the link, unless it is paid, even unreported', async () => {
    const [order, untold] = [await registeredOrganization(world), await registeredOrganization(world)]
    const [paid, expired] = [await kit.paidOrganization(world), await registeredOrganization(world)]
    const stranger = await registeredOrganization(world)
    for (const one of [order, untold, paid, expired]) await know(one)
    await remind()
    expect(await remindersOf(order)).toBe(0)
    await payUnheard(untold)
    for (const one of [order, paid, untold, stranger]) await backdate(one, 1)
    await backdate(expired, 14)
    await Promise.all([remind(), remind()])
    await remind()
    const [mail] = await kit.waitForMails(world, order.email, subjectOf(order))
    expect(mail?.text).toContain(`/organization-checkout?registrationId=${order.id}&amount=1419`)
    expect(await Promise.all([order, paid, untold, expired].map(remindersOf))).toEqual([1, 0, 0, 0])
    expect(await kit.mailedSubjects(world, stranger.email)).toEqual([])
    expect((await rowOf(world, untold.id)).status).toBe('paid')
    // Its link opens the payment in every browser.
    await kit.openPayment({ ...order, client: world.visitor() })
  })

  it('is one per address, about its newest order, and none once corrected', async () => {
    const first = await registeredOrganization(world)
    const second = await registeredOrganization(world, { contactEmail: first.email })
    await know(first)
    for (const order of [first, second]) await backdate(order, 2)
    await remind()
    expect([await remindersOf(first), await remindersOf(second)]).toEqual([0, 1])
    const third = await registeredOrganization(world, { contactEmail: first.email })
    const mistyped = await registeredOrganization(world)
    const right = { ...mistyped, id: (await again(mistyped.client, mistyped)).body.id }
    for (const email of [mistyped.email, `right.${mistyped.email}`]) await know({ email })
    for (const order of [third, mistyped, right]) await backdate(order, 1)
    await remind()
    expect([await remindersOf(third), await remindersOf(mistyped)]).toEqual([0, 0])
    expect(await remindersOf({ ...right, email: `right.${right.email}` })).toBe(1)
  })
})

describe('an order that its browser registers again', tags('D101 D102'), () => {
  it('replaces the unpaid one, which can no longer be paid', async () => {
    const first = await registeredOrganization(world)
    const secret = await kit.openPayment(first)
    const { stripe_invoice_id: invoice } = await rowOf(world, first.id)
    const organizationName = first.organizationName.toUpperCase()
    const { status, body } = await again(first.client, { ...first, organizationName })
    expect([status, (await rowOf(world, first.id)).status]).toEqual([201, 'expired'])
    expect(await kit.atProvider(world, `invoices/${String(invoice)}`)).toMatchObject({ status: 'void' })
    await kit.payWithCard(world, secret)
    await kit.eventsWorkedOff(world)
    const input = { body: { registrationId: first.id } }
    await kit.expectRefused(createOrganizationPayment, [first.client, input, 410, 'registration_expired'])
    expect(await kit.organizationsOf(world, first)).toEqual([])
    const newest = { status: 'awaiting_payment', contact_email: `right.${first.email}` }
    expect(await rowOf(world, body.id)).toMatchObject(newest)
  })

  it('leaves only the newest to pay, even when the former is just opened', async () => {
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
    expectCode(await again(first.client, first), 409, 'already_paid')
    const select = 'select id, status from business_registration where organization_name = $1'
    expect(await world.sql(select, [first.organizationName])).toEqual([{ id: first.id, status: 'paid' }])
    expect(await kit.organizationsOf(world, first)).toHaveLength(1)
  })

  it('is seen only by its browser, and affects no other (D104 [S], D105)', async () => {
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
