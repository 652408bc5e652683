import { inviteMember } from '#contract/organizations/invitations.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { atProvider, describe, expect, it, member, ownWorld, payWithCard, registered } from '#tests/calls.ts'
import {
  agreeToSeats,
  type Owned,
  ownedOrganization,
  passMonth,
  poolCard,
  seatsAtProvider,
  seatsOf,
} from '../../../kit/organizations/owned-organizations.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const ask = ({ params }: Owned, users?: number) => ({ params, query: users === undefined ? {} : { users } })

const secretOf = (body: object) => String('clientSecret' in body ? body.clientSecret : '')

describe('the price of other seats (D116, D95)', () => {
  it('is a full month of each added seat at the tier of all of them, and the next months in total', async () => {
    const firm = await ownedOrganization(world)
    const price = async (users?: number) => {
      const quote = await firm.owner.client.call(seatQuote, ask(firm, users))
      return [quote.chargeToday, quote.monthlyTotal, quote.userPrice]
    }
    expect(await price()).toEqual([0, 369, 2.8])
    expect(await price(7)).toEqual([5.6, 374.6, 2.8])
    expect(await price(25)).toEqual([54, 422.5, 2.7])
    expect(await price(100)).toEqual([247, 615, 2.6])
    expect(await price(1000)).toEqual([2487.5, 2855, 2.5])
    expect(await price(3)).toEqual([0, 363.4, 2.8])
  })

  it('is shown only to its admins', async () => {
    const firm = await ownedOrganization(world)
    const inside = await member(world, firm.id)
    const outside = await registered(world)
    for (const [client, status] of [
      [inside.client, 403],
      [outside.client, 404],
      [world.visitor(), 401],
    ] as const) {
      expect((await client.try(seatQuote, ask(firm, 7))).status).toBe(status)
      const body = { users: 7, chargeToday: 5.6, monthlyTotal: 374.6 }
      expect((await client.try(changeSeats, { params: firm.params, body })).status).toBe(status)
    }
    expect(await seatsOf(world, firm)).toEqual([5, null])
  })

  it.each([0, 1001, 2.5, -1])('refuses %d seats', async (users) => {
    const firm = await ownedOrganization(world)
    const body = { users, chargeToday: 0, monthlyTotal: 0 }
    const { status, body: problem } = await firm.owner.client.try(changeSeats, { params: firm.params, body })
    expect([status, problem.field]).toEqual([400, 'users'])
  })
})

describe('added seats (D116)', () => {
  it('are charged at once, with a receipt, and counted by the provider from the next month on', async () => {
    const firm = await ownedOrganization(world)
    expect(await agreeToSeats(firm, 7)).toMatchObject({
      status: 200,
      body: { paidUsers: 7, nextUsers: 7, charged: 5.6 },
    })
    expect(await seatsOf(world, firm)).toEqual([7, null])
    expect(await seatsAtProvider(world, firm)).toEqual([7, 280])
    const billing = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(billing).toMatchObject({
      businessRegistration: { userCount: 7, userAccessCost: 19.6, monthlyTotal: 374.6, paymentAmount: 1050 },
      seats: { paidUsers: 7, nextUsers: 7, minUsers: 1 },
      payments: [{ description: 'Added seats', amount: 5.6, creditsAdded: 0 }],
    })
    expect(billing.stripeBilling?.setupPayments[0]?.amount).toBe(1419)
    await eventsWorkedOff(world)
    await passMonth(world, firm)
    const renewed = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(renewed.payments[0]).toMatchObject({
      description: 'Organization package',
      amount: 374.6,
      creditsAdded: 1000,
    })
    expect(await seatsOf(world, firm)).toEqual([7, null])
  })

  it('move all seats to the price of their tier', async () => {
    const firm = await ownedOrganization(world)
    expect((await agreeToSeats(firm, 25)).status).toBe(200)
    expect(await seatsAtProvider(world, firm)).toEqual([25, 270])
    await passMonth(world, firm)
    const { payments } = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(payments[0]).toMatchObject({ description: 'Organization package', amount: 422.5 })
  })

  it('are charged once, however often and at once they are requested', async () => {
    const firm = await ownedOrganization(world)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        firm.owner.client.try(changeSeats, {
          params: firm.params,
          body: { users: 9, chargeToday: 11.2, monthlyTotal: 380.2 },
        }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses).toContain(200)
    for (const reply of replies) if (reply.status !== 200) expect(reply.body.code).toBe('change_running')
    const again = await firm.owner.client.try(changeSeats, {
      params: firm.params,
      body: { users: 9, chargeToday: 11.2, monthlyTotal: 380.2 },
    })
    expect(again).toMatchObject({ status: 200, body: { nextUsers: 9, charged: 0 } })
    await eventsWorkedOff(world)
    const { payments } = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(payments.map(({ amount }) => amount)).toEqual([11.2])
    expect(await seatsOf(world, firm)).toEqual([9, null])
  })

  it('refuse a price other than the one shown, and name ours (D29)', async () => {
    const firm = await ownedOrganization(world)
    const body = { users: 7, chargeToday: 1, monthlyTotal: 374.6 }
    const reply = await firm.owner.client.try(changeSeats, { params: firm.params, body })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'price_changed', chargeToday: 5.6, monthlyTotal: 374.6 },
    })
    expect(await seatsOf(world, firm)).toEqual([5, null])
  })

  it('are not added when the card is declined; the same payment works with another card, which is saved', async () => {
    const firm = await ownedOrganization(world)
    const declined = await poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const refused = await agreeToSeats(firm, 7)
    expect(refused).toMatchObject({ status: 402, body: { code: 'card_declined', clientSecret: expect.any(String) } })
    expect(await seatsOf(world, firm)).toEqual([5, null])
    expect(await seatsAtProvider(world, firm)).toEqual([5, 280])

    const paymentIntentId = await payWithCard(world, secretOf(refused.body))
    await firm.owner.client.call(processPaymentSuccess, { body: { paymentIntentId } })
    expect(await seatsOf(world, firm)).toEqual([7, null])
    expect(await seatsAtProvider(world, firm)).toEqual([7, 280])
    const [kept] = await world.sql<{ id: string }>('select payment_method_id as id from payer where account_id = $1', [
      firm.accountId,
    ])
    expect(kept?.id).not.toBe(declined)
    await eventsWorkedOff(world)
  })

  it('that were declined are given up with the next request, and the old payment can no longer be made', async () => {
    const firm = await ownedOrganization(world)
    await poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const refused = await agreeToSeats(firm, 7)
    await poolCard(world, firm, 'pm_card_visa')
    expect(await agreeToSeats(firm, 6)).toMatchObject({ status: 200, body: { charged: 2.8 } })
    const old = await payWithCard(world, secretOf(refused.body))
    expect(await atProvider(world, `payment_intents/${old}`)).toMatchObject({ status: 'canceled' })
    await eventsWorkedOff(world)
    expect(await seatsOf(world, firm)).toEqual([6, null])
  })

  it('report that the bank requires confirmation', async () => {
    const firm = await ownedOrganization(world)
    await poolCard(world, firm, 'pm_card_authenticationRequired')
    const { status, body } = await agreeToSeats(firm, 7)
    expect([status, body.code]).toEqual([402, 'card_declined'])
    expect(body.message).toContain('Your bank wants you to confirm this payment.')
    expect(await seatsOf(world, firm)).toEqual([5, null])
  })

  it('need a saved card', async () => {
    const firm = await ownedOrganization(world)
    await world.sql(
      `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
         card_exp_year = null, card_fingerprint = null where account_id = $1`,
      [firm.accountId],
    )
    const { status, body } = await agreeToSeats(firm, 7)
    expect([status, body.code]).toEqual([409, 'no_saved_card'])
  })
})

describe('fewer seats (D116)', () => {
  it('end at the next renewal; until then they can be restored for free, but not be filled', async () => {
    const firm = await ownedOrganization(world)
    expect(await agreeToSeats(firm, 1)).toMatchObject({ status: 200, body: { paidUsers: 5, nextUsers: 1, charged: 0 } })
    expect(await seatsOf(world, firm)).toEqual([5, 1])
    expect(await seatsAtProvider(world, firm)).toEqual([1, 280])
    const invite = () => firm.owner.client.try(inviteMember, { query: {}, body: { email: `new${firm.id}@firm.test` } })
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'seats_full' } })

    expect(await agreeToSeats(firm, 3)).toMatchObject({ status: 200, body: { paidUsers: 5, nextUsers: 3, charged: 0 } })
    expect((await invite()).status).toBe(201)
    // Beyond the seats that are paid for, each costs its month.
    expect(await agreeToSeats(firm, 6)).toMatchObject({
      status: 200,
      body: { paidUsers: 6, nextUsers: 6, charged: 2.8 },
    })
    expect(await agreeToSeats(firm, 4)).toMatchObject({ status: 200, body: { paidUsers: 6, nextUsers: 4, charged: 0 } })
    await passMonth(world, firm)
    expect(await seatsOf(world, firm)).toEqual([4, null])
    const { payments } = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(payments.map(({ amount }) => amount)).toEqual([366.2, 2.8])
  })

  it('are never fewer than members and open invitations', async () => {
    const firm = await ownedOrganization(world)
    await member(world, firm.id)
    await firm.owner.client.call(inviteMember, { query: {}, body: { email: `guest${firm.id}@firm.test` } })
    const { status, body } = await agreeToSeats(firm, 2)
    expect([status, body.code, body.message]).toEqual([
      409,
      'seats_in_use',
      '3 seats are taken by members and open invitations.',
    ])
    expect((await agreeToSeats(firm, 3)).status).toBe(200)
  })
})
