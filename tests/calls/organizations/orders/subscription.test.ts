import { inviteMember } from '#contract/organizations/invitations.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import * as kit from '#tests/calls.ts'
import { agreeToSeats, expect, expectRefused, it, ownedOrganization, passMonth, tags } from '#tests/calls.ts'

const world = await kit.ownWorld()

const {
  cancelOrganizationSubscription: cancel,
  resumeOrganizationSubscription: resume,
  payOrganizationOverdue: payOverdue,
  reactivateOrganization: reactivate,
} = subscription

async function stateOf({ owner }: kit.Owned) {
  const overview = await owner.client.call(organizationOverview, { query: {} })
  return [overview.subscriptionStatus, overview.creditBalance, overview.totalMembers]
}

const invite = ({ id, owner }: kit.Owned) =>
  owner.client.try(inviteMember, { query: {}, body: { email: `back${id}@firm.test` } })

it('a scheduled end keeps everything until then, and can be reverted', tags('D41 D129'), async () => {
  const firm = await ownedOrganization(world)
  const { client } = firm.owner
  const marked = await client.call(cancel, firm)
  expect(marked).toMatchObject({ subscriptionStatus: 'active', cancelAtPeriodEnd: true })
  expect(await client.call(cancel, firm)).toEqual(marked)
  const plan = { status: 'active', cancelAtPeriodEnd: true, renewsAt: marked.accessEndsAt }
  expect((await kit.billingOf(firm)).plan).toEqual({ ...plan, graceEndsAt: null, hasAccess: true })
  expect(await client.call(resume, firm)).toMatchObject({ cancelAtPeriodEnd: false })
  await kit.eventsWorkedOff(world)
  await passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['active', 2000, 1])
})

it('an ended organization refuses writes, and begins again with its former plan', tags('D129'), async () => {
  const firm = await ownedOrganization(world)
  const { client } = firm.owner
  await kit.member(world, firm.id)
  expect((await agreeToSeats(firm, 4)).status).toBe(200)
  await client.call(cancel, firm)
  await passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['canceled', 1000, 2])
  expect(await invite(firm)).toMatchObject({ status: 409, body: { code: 'organization_inactive' } })
  expect((await agreeToSeats(firm, 7)).body.code).toBe('organization_inactive')
  for (const call of [cancel, resume]) await expectRefused(call, [client, firm, 409, 'no_subscription'])
  await world.sql('update organization set is_active = false where id = $1', [firm.id])
  await expectRefused(reactivate, [client, firm, 409, 'switched_off'])
  await world.sql('update organization set is_active = true where id = $1', [firm.id])

  // However many requests come at once, one payment is opened and credited once.
  const replies = await Promise.all(Array.from({ length: 6 }, () => client.try(reactivate, firm)))
  const opened = await client.call(reactivate, firm)
  for (const { status, body } of replies) if (status === 200) expect(body).toEqual(opened)
  // It can be paid with the saved card.
  const saved = { card: { brand: 'visa', last4: '4242' }, paymentMethodId: expect.any(String) }
  expect(opened).toMatchObject({ amount: 366.2, ...saved })
  const paymentIntentId = await kit.payWithCard(world, opened.clientSecret)
  const report = () => client.try(processPaymentSuccess, { body: { paymentIntentId } })
  await Promise.all(Array.from({ length: 4 }, report))
  await kit.eventsWorkedOff(world)
  expect(await stateOf(firm)).toEqual(['active', 2000, 2])
  expect(await kit.seatsOf(world, firm)).toEqual([4, null])
  expect(await kit.paidBy(firm)).toEqual([[expect.any(String), 366.2, 1000]])
  expect((await kit.billingOf(firm)).plan).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect((await agreeToSeats(firm, 6)).body).toMatchObject({ paidUsers: 6, charged: 5.6 })
  await passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['active', 3000, 2])
  await expectRefused(reactivate, [client, firm, 409, 'already_active'])
  const { id, owner } = await kit.organization(world)
  await expectRefused(reactivate, [owner, { params: { organizationId: id } }, 409, 'no_plan'])
})

it('a failed renewal leaves seven days, and can be paid even afterwards', tags('D7 D129'), async () => {
  const firm = await ownedOrganization(world)
  const { client, email } = firm.owner
  await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
  await passMonth(world, firm)
  const overdue = { status: 'past_due', graceEndsAt: expect.any(String) }
  expect((await kit.billingOf(firm)).plan).toMatchObject(overdue)
  expect((await agreeToSeats(firm, 7)).body.code).toBe('payment_overdue')
  await expectRefused(reactivate, [client, firm, 409, 'invoice_open'])
  expect(await kit.mailedSubjects(world, email)).toContainEqual(expect.stringContaining('payment'))
  const opened = await client.call(payOverdue, firm)
  expect(opened.amount).toBe(369)
  await kit.payOpened(world, firm, opened.clientSecret)
  expect(await stateOf(firm)).toEqual(['active', 2000, 1])
  await expectRefused(payOverdue, [client, firm, 409, 'nothing_overdue'])

  await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
  await passMonth(world, firm)
  await kit.passTime(world, 'P8D')
  expect((await invite(firm)).body.code).toBe('organization_inactive')
  await kit.payOpened(world, firm, (await client.call(payOverdue, firm)).clientSecret)
  expect(await stateOf(firm)).toEqual(['active', 3000, 1])
  expect((await invite(firm)).status).toBe(201)
})
