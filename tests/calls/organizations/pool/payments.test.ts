import type { Input } from '#contract/call.ts'
import * as cards from '#contract/billing/cards.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { receipt } from '#contract/billing/receipts.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { transactions } from '#contract/billing/account.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, losingEvents, ownedOrganization, subscriber, tags } from '#tests/calls.ts'
import { moneyBackOf, waitForEvents } from '../../../kit/billing/refunds.ts'
import { confirmSetup } from '../../../kit/billing/saved-cards.ts'

const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const one = await ownedOrganization(world)
await world.sql(
  "insert into platform_setting (setting_key, setting_value, updated_at) values ('secondPersonAboveDollars', '9999', now())",
)

const list = ({ id }: kit.Owned) => ada.client.call(adminUsers.organizationTransactions, { params: { id: String(id) } })

it('platform admins list what the organization paid, and nothing personal', tags('D44'), async () => {
  expect(await list(one)).toMatchObject([{ description: 'Organization package', amount: 1419, refundable: 1419 }])
  expect(await ada.client.call(adminUsers.userTransactions, { params: { id: one.owner.id } })).toEqual([])
  const unknown = { params: { id: 999_999_999 } }
  await expectRefused(adminUsers.organizationTransactions, [ada, unknown, 404, 'organization_not_found'])
})

const refund = (id: string, body: { amount?: number; key?: string }) => {
  const input = { reason: 'Asked by mail', key: crypto.randomUUID(), ...body }
  return ada.client.try(refundTransaction, { params: { id }, body: input })
}

it('a refund takes minutes out of its pool, once for its key', tags('D44 D153'), async () => {
  const firm = await ownedOrganization(world)
  const other = await kit.member(world, firm.id, { role: 'admin' })
  const paymentIntentId = await kit.payTopUp(world, firm.owner, firm, 'growth')
  await kit.notifyPaid(firm.owner, paymentIntentId)
  const bought = (await list(firm)).find(({ type }) => type === 'credits')
  expect(bought).toMatchObject({ amount: 135, refundable: 135 })
  const id = bought?.id ?? ''
  const input = { amount: 54, key: crypto.randomUUID() }
  const replies = await Promise.all([refund(id, input), refund(id, input)])
  for (const { status, body } of replies) expect([status, body]).toMatchObject([200, { amount: 54 }])
  await waitForEvents(world, paymentIntentId)
  expect(await moneyBackOf(world, paymentIntentId)).toEqual([
    { kind: 'refund', type: 'credits', amount_cents: 5400, status: 'succeeded' },
  ])
  expect(await kit.poolMinutes(world, firm)).toBe(1600)
  const select = "select kind || ' ' || amount_ms / 60000 as line from entry where account_id = $1 order by seq"
  const lines = (await world.sql(select, [firm.accountId])).map(({ line }) => line)
  expect(lines).toEqual(['purchase 1000', 'purchase 1000', 'refund -400'])
  const listed = (await list(firm)).map(({ amount, refundable }) => `${amount} ${refundable}`)
  expect(listed).toEqual(['-54 0', '135 81', '1419 1419'])
  const act = { action: 'payment.refund', reason: 'Asked by mail', before: { refundableCents: 13_500 } }
  const targetName = `${bought?.receiptNumber}, ${firm.name}`
  const after = { refundableCents: 8100, amountCents: 5400 }
  expect(await kit.actsOn(ada, 'payment', id)).toMatchObject([{ ...act, targetName, after }])
  // Its admins read it and are notified, and none of it is personal.
  expect((await kit.paidBy(firm))[0]).toEqual(['Refund: Growth package, 1,000 minutes', -54, -400])
  for (const { email } of [firm.owner, other])
    await kit.waitForMails(world, email, 'Your organization: Your refund of $54.00')
  expect(await firm.owner.client.call(transactions)).toEqual([])

  // The one-time parts and the month of its first payment are refunded together.
  const first = (await list(firm)).at(-1)
  expect(await refund(first?.id ?? '', {})).toMatchObject({ status: 200, body: { amount: 1419 } })
  await waitForEvents(world, first?.stripePaymentIntentId ?? '')
  expect(await kit.poolMinutes(world, firm)).toBe(600)
  const again = await refund(first?.id ?? '', { amount: 1 })
  expect(again).toMatchObject({ status: 409, body: { code: 'refund_too_large' } })
})

describe('the card of a pool', tags('D46 D109 D129'), () => {
  const cardOf = async (firm: kit.Owned) => (await kit.billingOf(firm)).card
  /** Tokens of test cards have other last digits than 4242, which paid for the package. */
  const another = 'pm_card_chargeCustomerFail'

  it('is replaced by its admin: for renewals, seats and auto-purchases', async () => {
    const { id: organizationId, owner } = one
    const { client } = owner
    expect(await cardOf(one)).toMatchObject({ last4: '4242' })
    const body = { organizationId, setupIntentId: await confirmSetup(world, owner, another, organizationId) }
    const reply = await client.call(cards.saveCard, { body })
    expect(reply.card).toMatchObject({ brand: 'visa', last4: '0341' })
    expect(await client.call(cards.saveCard, { body })).toEqual(reply)
    expect(await cardOf(one)).toEqual(reply.card)
    const payer = await world.sql('select payment_method_id from payer where account_id = $1', [one.accountId])
    const plan = await kit.planAtProvider(world, one)
    expect(payer).toEqual([{ payment_method_id: plan.default_payment_method }])
    expect((await client.call(cards.card)).card).toBeNull()
    // Another one is saved even when the browser was closed too early.
    await confirmSetup(world, owner, 'pm_card_authenticationRequired', organizationId)
    await kit.eventsWorkedOff(world)
    expect(await cardOf(one)).toMatchObject({ last4: '3184' })
  })

  it('is for its admins, and never becomes a personal card or the reverse', async () => {
    const before = await cardOf(one)
    const [person, colleague] = [await subscriber(world), await kit.member(world, one.id)]
    const foreign = (await kit.organization(world)).owner
    const ofPool = await losingEvents(world, () => confirmSetup(world, one.owner, another, one.id))
    const own = await losingEvents(world, () => confirmSetup(world, person, another))
    const body = { organizationId: one.id, setupIntentId: ofPool }
    for (const call of [cards.setUpCard, cards.saveCard])
      for (const client of [colleague, foreign, person])
        await expectRefused(call, [client, { body }, 404, 'organization_not_found'])
    await expectRefused(
      cards.saveCard,
      [person, { body: { setupIntentId: ofPool } }, 404, 'setup_not_found'],
      [one.owner, { body: { setupIntentId: ofPool } }, 404, 'setup_not_found'],
      [one.owner, { body: { setupIntentId: own, organizationId: one.id } }, 404, 'setup_not_found'],
    )
    expect(await cardOf(one)).toEqual(before)
  })
})

describe('GET /api/organizations/{id}/billing', tags('D133'), () => {
  it('shows what was ordered and paid, with a mailed receipt (S451, S452, D43)', async () => {
    const { id, accountId, name, owner } = one
    const { businessRegistration, stripeBilling } = await kit.billingOf(one)
    const figures = { organizationName: name, teamSize: 5, userAccessTier: '5-24' }
    expect(businessRegistration).toMatchObject({ ...figures, paymentAmount: 1050, totalToStartToday: 1419 })
    const select = 'select stripe_payment_intent_id as payment from business_registration where organization_id = $1'
    const [order] = await world.sql<{ payment: string }>(select, [id])
    const setup = { id: order?.payment, description: 'Organization Registration', amount: 1419 }
    expect(stripeBilling).toMatchObject({ customerId: expect.stringMatching(/^cus_/), setupPayments: [setup] })
    const part = { name: 'Single agent', description: '1 × $750', amount: 750, type: 'one_time' }
    expect(stripeBilling?.setupPayments[0]?.productBreakdown[0]).toEqual(part)
    const [row] = await world.sql<{ id: string }>('select id from receipt where account_id = $1', [accountId])
    const params = { id: row?.id ?? '-' }
    const mails = async () => (await kit.queuedMails(world, owner.email)).map(({ text }) => text)
    expect(await mails()).toContainEqual(expect.stringContaining(`/receipts/${params.id}`))
    const paid = { amount: 1419, description: 'Organization package', creditsAdded: 1000 }
    const payer = { name, email: owner.email }
    const shown = await owner.client.call(receipt, { params })
    expect(shown).toMatchObject({ ...paid, paidWith: 'Visa ending in 4242', payer })
    // The minutes of a paid month count at their own price, not with its seats (D181): 1,000 for $135.00.
    const usage = { query: { days: '7', timeZone: 'UTC' } } as Input<typeof organizationUsage>
    expect((await owner.client.call(organizationUsage, usage)).minuteRate).toBe(0.135)
  })

  it('is empty for an organization that has never paid', async () => {
    const { id, owner } = await kit.organization(world)
    const nothing = { businessRegistration: null, stripeBilling: null, plan: null, seats: null, autoPurchase: null }
    const params = { organizationId: String(id) }
    expect(await owner.client.call(organizationBilling, { params })).toEqual({ ...nothing, card: null, payments: [] })
  })
})
