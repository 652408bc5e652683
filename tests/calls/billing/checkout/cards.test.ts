import * as cards from '#contract/billing/cards.ts'
import { findPayer, storeCard } from '#server/billing/checkout/payers.ts'
import { followCard, followCardSetup } from '#server/billing/checkout/saved-card.flow.ts'
import { accountOf, atProvider, changeAtProvider, eventsWorkedOff, expect, expectRefused } from '#tests/calls.ts'
import { expectUnavailable, idOf, it, losingEvents, me, openOverdue, overdueSubscriber } from '#tests/calls.ts'
import { ownWorld, passTime, type Refusal, registered, subscriber, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/saved-cards.ts'

const world = await ownWorld()
const { confirmSetup, keepCard, keptCard, payerRow } = kit

const visa = { brand: 'visa', last4: '4242' }
const first = 'pm_card_chargeCustomerFail'
const second = 'pm_card_authenticationRequired'

const confirmUnseen = (person: TestPerson, magicId: string) =>
  losingEvents(world, () => confirmSetup(world, person, magicId))

/** Checks that the second card is saved, for the subscription and for invoices as well. */
async function expectSecond(person: TestPerson): Promise<void> {
  expect(await keptCard(person)).toMatchObject({ brand: 'visa', last4: '3184' })
  const row = await payerRow(world, person)
  expect(await kit.defaultsAtProvider(world, person)).toEqual([row?.payment_method_id, row?.payment_method_id])
}

/** Stores an event as if it arrived late, and handles it. */
async function resend(type: string, objectId: string): Promise<void> {
  const { services } = world
  const id = `evt_${crypto.randomUUID()}`
  await services.database.write(async (tx) => {
    await tx`
      insert into stripe_event (id, type, object_id, payload, received_at)
      values (${id}, ${type}, ${objectId}, ${{}}, ${services.clock.now()})`
    await services.jobs.enqueue(tx, 'stripeEvent', { id })
  })
  await eventsWorkedOff(world)
}

it('the card given last remains, whichever form was opened first or has paid', tags('D46'), async () => {
  const [person, overdue] = [await subscriber(world), await overdueSubscriber(world)]
  const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
  await keepCard(world, person, first)
  const older = await confirmUnseen(overdue, first)
  await passTime(world, 'PT2S')
  const setupIntentId = await kit.confirmOpened(world, clientSecret, second)
  await person.client.call(cards.saveCard, { body: { setupIntentId } })
  // The other one pays with a new card in a browser that is closed at once.
  await kit.confirm(world, (await openOverdue(overdue)).body.clientSecret, second)
  await eventsWorkedOff(world)
  await followCardSetup(world.services, older)
  await expectSecond(person)
  expect((await keptCard(overdue))?.last4).toBe('3184')
})

it('a person without a card opens a form for one, which needs the provider', tags('D46'), async () => {
  const person = await registered(world)
  expect(await keptCard(person)).toBeNull()
  await expectUnavailable(world, () => person.client.try(cards.setUpCard, { body: {} }))
  const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
  // Apple Pay, which Stripe also offers, would be saved without being a card.
  const setup = { usage: 'off_session', allowed_payment_method_types: ['card'] }
  const customer = (await me(person)).stripeCustomerId
  expect(await atProvider(world, `setup_intents/${idOf(clientSecret)}`)).toMatchObject({ customer, ...setup })
})

it('a new card is saved once, and an older setup does not bring its card back', tags('D46'), async () => {
  const person = await subscriber(world)
  const shown = await keptCard(person)
  expect(Object.keys(shown ?? {}).toSorted()).toEqual(['brand', 'expMonth', 'expYear', 'last4'])
  expect(shown).toMatchObject(visa)
  const before = await payerRow(world, person)
  const older = await confirmUnseen(person, first)
  const body = { setupIntentId: await confirmSetup(world, person, second) }
  const reply = await person.client.call(cards.saveCard, { body })
  expect(await person.client.call(cards.saveCard, { body })).toEqual(reply)
  expect(await keptCard(person)).toEqual(reply.card)
  const after = await payerRow(world, person)
  expect(after?.stripe_customer_id).toBe(before?.stripe_customer_id)
  expect(after?.payment_method_id).not.toBe(before?.payment_method_id)
  await expectSecond(person)
  await eventsWorkedOff(world)
  await resend('setup_intent.succeeded', older)
  // Nor does a late click that saves it.
  const late = await person.client.call(cards.saveCard, { body: { setupIntentId: older } })
  expect(late.card.last4).toBe('3184')
  await expectSecond(person)
})

it('a foreign, unknown or unfinished setup keeps the saved card', async () => {
  const [owner, thief, nobody] = [await subscriber(world), await subscriber(world), await registered(world)]
  const theirs = await confirmUnseen(owner, first)
  const { clientSecret } = await owner.client.call(cards.setUpCard, { body: {} })
  const gone = await confirmUnseen(owner, first)
  const { payment_method: method } = await atProvider<{ payment_method: string }>(world, `setup_intents/${gone}`)
  await changeAtProvider(world, `payment_methods/${method}/detach`, {})
  const refusal = (who: TestPerson, setupIntentId: string, status: number, code: string): Refusal => {
    return [who, { body: { setupIntentId } }, status, code]
  }
  const ids = [theirs, 'seti_unknown', '', `seti_${'x'.repeat(250)}`, '../customers']
  await expectRefused(
    cards.saveCard,
    ...[thief, nobody].flatMap((who) => ids.map((id) => refusal(who, id, 404, 'setup_not_found'))),
    ...[idOf(clientSecret), gone].map((id) => refusal(owner, id, 409, 'setup_not_completed')),
    [owner, { body: {} }, 400, { field: 'setupIntentId' }],
  )
  for (const person of [owner, thief]) expect(await keptCard(person)).toMatchObject(visa)
  expect(await keptCard(nobody)).toBeNull()
})

it('events save, renew and delete cards as the provider knows them', tags('D46'), async () => {
  const person = await subscriber(world)
  // The browser was closed right after the confirmation.
  await confirmSetup(world, person, second)
  await expect.poll(async () => (await keptCard(person))?.last4).toBe('3184')
  await expectSecond(person)
  const { payment_method_id: method = '' } = (await payerRow(world, person)) ?? {}
  const known = await keptCard(person)
  await world.sql("update payer set card_exp_year = 2020, card_last4 = '0000' where payment_method_id = $1", [method])
  // Whatever the event says.
  for (const type of ['automatically_updated', 'detached']) {
    await resend(`payment_method.${type}`, method)
    expect(await keptCard(person)).toEqual(known)
  }
  await changeAtProvider(world, `payment_methods/${method}/detach`, {})
  await expect.poll(() => keptCard(person)).toBeNull()
  expect((await payerRow(world, person))?.payment_method_id).toBeNull()
})

const moments = ['findNewestSetupCard', 'setDefaultCard'] as const
it.each(moments)('a card that is replaced during %s does not come back', tags('D46'), async (name) => {
  const person = await subscriber(world)
  const older = await confirmUnseen(person, first)
  const payments = world.services.payments as Record<typeof name, (...given: never[]) => Promise<unknown>>
  const call = payments[name]
  payments[name] = async (...given) => {
    payments[name] = call
    const answer = await call(...given)
    await keepCard(world, person, second)
    return answer
  }
  await followCardSetup(world.services, older)
  await expectSecond(person)
})

it('a card that is replaced while its bank renews it does not come back', tags('D46'), async () => {
  const person = await subscriber(world)
  const { payment_method_id: method = '' } = (await payerRow(world, person)) ?? {}
  const { database } = world.services
  const write: typeof database.write = async (work) => {
    await keepCard(world, person, second)
    return database.write(work)
  }
  await followCard({ ...world.services, database: { ...database, write } }, method)
  await expectSecond(person)
})

it('a payment that is booked later does not restore its older card', tags('D46'), async () => {
  const person = await subscriber(world)
  const accountId = await accountOf(world, person)
  const { card } = await findPayer(world.services.database.read, accountId)
  if (!card) throw new Error('No card')
  const [before, now] = [new Date('2030-01-01T10:00:00Z'), new Date('2030-01-01T10:00:01Z')]
  const keep = async (paymentMethodId: string, givenAt: Date, kept: string) => {
    await world.services.database.write((tx) =>
      storeCard(tx, accountId, { ...card, paymentMethodId, givenAt }, true, now),
    )
    expect((await payerRow(world, person))?.payment_method_id).toBe(kept)
  }
  await keep('pm_newer', now, 'pm_newer')
  await keep('pm_older', before, 'pm_newer')
  await keep('pm_of_the_same_second', now, 'pm_of_the_same_second')
})
