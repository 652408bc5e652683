import { adminPayments, readAdminPayment } from '#contract/admin/payments.ts'
import { transactions } from '#contract/billing/account.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import type { Input } from '#contract/call.ts'
import { relistPayments } from '#server/admin/payments/payment-list.ts'
import { buy, decide, refundAtProvider, subscriberWithPayment, waitForEvents } from '#tests/kit/billing/refunds.ts'
import * as kit from '#tests/calls.ts'
import { paidOrganization } from '#tests/calls.ts'

const { expect, expectRefused, it } = kit

/** The list of payments and one payment, as staff see them. */

const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
type Query = Input<typeof adminPayments>['query']
const find = (query: Query) => ada.client.call(adminPayments, { query })
const idsOf = async (query: Query) => (await find(query)).map(({ stripePaymentId }) => stripePaymentId)
const read = (id: string) => ada.client.call(readAdminPayment, { params: { id } })

async function pageOf(query: Query) {
  const { body, headers } = await ada.client.try(adminPayments, { query })
  return { ids: body.map(({ id }) => id), total: Number(headers.get('x-total-count')) }
}

it('the list is searched by receipt, ids, card, name, address and amount', async () => {
  const { person, paymentIntentId: first } = await subscriberWithPayment(world)
  const bought = await buy(world, person, 'launch', 'pm_card_createIssuerFraudRecord')
  const history = await person.client.call(transactions)
  const package_ = history.find(({ stripePaymentIntentId: id }) => id === bought)!
  const [line] = await find({ search: bought })
  expect(line).toMatchObject({
    kind: 'credits',
    state: 'paid',
    amount: package_.amount,
    payer: { userId: person.id, organizationId: null, email: person.email },
    description: package_.description,
    receiptNumbers: [package_.receiptNumber],
    paidWith: 'Visa ending in 5423',
    stripePaymentId: bought,
  })
  for (const search of [package_.receiptNumber, package_.id, line!.id, '5423'])
    expect([search, await idsOf({ search })]).toEqual([search, [bought]])
  expect(await idsOf({ search: person.email })).toEqual([bought, first])
  expect(await idsOf({ search: '27.97' })).toContain(first)
  expect(await idsOf({ search: `$${package_.amount}` })).toContain(bought)
  expect(await idsOf({ search: person.email, sort: 'created' })).toEqual([first, bought])
  expect(await idsOf({ search: person.email, sort: '-amount', limit: 1 })).toEqual([first])
  expect(await idsOf({ search: 'L-999999' })).toEqual([])
})

it('the list shows what is not paid, and is filtered by kind, state and days', async () => {
  const person = await kit.subscriber(world)
  const { clientSecret } = await person.client.call(createPaymentIntent, { body: { tier: 'launch' } })
  const id = kit.idOf(clientSecret)
  const mine = { search: person.email }
  const [line] = await find({ ...mine, state: 'open' })
  const description = expect.stringMatching(/^Launch package, \d+ minutes$/)
  expect(line).toMatchObject({ kind: 'credits', state: 'open', stripePaymentId: id, receiptNumbers: [], description })
  expect(await idsOf({ ...mine, kind: 'credits' })).toEqual([id])
  const today = new Date().toISOString().slice(0, 10)
  expect(await idsOf({ ...mine, from: today, to: today })).toHaveLength(2)
  expect(await idsOf({ ...mine, to: '2020-01-01' })).toEqual([])
  expect(await pageOf({ ...mine, limit: 1, offset: 1 })).toEqual({ ids: [expect.any(String)], total: 2 })

  await kit.payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  const found = async () => (await find({ search: '9995' }))[0]
  const payment = { stripePaymentId: id, paidWith: 'Visa ending in 9995' }
  await expect.poll(found).toMatchObject({ ...payment, state: 'open' })
  await kit.payWithCard(world, clientSecret)
  await expect.poll(found).toMatchObject({ ...payment, state: 'paid', paidWith: 'Visa ending in 4242' })
})

it('a payment shows what it gave, and what was refunded and disputed', async () => {
  const { person, paymentIntentId: refunded } = await subscriberWithPayment(world)
  const { paymentIntentId: disputed } = await subscriberWithPayment(world)
  const stateOf = async (search: string) => (await find({ search }))[0]
  await refundAtProvider(world, refunded, 297)
  await waitForEvents(world, refunded)
  const page = await read(refunded)
  const shown = { kind: 'combined', state: 'partly_refunded', refunded: 2.97, payer: { userId: person.id } }
  expect([page, await stateOf(refunded)]).toMatchObject([shown, shown])
  const refunds = [{ amount: 2.97, status: 'succeeded' }]
  expect(page).toMatchObject({ refunds, disputes: [], findings: [] })
  expect(Object.fromEntries(page.parts.map((part) => [part.amount, part.creditsAdded]))).toEqual({ 25: 120, 2.97: 30 })
  // It is found by its ids.
  for (const id of [page.id, page.parts[0]!.id]) expect((await read(id)).id).toBe(page.id)
  for (const id of [crypto.randomUUID(), 'pi_unknown', 'x'])
    await expectRefused(readAdminPayment, [ada, { params: { id } }, 404, {}])
  await refundAtProvider(world, refunded)
  await waitForEvents(world, refunded)
  expect(await stateOf(refunded)).toMatchObject({ state: 'refunded', refunded: 27.97 })
  await decide(world, disputed, 'open')
  expect(await idsOf({ state: 'disputed' })).toEqual([disputed])
  await decide(world, disputed, 'lose')
  expect(await stateOf(disputed)).toMatchObject({ state: 'dispute_lost' })
})
it('the list has orders of organizations, is sorted by each key, and paged', async () => {
  const { organizationName: name, paymentId } = await paidOrganization(world)
  const order = { kind: 'order', state: 'paid', stripePaymentId: paymentId, payer: { name } }
  expect(await find({ search: name })).toMatchObject([order])
  for (const _ of [1, 2]) await subscriberWithPayment(world)
  for (const sort of [undefined, 'payer', '-payer', 'amount', '-amount', 'created', '-created'] as const) {
    const sorted = sort ? { sort } : {}
    const all = await find(sorted)
    const keys = all.map(({ payer, amount, createdAt }) =>
      sort?.endsWith('payer') ? payer.name.toLowerCase() : sort?.endsWith('amount') ? amount : Date.parse(createdAt),
    )
    const up = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    // Newest first by default.
    expect([sort, keys]).toEqual([sort, (sort ?? '-').startsWith('-') ? up.toReversed() : up])
    const total = all.length
    const ids = all.map(({ id }) => id)
    for (const offset of [1, 2]) {
      const page = { ids: ids.slice(offset, offset + 2), total }
      expect(await pageOf({ ...sorted, limit: 2, offset, from: '2000-01-01' })).toEqual(page)
    }
    const paid = all.filter(({ state }) => state === 'paid').map(({ id }) => id)
    expect((await find({ ...sorted, state: 'paid' })).map(({ id }) => id)).toEqual(paid)
    expect(all.map(({ kind }) => kind)).toContain('order')
  }
})

it('the upkeep lists payments of the last days again that are shown otherwise than they are', async () => {
  const { paymentIntentId: id } = await subscriberWithPayment(world)
  const before = await find({ search: id, state: 'paid' })
  const { database, clock } = world.services
  for (const fault of ["update listed_payment set state = 'open'", 'delete from listed_payment']) {
    await world.sql(`${fault} where stripe_payment_intent_id = $1`, [id])
    expect(await find({ search: id, state: 'paid' })).not.toEqual(before)
    await relistPayments(database, clock.now())
    expect(await find({ search: id, state: 'paid' })).toEqual(before)
  }
})
