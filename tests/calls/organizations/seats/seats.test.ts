import { inviteMember } from '#contract/organizations/invitations.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import * as kit from '#tests/calls.ts'
import { agreeToSeats, describe, expect, it, ownedOrganization, seatsAtProvider, seatsOf, tags } from '#tests/calls.ts'

const world = await kit.ownWorld()

const secretOf = (body: object) => String('clientSecret' in body ? body.clientSecret : '')

const amountsOf = async (firm: kit.Owned) => (await kit.billingOf(firm)).payments.map(({ amount }) => amount)

it('other seats cost a full month each at the tier of all', tags('D116 D95 D29'), async () => {
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
  const shown = { code: 'price_changed', chargeToday: 5.6, monthlyTotal: 374.6 }
  const free = (users: number): kit.Refusal => {
    return [owner, { params, body: { users, chargeToday: 0, monthlyTotal: 0 } }, 400, { field: 'users' }]
  }
  await kit.expectRefused(
    changeSeats,
    [owner, { params, body: { users: 7, chargeToday: 1, monthlyTotal: 374.6 } }, 409, shown],
    ...[0, 1001, 2.5, -1].map(free),
  )
  await world.control({ apiFault: { stripe: 'error' } })
  const away = await agreeToSeats(firm, 7)
  await world.control({ apiFault: { stripe: null } })
  expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable'])
  expect(await seatsOf(world, firm)).toEqual([5, null])
  expect((await agreeToSeats(firm, 7)).status).toBe(200)
})

describe('added seats', tags('D116'), () => {
  it('are charged once for many requests; the next months cost their tier', async () => {
    const firm = await ownedOrganization(world)
    const { owner, params } = firm
    const ask = () =>
      owner.client.try(changeSeats, { params, body: { users: 7, chargeToday: 5.6, monthlyTotal: 374.6 } })
    const replies = await Promise.all(Array.from({ length: 8 }, ask))
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe('change_running')
    const paid = { paidUsers: 7, nextUsers: 7, charged: 5.6 }
    expect(replies.filter(({ body }) => body.charged > 0)).toMatchObject([{ status: 200, body: paid }])
    expect(await ask()).toMatchObject({ status: 200, body: { ...paid, charged: 0 } })
    await kit.eventsWorkedOff(world)
    expect(await seatsOf(world, firm)).toEqual([7, null])
    expect(await seatsAtProvider(world, firm)).toEqual([7, 280])
    const billing = await kit.billingOf(firm)
    expect(billing).toMatchObject({
      businessRegistration: { userCount: 7, userAccessCost: 19.6, monthlyTotal: 374.6, paymentAmount: 1050 },
      seats: { paidUsers: 7, nextUsers: 7, minUsers: 1 },
      payments: [{ description: 'Added seats', amount: 5.6, creditsAdded: 0 }],
    })
    expect(billing.stripeBilling?.setupPayments[0]?.amount).toBe(1419)
    await kit.passMonth(world, firm)
    expect((await kit.paidBy(firm))[0]).toEqual(['Organization package', 374.6, 1000])
    expect(await agreeToSeats(firm, 25)).toMatchObject({ status: 200, body: { charged: 48.6 } })
    expect(await seatsAtProvider(world, firm)).toEqual([25, 270])
    await kit.passMonth(world, firm)
    expect((await amountsOf(firm))[0]).toBe(422.5)
    expect(await seatsOf(world, firm)).toEqual([25, null])
  })

  it('are not added while declined; the next request gives the old payment up', async () => {
    const firm = await ownedOrganization(world)
    await kit.poolCard(world, firm, 'pm_card_authenticationRequired')
    const asked = await agreeToSeats(firm, 7)
    expect([asked.status, asked.body.code]).toEqual([402, 'card_declined'])
    expect(asked.body.message).toContain('Your bank wants you to confirm this payment.')
    const declined = await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const refused = await agreeToSeats(firm, 7)
    expect(refused).toMatchObject({ status: 402, body: { code: 'card_declined', clientSecret: expect.any(String) } })
    expect(await seatsOf(world, firm)).toEqual([5, null])
    expect(await seatsAtProvider(world, firm)).toEqual([5, 280])
    // The same payment can be made with another card, which is saved.
    await kit.payOpened(world, firm, secretOf(refused.body))
    expect(await seatsOf(world, firm)).toEqual([7, null])
    expect(await seatsAtProvider(world, firm)).toEqual([7, 280])
    const [kept] = await world.sql('select payment_method_id from payer where account_id = $1', [firm.accountId])
    expect(kept?.payment_method_id).not.toBe(declined)

    await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    const left = await agreeToSeats(firm, 9)
    await kit.poolCard(world, firm, 'pm_card_visa')
    expect(await agreeToSeats(firm, 8)).toMatchObject({ status: 200, body: { charged: 2.8 } })
    const old = await kit.payWithCard(world, secretOf(left.body))
    expect(await kit.atProvider(world, `payment_intents/${old}`)).toMatchObject({ status: 'canceled' })
    await kit.eventsWorkedOff(world)
    expect(await seatsOf(world, firm)).toEqual([8, null])
    await world.sql(
      `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
         card_exp_year = null, card_fingerprint = null where account_id = $1`,
      [firm.accountId],
    )
    const cardless = await agreeToSeats(firm, 9)
    expect([cardless.status, cardless.body.code]).toEqual([409, 'no_saved_card'])
  })

  it('are booked apart from a month that begins at the same time', async () => {
    const firm = await ownedOrganization(world)
    // The renewal is drafted at the month’s end and charged an hour later; seats are added in between.
    await kit.passMonth(world, firm, 0.25)
    expect(await agreeToSeats(firm, 8)).toMatchObject({ status: 200, body: { charged: 8.4 } })
    await kit.passTime(world, 'PT2H')
    expect(await amountsOf(firm)).toEqual([369, 8.4])
    expect((await kit.billingOf(firm)).plan?.status).toBe('active')
    expect(await seatsOf(world, firm)).toEqual([8, null])
    await kit.passMonth(world, firm)
    expect((await amountsOf(firm))[0]).toBe(377.4)
  })
})

it('fewer seats begin at the next renewal, and can be restored until then', tags('D116'), async () => {
  const firm = await ownedOrganization(world)
  const expectAgreed = async (users: number, paidUsers: number, charged = 0) =>
    expect(await agreeToSeats(firm, users)).toMatchObject({
      status: 200,
      body: { paidUsers, nextUsers: users, charged },
    })
  await expectAgreed(1, 5)
  expect(await seatsOf(world, firm)).toEqual([5, 1])
  expect(await seatsAtProvider(world, firm)).toEqual([1, 280])
  const invite = () => firm.owner.client.try(inviteMember, { query: {}, body: { email: `new${firm.id}@firm.test` } })
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'seats_full' } })
  await expectAgreed(3, 5)
  expect((await invite()).status).toBe(201)
  await kit.member(world, firm.id)
  const message = '3 seats are taken by members and open invitations.'
  expect(await agreeToSeats(firm, 2)).toMatchObject({ status: 409, body: { code: 'seats_in_use', message } })
  // Beyond the seats that are paid for, each costs its month.
  await expectAgreed(6, 6, 2.8)
  await expectAgreed(4, 6)
  await kit.passMonth(world, firm)
  expect(await seatsOf(world, firm)).toEqual([4, null])
  expect(await amountsOf(firm)).toEqual([366.2, 2.8])
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
  await kit.changeAtProvider(world, 'payment_intents', {
    ...payer,
    amount: '560',
    currency: 'usd',
    confirm: 'true',
    off_session: 'true',
    'allowed_payment_method_types[0]': 'card',
    'metadata[checkoutId]': opened?.id ?? '',
  })
  await kit.eventsWorkedOff(world)
  expect(await seatsOf(world, firm)).toEqual([5, null])
  await world.control({ advance: 'PT1M' })
  await expect.poll(() => seatsOf(world, firm)).toEqual([7, null])
  expect(await amountsOf(firm)).toEqual([5.6])

  await world.sql(
    `insert into seat_change (id, account_id, user_id, to_users, user_cents, monthly_cents, created_at, updated_at)
     values (uuidv7(interval '-2 hours'), $1, $2, 2, 280, 36060, now(), now())`,
    [firm.accountId, firm.owner.id],
  )
  await world.control({ advance: 'PT1M' })
  await expect.poll(() => seatsOf(world, firm)).toEqual([7, 2])
  expect(await seatsAtProvider(world, firm)).toEqual([2, 280])
})
