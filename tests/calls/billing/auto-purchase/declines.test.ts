import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { accountOf, balanceOf, buy, changeAtProvider, confirm, expect, expectCredited } from '#tests/calls.ts'
import { expectRefused, expectUnavailable, it, keepCard, losingEvents, ownWorld, passTime } from '#tests/calls.ts'
import { payerRow, subscriber, succeed, tags, type TestPerson, waitForMails } from '#tests/calls.ts'
import * as auto from '../../../kit/billing/auto-purchases.ts'

const declinedSubject = 'Your automatic purchase was declined'
const blockedSubject = 'Your card cannot be used for automatic purchases'
const offSubject = 'Auto-purchase was turned off'
const declining = 'pm_card_chargeCustomerFail'

const world = await ownWorld()

it('a decline is reported once and tried again daily; the third switches purchases off', tags('D47'), async () => {
  const person = await auto.switchedOn(world, declining)
  const attempts = await auto.attemptsOf(world, person)
  expect(attempts).toMatchObject([{ status: 'declined', decline_code: 'generic_decline' }])
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ status: 'canceled' }])
  const [mail] = await waitForMails(world, person.email, declinedSubject)
  expect(mail?.text).toMatch(/\$25\.00 for 120 minutes \(Uplift\) with Visa ending in 0341/)
  const { problem } = await auto.stateOf(person)
  expect(problem).toMatchObject({ code: 'declined', checkoutId: null })
  const waitMs = Date.parse(problem?.retryAt ?? '') - world.services.clock.now().getTime()
  expect(waitMs / 3_600_000).toBeCloseTo(24, 1)
  await passTime(world, 'PT23H')
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  await passTime(world, 'PT1H')
  expect(await auto.attemptsOf(world, person)).toHaveLength(2)
  for (let day = 0; day < 2; day++) await auto.passDay(world)
  expect(await auto.attemptsOf(world, person)).toHaveLength(3)
  expect([await auto.told(world, person, declinedSubject), await auto.told(world, person, offSubject)]).toEqual([1, 1])
  const off = { code: 'switched_off', retryAt: null }
  expect(await auto.stateOf(person)).toMatchObject({ enabled: false, problem: off })
  await keepCard(world, person, 'pm_card_visa')
  expect(await auto.attemptsOf(world, person)).toHaveLength(3)
  expect(await balanceOf(person)).toBe(5)
  // Switching on starts over.
  await auto.change(person, { enabled: true })
  expect(await auto.attemptsOf(world, person)).toHaveLength(4)
  expect(await balanceOf(person)).toBe(125)
})

it('a decline no longer counts after a success a day later', tags('D47'), async () => {
  const person = await auto.lowSubscriber(world, 5)
  await world.control({ nextCardOutcome: 'insufficient_funds' })
  await auto.change(person, { enabled: true })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ decline_code: 'insufficient_funds' }])
  expect(await auto.storedOf(world, person)).toMatchObject({ failures: 1, problem: 'declined' })
  await auto.passDay(world)
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'declined' }, { status: 'paid' }])
  const cleared = { failures: 0, problem: null, armed: true, retry_at: null }
  expect(await auto.storedOf(world, person)).toMatchObject(cleared)
  expect([await balanceOf(person), (await auto.stateOf(person)).problem]).toEqual([125, null])
})

it('minutes bought another way end the retries until the next crossing', tags('D47'), async () => {
  const person = await auto.switchedOn(world, declining)
  await auto.attemptsOf(world, person)
  await buy(world, person, 'launch', 'pm_card_visa')
  expect(await auto.stateOf(person)).toMatchObject({ problem: null })
  await auto.passDay(world)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  await auto.spendTo(world, person, 4)
  expect(await auto.attemptsOf(world, person)).toHaveLength(2)
  // Another low balance, another first decline.
  expect(await auto.told(world, person, declinedSubject)).toBe(2)
})

it('another card is tried at once after a decline, the same one is not', tags('D47'), async () => {
  const person = await auto.switchedOn(world, declining)
  await auto.attemptsOf(world, person)
  await keepCard(world, person, declining)
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  await keepCard(world, person, 'pm_card_visa')
  expect((await auto.attemptsOf(world, person)).map(({ status }) => status)).toEqual(['declined', 'paid'])
  expect(await balanceOf(person)).toBe(125)
  // A card that cannot be recognized counts as another one, each time that it is looked at.
  const unknown = await auto.switchedOn(world, declining)
  await auto.attemptsOf(world, unknown)
  const accountId = await accountOf(world, unknown)
  await world.sql('update payer set card_fingerprint = null where account_id = $1', [accountId])
  await auto.lookAgain(world, unknown)
  expect((await auto.attemptsOf(world, unknown)).length).toBeGreaterThan(1)
})

it('a card with a hard decline is never tried again, another one is', tags('D47'), async () => {
  const person = await auto.lowSubscriber(world, 5)
  await world.control({ nextCardOutcome: 'lost_card' })
  await auto.change(person, { enabled: true })
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'declined', decline_code: 'lost_card' }])
  const problem = { code: 'card_blocked', retryAt: null }
  expect(await auto.stateOf(person)).toMatchObject({ problem, chargesNow: false })
  await auto.passDay(world)
  await buy(world, person, 'launch')
  await auto.spendTo(world, person, 3)
  await keepCard(world, person, 'pm_card_visa')
  for (const enabled of [false, true]) await auto.change(person, { enabled })
  expect(await auto.attemptsOf(world, person)).toHaveLength(1)
  expect(await auto.told(world, person, blockedSubject)).toBe(1)
  await keepCard(world, person, 'pm_card_refundFail')
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ status: 'declined' }, { status: 'paid' }])
  expect((await auto.stateOf(person)).problem).toBeNull()
})

it('a card that the provider no longer keeps is declined for good', tags('D47'), async () => {
  const person = await auto.lowSubscriber(world, 5)
  const { payment_method_id: method } = (await payerRow(world, person)) ?? {}
  await losingEvents(world, () => changeAtProvider(world, `payment_methods/${method}/detach`, {}))
  await auto.change(person, { enabled: true })
  const attempts = await auto.attemptsOf(world, person)
  expect(attempts).toMatchObject([{ status: 'declined', stripe_payment_intent_id: null }])
  expect(await auto.stateOf(person)).toMatchObject({ problem: { code: 'card_blocked' } })
})

it('a crossing without a card switches purchases off with a mail', tags('D47'), async () => {
  const person = await subscriber(world)
  await auto.change(person, { enabled: true })
  const accountId = await accountOf(world, person)
  await world.sql('update payer set payment_method_id = null, card_last4 = null where account_id = $1', [accountId])
  await auto.spendTo(world, person, 5)
  const problem = { code: 'switched_off' }
  expect(await auto.stateOf(person)).toMatchObject({ enabled: false, problem, card: null })
  await waitForMails(world, person.email, offSubject)
  expect(await auto.attemptsOf(world, person)).toEqual([])
  expect(await auto.paymentsOf(world, person)).toEqual([])
})

async function questioned(): Promise<{ person: TestPerson; checkoutId: string }> {
  const person = await auto.switchedOn(world, 'pm_card_authenticationRequired')
  const [attempt] = await auto.attemptsOf(world, person)
  const decline = { decline_code: 'authentication_required' }
  expect(attempt).toMatchObject({ status: 'open', needs_confirmation: true, ...decline })
  return { person, checkoutId: attempt?.id ?? '' }
}

const resume = (person: TestPerson, id: string) => person.client.try(resumePayment, { params: { id } })

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
  await expectCredited(succeed(person, id), 120)
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
  expect([(await auto.paymentsOf(world, person)).length, await balanceOf(person)]).toEqual([1, 125])
})

it('the payment is withdrawn when minutes were bought another way', tags('D47'), async () => {
  const { person, checkoutId } = await questioned()
  await buy(world, person, 'launch')
  expect(await auto.attemptsOf(world, person)).toMatchObject([{ id: checkoutId, status: 'declined' }])
  expect(await auto.paymentsOf(world, person)).toMatchObject([{ status: 'canceled' }])
  await expectOver(person, checkoutId)
  expect(await auto.stateOf(person)).toMatchObject({ enabled: true, problem: null })
})
