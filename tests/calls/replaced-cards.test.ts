import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as cards from '#contract/cards.ts'
import { followCard, followCardSetup } from '#server/flows/saved-card.ts'
import { closeUnbroken } from '../invariants.ts'
import { subscriber, type TestPerson } from '../people.ts'
import { confirmOpened, confirmSetup, defaultsAtProvider, keepCard, keptCard, payerRow } from '../saved-cards.ts'
import { eventsWorkedOff, losingEvents, passTime } from '../subscriptions.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => closeUnbroken(world))

describe('a card that was replaced (D46)', () => {
  const first = 'pm_card_chargeCustomerFail'
  const second = 'pm_card_authenticationRequired'

  async function expectSecond(person: TestPerson) {
    const row = await payerRow(world, person)
    expect((await keptCard(person))?.last4).toBe('3184')
    expect(await defaultsAtProvider(world, person)).toEqual([row?.payment_method_id, row?.payment_method_id])
  }

  it('does not come back with an event whose question the provider answered before', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    const services = answeringLate('findNewestSetupCard', () => keepCard(world, person, second))
    await followCardSetup(services, older)
    await expectSecond(person)
  })

  it('does not become the one for invoices while the newer one is kept', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    const services = answeringLate('setDefaultCard', () => keepCard(world, person, second))
    await followCardSetup(services, older)
    await expectSecond(person)
  })

  it('does not come back with the news that its bank has renewed it', async () => {
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

  it('does not come back with a late click that kept it', async () => {
    const person = await subscriber(world)
    const older = await losingEvents(world, () => confirmSetup(world, person, first))
    await keepCard(world, person, second)
    const reply = await person.client.call(cards.saveCard, { body: { setupIntentId: older } })
    expect(reply.card.last4).toBe('3184')
    await expectSecond(person)
  })

  it('is the one that was given before, in whichever order the two forms were opened', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
    await keepCard(world, person, first)
    await passTime(world, 'PT2S')
    const setupIntentId = await confirmOpened(world, clientSecret, second)
    await person.client.call(cards.saveCard, { body: { setupIntentId } })
    await eventsWorkedOff(world)
    await expectSecond(person)
  })
})

/** The server, whose provider answers this call only after something else has happened. */
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
