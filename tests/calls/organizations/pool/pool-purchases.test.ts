import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import { packageTiers } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { mailsTo, ownWorld, payWithCard, platformAdmin, registered, subscriber } from '#tests/calls.ts'
import { atProvider, idOf } from '../../../kit/billing/provider.ts'
import { join, member, organization, switchTo } from '../../../kit/organizations/organizations.ts'
import {
  type Firm,
  firm,
  openTopUp,
  payTopUp,
  poolMinutes,
  secondAdmin,
  notifyPaid,
} from '../../../kit/organizations/pools.ts'
import { refundAtProvider, waitForEvents } from '../../../kit/billing/refunds.ts'
import { eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const one = await firm(world)

const checkoutsOf = ({ accountId }: Firm) =>
  world.sql('select kind, tier, amount_cents, status from checkout where account_id = $1 order by id', [accountId])

/** Returns what the billing of its admins lists. */
const paymentsOf = async ({ id, owner }: Firm) =>
  (await owner.client.call(organizationBilling, { params: { organizationId: String(id) } })).payments

describe('POST /api/create-payment-intent with an organization (D49, D50 [S])', () => {
  it.each(minutePackages)('opens %s at its list price for the customer of the organization', async (tier) => {
    const { status, body } = await openTopUp(one.owner, one, tier)
    expect(status).toBe(200)
    const { name, minutes, priceCents } = minuteOffers[tier]
    const amount = priceCents / 100
    const lines = [{ label: name, amount }]
    expect(body).toMatchObject({
      summary: { totalAmount: amount, lines, packageMinutes: minutes, monthlyMinutes: 0 },
      card: { last4: '4242' },
      organizationName: one.name,
    })
    const [payer] = await world.sql<{ customer: string }>(
      'select stripe_customer_id as customer from payer where account_id = $1',
      [one.accountId],
    )
    const intent = { amount: priceCents, currency: 'usd', customer: payer?.customer }
    expect(await atProvider(world, `payment_intents/${idOf(body.clientSecret)}`)).toMatchObject(intent)
  })

  it('is only for its admins: 401 to strangers, 404 to members, guests, other admins and for unknown ids', async () => {
    const two = await organization(world)
    const before = await checkoutsOf(one)
    const body = { tier: 'growth', organizationId: one.id } as const
    expect((await world.visitor().try(purchases.createPaymentIntent, { body })).status).toBe(401)
    const others = [
      await member(world, one.id),
      await member(world, one.id, { role: 'guest' }),
      two.owner,
      await subscriber(world),
    ]
    for (const person of others) {
      const reply = await openTopUp(person, one, 'growth')
      expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
    }
    const unknown = await openTopUp(one.owner, { id: 999_999_999 }, 'growth')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found'])
    // A former admin.
    const former = await secondAdmin(world, one)
    await world.sql("update organization_user set role = 'member' where user_id = $1", [former.id])
    expect((await openTopUp(former, one, 'growth')).status).toBe(404)
    expect(await checkoutsOf(one)).toEqual(before)
  })

  it.each([...packageTiers, 'pool_growth', 'Growth', '', undefined])(
    'refuses %j for a pool: invalid_tier',
    async (tier) => {
      const body = { tier, organizationId: one.id }
      const reply = await one.owner.client.request('POST', '/api/create-payment-intent', body)
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'invalid_tier', field: 'tier' }])
    },
  )

  it.each(minutePackages)('refuses %s without an organization: invalid_tier', async (tier) => {
    const person = await subscriber(world)
    const reply = await person.client.try(purchases.createPaymentIntent, { body: { tier } })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_tier'])
  })

  it('sells the four packages only in the personal context, and pools from any context', async () => {
    const person = await subscriber(world)
    await join(world, person, one.id, 'admin')
    await switchTo(person, one.id)
    const here = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
    expect([here.status, here.body.code]).toEqual([409, 'wrong_context'])
    await switchTo(person, null)
    expect((await person.client.try(purchases.createPaymentIntent, { body: { tier: 'uplift' } })).status).toBe(200)
    expect((await openTopUp(person, one, 'starter')).status).toBe(200)
  })

  it('refuses one whose access has ended, because its minutes could not be used', async () => {
    const ended = await firm(world)
    const person = await subscriber(world)
    await join(world, person, ended.id, 'admin')
    await switchTo(person, null)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [ended.id])
    const reply = await openTopUp(person, ended, 'growth')
    expect([reply.status, reply.body.code]).toEqual([409, 'organization_inactive'])
    await world.sql("update organization set subscription_status = 'active' where id = $1", [ended.id])
  })

  it('creates a customer for an organization that never paid before', async () => {
    const given = await organization(world)
    const { id, accountId, owner } = given
    const paymentIntentId = await payTopUp(world, owner, { id, accountId, owner, name: '' }, 'starter')
    expect((await notifyPaid(owner, paymentIntentId)).body).toMatchObject({ creditsAdded: 500 })
    const customers = await world.sql('select stripe_customer_id, card_last4 from payer where account_id = $1', [
      accountId,
    ])
    expect(customers).toEqual([{ stripe_customer_id: expect.stringMatching(/^cus_/), card_last4: '4242' }])
    expect(await owner.client.call(currentUser)).toMatchObject({ stripeCustomerId: null, creditBalance: 0 })
  })
})

describe('a paid package of a pool', () => {
  it('is added once with its ledger entry, receipt and mail to every admin, whatever reports it and how often (D36, D43, D49)', async () => {
    const two = await firm(world)
    const other = await secondAdmin(world, two)
    const paymentIntentId = await payTopUp(world, two.owner, two, 'growth')
    const tellers = [two.owner, other, two.owner, other, two.owner, other, two.owner, other]
    const replies = await Promise.all(tellers.map((person) => notifyPaid(person, paymentIntentId)))
    for (const reply of replies)
      expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 1000, monthlyCreditsAdded: 0 }])
    await waitForEvents(world, paymentIntentId)
    await eventsWorkedOff(world)
    expect(await poolMinutes(world, two)).toBe(2000)
    const entries = await world.sql(
      'select kind, amount_ms::int, balance_after_ms::int, notes from entry where account_id = $1 order by seq desc limit 1',
      [two.accountId],
    )
    expect(entries).toEqual([
      { kind: 'purchase', amount_ms: 60_000_000, balance_after_ms: 120_000_000, notes: 'Growth package' },
    ])
    const [row] = await paymentsOf(two)
    expect(row).toMatchObject({
      type: 'credits',
      amount: 135,
      creditsAdded: 1000,
      description: 'Growth package, 1,000 minutes',
    })
    for (const { client, email } of [two.owner, other]) {
      expect(await client.call(receipt, { params: { id: row?.id ?? '' } })).toMatchObject({ payer: { name: two.name } })
      await expect
        .poll(async () => (await mailsTo(world, email)).filter(({ text }) => text.includes(row?.id ?? '-')).length)
        .toBe(1)
    }
    expect(await two.owner.client.call(organizationOverview, { query: {} })).toMatchObject({ creditBalance: 2000 })
    // None of it belongs to the payer personally.
    expect(await two.owner.client.call(purchases.purchases)).toEqual([])
    expect(await two.owner.client.call(purchases.firstTimeEligible)).toMatchObject({ isFirstTime: true })
    expect(await two.owner.client.call(currentUser)).toMatchObject({ creditBalance: 0 })
  })

  it('arrives by the event alone when the browser was closed', async () => {
    const two = await firm(world)
    const paymentIntentId = await payTopUp(world, two.owner, two, 'starter')
    await waitForEvents(world, paymentIntentId)
    await eventsWorkedOff(world)
    expect(await poolMinutes(world, two)).toBe(1500)
  })

  it('is a 404 for members and strangers, whose calls have no effect', async () => {
    const two = await firm(world)
    const plain = await member(world, two.id)
    const stranger = await registered(world)
    let paymentIntentId = ''
    await losingEvents(world, async () => {
      paymentIntentId = await payTopUp(world, two.owner, two, 'starter')
    })
    for (const person of [plain, stranger, one.owner]) {
      const reply = await notifyPaid(person, paymentIntentId)
      expect([reply.status, reply.body.code]).toEqual([404, 'payment_not_found'])
    }
    expect(await poolMinutes(world, two)).toBe(1000)
    expect((await notifyPaid(two.owner, paymentIntentId)).status).toBe(200)
    expect(await poolMinutes(world, two)).toBe(1500)
  })

  it('adds nothing while it is declined, and can be paid with another card', async () => {
    const two = await firm(world)
    const { clientSecret } = (await openTopUp(two.owner, two, 'starter')).body
    const paymentIntentId = await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    expect((await notifyPaid(two.owner, paymentIntentId)).body).toMatchObject({ code: 'payment_not_completed' })
    expect(await poolMinutes(world, two)).toBe(1000)
    await payWithCard(world, clientSecret, 'pm_card_pendingRefund')
    expect((await notifyPaid(two.owner, paymentIntentId)).status).toBe(200)
    // The card of the first payment continues to pay what is due.
    const kept = await world.sql('select card_last4 from payer where account_id = $1', [two.accountId])
    expect(kept).toEqual([{ card_last4: '4242' }])
  })

  it('leaves the pool with its refund, and every admin is notified (D44)', async () => {
    const two = await firm(world)
    const other = await secondAdmin(world, two)
    const paymentIntentId = await payTopUp(world, two.owner, two, 'scale')
    await notifyPaid(two.owner, paymentIntentId)
    expect(await poolMinutes(world, two)).toBe(3000)
    await refundAtProvider(world, paymentIntentId)
    await expect.poll(() => poolMinutes(world, two)).toBe(1000)
    for (const { email } of [two.owner, other]) {
      await expect
        .poll(async () => (await mailsTo(world, email)).map(({ subject }) => subject))
        .toContain(`${two.name}: Your refund of $260.00`)
    }
    const rows = await paymentsOf(two)
    const refund = { amount: -260, creditsAdded: -2000, description: 'Refund: Scale package, 2,000 minutes' }
    expect(rows).toContainEqual(expect.objectContaining(refund))
  })
})

describe("the receipts of a pool's payments", () => {
  it('open for its admins in any context, and for platform admins, but not for members and others (D120 [S])', async () => {
    const two = await firm(world)
    const [row] = await world.sql<{ id: string }>('select id from receipt where account_id = $1', [two.accountId])
    const params = { id: row?.id ?? '' }
    const elsewhere = await subscriber(world)
    await join(world, elsewhere, two.id, 'admin')
    await switchTo(elsewhere, null)
    const chief = await platformAdmin(world)
    for (const { client } of [two.owner, elsewhere, chief]) {
      expect((await client.try(receipt, { params })).status).toBe(200)
    }
    for (const { client } of [await member(world, two.id), one.owner]) {
      expect((await client.try(receipt, { params })).status).toBe(404)
    }
  })
})
