import * as cards from '#contract/billing/cards.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { deletePayloads } from '#server/billing/bookings/provider-events.ts'
import { expect, expectRefused, it, openPackage, ownWorld, subscriber, tags } from '#tests/calls.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

it('nobody opens more than 30 payments in an hour', { ...tags('D169'), timeout: 40_000 }, async () => {
  const other = await subscriber(world)
  world.clock.holdReal()
  const person = await subscriber(world)
  // The first payment counted as the first of the thirty.
  for (let count = 0; count < 29; count++) await person.client.call(cards.setUpCard, { body: {} })
  const before = await world.sql('select id from checkout')
  const body = { tier: 'launch' }
  await expectRefused(purchases.createPaymentIntent, [person, { body }, 429, 'too_many_payments'])
  await expectRefused(cards.setUpCard, [person, { body: {} }, 429, {}])
  expect(await world.sql('select id from checkout')).toHaveLength(before.length)
  expect((await openPackage(other)).status).toBe(200)
})

it('an event of the provider keeps its id but no person once it is old', tags('D22'), async () => {
  await subscriber(world)
  await eventsWorkedOff(world)
  const filled = () => world.sql("select id from stripe_event where payload <> '{}'")
  const all = await world.sql('select id from stripe_event')
  const at = world.services.clock.now()
  const deleteBefore = (hours: number) =>
    world.services.database.write((tx) => deletePayloads(tx, new Date(at.getTime() + hours * 3_600_000)))
  await deleteBefore(-1)
  expect(await filled()).toHaveLength(all.length)
  await deleteBefore(1)
  expect(await filled()).toEqual([])
  expect(await world.sql('select id from stripe_event')).toHaveLength(all.length)
})
