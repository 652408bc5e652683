import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { describe, expect, it, mailsTo, member, organization, ownWorld, payWithCard, registered } from '#tests/calls.ts'
import {
  agreeToSeats,
  type Owned,
  ownedOrganization,
  passMonth,
  planAtProvider,
  poolCard,
  seatsOf,
} from '../../../kit/organizations/owned-organizations.ts'
import { eventsWorkedOff, passTime } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const {
  cancelOrganizationSubscription: cancel,
  resumeOrganizationSubscription: resume,
  payOrganizationOverdue: payOverdue,
  reactivateOrganization: reactivate,
} = subscription

async function stateOf(firm: Owned) {
  const { subscriptionStatus, creditBalance, totalMembers } = await firm.owner.client.call(organizationOverview, {
    query: {},
  })
  return [subscriptionStatus, creditBalance, totalMembers]
}

async function pay(firm: Owned, clientSecret: string): Promise<void> {
  const paymentIntentId = await payWithCard(world, clientSecret)
  await firm.owner.client.call(processPaymentSuccess, { body: { paymentIntentId } })
  await eventsWorkedOff(world)
}

/** Returns an organization whose subscription has ended. */
async function ended(): Promise<Owned> {
  const firm = await ownedOrganization(world)
  await firm.owner.client.call(cancel, firm)
  await passMonth(world, firm)
  return firm
}

describe('the calls about an organization’s subscription', () => {
  it.each(Object.values(subscription))('$path: only its admins', async (call) => {
    const firm = await ownedOrganization(world)
    const inside = await member(world, firm.id)
    const outside = await registered(world)
    expect((await inside.client.try(call, firm)).status).toBe(403)
    expect((await outside.client.try(call, firm)).status).toBe(404)
    expect((await world.visitor().try(call, firm)).status).toBe(401)
    expect(await planAtProvider(world, firm)).toMatchObject({ status: 'active', cancel_at_period_end: false })
  })
})

describe('a scheduled end (D41, D129)', () => {
  it('keeps everything until the month ends, and can be reverted', async () => {
    const firm = await ownedOrganization(world)
    const marked = await firm.owner.client.call(cancel, firm)
    expect(marked).toMatchObject({ subscriptionStatus: 'active', cancelAtPeriodEnd: true })
    expect(await firm.owner.client.call(cancel, firm)).toEqual(marked)
    const { plan } = await firm.owner.client.call(organizationBilling, firm)
    expect(plan).toEqual({
      status: 'active',
      cancelAtPeriodEnd: true,
      renewsAt: marked.accessEndsAt,
      graceEndsAt: null,
      hasAccess: true,
    })
    expect(await firm.owner.client.call(resume, firm)).toMatchObject({ cancelAtPeriodEnd: false })
    await eventsWorkedOff(world)
    await passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['active', 2000, 1])
  })

  it('takes effect: other writes are refused, the pool and the people stay', async () => {
    const firm = await ended()
    expect(await stateOf(firm)).toEqual(['canceled', 1000, 1])
    const invited = await firm.owner.client.try(inviteMember, { query: {}, body: { email: 'late@firm.test' } })
    expect([invited.status, invited.body.code]).toEqual([409, 'organization_inactive'])
    expect((await agreeToSeats(firm, 7)).body.code).toBe('organization_inactive')
    const again = await firm.owner.client.try(cancel, firm)
    expect([again.status, again.body.code]).toEqual([409, 'no_subscription'])
    expect((await firm.owner.client.try(resume, firm)).body.code).toBe('no_subscription')
  })
})

describe('an organization that begins again (D129)', () => {
  it('pays only a month of its plan: pool, people and seats are there, and the next months follow', async () => {
    const firm = await ownedOrganization(world)
    await member(world, firm.id)
    expect((await agreeToSeats(firm, 4)).status).toBe(200)
    await firm.owner.client.call(cancel, firm)
    await passMonth(world, firm)
    const opened = await firm.owner.client.call(reactivate, firm)
    expect(opened.amount).toBe(366.2)
    // It can be paid with the saved card.
    expect(opened).toMatchObject({ card: { brand: 'visa', last4: '4242' }, paymentMethodId: expect.any(String) })
    expect(await firm.owner.client.call(reactivate, firm)).toEqual(opened)
    await pay(firm, opened.clientSecret)
    expect(await stateOf(firm)).toEqual(['active', 2000, 2])
    expect(await seatsOf(world, firm)).toEqual([4, null])
    const { payments, plan } = await firm.owner.client.call(organizationBilling, firm)
    expect(payments.map(({ amount, creditsAdded }) => [amount, creditsAdded])).toEqual([[366.2, 1000]])
    expect(plan).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    expect((await agreeToSeats(firm, 6)).body).toMatchObject({ paidUsers: 6, charged: 5.6 })
    await passMonth(world, firm)
    expect(await stateOf(firm)).toEqual(['active', 3000, 2])
    const twice = await firm.owner.client.try(reactivate, firm)
    expect([twice.status, twice.body.code]).toEqual([409, 'already_active'])
  })

  it('opens one payment, however many requests come at once, and credits it once', async () => {
    const firm = await ended()
    const replies = await Promise.all(Array.from({ length: 6 }, () => firm.owner.client.try(reactivate, firm)))
    const secrets = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret))
    expect(secrets.size).toBe(1)
    const [secret = ''] = secrets
    const paymentIntentId = await payWithCard(world, secret)
    await Promise.all(
      Array.from({ length: 4 }, () => firm.owner.client.try(processPaymentSuccess, { body: { paymentIntentId } })),
    )
    await eventsWorkedOff(world)
    expect(await stateOf(firm)).toEqual(['active', 2000, 1])
  })

  it('opens none where nothing was ordered, nor for one that the platform switched off', async () => {
    const firm = await ended()
    await world.sql('update organization set is_active = false where id = $1', [firm.id])
    const off = await firm.owner.client.try(reactivate, firm)
    expect([off.status, off.body.code]).toEqual([409, 'switched_off'])
    const made = await organization(world)
    const none = await made.owner.client.try(reactivate, { params: { organizationId: String(made.id) } })
    expect([none.status, none.body.code]).toEqual([409, 'no_plan'])
  })
})

describe('a failed renewal of an organization (D7, D129)', () => {
  it('leaves seven days, notifies its admin, and is paid with a new card that is saved', async () => {
    const firm = await ownedOrganization(world)
    await poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await passMonth(world, firm)
    const { plan } = await firm.owner.client.call(organizationBilling, firm)
    expect(plan).toMatchObject({ status: 'past_due', graceEndsAt: expect.any(String) })
    expect((await agreeToSeats(firm, 7)).body.code).toBe('payment_overdue')
    expect((await firm.owner.client.try(reactivate, firm)).body.code).toBe('invoice_open')
    await expect
      .poll(async () => (await mailsTo(world, firm.owner.email)).some(({ subject }) => subject.includes('payment')), {
        timeout: 60_000,
      })
      .toBe(true)
    const opened = await firm.owner.client.call(payOverdue, firm)
    expect(opened.amount).toBe(369)
    await pay(firm, opened.clientSecret)
    expect(await stateOf(firm)).toEqual(['active', 2000, 1])
    const nothing = await firm.owner.client.try(payOverdue, firm)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'nothing_overdue'])
  })

  it('can be paid after the seven days as well, and access is back at once', async () => {
    const firm = await ownedOrganization(world)
    await poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await passMonth(world, firm)
    await passTime(world, 'P8D')
    const invite = () => firm.owner.client.try(inviteMember, { query: {}, body: { email: `back${firm.id}@firm.test` } })
    expect((await invite()).body.code).toBe('organization_inactive')
    await pay(firm, (await firm.owner.client.call(payOverdue, firm)).clientSecret)
    expect(await stateOf(firm)).toEqual(['active', 2000, 1])
    expect((await invite()).status).toBe(201)
  })
})
