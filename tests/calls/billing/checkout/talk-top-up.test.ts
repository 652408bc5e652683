import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, expect, expectCredited, expectRefused, idOf, it, openPackage } from '#tests/calls.ts'
import { sharedWorld, startHeardTalk, subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import { approve, inBrowser, keepCard } from '../../../kit/billing/saved-cards.ts'

/** What the sheet of a running conversation does: the saved card pays for a package (D49, D73, D87). */

const world = await sharedWorld()
const agentId = await addAgent(world)

/** Confirms an opened payment with the saved card, as the provider's script does. */
async function payWithKeptCard(person: TestPerson): Promise<{ id: string; clientSecret: string; status: string }> {
  const { clientSecret, paymentMethodId } = (await openPackage(person)).body
  const id = idOf(clientSecret)
  const fields = { payment_method: paymentMethodId ?? '' }
  return { id, clientSecret, ...(await inBrowser(world, `payment_intents/${id}/confirm`, clientSecret, fields)) }
}

const purchasesOf = (person: TestPerson) =>
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
  expect(await purchasesOf(other)).toEqual([])
  await approve(world, 'payment_intents', clientSecret)
  await expectCredited(succeed(other, id), 60)
  expect(await purchasesOf(other)).toEqual(bought)
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
  expect(await purchasesOf(person)).toEqual(bought)
  await person.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'user' })
})
