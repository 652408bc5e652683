import * as account from '#contract/billing/account.ts'
import { packages, packageTiers } from '#contract/billing/prices.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { updateNames } from '#contract/identity/profile.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, approve, atProvider, balanceOf, checkoutsOf, endedRow, expect } from '#tests/calls.ts'
import { expectCredited, expectRefused, expectUnavailable, idOf, inBrowser, it, keepCard, me } from '#tests/calls.ts'
import { openAccess, openFirst, openPackage, pay, payAndReport, payWithCard, queuedMails } from '#tests/calls.ts'
import { type Refusal, registered, sharedWorld, startHeardTalk, subscriber } from '#tests/calls.ts'
import { subscriptionsAtProvider, succeed, tags, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()

const intentOf = (clientSecret: string) => atProvider(world, `payment_intents/${idOf(clientSecret)}`)
const purchasesOf = (person: TestPerson) => person.client.call(purchases.purchases)
const amounts = [0.01, 2.96, 2.98, 0, -2.97, 297]

it('packages have the prices of the specifications', tags('S289 S292'), () => {
  const table = packageTiers.map((tier) => {
    const { priceCents, minutes, savingsPercent } = packages[tier]
    return `${tier} ${priceCents} ${minutes} ${savingsPercent}`
  })
  expect(table).toEqual(['launch 1500 60 0', 'uplift 2500 120 16.7', 'navigate 4500 240 25', 'ascend 9500 600 36.7'])
})

it('a first payment is a package plus 2.97', tags('S214 S066 S313 D33'), async () => {
  const person = await registered(world)
  for (const tier of packageTiers) {
    const { clientSecret, summary } = (await openFirst(person, tier)).body
    const { name, priceCents, minutes: packageMinutes } = packages[tier]
    const cents = priceCents + 297
    expect(await intentOf(clientSecret)).toMatchObject({ amount: cents, currency: 'usd' })
    const lines = [
      { label: name, amount: priceCents / 100 },
      { label: 'Platform access', amount: 2.97 },
    ]
    expect(summary).toEqual({ totalAmount: cents / 100, lines, packageMinutes, monthlyMinutes: 30 })
    const checkout = { kind: 'combined', tier, status: 'open', amount_cents: cents }
    expect((await checkoutsOf(world, person)).at(-1)).toEqual(checkout)
  }
})

it('a first payment of another price or package is refused', tags('D29 D34 D35 S313'), async () => {
  const [person, paying] = [await registered(world), await subscriber(world)]
  const prices = { field: 'subscriptionPrice', subscriptionPrice: 2.97, totalAmount: 27.97 }
  await expectRefused(
    purchases.createCombinedPurchase,
    ...amounts.map((subscriptionPrice): Refusal => {
      return [person, { body: { package: 'uplift', subscriptionPrice } }, 409, { code: 'price_changed', ...prices }]
    }),
    ...['starter', 'Uplift', '', null, 7, undefined].map((tier): Refusal => {
      const body = { package: tier, subscriptionPrice: 2.97 }
      return [person, { body }, 400, { code: 'invalid_tier', field: 'package' }]
    }),
    [paying, { body: { package: 'launch', subscriptionPrice: 2.97 } }, 409, 'already_subscribed'],
  )
  expect(await checkoutsOf(world, person)).toEqual([])
  expect(await me(person)).toMatchObject({ stripeCustomerId: null })
  expect(await balanceOf(paying)).toBe(150)
})

it('a first payment opens for every name and at our price', tags('D29 D164'), async () => {
  for (const firstName of ['Łukasz', '李雷', 'x'.repeat(100)]) {
    const person = await registered(world, { firstName })
    expect(await intentOf((await openFirst(person)).body.clientSecret)).toMatchObject({ amount: 2797 })
  }
  const person = await registered(world)
  await expectUnavailable(world, () => openFirst(person))
  const body = { package: 'ascend', subscriptionPrice: 2.97, amount: 1, totalAmount: 0.01, priceCents: 1 }
  const reply = await person.client.request<{ clientSecret: string }>('POST', '/api/create-combined-purchase', body)
  expect(await intentOf(reply.body.clientSecret)).toMatchObject({ amount: 9797 })
})

it('one customer is kept when names change between two requests at once', async () => {
  const person = await registered(world)
  const change = person.client.call(updateNames, { body: { firstName: 'Other', lastName: 'Name' } })
  const [, last] = await Promise.all([openFirst(person), change.then(() => openFirst(person))])
  expect((await payAndReport(world, person, Promise.resolve(last))).status).toBe(200)
})

it('the open payment is the newest choice of a package until paid', tags('S016 D4 D34 D35'), async () => {
  const [person, other] = [await registered(world), await registered(world)]
  const expectOpen = async (tier: string | null, one = person) =>
    expect(await one.client.call(purchases.openFirstPayment)).toEqual({ package: tier })
  await expectOpen(null)
  await openFirst(person, 'ascend')
  await expectOpen('ascend')
  const { clientSecret } = (await openFirst(person, 'launch')).body
  await expectOpen('launch')
  await openAccess(other)
  await expectOpen(null, other)
  await succeed(person, await payWithCard(world, clientSecret))
  await expectOpen(null)
})

it('the first payment gives 120 + 30 minutes', tags('S215 S133 S201 S101 S143 D32 D33 D36 D43'), async () => {
  const person = await registered(world)
  expect([await purchasesOf(person), await person.client.call(account.transactions)]).toEqual([[], []])
  const none = { status: null, tier: null, renewsAt: null, cancelAtPeriodEnd: false, graceEndsAt: null }
  expect(await person.client.call(purchases.subscriptionStatus)).toEqual(none)
  const paymentIntentId = await pay(world, openFirst(person))
  for (let count = 0; count < 2; count++) await expectCredited(succeed(person, paymentIntentId), 120, 30)
  const balances = { creditBalance: 150, balanceSeconds: 9000, monthlyCredits: 30, purchasedCredits: 120 }
  const access = { subscriptionStatus: 'active', subscriptionTier: 'starter', hasAccess: true }
  expect(await me(person)).toMatchObject({ ...balances, ...access })
  const row = { userId: person.id, amount: 25, creditsAdded: 120, bonusAgents: 0, tier: 'uplift' }
  expect(await purchasesOf(person)).toMatchObject([{ ...row, stripePaymentIntentId: paymentIntentId }])
  expect(await person.client.call(account.transactions)).toMatchObject([
    { type: 'credits', amount: 25, creditsAdded: 120 },
    { type: 'subscription', amount: 2.97, creditsAdded: 30 },
  ])
  const status = await person.client.call(purchases.subscriptionStatus)
  expect(status).toMatchObject({ status: 'active', tier: 'starter', cancelAtPeriodEnd: false, graceEndsAt: null })
  expect(Date.parse(status.renewsAt ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000)
})

it('an unpaid or declined payment grants nothing and can be tried again', tags('S216 S253 D36'), async () => {
  const [person, thief] = [await registered(world), await subscriber(world)]
  const { clientSecret } = (await openFirst(person)).body
  const body = { paymentIntentId: idOf(clientSecret) }
  const unpaid: Refusal = [person, { body }, 409, 'payment_not_completed']
  await expectRefused(purchases.processPaymentSuccess, unpaid)
  for (const card of ['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds']) {
    await payWithCard(world, clientSecret, card)
    await expectRefused(purchases.processPaymentSuccess, unpaid)
  }
  expect(await me(person)).toMatchObject({ creditBalance: 0, hasAccess: false })
  expect((await queuedMails(world, person.email)).filter(({ subject }) => /receipt/.test(subject))).toEqual([])
  expect((await openFirst(person)).body.clientSecret).toBe(clientSecret)
  await payWithCard(world, clientSecret)
  const ids = [body.paymentIntentId, 'pi_unknown', '', `pi_${'x'.repeat(250)}`]
  await expectRefused(
    purchases.processPaymentSuccess,
    ...ids.map((id): Refusal => [thief, { body: { paymentIntentId: id } }, 404, 'payment_not_found']),
    [person, { body: {} }, 400, { field: 'paymentIntentId' }],
  )
  expect(await balanceOf(thief)).toBe(150)
  expect((await succeed(person, body.paymentIntentId)).body).toMatchObject({ creditsAdded: 120 })
  await expectRefused(purchases.processPaymentSuccess, [thief, { body }, 404, 'payment_not_found'])
  expect(await balanceOf(person)).toBe(150)
})

it('a package opens at its list price, for those with access', tags('S217 S313 D10 D22 D29 D35'), async () => {
  const [person, other] = [await subscriber(world), await registered(world)]
  for (const tier of packageTiers) {
    const { body } = await openPackage(person, tier)
    const { name, priceCents, minutes: packageMinutes } = packages[tier]
    expect(await intentOf(body.clientSecret)).toMatchObject({ amount: priceCents, currency: 'usd' })
    const lines = [{ label: name, amount: priceCents / 100 }]
    expect(body.summary).toEqual({ totalAmount: priceCents / 100, lines, packageMinutes, monthlyMinutes: 0 })
  }
  await expectRefused(
    purchases.createPaymentIntent,
    ...['starter', 'enterprise', 'LAUNCH', '', undefined, ['launch']].map((tier): Refusal => {
      return [person, { body: { tier } }, 400, { code: 'invalid_tier', field: 'tier' }]
    }),
    [other, { body: { tier: 'launch' } }, 403, 'subscription_required'],
  )
  expect(await checkoutsOf(world, other)).toEqual([])
  const body = { tier: 'ascend', amount: 1, userId: other.id, accountId: other.id, customer: 'cus_other' }
  const reply = await person.client.request<{ clientSecret: string }>('POST', '/api/create-payment-intent', body)
  const metadata = { userId: person.id }
  expect(await intentOf(reply.body.clientSecret)).toMatchObject({ amount: 9500, metadata })
})

it('a bought package adds its minutes once and no subscription', tags('S009 S140 S215'), async () => {
  const person = await subscriber(world)
  const before = await person.client.call(purchases.subscriptionStatus)
  await expectCredited(payAndReport(world, person, openPackage(person)), 60)
  expect(await me(person)).toMatchObject({ creditBalance: 210, monthlyCredits: 30, purchasedCredits: 180 })
  expect(await person.client.call(purchases.subscriptionStatus)).toEqual(before)
  expect(await subscriptionsAtProvider(world, person)).toEqual(['active'])
  // Each payment is a separate purchase.
  await payAndReport(world, person, openPackage(person))
  expect(await balanceOf(person)).toBe(270)
  expect((await purchasesOf(person)).map(({ tier }) => tier)).toEqual(['launch', 'launch', 'uplift'])
  const rows = await world.sql('select * from credit_purchase where user_id = $1 order by created_at', [person.id])
  const launch = { amount_cents: 1500, credits_added_ms: 3_600_000, bonus_agents: 0, tier: 'launch' }
  const uplift = { amount_cents: 2500, credits_added_ms: 7_200_000, bonus_agents: 0, tier: 'uplift' }
  expect(rows).toMatchObject([uplift, launch, launch])
  const entries = await world.sql(
    `select seq, kind, amount_ms / 60000 as minutes, balance_before_ms / 60000 as before,
       balance_after_ms / 60000 as after
     from entry join account on account.id = account_id where account.user_id = $1 order by seq`,
    [person.id],
  )
  const lines = ['1 purchase 120 0 120', '2 monthly_grant 30 120 150', '3 purchase 60 150 210', '4 purchase 60 210 270']
  expect(entries.map((entry) => Object.values(entry).join(' '))).toEqual(lines)
})

const agentId = await addAgent(world)

/** Confirms an opened payment with the saved card, as the provider's script does. */
async function payWithKeptCard(person: TestPerson): Promise<{ id: string; clientSecret: string; status: string }> {
  const { clientSecret, paymentMethodId } = (await openPackage(person)).body
  const id = idOf(clientSecret)
  const fields = { payment_method: paymentMethodId ?? '' }
  return { id, clientSecret, ...(await inBrowser(world, `payment_intents/${id}/confirm`, clientSecret, fields)) }
}

const storedOf = (person: TestPerson) =>
  world.sql("select tier, amount_cents from credit_purchase where user_id = $1 and tier = 'launch'", [person.id])

const bought = [{ tier: 'launch', amount_cents: 1500 }]

it('the saved card comes with the payment, and a bank can ask about it', tags('D49 D87'), async () => {
  const [one, other] = [await subscriber(world), await subscriber(world)]
  await keepCard(world, other, 'pm_card_authenticationRequired')
  const [ofOne, ofOther] = [(await openPackage(one)).body, (await openPackage(other)).body]
  expect(ofOne.card).toMatchObject({ brand: 'visa', last4: '4242' })
  expect(ofOther.card).toMatchObject({ brand: 'visa', last4: '3184' })
  expect(ofOne.paymentMethodId).not.toBe(ofOther.paymentMethodId)
  await world.sql(
    `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
       card_exp_year = null, card_fingerprint = null
     from account where account.id = account_id and user_id = $1`,
    [one.id],
  )
  expect((await openPackage(one)).body).toMatchObject({ card: null, paymentMethodId: null })
  // Until the bank is answered nothing is added, and the same payment can be tried again.
  const { id, clientSecret, status } = await payWithKeptCard(other)
  expect(status).toBe('requires_action')
  expect((await succeed(other, id)).body).toMatchObject({ code: 'payment_not_completed' })
  expect(await storedOf(other)).toEqual([])
  await approve(world, 'payment_intents', clientSecret)
  await expectCredited(succeed(other, id), 60)
  expect(await storedOf(other)).toEqual(bought)
})

it('a conversation gets the minutes of a package once', { ...tags('D49 D73 D87'), timeout: 40_000 }, async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  await client.next('session_tick')
  const paid = await payWithKeptCard(person)
  await Promise.all([1, 2].map(() => expectCredited(succeed(person, paid.id), 60)))
  await expectCredited(succeed(person, paid.id), 60)
  const input = { body: { paymentIntentId: paid.id } }
  await expectRefused(purchases.processPaymentSuccess, [await subscriber(world), input, 404, 'payment_not_found'])
  const ticks = () => client.frames.filter(({ type }) => type === 'session_tick').map(({ event }) => event)
  const grown = () =>
    ticks().findIndex(({ seconds_left: left }, at, all) => Number(left) > Number(all[at - 1]?.seconds_left))
  await expect.poll(() => grown() > 0 && ticks().length > grown() + 1).toBe(true)
  const used = ticks().map(({ used_seconds: seconds }) => Number(seconds))
  // Ticks come every 5 s, so the neighbors of a regular one are 10 s apart: this one came between two.
  expect((used[grown() + 1] ?? NaN) - (used[grown() - 1] ?? NaN)).toBeLessThan(9)
  expect(await storedOf(person)).toEqual(bought)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'user' })
})
