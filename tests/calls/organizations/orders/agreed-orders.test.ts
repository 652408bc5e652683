import { organizationBilling } from '#contract/organizations/billing.ts'
import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { changePoolAutoPurchase } from '#contract/organizations/settings.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { cancelOrganizationSubscription, reactivateOrganization } from '#contract/organizations/subscription.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { describe, expect, idOf, it, ownWorld, payWithCard } from '#tests/calls.ts'
import {
  agreeToSeats,
  type Owned,
  ownedOrganization,
  passMonth,
  seatsAtProvider,
} from '../../../kit/organizations/owned-organizations.ts'
import { openPayment, organizationsOf, registeredOrganization } from '../../../kit/organizations/paid-organizations.ts'
import { firm, spendPoolTo } from '../../../kit/organizations/pools.ts'
import { sellByAnotherList } from '../../../kit/billing/price-lists.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

/** Orders of organizations cost and give what was agreed, whatever the price list says meanwhile. */

const world = await ownWorld()

const changeList = () => sellByAnotherList(world)

const billingOf = (firm: Owned) => firm.owner.client.call(organizationBilling, firm)

/** Returns the payments after the first one, newest first. */
const paidBy = async (firm: Owned) =>
  (await billingOf(firm)).payments.map(({ description, amount, creditsAdded }) => [description, amount, creditsAdded])

async function quoteOf(firm: Owned, users?: number) {
  const query = users === undefined ? {} : { users }
  const quote = await firm.owner.client.call(seatQuote, { params: firm.params, query })
  return [quote.chargeToday, quote.monthlyTotal, quote.userPrice]
}

const month = ['Organization package', 369, 1000]

describe('a price list that changes while organizations order and run (D181)', () => {
  it('charges an open order as agreed, part by part, with the same payment', async () => {
    const order = await registeredOrganization(world)
    const before = await openPayment(order)
    await changeList()
    const body = { registrationId: order.id }
    const opened = await order.client.call(createOrganizationPayment, { body })
    expect(idOf(opened.clientSecret)).toBe(idOf(before))
    expect(opened).toMatchObject({
      amounts: { oneTime: 1050, monthly: 369, today: 1419 },
      autoPurchase: { minutes: 1000, price: 135, monthlyCap: 270 },
    })
    const { order: shown } = await order.client.call(organizationOrder, { params: { id: order.id } })
    expect(shown.lines.map(({ name, detail, amount }) => [name, detail, amount])).toEqual([
      ['Single agent', '1 × $750', 750],
      ['Branded app setup', 'Your name, logo and colors', 300],
      ['Users', '5 × $2.80', 14],
      ['Growth minutes', '1,000 minutes for the pool', 135],
      ['Ongoing optimization', 'For all your agents', 200],
      ['Branded app maintenance', 'Hosting and updates', 20],
    ])
    await payWithCard(world, opened.clientSecret)
    expect((await order.client.call(registrationStatus, { params: { id: order.id } })).status).toBe('paid')
    const [made] = await organizationsOf(world, order)
    expect(Number(made?.pool_ms)).toBe(1000 * 60_000)
  })

  it('opens the first payment of an order at its own prices, even when none was opened before', async () => {
    const order = await registeredOrganization(world)
    await changeList()
    await payWithCard(world, await openPayment(order))
    await eventsWorkedOff(world)
    expect((await order.client.call(registrationStatus, { params: { id: order.id } })).status).toBe('paid')
  })

  it('shows a running plan and renews it as it was agreed', async () => {
    const firm = await ownedOrganization(world)
    await changeList()
    const { businessRegistration, stripeBilling } = await billingOf(firm)
    expect(businessRegistration).toMatchObject({
      userPricing: 2.8,
      userAccessCost: 14,
      voiceMinutesCost: 135,
      voiceMinutesPackage: 1000,
      minuteRate: 0.135,
      minutePackageName: 'Growth',
      optimizationCost: 200,
      brandedPWAMaintenanceCost: 20,
      agentBuildCost: 750,
      brandedPWASetupCost: 300,
      monthlyTotal: 369,
    })
    const parts = stripeBilling?.setupPayments[0]?.productBreakdown.map(({ name, amount }) => [name, amount])
    expect(parts).toContainEqual(['Growth minutes', 135])
    expect(parts).toContainEqual(['Single agent', 750])
    await passMonth(world, firm)
    expect(await paidBy(firm)).toEqual([month])
  })

  it("keeps the price of a seat within its tier, and offers another tier at today's price", async () => {
    const firm = await ownedOrganization(world)
    await changeList()
    expect(await quoteOf(firm)).toEqual([0, 369, 2.8])
    expect(await quoteOf(firm, 7)).toEqual([5.6, 374.6, 2.8])
    // 25 at $4.08 instead of $2.70; everything else of the month stays at $355.
    expect(await quoteOf(firm, 25)).toEqual([81.6, 457, 4.08])
    expect(await agreeToSeats(firm, 7)).toMatchObject({ status: 200, body: { charged: 5.6 } })
    expect(await seatsAtProvider(world, firm)).toEqual([7, 280])
    await eventsWorkedOff(world)
    await passMonth(world, firm)
    expect((await paidBy(firm)).at(0)).toEqual(['Organization package', 374.6, 1000])
  })

  it('keeps the agreed price of another tier when the list changes again', async () => {
    const firm = await ownedOrganization(world)
    const restore = await changeList()
    expect((await agreeToSeats(firm, 25)).status).toBe(200)
    expect(await seatsAtProvider(world, firm)).toEqual([25, 408])
    restore()
    expect(await quoteOf(firm, 26)).toEqual([4.08, 461.08, 4.08])
    const { businessRegistration } = await billingOf(firm)
    expect(businessRegistration).toMatchObject({ userPricing: 4.08, userAccessCost: 102, monthlyTotal: 457 })
    await eventsWorkedOff(world)
    await passMonth(world, firm)
    expect((await paidBy(firm)).at(0)).toEqual(['Organization package', 457, 1000])
  })

  it('refuses the figures of a list that was never agreed', async () => {
    const firm = await ownedOrganization(world)
    await changeList()
    const body = { users: 7, chargeToday: 8.46, monthlyTotal: 561.61 }
    const refused = await firm.owner.client.try(changeSeats, { params: firm.params, body })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'price_changed', chargeToday: 5.6 }])
    expect(await seatsAtProvider(world, firm)).toEqual([5, 280])
  })

  it('buys for the pool what the checkout stated, until auto-purchase is switched on again (D109)', async () => {
    const one = await firm(world)
    const params = { organizationId: String(one.id) }
    const readFigures = async () => {
      const { autoPurchase, payments } = await one.owner.client.call(organizationBilling, { params })
      const paid = payments.map(({ description, amount, creditsAdded }) => [description, amount, creditsAdded])
      return [autoPurchase?.minutes, autoPurchase?.price, ...paid]
    }
    await changeList()
    await spendPoolTo(world, one, 10 * 60_000)
    await expect.poll(readFigures).toEqual([1000, 135, ['Auto-purchase: Growth package, 1,000 minutes', 135, 1000]])
    for (const enabled of [false, true]) {
      await one.owner.client.call(changePoolAutoPurchase, { query: {}, body: { enabled, monthlyCap: 400 } })
      expect((await readFigures()).slice(0, 2)).toEqual([800, 202.53])
    }
  })

  it('begins an ended plan again with its former month and seats (D129)', async () => {
    const firm = await ownedOrganization(world)
    expect((await agreeToSeats(firm, 4)).status).toBe(200)
    await firm.owner.client.call(cancelOrganizationSubscription, firm)
    await passMonth(world, firm)
    await changeList()
    const opened = await firm.owner.client.call(reactivateOrganization, firm)
    expect(opened.amount).toBe(366.2)
    const paymentIntentId = await payWithCard(world, opened.clientSecret)
    await firm.owner.client.call(processPaymentSuccess, { body: { paymentIntentId } })
    await eventsWorkedOff(world)
    expect((await paidBy(firm)).at(0)).toEqual(['Organization package', 366.2, 1000])
    await passMonth(world, firm)
    expect((await paidBy(firm)).at(0)).toEqual(['Organization package', 366.2, 1000])
  })
})
