import { adminPayments, checkPayment, readAdminPayment, readPaymentAtStripe } from '#contract/admin/payments.ts'
import { transactions } from '#contract/billing/account.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import { balanceOf, bank, moneyBackOf, refundAtProvider, subscriberWithPayment } from '#tests/kit/billing/refunds.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, subscriber } = kit

/** A payment whose report was lost is found at the provider and credited, once (D37, D44). */

const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
await world.control({ webhooks: 'drop' })

/** Opens a package, and pays it unless told otherwise; nobody reports it. */
async function lostPayment({ client }: kit.TestPerson, card: string | null = 'pm_card_visa'): Promise<string> {
  const { clientSecret } = await client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
  if (card) await kit.payWithCard(world, clientSecret, card)
  return kit.idOf(clientSecret)
}

const check = (id: string) => ada.client.call(checkPayment, { params: { id } })

it('a check credits a paid checkout that nobody reported, says so, and is recorded', async () => {
  const person = await subscriber(world)
  const paymentId = await lostPayment(person)
  // Nothing changes while Stripe cannot be reached.
  await world.control({ apiFault: { stripe: 'error' } })
  await expectRefused(checkPayment, [ada, { params: { id: paymentId } }, 503, 'payment_unavailable'])
  await world.control({ apiFault: { stripe: null } })
  expect(await balanceOf(person)).toBe(150)
  const [line] = await ada.client.call(adminPayments, { query: { search: person.email, state: 'open' } })
  const { id } = line!
  const stripe = { state: 'succeeded', amount: 25 }
  expect(await ada.client.call(readPaymentAtStripe, { params: { id } })).toMatchObject({
    ...stripe,
    attempts: [{ isPaid: true, card: 'Visa ending in 4242', declineCode: null }],
  })
  const payment = { id, state: 'paid', receiptNumbers: [expect.stringMatching(/^L-\d{6}$/)] }
  expect(await check(id)).toMatchObject({ outcome: 'credited_now', problem: null, stripe, payment })
  const rows = await world.sql('select status from checkout where stripe_payment_intent_id = $1', [paymentId])
  expect(rows).toEqual([{ status: 'paid' }])
  expect(await check(id)).toMatchObject({ outcome: 'credited_before' })
  expect(await balanceOf(person)).toBe(270)
  const { parts } = await ada.client.call(readAdminPayment, { params: { id } })
  const act = { action: 'payment.check', targetName: parts[0]!.receiptNumber }
  expect(await kit.actsOn(ada, 'payment', parts[0]!.id)).toMatchObject([
    { ...act, after: { outcome: 'credited_before', stripe: 'succeeded' } },
    { ...act, after: { outcome: 'credited_now', stripe: 'succeeded' } },
  ])
})

it('a check credits once in twenty checks, success calls and comparisons at the same time', async () => {
  const person = await subscriber(world)
  const id = await lostPayment(person)
  const success = () => person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId: id } })
  const doings = [() => check(id), success, () => reconcilePayments(world.services), () => check(id)]
  await Promise.all(Array.from({ length: 20 }, (_, i) => doings[i % doings.length]!()))
  expect(await balanceOf(person)).toBe(270)
  const mine = await person.client.call(transactions)
  expect(mine.filter(({ stripePaymentIntentId }) => stripePaymentIntentId === id)).toHaveLength(1)
})

it('a check finds a first payment and closes the finding about it', async () => {
  const person = await kit.registered(world)
  const body = { package: 'uplift', subscriptionPrice: 2.97 } as const
  const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, { body })
  const id = await kit.payWithCard(world, clientSecret)
  await world.sql(
    `insert into finding (kind, object_id, details, found_at, seen_at)
     values ('paid_not_credited', $1, '$27.97 was paid and not credited', now(), now())`,
    [id],
  )
  expect(await check(id)).toMatchObject({ outcome: 'credited_now' })
  expect(await balanceOf(person)).toBe(150)
  const open = await world.sql('select 1 from finding where object_id = $1 and closed_at is null', [id])
  expect(open).toEqual([])
})

it('a check finds an automatic purchase, and refuses a different amount', async () => {
  const person = await subscriber(world)
  const id = await lostPayment(person)
  const setAmount = (cents: number) =>
    world.sql('update checkout set amount_cents = $2 where stripe_payment_intent_id = $1', [id, cents])
  await setAmount(2600)
  const problem = expect.stringMatching(/differs in amount/)
  expect(await check(id)).toMatchObject({ outcome: 'not_creditable', problem })
  await setAmount(2500)
  // The answer to an automatic purchase may be lost.
  const [row] = await world.sql<{ id: string }>(
    'update checkout set stripe_payment_intent_id = null where stripe_payment_intent_id = $1 returning id',
    [id],
  )
  expect(await check(row!.id)).toMatchObject({ outcome: 'credited_now', payment: { stripePaymentId: id } })
  expect(await balanceOf(person)).toBe(270)
})

it('a check credits nothing that was not paid, sold by us, or is ours, and says so', async () => {
  const person = await subscriber(world)
  const [payer] = await world.sql<{ id: string }>(
    'select stripe_customer_id as id from payer join account on account.id = account_id where user_id = $1',
    [person.id],
  )
  const elsewhere = async (customer: Record<string, string>) => {
    const { id } = await kit.changeAtProvider<{ id: string }>(world, 'payment_intents', {
      amount: '1234',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      ...customer,
    })
    return id
  }
  const declined = [{ isPaid: false, declineCode: 'insufficient_funds' }]
  for (const [id, answer] of [
    [await lostPayment(person, null), { outcome: 'not_paid', stripe: { state: 'open', attempts: [] } }],
    [
      await lostPayment(person, 'pm_card_visa_chargeDeclinedInsufficientFunds'),
      { outcome: 'not_paid', stripe: { state: 'open', attempts: declined } },
    ],
    [await elsewhere({ customer: payer!.id }), { outcome: 'not_creditable', payment: null }],
    [await elsewhere({}), { outcome: 'not_ours', payment: null }],
  ] as const)
    expect(await check(id)).toMatchObject(answer)
  expect(await balanceOf(person)).toBe(150)
})

it('a check corrects refunds and disputes that nobody reported; an unknown payment is a 404', async () => {
  const { paymentIntentId } = await subscriberWithPayment(world)
  await refundAtProvider(world, paymentIntentId, 297)
  expect(await check(paymentIntentId)).toMatchObject({ outcome: 'credited_before', refundsCorrected: 1 })
  await bank(world, paymentIntentId, 'open')
  expect(await check(paymentIntentId)).toMatchObject({ refundsCorrected: 0, disputesCorrected: 1 })
  expect(await check(paymentIntentId)).toMatchObject({ refundsCorrected: 0, disputesCorrected: 0 })
  expect((await moneyBackOf(world, paymentIntentId)).map(({ kind }) => kind)).toContain('dispute')
  for (const id of [crypto.randomUUID(), 'pi_unknown'])
    await expectRefused(checkPayment, [ada, { params: { id } }, 404, 'payment_not_found'])
})
