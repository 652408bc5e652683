import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { expect, expectRefused, it, ownWorld, subscriber, tags, type TestPerson } from '#tests/calls.ts'
import { waitForMails } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'
import { accountOf, balanceOf, succeed, expectUnavailable } from '../../../kit/billing/payments.ts'
import { buy } from '../../../kit/billing/refunds.ts'
import { confirm } from '../../../kit/billing/saved-cards.ts'
import { losingEvents } from '../../../kit/billing/subscriptions.ts'

/** The bank's question about an automatic payment (D47). */

const world = await ownWorld()

async function questioned(): Promise<{ person: TestPerson; checkoutId: string }> {
  const person = await auto.switchedOn(world, 'pm_card_authenticationRequired')
  const [attempt] = await auto.attemptsOf(world, person)
  const decline = { decline_code: 'authentication_required' }
  expect(attempt).toMatchObject({ status: 'open', needs_confirmation: true, ...decline })
  return { person, checkoutId: attempt?.id ?? '' }
}

function resume(person: TestPerson, id: string) {
  return person.client.try(resumePayment, { params: { id } })
}

const expectOver = (person: TestPerson, id: string) =>
  expectRefused(resumePayment, [person, { params: { id } }, 409, 'payment_over'])

/** Does what /checkout does with the link of the mail. Returns the payment's id. */
async function confirmResumed(person: TestPerson, checkoutId: string): Promise<string> {
  const { clientSecret, paymentMethodId } = (await resume(person, checkoutId)).body
  return confirm(world, clientSecret, paymentMethodId)
}

it('the question is mailed with a link, and its payment credited once', tags('D47'), async () => {
  const { person, checkoutId } = await questioned()
  const [mail] = await waitForMails(world, person.email, 'Please confirm your automatic purchase')
  expect(mail?.text).toContain(`${world.url}/checkout?resume=${checkoutId}`)
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 1 })
  expect((await auto.stateOf(person)).problem).toMatchObject({ code: 'confirmation_needed', checkoutId })
  const { body } = await resume(person, checkoutId)
  const lines = [{ label: 'Uplift', amount: 25 }]
  expect(body.summary).toEqual({ totalAmount: 25, lines, packageMinutes: 120, monthlyMinutes: 0 })
  expect(body.card).toMatchObject({ last4: '3184' })
  await expectUnavailable(world, () => resume(person, checkoutId))
  const id = await confirmResumed(person, checkoutId)
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ id, status: 'succeeded' }])
  expect((await succeed(person, id)).body).toEqual({ creditsAdded: 120, monthlyCreditsAdded: 0 })
  expect(await balanceOf(person)).toBe(125)
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 0, problem: null, armed: true })
  await expectOver(person, checkoutId)
  await auto.passDay(world)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
})

it('an unanswered payment is canceled after 24 hours, before a new one is tried', tags('D47'), async () => {
  const { person, checkoutId } = await questioned()
  const combined = "select id from checkout where user_id = $1 and kind = 'combined'"
  const [first] = await world.sql<{ id: string }>(combined, [person.id])
  await expectRefused(
    resumePayment,
    [await subscriber(world), { params: { id: checkoutId } }, 404, 'payment_not_found'],
    [person, { params: { id: crypto.randomUUID() } }, 404, 'payment_not_found'],
    [person, { params: { id: first?.id } }, 404, 'payment_not_found'],
    [person, { params: { id: 'no-id' } }, 404, 'not_found'],
  )
  await auto.passDay(world)
  const attempts = await auto.attemptsOf(world, person)
  expect(attempts).toMatchObject([
    { id: checkoutId, status: 'declined', needs_confirmation: false },
    { status: 'open', needs_confirmation: true },
  ])
  const payments = await auto.paymentsOf(world, person)
  expect(payments.map(({ status }) => status)).toEqual(['requires_payment_method', 'canceled'])
  await expectOver(person, checkoutId)
  expect((await resume(person, attempts[1]?.id ?? '')).status).toBe(200)
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 2 })
  await auto.passDay(world)
  expect(await auto.stateOf(person)).toMatchObject({ enabled: false, problem: { code: 'switched_off' } })
  const [mail] = await waitForMails(world, person.email, 'Auto-purchase was turned off')
  const last = (await auto.attemptsOf(world, person)).at(-1)
  expect(mail?.text).toContain(`/checkout?resume=${last?.id}`)
})

it('the retry credits a payment that was confirmed without our knowledge', tags('D47'), async () => {
  const { person, checkoutId } = await questioned()
  await losingEvents(world, () => confirmResumed(person, checkoutId))
  // Before the hourly comparison with the provider finds it.
  const accountId = await accountOf(world, person)
  await world.sql('update auto_purchase set retry_at = now() where account_id = $1', [accountId])
  await auto.lookAgain(world, person)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ id: checkoutId, status: 'paid' }])
  expect(await auto.paymentsOf(world, person)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(125)
})

it('the payment is withdrawn when minutes were bought another way', tags('D47'), async () => {
  const { person, checkoutId } = await questioned()
  await buy(world, person, 'launch')
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ id: checkoutId, status: 'declined' }])
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ status: 'canceled' }])
  await expectOver(person, checkoutId)
  expect(await auto.stateOf(person)).toMatchObject({ enabled: true, problem: null })
})
