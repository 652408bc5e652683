import * as cards from '#contract/billing/cards.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { findPayer, storeCard } from '#server/billing/checkout/payers.ts'
import { followCard, followCardSetup } from '#server/billing/checkout/saved-card.flow.ts'
import { describe, expect, it, ownWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { accountOf } from '../../../kit/billing/auto-purchases.ts'
import {
  approve,
  confirmOpened,
  confirmSetup,
  defaultsAtProvider,
  inBrowser,
  keepCard,
  keptCard,
  payerRow,
} from '../../../kit/billing/saved-cards.ts'
import { eventsWorkedOff, losingEvents, overdueSubscriber, passTime } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

describe('a replaced card (D46)', () => {
  const first = 'pm_card_chargeCustomerFail'
  const second = 'pm_card_authenticationRequired'

  async function expectSecond(person: TestPerson) {
    const row = await payerRow(world, person)
    expect((await keptCard(person))?.last4).toBe('3184')
    expect(await defaultsAtProvider(world, person)).toEqual([row?.payment_method_id, row?.payment_method_id])
  }

  it('does not come back with an event that was read before', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    const services = answeringLate('findNewestSetupCard', () => keepCard(world, person, second))
    await followCardSetup(services, older)
    await expectSecond(person)
  })

  it('does not become the default for invoices while the newer one is saved', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    const services = answeringLate('setDefaultCard', () => keepCard(world, person, second))
    await followCardSetup(services, older)
    await expectSecond(person)
  })

  it('does not come back when its bank has renewed it', async () => {
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

  it('does not come back with a late click that saves it', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    await keepCard(world, person, second)
    const reply = await person.client.call(cards.saveCard, { body: { setupIntentId: older } })
    expect(reply.card.last4).toBe('3184')
    await expectSecond(person)
  })

  it('is the one given earlier, in whichever order the two forms were opened', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
    await keepCard(world, person, first)
    await passTime(world, 'PT2S')
    const setupIntentId = await confirmOpened(world, clientSecret, second)
    await person.client.call(cards.saveCard, { body: { setupIntentId } })
    await eventsWorkedOff(world)
    await expectSecond(person)
  })

  it('stays replaced by one that has paid since, when the event comes later', async () => {
    const person = await overdueSubscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    await passTime(world, 'PT2S')
    await payOverdueWith(person, second)
    await eventsWorkedOff(world)
    await followCardSetup(world.services, older)
    expect((await keptCard(person))?.last4).toBe('3184')
  })

  it('stays replaced when a payment made with it is booked later', async () => {
    const person = await subscriber(world)
    const accountId = await accountOf(world, person)
    const { card } = await findPayer(world.services.database.read, accountId)
    if (!card) throw new Error('No card')
    const [before, now] = [new Date('2030-01-01T10:00:00Z'), new Date('2030-01-01T10:00:01Z')]
    const keep = (paymentMethodId: string, givenAt: Date) =>
      world.services.database.write((tx) => storeCard(tx, accountId, { ...card, paymentMethodId, givenAt }, true, now))
    await keep('pm_newer', now)
    await keep('pm_older', before)
    expect((await payerRow(world, person))?.payment_method_id).toBe('pm_newer')
    await keep('pm_of_the_same_second', now)
    expect((await payerRow(world, person))?.payment_method_id).toBe('pm_of_the_same_second')
  })
})

/** Pays the open invoice with a new card, in a browser that is closed at once. Returns the payment's id. */
async function payOverdueWith(person: TestPerson, magicId: string): Promise<string> {
  const { clientSecret } = await person.client.call(subscription.payOverdue)
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  const { status } = await inBrowser(world, `payment_intents/${paymentIntentId}/confirm`, clientSecret, {
    payment_method: magicId,
  })
  if (status === 'requires_action') await approve(world, 'payment_intents', clientSecret)
  return paymentIntentId
}

/** Returns a server whose provider answers this call only after `meanwhile`. */
function answeringLate(name: 'findNewestSetupCard' | 'setDefaultCard', meanwhile: () => Promise<void>) {
  const { services } = world
  const call = services.payments[name] as (...given: unknown[]) => Promise<unknown>
  let isFirst = true
  const late = async (...given: unknown[]) => {
    const answer = await call(...given)
    if (isFirst) {
      isFirst = false
      await meanwhile()
    }
    return answer
  }
  return { ...services, payments: { ...services.payments, [name]: late } }
}
