import { currentUser } from '#contract/identity/current-user.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import { packageTiers } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import * as contract from '#contract/billing/auto-purchase.ts'
import { payPoolDebt, poolDebts } from '#contract/organizations/pool-debts.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, member, notifyPaid, payTopUp, spendPoolTo, tags } from '#tests/calls.ts'
import { bank, waitForEvents } from '../../../kit/billing/refunds.ts'
import { approve, inBrowser } from '../../../kit/billing/saved-cards.ts'

const world = await kit.ownWorld()
const one = await kit.ownedOrganization(world)
const [plain, guest] = [await member(world, one.id), await member(world, one.id, { role: 'guest' })]
const [stranger, payer] = [(await kit.organization(world)).owner, await kit.subscriber(world)]

const payerOf = async (accountId: string) =>
  (await world.sql('select stripe_customer_id, card_last4 from payer where account_id = $1', [accountId]))[0]
const poolMinutes = (firm: Pick<kit.Owned, 'accountId'> = one) => kit.poolMinutes(world, firm)
const secondAdmin = ({ id }: kit.Owned) => member(world, id, { role: 'admin' })

/** Expects that every report of a payment is answered with the minutes of Growth. */
async function expectGrowth(people: kit.TestPerson[], paymentIntentId: string): Promise<void> {
  const replies = await Promise.all(people.map((person) => notifyPaid(person, paymentIntentId)))
  for (const { status, body } of replies)
    expect([status, body]).toEqual([200, { creditsAdded: 1000, monthlyCreditsAdded: 0 }])
  await waitForEvents(world, paymentIntentId)
  await kit.eventsWorkedOff(world)
}

describe('POST /api/create-payment-intent with an organization [S]', tags('D49 D50'), () => {
  const { createPaymentIntent } = purchases
  const body = { tier: 'growth', organizationId: one.id }

  it('opens every package at its list price for the customer of the organization', async () => {
    const customer = (await payerOf(one.accountId))?.stripe_customer_id
    for (const tier of minutePackages) {
      const opened = (await kit.openTopUp(one.owner, one, tier)).body
      const { name: label, minutes: packageMinutes, priceCents } = minuteOffers[tier]
      const amount = priceCents / 100
      const summary = { totalAmount: amount, lines: [{ label, amount }], packageMinutes, monthlyMinutes: 0 }
      expect(opened).toMatchObject({ summary, card: { last4: '4242' }, organizationName: one.name })
      const path = `payment_intents/${kit.idOf(opened.clientSecret)}`
      expect(await kit.atProvider(world, path)).toMatchObject({ amount: priceCents, currency: 'usd', customer })
    }
  })

  it('is only for its admins, and only for the packages of pools', async () => {
    const count = () => world.sql('select count(*) from checkout where account_id = $1', [one.accountId])
    const before = await count()
    for (const person of [guest, plain, stranger, payer])
      await expectRefused(createPaymentIntent, [person, { body }, 404, 'organization_not_found'])
    const unknown = { body: { ...body, organizationId: 999_999_999 } }
    await expectRefused(createPaymentIntent, [one.owner, unknown, 404, 'organization_not_found'])
    for (const tier of [...packageTiers, 'pool_growth', 'Growth', '', undefined]) {
      const problem = { code: 'invalid_tier', field: 'tier' }
      await expectRefused(createPaymentIntent, [one.owner, { body: { ...body, tier } }, 400, problem])
    }
    for (const tier of minutePackages)
      await expectRefused(createPaymentIntent, [payer, { body: { tier } }, 400, 'invalid_tier'])
    expect(await count()).toEqual(before)
  })

  it('sells the four packages only personally, and pools from any context', async () => {
    const person = await kit.subscriber(world)
    await kit.join(world, person, one.id, 'admin')
    await kit.switchTo(person, one.id)
    await expectRefused(createPaymentIntent, [person, { body: { tier: 'uplift' } }, 409, 'wrong_context'])
    await kit.switchTo(person, null)
    expect((await person.client.try(createPaymentIntent, { body: { tier: 'uplift' } })).status).toBe(200)
    expect((await kit.openTopUp(person, one, 'starter')).status).toBe(200)
    await kit.setStatus(world, one, 'canceled')
    await expectRefused(createPaymentIntent, [person, { body }, 409, 'organization_inactive'])
    await kit.setStatus(world, one, 'active')
  })

  it('creates a customer for an organization that never paid before', async () => {
    const given = await kit.organization(world)
    const paymentIntentId = await payTopUp(world, given.owner, given, 'starter')
    expect((await notifyPaid(given.owner, paymentIntentId)).body).toMatchObject({ creditsAdded: 500 })
    const customer = { stripe_customer_id: expect.stringMatching(/^cus_/), card_last4: '4242' }
    expect(await payerOf(given.accountId)).toEqual(customer)
    expect(await given.owner.client.call(currentUser)).toMatchObject({ stripeCustomerId: null, creditBalance: 0 })
  })
})

describe('a paid package of a pool', () => {
  it('is added once with entry, receipt and mails, whatever reports it', tags('D36 D43 D49'), async () => {
    const firm = await kit.ownedOrganization(world)
    const { owner, accountId, name } = firm
    const other = await secondAdmin(firm)
    const paymentIntentId = await payTopUp(world, owner, firm, 'growth')
    await expectGrowth(Array.from({ length: 4 }, () => [owner, other]).flat(), paymentIntentId)
    expect(await poolMinutes(firm)).toBe(2000)
    const entries = await world.sql(
      'select kind, amount_ms::int, balance_after_ms::int, notes from entry where account_id = $1 order by seq desc limit 1',
      [accountId],
    )
    const figures = { amount_ms: 60_000_000, balance_after_ms: 120_000_000 }
    expect(entries).toEqual([{ kind: 'purchase', ...figures, notes: 'Growth package' }])
    const [row] = (await kit.billingOf(firm)).payments
    const bought = { type: 'credits', amount: 135, creditsAdded: 1000, description: 'Growth package, 1,000 minutes' }
    expect(row).toMatchObject(bought)
    const params = { id: row?.id ?? '-' }
    for (const { client, email } of [owner, other]) {
      expect(await client.call(receipt, { params })).toMatchObject({ payer: { name } })
      const mails = async () => (await kit.mailsTo(world, email)).filter(({ text }) => text.includes(params.id))
      await expect.poll(async () => (await mails()).length).toBe(1)
    }
    expect(await owner.client.call(organizationOverview, { query: {} })).toMatchObject({ creditBalance: 2000 })
    // None of it belongs to the payer personally.
    expect(await owner.client.call(purchases.purchases)).toEqual([])
    expect(await owner.client.call(purchases.firstTimeEligible)).toMatchObject({ isFirstTime: true })
    expect(await owner.client.call(currentUser)).toMatchObject({ creditBalance: 0 })

    // Its receipt opens for its admins in any context, and for platform admins (D120 [S]).
    const elsewhere = await kit.subscriber(world)
    await kit.join(world, elsewhere, firm.id, 'admin')
    await kit.switchTo(elsewhere, null)
    for (const { client } of [elsewhere, await kit.platformAdmin(world)])
      expect((await client.try(receipt, { params })).status).toBe(200)
    for (const person of [await member(world, firm.id), one.owner, payer])
      await expectRefused(receipt, [person, { params }, 404, 'receipt_not_found'])
  })

  it('arrives by its event; other people learn nothing of it', async () => {
    const before = await poolMinutes()
    await waitForEvents(world, await payTopUp(world, one.owner, one, 'starter'))
    await kit.eventsWorkedOff(world)
    expect(await poolMinutes()).toBe(before + 500)
    const paymentIntentId = await kit.losingEvents(world, () => payTopUp(world, one.owner, one, 'starter'))
    const input = { body: { paymentIntentId } }
    for (const person of [plain, payer, stranger])
      await expectRefused(purchases.processPaymentSuccess, [person, input, 404, 'payment_not_found'])
    expect(await poolMinutes()).toBe(before + 500)
    expect((await notifyPaid(one.owner, paymentIntentId)).status).toBe(200)
    expect(await poolMinutes()).toBe(before + 1000)
  })

  it('adds nothing while it is declined, and can be paid with another card', async () => {
    const before = await poolMinutes()
    const { clientSecret } = (await kit.openTopUp(one.owner, one, 'starter')).body
    const paymentIntentId = await kit.payWithCard(world, clientSecret, 'pm_card_visa_chargeDeclined')
    expect((await notifyPaid(one.owner, paymentIntentId)).body).toMatchObject({ code: 'payment_not_completed' })
    expect(await poolMinutes()).toBe(before)
    await kit.payWithCard(world, clientSecret, 'pm_card_pendingRefund')
    expect((await notifyPaid(one.owner, paymentIntentId)).status).toBe(200)
    // The card of the first payment continues to pay what is due.
    expect(await payerOf(one.accountId)).toMatchObject({ card_last4: '4242' })
  })
})

const minuteMs = 60_000

const attemptsOf = ({ accountId }: kit.Owned) =>
  world.sql<{ id: string; status: string; needs_confirmation: boolean }>(
    "select id, status, needs_confirmation from checkout where account_id = $1 and kind = 'auto' order by id",
    [accountId],
  )

/** Waits until mails about this organization's auto-purchases have arrived, with this in their text. */
async function expectMails(people: kit.TestPerson[], subject: string, path: string) {
  for (const { email } of people) {
    const [mail] = await kit.waitForMails(world, email, `Your organization: ${subject}`)
    expect(mail?.text).toContain(world.url + path)
  }
}

describe('the auto-purchase of a pool', tags('D109 S672 D45 D47'), () => {
  it('is made once, one second below 30:00; admins hear of a declined one', async () => {
    const firm = await kit.ownedOrganization(world)
    const { accountId, owner } = firm
    const [other, colleague] = [await secondAdmin(firm), await member(world, firm.id)]
    await spendPoolTo(world, firm, 30 * minuteMs)
    expect(await attemptsOf(firm)).toEqual([])
    await spendPoolTo(world, firm, 30 * minuteMs - 1000)
    await Promise.all(Array.from({ length: 8 }, () => watchBalance(world.services, accountId)))
    await expect.poll(() => attemptsOf(firm)).toMatchObject([{ status: 'paid' }])
    expect(await poolMinutes(firm)).toBeCloseTo(1030 - 1 / 60, 6)
    const columns = 'tier, amount_cents, automatic'
    const bought = await world.sql(`select ${columns} from credit_purchase where account_id = $1`, [accountId])
    expect(bought).toEqual([{ tier: 'pool_growth', amount_cents: 13_500, automatic: true }])
    const textsTo = async ({ email }: kit.TestPerson) =>
      (await kit.mailsTo(world, email)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
    const told = `The minutes of your organization ran low, so we bought a package automatically, as its admins set up: $135.00.`
    for (const admin of [owner, other])
      await expect.poll(async () => (await textsTo(admin)).filter((text) => text.includes(told)).length).toBe(1)
    expect((await textsTo(colleague)).filter((text) => text.includes('$135'))).toEqual([])

    await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await spendPoolTo(world, firm, 10 * minuteMs)
    const path = '/organization-dashboard?tab=billing'
    await expectMails([owner, other], 'Your automatic purchase was declined', path)
    expect(await poolMinutes(firm)).toBe(10)
  })

  it('that the bank questions is confirmed once, by any admin and nobody else', async () => {
    const firm = await kit.ownedOrganization(world)
    const { owner } = firm
    const other = await secondAdmin(firm)
    await kit.poolCard(world, firm, 'pm_card_authenticationRequired')
    await spendPoolTo(world, firm, 10 * minuteMs)
    await expect.poll(() => attemptsOf(firm)).toMatchObject([{ status: 'open', needs_confirmation: true }])
    const params = { id: (await attemptsOf(firm))[0]?.id ?? '' }
    const path = `/checkout?resume=${params.id}`
    await expectMails([owner, other], 'Please confirm your automatic purchase', path)
    for (const person of [await member(world, firm.id), stranger, payer])
      await expectRefused(contract.resumePayment, [person, { params }, 404, 'payment_not_found'])
    const opened = await other.client.call(contract.resumePayment, { params })
    const summary = { totalAmount: 135, lines: [{ label: 'Growth', amount: 135 }], packageMinutes: 1000 }
    expect(opened).toMatchObject({ organizationName: firm.name, summary, card: { last4: '3184' } })
    const { clientSecret, paymentMethodId } = opened
    const payment = kit.idOf(clientSecret)
    const saved = { payment_method: paymentMethodId ?? '' }
    await inBrowser(world, `payment_intents/${payment}/confirm`, clientSecret, saved)
    await approve(world, 'payment_intents', clientSecret)
    await expectGrowth([other, owner, other, owner], payment)
    expect(await poolMinutes(firm)).toBe(1010)
    const over = { code: 'payment_over', paid: true }
    await expectRefused(contract.resumePayment, [owner, { params }, 409, over])
  })
})

it('only the admins of a pool see its debt, and they pay it once', tags('D44'), async () => {
  const firm = await kit.ownedOrganization(world)
  const other = await secondAdmin(firm)
  const paid = await payTopUp(world, firm.owner, firm, 'starter')
  await notifyPaid(firm.owner, paid)
  await spendPoolTo(world, firm, 100 * minuteMs)
  await bank(world, paid, 'open')
  await bank(world, paid, 'lose')
  const query = { organizationId: String(firm.id) }
  const debts = () => other.client.call(poolDebts, { query })
  await expect.poll(async () => (await debts()).length).toBe(1)
  const [debt] = await debts()
  const params = { id: debt?.id ?? '' }
  await expectRefused(
    payPoolDebt,
    [stranger, { query, params }, 404, 'organization_not_found'],
    [one.owner, { query: { organizationId: one.id }, params }, 404, 'debt_not_found'],
  )
  const opened = await other.client.call(payPoolDebt, { query, params })
  expect(opened.summary.totalAmount).toBe(debt?.amount)
  const payment = await kit.payWithCard(world, opened.clientSecret)
  expect((await notifyPaid(other, payment)).status).toBe(200)
  expect(await firm.owner.client.call(poolDebts, { query })).toEqual([])
  await expectRefused(payPoolDebt, [other, { query, params }, 404, 'debt_not_found'])
})
