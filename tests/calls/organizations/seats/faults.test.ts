import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeAtProvider, describe, expect, it, ownWorld } from '#tests/calls.ts'
import {
  agreeToSeats,
  ownedOrganization,
  passMonth,
  seatsAtProvider,
  seatsOf,
} from '../../../kit/organizations/owned-organizations.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

describe('seats and renewals', () => {
  it('a month that begins while seats are added is booked at its own price', async () => {
    const firm = await ownedOrganization(world)
    // The renewal is drafted at the month’s end and charged an hour later; seats are added in between.
    await passMonth(world, firm, 0.25)
    expect(await agreeToSeats(firm, 8)).toMatchObject({ status: 200, body: { charged: 8.4 } })
    await world.control({ advance: 'PT2H' })
    await eventsWorkedOff(world)
    const { payments, plan } = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(payments.map(({ amount }) => amount)).toEqual([369, 8.4])
    expect(plan?.status).toBe('active')
    expect(await seatsOf(world, firm)).toEqual([8, null])
    await passMonth(world, firm)
    const next = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(next.payments[0]?.amount).toBe(377.4)
  })
})

describe('faults on the way', () => {
  it('an unreachable provider changes and charges nothing: 503, and the next attempt succeeds', async () => {
    const firm = await ownedOrganization(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const away = await agreeToSeats(firm, 7)
    await world.control({ apiFault: { stripe: null } })
    expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await seatsOf(world, firm)).toEqual([5, null])
    expect((await agreeToSeats(firm, 7)).status).toBe(200)
  })

  it('a change that a dead process left is completed by the hourly upkeep', async () => {
    const firm = await ownedOrganization(world)
    await world.sql(
      `insert into seat_change (id, account_id, user_id, to_users, user_cents, monthly_cents, created_at, updated_at)
       select uuidv7(interval '-2 hours'), $1, created_by, 2, 280, 36060, now(), now() from organization where id = $2`,
      [firm.accountId, firm.id],
    )
    await world.control({ advance: 'PT1M' })
    await expect.poll(() => seatsOf(world, firm)).toEqual([5, 2])
    expect(await seatsAtProvider(world, firm)).toEqual([2, 280])
  })

  it('seats that were paid without an answer exist after the hourly upkeep', async () => {
    const firm = await ownedOrganization(world)
    const [payer] = await world.sql<{ customer: string; card: string }>(
      'select stripe_customer_id as customer, payment_method_id as card from payer where account_id = $1',
      [firm.accountId],
    )
    const [opened] = await world.sql<{ id: string }>(
      `with opened as (
         insert into checkout (id, account_id, user_id, kind, tier, amount_cents, created_at)
         select uuidv7(interval '-2 hours'), $1, created_by, 'seats', 'starter', 560, now() from organization where id = $2
         returning *)
       insert into seat_change (id, account_id, user_id, to_users, user_cents, monthly_cents, checkout_id, created_at, updated_at)
       select uuidv7(interval '-2 hours'), account_id, user_id, 7, 280, 37460, id, now(), now() from opened
       returning checkout_id as id`,
      [firm.accountId, firm.id],
    )
    await changeAtProvider(world, 'payment_intents', {
      amount: '560',
      currency: 'usd',
      customer: payer?.customer ?? '',
      payment_method: payer?.card ?? '',
      confirm: 'true',
      off_session: 'true',
      'allowed_payment_method_types[0]': 'card',
      'metadata[checkoutId]': opened?.id ?? '',
    })
    await eventsWorkedOff(world)
    expect(await seatsOf(world, firm)).toEqual([5, null])
    await world.control({ advance: 'PT1M' })
    await expect.poll(() => seatsOf(world, firm)).toEqual([7, null])
    const { payments } = await firm.owner.client.call(organizationBilling, { params: firm.params })
    expect(payments.map(({ amount }) => amount)).toEqual([5.6])
  })
})
