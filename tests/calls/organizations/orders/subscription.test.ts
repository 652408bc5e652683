import { inviteMember } from '#contract/organizations/invitations.ts'
import * as subscription from '#contract/organizations/subscription.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { changePoolAutoPurchase } from '#contract/organizations/settings.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, ownedOrganization, paidBy, passMonth, tags } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import { sellByAnotherList } from '../../../kit/billing/price-lists.ts'

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

it('an end can be reverted; a failed renewal leaves seven days to pay', tags('D7 D41 D129'), async () => {
  const firm = await ownedOrganization(world)
  const { client, email } = firm.owner
  const marked = await client.call(cancel, firm)
  expect(marked).toMatchObject({ subscriptionStatus: 'active', cancelAtPeriodEnd: true })
  expect(await client.call(cancel, firm)).toEqual(marked)
  const plan = { status: 'active', cancelAtPeriodEnd: true, renewsAt: marked.accessEndsAt }
  expect((await kit.billingOf(firm)).plan).toEqual({ ...plan, graceEndsAt: null, hasAccess: true })
  expect(await client.call(resume, firm)).toMatchObject({ cancelAtPeriodEnd: false })
  await kit.eventsWorkedOff(world)

  await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
  await passMonth(world, firm)
  const overdue = { status: 'past_due', graceEndsAt: expect.any(String) }
  expect((await kit.billingOf(firm)).plan).toMatchObject(overdue)
  expect((await kit.agreeToSeats(firm, 7)).body.code).toBe('payment_overdue')
  await expectRefused(reactivate, [client, firm, 409, 'invoice_open'])
  expect(await kit.mailedSubjects(world, email)).toContainEqual(expect.stringContaining('payment'))
  const opened = await client.call(payOverdue, firm)
  expect(opened.amount).toBe(369)
  await kit.payOpened(world, firm, opened.clientSecret)
  expect(await stateOf(firm)).toEqual(['active', 2000, 1])
  await expectRefused(payOverdue, [client, firm, 409, 'nothing_overdue'])

  // It can be paid even afterwards.
  await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
  await passMonth(world, firm)
  await kit.passTime(world, 'P8D')
  expect((await invite(firm)).body.code).toBe('organization_inactive')
  await kit.payOpened(world, firm, (await client.call(payOverdue, firm)).clientSecret)
  expect(await stateOf(firm)).toEqual(['active', 3000, 1])
  expect((await invite(firm)).status).toBe(201)
})

it('an ended organization refuses writes, and begins again with its former plan', tags('D129'), async () => {
  const firm = await ownedOrganization(world)
  const { client } = firm.owner
  await kit.member(world, firm.id)
  expect((await kit.agreeToSeats(firm, 4)).status).toBe(200)
  await client.call(cancel, firm)
  await passMonth(world, firm)
  expect(await stateOf(firm)).toEqual(['canceled', 1000, 2])
  expect(await invite(firm)).toMatchObject({ status: 409, body: { code: 'organization_inactive' } })
  expect((await kit.agreeToSeats(firm, 7)).body.code).toBe('organization_inactive')
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
  expect(await paidBy(firm)).toEqual([[expect.any(String), 366.2, 1000]])
  expect((await kit.billingOf(firm)).plan).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect((await kit.agreeToSeats(firm, 6)).body).toMatchObject({ paidUsers: 6, charged: 5.6 })
  await expectRefused(reactivate, [client, firm, 409, 'already_active'])
  const { id, owner } = await kit.organization(world)
  await expectRefused(reactivate, [owner, { params: { organizationId: id } }, 409, 'no_plan'])
})

/** Orders of organizations cost and give what was agreed, whatever the price list says later. */

const changeList = () => sellByAnotherList(world)

async function expectQuote({ owner, params }: kit.Owned, users: number | null, figures: number[]) {
  const quote = await owner.client.call(seatQuote, { params, query: users === null ? {} : { users } })
  expect([quote.chargeToday, quote.monthlyTotal, quote.userPrice]).toEqual(figures)
}

describe('a price list that changes while organizations run', tags('D181'), () => {
  it('keeps the agreed price of another tier, even for a plan that begins again', tags('D129'), async () => {
    const firm = await ownedOrganization(world)
    const restore = await changeList()
    expect((await kit.agreeToSeats(firm, 25)).status).toBe(200)
    expect(await kit.seatsAtProvider(world, firm)).toEqual([25, 408])
    restore()
    await expectQuote(firm, 26, [4.08, 461.08, 4.08])
    const plan = { userPricing: 4.08, userAccessCost: 102, monthlyTotal: 457 }
    expect((await kit.billingOf(firm)).businessRegistration).toMatchObject(plan)
    await kit.eventsWorkedOff(world)
    await firm.owner.client.call(cancel, firm)
    await passMonth(world, firm)
    const opened = await firm.owner.client.call(reactivate, firm)
    expect(opened.amount).toBe(457)
    await kit.payOpened(world, firm, opened.clientSecret)
    await passMonth(world, firm)
    const month = ['Organization package', 457, 1000]
    expect((await paidBy(firm)).slice(0, 2)).toEqual([month, month])
  })

  it('leaves plan, seats and auto-purchase as agreed, but not other tiers', tags('D109'), async () => {
    const firm = await ownedOrganization(world)
    const { owner, params } = firm
    await changeList()
    const { businessRegistration, stripeBilling } = await kit.billingOf(firm)
    const users = { userPricing: 2.8, userAccessCost: 14 }
    const minutes = { minutePackageName: 'Growth', voiceMinutesPackage: 1000, voiceMinutesCost: 135, minuteRate: 0.135 }
    const monthly = { optimizationCost: 200, brandedPWAMaintenanceCost: 20, monthlyTotal: 369 }
    const extras = { agentBuildCost: 750, brandedPWASetupCost: 300 }
    expect(businessRegistration).toMatchObject({ ...users, ...minutes, ...monthly, ...extras })
    const parts = stripeBilling?.setupPayments[0]?.productBreakdown.map(({ name, amount }) => `${name} ${amount}`)
    expect(parts).toEqual(expect.arrayContaining(['Growth minutes 135', 'Single agent 750']))
    const body = { users: 7, chargeToday: 8.46, monthlyTotal: 561.61 }
    await expectRefused(changeSeats, [owner, { params, body }, 409, { code: 'price_changed', chargeToday: 5.6 }])
    expect(await kit.seatsAtProvider(world, firm)).toEqual([5, 280])
    await expectQuote(firm, null, [0, 369, 2.8])
    await expectQuote(firm, 7, [5.6, 374.6, 2.8])
    // 25 at $4.08 instead of $2.70; everything else of the month stays at $355.
    await expectQuote(firm, 25, [81.6, 457, 4.08])
    expect(await kit.agreeToSeats(firm, 7)).toMatchObject({ status: 200, body: { charged: 5.6 } })
    expect(await kit.seatsAtProvider(world, firm)).toEqual([7, 280])
    await kit.eventsWorkedOff(world)
    await passMonth(world, firm)
    expect((await paidBy(firm))[0]).toEqual(['Organization package', 374.6, 1000])

    // The pool buys as agreed until auto-purchase is switched on again.
    const offered = async () => {
      const { autoPurchase } = await kit.billingOf(firm)
      return [autoPurchase?.minutes, autoPurchase?.price]
    }
    await kit.spendPoolTo(world, firm, 10 * 60_000)
    const bought = ['Auto-purchase: Growth package, 1,000 minutes', 135, 1000]
    await expect.poll(async () => (await paidBy(firm))[0]).toEqual(bought)
    expect(await offered()).toEqual([1000, 135])
    for (const enabled of [false, true]) {
      await owner.client.call(changePoolAutoPurchase, { query: {}, body: { enabled, monthlyCap: 400 } })
      expect(await offered()).toEqual([800, 202.53])
    }
  })
})

const agreed = { oneTime: 1050, monthly: 369, today: 1419 }

const open = ({ client, id }: kit.Registered) =>
  client.call(createOrganizationPayment, { body: { registrationId: id } })

async function openAgreed(order: kit.Registered): Promise<string> {
  const { amounts, clientSecret } = await open(order)
  expect(amounts).toEqual(agreed)
  const { stripe_invoice_id: invoice } = await rowOf(world, order.id)
  const due = { status: 'open', amount_due: 141_900 }
  expect(await kit.atProvider(world, `invoices/${String(invoice)}`)).toMatchObject(due)
  return clientSecret
}

async function expectPaid(order: kit.Registered, clientSecret: string): Promise<void> {
  await kit.payWithCard(world, clientSecret)
  expect((await order.client.call(registrationStatus, { params: { id: order.id } })).status).toBe('paid')
  expect(await kit.organizationsOf(world, order)).toMatchObject([{ pool_ms: 1000 * 60_000 }])
}

describe('a price list that changes while organizations order', tags('D181 D29 D102'), () => {
  it('charges an open order as agreed, part by part, with the same payment', async () => {
    const order = await kit.registeredOrganization(world)
    const before = await kit.openPayment(order)
    await changeList()
    const opened = await open(order)
    expect(kit.idOf(opened.clientSecret)).toBe(kit.idOf(before))
    const autoPurchase = { minutes: 1000, price: 135, monthlyCap: 270 }
    expect(opened).toMatchObject({ amounts: agreed, autoPurchase })
    const { order: shown } = await order.client.call(organizationOrder, { params: { id: order.id } })
    expect(shown.lines.map(({ name, detail, amount }) => `${name}: ${detail}, $${amount}`)).toEqual([
      'Single agent: 1 × $750, $750',
      'Branded app setup: Your name, logo and colors, $300',
      'Users: 5 × $2.80, $14',
      'Growth minutes: 1,000 minutes for the pool, $135',
      'Ongoing optimization: For all your agents, $200',
      'Branded app maintenance: Hosting and updates, $20',
    ])
    await expectPaid(order, opened.clientSecret)
  })

  it('refuses new figures, and charges the agreed price', async () => {
    const order = await kit.registeredOrganization(world)
    await changeList()
    const other = { registrationId: order.id, oneTimeAmount: 1575.06, monthlyAmount: 553.71 }
    const problem = { code: 'price_changed', ...agreed }
    await expectRefused(createOrganizationPayment, [order.client, { body: other }, 409, problem])
    expect(await rowOf(world, order.id)).toMatchObject({ payment_amount_cents: 105_000, monthly_total_cents: 36_900 })
    await expectPaid(order, await openAgreed(order))
  })

  it('charges the agreed price when only the provider has another one', async () => {
    const more = priceDefinitions().map((price) => ({ ...price, amountCents: price.amountCents + 100 }))
    await world.services.payments.ensurePrices(more)
    await openAgreed(await kit.registeredOrganization(world))
    await world.services.payments.ensurePrices(priceDefinitions())
  })
})
