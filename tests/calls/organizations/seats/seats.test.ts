import { inviteMember } from '#contract/organizations/invitations.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import * as kit from '#tests/calls.ts'
import { agreeToSeats, describe, expect, it, ownedOrganization, passMonth, seatsAtProvider } from '#tests/calls.ts'
import { tags } from '#tests/calls.ts'

const world = await kit.ownWorld()

const secretOf = (body: object) => String('clientSecret' in body ? body.clientSecret : '')
const seatsOf = (firm: kit.Owned) => kit.seatsOf(world, firm)
async function expectSeats(firm: kit.Owned, ours: [number, number | null], atProvider?: [number, number]) {
  expect(await seatsOf(firm)).toEqual(ours)
  if (atProvider) expect(await seatsAtProvider(world, firm)).toEqual(atProvider)
}
const amountsOf = async (firm: kit.Owned) => (await kit.billingOf(firm)).payments.map(({ amount }) => amount)

// First, because a month of every organization here passes with its own.
it('seats are booked apart from a month; fewer begin with the next one', tags('D116'), async () => {
  const firm = await ownedOrganization(world)
  const expectAgreed = async (users: number, paidUsers: number, charged = 0) => {
    const body = { paidUsers, nextUsers: users, charged }
    expect(await agreeToSeats(firm, users)).toMatchObject({ status: 200, body })
  }
  // The renewal is drafted at the month’s end and charged an hour later; seats are added in between.
  await passMonth(world, firm, 0.25)
  await expectAgreed(8, 8, 8.4)
  await kit.passTime(world, 'PT2H')
  expect(await amountsOf(firm)).toEqual([369, 8.4])
  await expectSeats(firm, [8, null])
  expect((await kit.billingOf(firm)).plan?.status).toBe('active')
  await expectAgreed(1, 8)
  await expectSeats(firm, [8, 1], [1, 280])
  const invite = () => firm.owner.client.try(inviteMember, { query: {}, body: { email: `new${firm.id}@firm.test` } })
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'seats_full' } })
  await expectAgreed(3, 8)
  expect((await invite()).status).toBe(201)
  await kit.member(world, firm.id)
  const message = '3 seats are taken by members and open invitations.'
  expect(await agreeToSeats(firm, 2)).toMatchObject({ status: 409, body: { code: 'seats_in_use', message } })
  // Beyond the seats that are paid for, each costs its month.
  await expectAgreed(9, 9, 2.8)
  await expectAgreed(4, 9)
  await passMonth(world, firm)
  await expectSeats(firm, [4, null])
  expect((await amountsOf(firm))[0]).toBe(366.2)
})

describe('added seats', tags('D116'), () => {
  it('cost a full month each at the tier of all, once for many requests', tags('D95 D29'), async () => {
    const firm = await ownedOrganization(world)
    const { owner, params } = firm
    for (const [users, price] of [
      [undefined, [0, 369, 2.8]],
      [7, [5.6, 374.6, 2.8]],
      [25, [54, 422.5, 2.7]],
      [100, [247, 615, 2.6]],
      [1000, [2487.5, 2855, 2.5]],
      [3, [0, 363.4, 2.8]],
    ] as const) {
      const quote = await owner.client.call(seatQuote, { params, query: users ? { users } : {} })
      expect([quote.chargeToday, quote.monthlyTotal, quote.userPrice]).toEqual(price)
    }
    const agreed = { users: 7, chargeToday: 5.6, monthlyTotal: 374.6 }
    const { users: _, ...shown } = agreed
    await kit.expectRefused(
      changeSeats,
      [owner, { params, body: { ...agreed, chargeToday: 1 } }, 409, { code: 'price_changed', ...shown }],
      ...[0, 1001, 2.5, -1].map((users): kit.Refusal => {
        return [owner, { params, body: { users, chargeToday: 0, monthlyTotal: 0 } }, 400, { field: 'users' }]
      }),
    )
    await kit.expectUnavailable(world, () => agreeToSeats(firm, 7))
    await expectSeats(firm, [5, null])

    const ask = () => owner.client.try(changeSeats, { params, body: agreed })
    const replies = await Promise.all(Array.from({ length: 8 }, ask))
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe('change_running')
    const paid = { paidUsers: 7, nextUsers: 7, charged: 5.6 }
    expect(replies.filter(({ body }) => body.charged > 0)).toMatchObject([{ status: 200, body: paid }])
    expect(await ask()).toMatchObject({ status: 200, body: { ...paid, charged: 0 } })
    await kit.eventsWorkedOff(world)
    await expectSeats(firm, [7, null], [7, 280])
    const billing = await kit.billingOf(firm)
    expect(billing).toMatchObject({
      businessRegistration: { userCount: 7, userAccessCost: 19.6, monthlyTotal: 374.6, paymentAmount: 1050 },
      seats: { paidUsers: 7, nextUsers: 7, minUsers: 1 },
      payments: [{ description: 'Added seats', amount: 5.6, creditsAdded: 0 }],
    })
    expect(billing.stripeBilling?.setupPayments[0]?.amount).toBe(1419)
    expect(await agreeToSeats(firm, 25)).toMatchObject({ status: 200, body: { charged: 48.6 } })
    expect(await seatsAtProvider(world, firm)).toEqual([25, 270])
    await passMonth(world, firm)
    expect((await kit.paidBy(firm))[0]).toEqual(['Organization package', 422.5, 1000])
    await expectSeats(firm, [25, null])
  })

  it('are not added while declined; the next request gives the old payment up', async () => {
    const firm = await ownedOrganization(world)
    await kit.poolCard(world, firm, 'pm_card_authenticationRequired')
    const asked = { code: 'card_declined', message: expect.stringContaining('Your bank wants you to confirm this') }
    expect(await agreeToSeats(firm, 7)).toMatchObject({ status: 402, body: asked })
    const declined = await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const refused = await agreeToSeats(firm, 7)
    expect(refused).toMatchObject({ status: 402, body: { code: 'card_declined', clientSecret: expect.any(String) } })
    await expectSeats(firm, [5, null], [5, 280])
    // The same payment can be made with another card, which is saved.
    await kit.payOpened(world, firm, secretOf(refused.body))
    await expectSeats(firm, [7, null], [7, 280])
    const [kept] = await world.sql('select payment_method_id from payer where account_id = $1', [firm.accountId])
    expect(kept?.payment_method_id).not.toBe(declined)

    await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const left = await agreeToSeats(firm, 9)
    await kit.poolCard(world, firm, 'pm_card_visa')
    expect(await agreeToSeats(firm, 8)).toMatchObject({ status: 200, body: { charged: 2.8 } })
    const old = await kit.payWithCard(world, secretOf(left.body))
    expect(await kit.atProvider(world, `payment_intents/${old}`)).toMatchObject({ status: 'canceled' })
    await kit.eventsWorkedOff(world)
    await expectSeats(firm, [8, null])
    await world.sql(
      `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
         card_exp_year = null, card_fingerprint = null where account_id = $1`,
      [firm.accountId],
    )
    expect(await agreeToSeats(firm, 9)).toMatchObject({ status: 409, body: { code: 'no_saved_card' } })
  })
})

it('the upkeep adds paid seats without an answer, and completes broken changes', async () => {
  const firm = await ownedOrganization(world)
  const [payer] = await world.sql<{ customer: string; payment_method: string }>(
    'select stripe_customer_id as customer, payment_method_id as payment_method from payer where account_id = $1',
    [firm.accountId],
  )
  const [opened] = await world.sql<{ id: string }>(
    `with opened as (
       insert into checkout (id, account_id, user_id, kind, tier, amount_cents, created_at)
       values (uuidv7(interval '-2 hours'), $1, $2, 'seats', 'starter', 560, now()) returning *)
     insert into seat_change (id, account_id, user_id, to_users, user_cents, monthly_cents, checkout_id, created_at, updated_at)
     select uuidv7(interval '-2 hours'), account_id, user_id, 7, 280, 37460, id, now(), now() from opened
     returning checkout_id as id`,
    [firm.accountId, firm.owner.id],
  )
  const payment = { ...payer, amount: '560', currency: 'usd', confirm: 'true', off_session: 'true' }
  const about = { 'allowed_payment_method_types[0]': 'card', 'metadata[checkoutId]': opened?.id ?? '' }
  await kit.changeAtProvider(world, 'payment_intents', { ...payment, ...about })
  await kit.eventsWorkedOff(world)
  await expectSeats(firm, [5, null])
  await world.control({ advance: 'PT1M' })
  await expect.poll(() => seatsOf(firm)).toEqual([7, null])
  expect(await amountsOf(firm)).toEqual([5.6])

  await world.sql(
    `insert into seat_change (id, account_id, user_id, to_users, user_cents, monthly_cents, created_at, updated_at)
     values (uuidv7(interval '-2 hours'), $1, $2, 2, 280, 36060, now(), now())`,
    [firm.accountId, firm.owner.id],
  )
  await world.control({ advance: 'PT1M' })
  await expect.poll(() => seatsOf(firm)).toEqual([7, 2])
  expect(await seatsAtProvider(world, firm)).toEqual([2, 280])
})
