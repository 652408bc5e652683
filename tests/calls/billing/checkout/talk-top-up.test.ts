import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, registered, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { endedRow, startHeardTalk } from '../../../kit/conversations/conversations.ts'
import { idOf } from '../../../kit/billing/provider.ts'
import { approve, inBrowser, keepCard } from '../../../kit/billing/saved-cards.ts'

/** What the sheet of a running conversation does: the saved card pays for a package (D73, D87). */

const world = await sharedWorld()
const agentId = await addAgent(world)

function open(person: TestPerson) {
  return person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
}

/** Confirms an opened payment with the saved card, as the provider's script does. Returns the payment's id. */
async function payWithKeptCard(person: TestPerson): Promise<{ id: string; clientSecret: string; answer: unknown }> {
  const { clientSecret, paymentMethodId } = (await open(person)).body
  const id = idOf(clientSecret)
  const fields = { payment_method: paymentMethodId ?? '' }
  const answer = await inBrowser(world, `payment_intents/${id}/confirm`, clientSecret, fields)
  return { id, clientSecret, answer }
}

function confirm({ client }: TestPerson, paymentIntentId: string) {
  return client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

const purchasesOf = (person: TestPerson) =>
  world.sql(
    "select tier, amount_cents from credit_purchase where user_id = $1 and tier = 'launch' and stripe_payment_intent_id is not null",
    [person.id],
  )

describe("the saved card pays for a person's own package (D49, D87)", () => {
  it('is returned with the payment, only to its owner, and null where none is saved', async () => {
    expect((await world.visitor().try(purchases.createPaymentIntent, { body: { tier: 'launch' } })).status).toBe(401)
    const [one, other] = [await subscriber(world), await subscriber(world)]
    await keepCard(world, other, 'pm_card_authenticationRequired')
    expect((await open(one)).body.card).toMatchObject({ brand: 'visa', last4: '4242' })
    expect((await open(other)).body.card).toMatchObject({ brand: 'visa', last4: '3184' })
    expect((await open(one)).body.paymentMethodId).not.toBe((await open(other)).body.paymentMethodId)
    await world.sql(
      `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
         card_exp_year = null, card_fingerprint = null
       from account where account.id = account_id and user_id = $1`,
      [one.id],
    )
    expect((await open(one)).body).toMatchObject({ card: null, paymentMethodId: null })
    expect((await open(await registered(world))).status).toBe(403)
  })

  it('adds its minutes during a conversation at once and only once, however often it is reported', async () => {
    const person = await subscriber(world)
    const { id, client } = await startHeardTalk(person, agentId)
    await client.next('session_tick')
    const paid = await payWithKeptCard(person)
    const told = await Promise.all([confirm(person, paid.id), confirm(person, paid.id)])
    expect(told.map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ creditsAdded: 60, monthlyCreditsAdded: 0 })),
    )
    expect((await confirm(person, paid.id)).status).toBe(200)
    expect((await confirm(await subscriber(world), paid.id)).status).toBe(404)
    expect(
      (await world.visitor().try(purchases.processPaymentSuccess, { body: { paymentIntentId: paid.id } })).status,
    ).toBe(401)
    const ticks = () => client.frames.filter(({ type }) => type === 'session_tick').map(({ event }) => event)
    const grown = () =>
      ticks().findIndex(({ seconds_left: left }, at, all) => Number(left) > Number(all[at - 1]?.seconds_left))
    await expect.poll(() => grown() > 0 && ticks().length > grown() + 1).toBe(true)
    const used = ticks().map(({ used_seconds: seconds }) => Number(seconds))
    // Ticks come every 5 s, so the neighbors of a regular one are 10 s apart: this one came between two.
    expect((used[grown() + 1] ?? NaN) - (used[grown() - 1] ?? NaN)).toBeLessThan(9)
    expect(await purchasesOf(person)).toEqual([{ tier: 'launch', amount_cents: 1500 }])
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
    expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'user' })
  }, 40_000)

  it('a declined card and a refused bank question add nothing, and the same payment can be tried again', async () => {
    const person = await subscriber(world)
    await keepCard(world, person, 'pm_card_authenticationRequired')
    const { id, clientSecret, answer } = await payWithKeptCard(person)
    expect(answer).toMatchObject({ status: 'requires_action' })
    expect((await confirm(person, id)).body).toMatchObject({ code: 'payment_not_completed' })
    expect(await purchasesOf(person)).toEqual([])
    await approve(world, 'payment_intents', clientSecret)
    expect((await confirm(person, id)).body).toEqual({ creditsAdded: 60, monthlyCreditsAdded: 0 })
    expect(await purchasesOf(person)).toEqual([{ tier: 'launch', amount_cents: 1500 }])
  })
})
