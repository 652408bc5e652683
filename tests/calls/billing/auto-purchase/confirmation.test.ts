import * as contract from '#contract/billing/auto-purchase.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { describe, expect, idOf, it, ownWorld, subscriber, type TestPerson, waitForMails } from '#tests/calls.ts'
import {
  accountOf,
  attemptsOf,
  automaticPayments,
  balanceMinutes,
  buyByHand,
  lowSubscriber,
  passDay,
  stateOf,
  storedState,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'
import { approve, inBrowser } from '../../../kit/billing/saved-cards.ts'
import { losingEvents } from '../../../kit/billing/subscriptions.ts'

const confirmSubject = 'Please confirm your automatic purchase'
const offSubject = 'Auto-purchase was turned off'

const world = await ownWorld()

describe("the bank's question (D47)", () => {
  async function questioned(): Promise<{ person: TestPerson; checkoutId: string }> {
    const person = await lowSubscriber(world, 5, 'pm_card_authenticationRequired')
    await setAutoPurchase(person, { enabled: true })
    const [attempt] = await attemptsOf(world, person)
    expect(attempt).toMatchObject({ status: 'open', needs_confirmation: true, decline_code: 'authentication_required' })
    return { person, checkoutId: attempt?.id ?? '' }
  }

  function resume(person: TestPerson, id: string) {
    return person.client.try(contract.resumePayment, { params: { id } })
  }

  /** Does what /checkout does with the link of the mail. Returns the payment's id. */
  async function confirmResumed(person: TestPerson, checkoutId: string): Promise<string> {
    const { clientSecret, paymentMethodId } = (await resume(person, checkoutId)).body
    const id = idOf(clientSecret)
    await inBrowser(world, `payment_intents/${id}/confirm`, clientSecret, { payment_method: paymentMethodId ?? '' })
    await approve(world, 'payment_intents', clientSecret)
    return id
  }

  it('counts as a decline and sends a link; confirmed there, the same payment is credited once', async () => {
    const { person, checkoutId } = await questioned()
    const [mail] = await waitForMails(world, person.email, confirmSubject)
    expect(mail?.text).toContain(`${world.url}/checkout?resume=${checkoutId}`)
    expect(await storedState(world, person)).toMatchObject({ failures: 1 })
    expect((await stateOf(person)).problem).toMatchObject({ code: 'confirmation_needed', checkoutId })
    const reply = await resume(person, checkoutId)
    expect(reply.body.summary).toEqual({
      totalAmount: 25,
      lines: [{ label: 'Uplift', amount: 25 }],
      packageMinutes: 120,
      monthlyMinutes: 0,
    })
    expect(reply.body.card).toMatchObject({ last4: '3184' })
    const paymentIntentId = await confirmResumed(person, checkoutId)
    expect(await automaticPayments(world, person)).toMatchObject([{ id: paymentIntentId, status: 'succeeded' }])
    const paid = await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect(paid).toEqual({ creditsAdded: 120, monthlyCreditsAdded: 0 })
    expect(await balanceMinutes(person)).toBe(125)
    expect(await storedState(world, person)).toMatchObject({ failures: 0, problem: null, armed: true })
    expect(await resume(person, checkoutId)).toMatchObject({ status: 409, body: { code: 'payment_over' } })
    await passDay(world)
    expect(await attemptsOf(world, person)).toHaveLength(1)
  })

  it('is only for its owner: 401 to strangers, 404 to others, to unknown ids and to other kinds of payments', async () => {
    const { person, checkoutId } = await questioned()
    expect((await world.visitor().try(contract.resumePayment, { params: { id: checkoutId } })).status).toBe(401)
    const other = await subscriber(world)
    const [first] = await world.sql<{ id: string }>(
      "select id from checkout where user_id = $1 and kind = 'combined'",
      [person.id],
    )
    expect(await resume(other, checkoutId)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    for (const id of [crypto.randomUUID(), 'no-id', first?.id ?? '']) {
      expect((await resume(person, id)).status).toBe(404)
    }
  })

  it('unanswered for 24 hours: the old payment is canceled before a new one is tried', async () => {
    const { person, checkoutId } = await questioned()
    await passDay(world)
    const attempts = await attemptsOf(world, person)
    expect(attempts).toMatchObject([
      { id: checkoutId, status: 'declined', needs_confirmation: false },
      { status: 'open', needs_confirmation: true },
    ])
    const payments = await automaticPayments(world, person)
    expect(payments.map(({ status }) => status)).toEqual(['requires_payment_method', 'canceled'])
    expect(await resume(person, checkoutId)).toMatchObject({ status: 409, body: { code: 'payment_over' } })
    expect((await resume(person, attempts[1]?.id ?? '')).status).toBe(200)
    expect(await storedState(world, person)).toMatchObject({ failures: 2 })
    await passDay(world)
    expect(await stateOf(person)).toMatchObject({ enabled: false, problem: { code: 'switched_off' } })
    const [mail] = await waitForMails(world, person.email, offSubject)
    const [last] = (await attemptsOf(world, person)).slice(-1)
    expect(mail?.text).toContain(`/checkout?resume=${last?.id}`)
  })

  it('answered without our knowledge: the retry credits that payment and charges nothing', async () => {
    const { person, checkoutId } = await questioned()
    await losingEvents(world, () => confirmResumed(person, checkoutId))
    // Before the hourly comparison with the provider finds it.
    const accountId = await accountOf(world, person)
    await world.sql('update auto_purchase set retry_at = now() where account_id = $1', [accountId])
    await watchBalance(world.services, accountId)
    expect(await attemptsOf(world, person)).toMatchObject([{ id: checkoutId, status: 'paid' }])
    expect(await automaticPayments(world, person)).toHaveLength(1)
    expect(await balanceMinutes(person)).toBe(125)
  })

  it('is withdrawn when minutes were bought another way meanwhile', async () => {
    const { person, checkoutId } = await questioned()
    await buyByHand(world, person)
    expect(await attemptsOf(world, person)).toMatchObject([{ id: checkoutId, status: 'declined' }])
    expect(await automaticPayments(world, person)).toMatchObject([{ status: 'canceled' }])
    expect(await resume(person, checkoutId)).toMatchObject({ status: 409 })
    expect(await stateOf(person)).toMatchObject({ enabled: true, problem: null })
  })

  it('answers 503 while the provider is unreachable', async () => {
    const { person, checkoutId } = await questioned()
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await resume(person, checkoutId)
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
  })
})
