import * as cards from '#contract/billing/cards.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { deletePayloads } from '#server/billing/bookings/provider-events.ts'
import { describe, expect, it, ownWorld, subscriber } from '#tests/calls.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

describe('opening payments and card forms', () => {
  it('ends after 30 in an hour, so that cards cannot be tried out; other people can continue (D169)', async () => {
    const other = await subscriber(world)
    world.clock.holdReal()
    const person = await subscriber(world)
    // The first payment counted as the first of the thirty.
    for (let i = 0; i < 29; i++) await person.client.call(cards.setUpCard, { body: {} })
    const before = await world.sql('select id from checkout')
    const refused = await person.client.try(purchases.createPaymentIntent, { body: { tier: 'launch' } })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_payments'])
    expect((await person.client.try(cards.setUpCard, { body: {} })).status).toBe(429)
    expect(await world.sql('select id from checkout')).toHaveLength(before.length)
    await other.client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
  }, 40_000)
})

describe('an event of the provider', () => {
  it('keeps its id but no person once it is handled and old (D22)', async () => {
    await subscriber(world)
    await eventsWorkedOff(world)
    const filled = () => world.sql("select id from stripe_event where payload <> '{}'")
    const all = await world.sql('select id from stripe_event')
    const at = world.services.clock.now()
    await world.services.database.write((tx) => deletePayloads(tx, new Date(at.getTime() - 3_600_000)))
    expect(await filled()).toHaveLength(all.length)
    await world.services.database.write((tx) => deletePayloads(tx, new Date(at.getTime() + 3_600_000)))
    expect(await filled()).toEqual([])
    expect(await world.sql('select id from stripe_event')).toHaveLength(all.length)
  })
})
