import { describe, expect, it } from 'vitest'
import { adminPayments, readAdminPayment } from '#contract/admin/payments.ts'
import * as account from '#contract/billing/account.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { hired, ownWorld, payWithCard, platformAdmin, registered, subscriber } from '#tests/calls.ts'
import { buy, decide, refundAtProvider, subscriberWithPayment, waitForEvents } from '../../../kit/billing/refunds.ts'
import { paidOrganization } from '../../../kit/organizations/paid-organizations.ts'

/** The list of payments and one payment, as staff see them. */

const world = await ownWorld()
const ada = await platformAdmin(world)

type Query = Parameters<typeof ada.client.call<typeof adminPayments>>[1]['query']

const find = (query: Query) => ada.client.call(adminPayments, { query })
const idsOf = async (query: Query) => (await find(query)).map(({ stripePaymentId }) => stripePaymentId)

describe('the list of payments', () => {
  it('is refused to strangers and people, and shown to staff for money', async () => {
    const [visitor, person] = [world.visitor(), await registered(world)]
    expect((await visitor.try(adminPayments, { query: {} })).status).toBe(401)
    expect((await person.client.try(adminPayments, { query: {} })).status).toBe(403)
    const content = await hired(world, ada, 'content')
    expect((await content.client.try(adminPayments, { query: {} })).status).toBe(403)
    const reader = await hired(world, ada, 'read_only')
    expect((await reader.client.try(adminPayments, { query: {} })).status).toBe(200)
  })

  it('is searched by receipt, our ids, the id at Stripe, card, name, address and amount', async () => {
    const { person, paymentIntentId: first } = await subscriberWithPayment(world)
    const bought = await buy(world, person, 'launch', 'pm_card_createIssuerFraudRecord')
    const history = await person.client.call(account.transactions)
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
    expect(await idsOf({ search: package_.receiptNumber })).toEqual([bought])
    expect(await idsOf({ search: package_.id })).toEqual([bought])
    expect(await idsOf({ search: line!.id })).toEqual([bought])
    expect(await idsOf({ search: '5423' })).toEqual([bought])
    expect(await idsOf({ search: person.email })).toEqual([bought, first])
    expect(await idsOf({ search: '27.97' })).toContain(first)
    expect(await idsOf({ search: `$${package_.amount}` })).toContain(bought)
    expect(await idsOf({ search: person.email, sort: 'created' })).toEqual([first, bought])
    expect(await idsOf({ search: person.email, sort: '-amount', limit: 1 })).toEqual([first])
    expect(await idsOf({ search: 'L-999999' })).toEqual([])
  })

  it('shows what is not paid, is filtered by kind, state and days, and counts all matches', async () => {
    const person = await subscriber(world)
    const opened = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    const id = opened.clientSecret.split('_secret_')[0]
    const mine = { search: person.email }
    const [line] = await find({ ...mine, state: 'open' })
    expect(line).toMatchObject({ kind: 'credits', state: 'open', stripePaymentId: id, receiptNumbers: [] })
    expect(line?.description).toMatch(/^Launch package, \d+ minutes$/)
    expect(await idsOf({ ...mine, kind: 'credits' })).toEqual([id])
    const today = new Date().toISOString().slice(0, 10)
    expect(await idsOf({ ...mine, from: today, to: today })).toHaveLength(2)
    expect(await idsOf({ ...mine, to: '2020-01-01' })).toEqual([])
    const page = await ada.client.try(adminPayments, { query: { ...mine, limit: 1, offset: 1 } })
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2'])
  })

  it('finds a payment that was not paid by the card that was refused', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    const id = await payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclinedInsufficientFunds')
    const found = async () => (await find({ search: '9995' }))[0]
    await expect.poll(found).toMatchObject({ stripePaymentId: id, state: 'open' })
    expect(await found()).toMatchObject({ paidWith: 'Visa ending in 9995' })
    await payWithCard(world, clientSecret)
    await expect.poll(found).toMatchObject({ stripePaymentId: id, state: 'paid' })
    expect(await found()).toMatchObject({ paidWith: 'Visa ending in 4242' })
  })

  it('shows what was refunded and disputed', async () => {
    const [refunded, disputed] = [await subscriberWithPayment(world), await subscriberWithPayment(world)]
    await refundAtProvider(world, refunded.paymentIntentId, 500)
    await waitForEvents(world, refunded.paymentIntentId)
    const stateOf = async (search: string) => (await find({ search }))[0]
    expect(await stateOf(refunded.paymentIntentId)).toMatchObject({ state: 'partly_refunded', refunded: 5 })
    await refundAtProvider(world, refunded.paymentIntentId)
    await waitForEvents(world, refunded.paymentIntentId)
    expect(await stateOf(refunded.paymentIntentId)).toMatchObject({ state: 'refunded', refunded: 27.97 })
    await decide(world, disputed.paymentIntentId, 'open')
    expect(await idsOf({ state: 'disputed' })).toEqual([disputed.paymentIntentId])
    await decide(world, disputed.paymentIntentId, 'lose')
    expect(await stateOf(disputed.paymentIntentId)).toMatchObject({ state: 'dispute_lost' })
  })

  it('shows the first payment of an organization under its name', async () => {
    const firm = await paidOrganization(world)
    expect(await find({ search: firm.organizationName })).toMatchObject([
      { kind: 'order', state: 'paid', stripePaymentId: firm.paymentId, payer: { name: firm.organizationName } },
    ])
  })

  it.each(['payer', '-payer', 'amount', '-amount', 'created'] as const)(
    'is sorted by %s, with each payment on one page',
    async (sort) => {
      const all = await find({ sort })
      const keys = all.map(({ payer, amount, createdAt }) =>
        sort.endsWith('payer') ? payer.name.toLowerCase() : sort.endsWith('amount') ? amount : Date.parse(createdAt),
      )
      const up = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(keys).toEqual(sort.startsWith('-') ? up.toReversed() : up)
      const pages = await Promise.all([0, 2, 4, 6, 8].map((offset) => find({ sort, limit: 2, offset })))
      expect(pages.flat().map(({ id }) => id)).toEqual(all.slice(0, 10).map(({ id }) => id))
      const paid = all.filter(({ state }) => state === 'paid').map(({ id }) => id)
      expect((await find({ sort, state: 'paid' })).map(({ id }) => id)).toEqual(paid)
    },
  )

  it('is newest first on every page, the same with and without a filter that fits all', async () => {
    await paidOrganization(world)
    await subscriberWithPayment(world)
    const pageOf = async (query: Query) => {
      const { body, headers } = await ada.client.try(adminPayments, { query })
      return { ids: body.map(({ id }) => id), total: headers.get('x-total-count') }
    }
    const all = await find({})
    const times = all.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)))
    expect(new Set(all.map(({ kind }) => kind))).toContain('order')
    for (const offset of [0, 1, 2]) {
      const page = await pageOf({ limit: 2, offset })
      expect(page).toEqual({ ids: all.slice(offset, offset + 2).map(({ id }) => id), total: String(all.length) })
      expect(await pageOf({ limit: 2, offset, from: '2000-01-01' })).toEqual(page)
    }
  })
})

describe('one payment', () => {
  it('is found by our id, a receipt and the id at Stripe, with what it gave and what went back', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    await refundAtProvider(world, paymentIntentId, 297)
    await waitForEvents(world, paymentIntentId)
    const page = await ada.client.call(readAdminPayment, { params: { id: paymentIntentId } })
    expect(page).toMatchObject({
      kind: 'combined',
      state: 'partly_refunded',
      refunded: 2.97,
      payer: { userId: person.id },
      refunds: [{ amount: 2.97, status: 'succeeded' }],
      disputes: [],
      findings: [],
    })
    expect(page.parts.map(({ amount, creditsAdded }) => [amount, creditsAdded])).toEqual(
      expect.arrayContaining([
        [25, 120],
        [2.97, 30],
      ]),
    )
    for (const id of [page.id, page.parts[0]!.id]) {
      expect((await ada.client.call(readAdminPayment, { params: { id } })).id).toBe(page.id)
    }
  })

  it('is not found by an unknown id, and refused to people', async () => {
    const person = await registered(world)
    const params = { id: crypto.randomUUID() }
    expect((await ada.client.try(readAdminPayment, { params })).body.code).toBe('payment_not_found')
    expect((await ada.client.try(readAdminPayment, { params: { id: 'pi_unknown' } })).status).toBe(404)
    expect((await ada.client.try(readAdminPayment, { params: { id: 'x' } })).status).toBe(404)
    expect((await person.client.try(readAdminPayment, { params })).status).toBe(403)
  })
})
