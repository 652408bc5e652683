import { currentUser } from '#contract/identity/current-user.ts'
import * as cards from '#contract/billing/cards.ts'
import { atProvider, changeAtProvider, describe, expect, it, ownWorld, registered, subscriber } from '#tests/calls.ts'
import { confirmSetup, defaultsAtProvider, keepCard, keptCard, payerRow } from '../../../kit/billing/saved-cards.ts'
import { eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const visa = { brand: 'visa', last4: '4242' }

describe('GET /api/account/card', () => {
  it('is closed to strangers, is empty before the first payment, and describes the saved card', async () => {
    expect((await world.visitor().try(cards.card)).status).toBe(401)
    expect(await keptCard(await registered(world))).toBeNull()
    const person = await subscriber(world)
    expect(Object.keys((await keptCard(person)) ?? {}).toSorted()).toEqual(['brand', 'expMonth', 'expYear', 'last4'])
    expect(await keptCard(person)).toMatchObject(visa)
  })
})

describe('POST /api/account/card-setup', () => {
  it('is closed to strangers, and creates a missing customer', async () => {
    expect((await world.visitor().try(cards.setUpCard, { body: {} })).status).toBe(401)
    const person = await registered(world)
    const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
    const setup = await atProvider<{ customer: string; usage: string; allowed_payment_method_types: string[] }>(
      world,
      `setup_intents/${clientSecret.split('_secret_')[0]}`,
    )
    const { stripeCustomerId } = await person.client.call(currentUser)
    expect(setup).toMatchObject({ customer: stripeCustomerId, usage: 'off_session' })
    // Apple Pay, which Stripe also offers, would be saved without being a card.
    expect(setup.allowed_payment_method_types).toEqual(['card'])
  })

  it('answers 503 while the provider is unreachable', async () => {
    const person = await subscriber(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await person.client.try(cards.setUpCard, { body: {} })
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
  })
})

describe('POST /api/account/card', () => {
  it('saves the new card, for the subscription and for invoices as well (D46)', async () => {
    const person = await subscriber(world)
    const before = await payerRow(world, person)
    const setupIntentId = await confirmSetup(world, person, 'pm_card_authenticationRequired')
    const reply = await person.client.call(cards.saveCard, { body: { setupIntentId } })
    expect(reply.card).toMatchObject({ brand: 'visa', last4: '3184' })
    expect(await keptCard(person)).toEqual(reply.card)
    const after = await payerRow(world, person)
    expect(after?.stripe_customer_id).toBe(before?.stripe_customer_id)
    expect(after?.payment_method_id).not.toBe(before?.payment_method_id)
    expect(await defaultsAtProvider(world, person)).toEqual([after?.payment_method_id, after?.payment_method_id])
  })

  it('gives the same answer again, and 401 to a stranger', async () => {
    const person = await subscriber(world)
    const body = { setupIntentId: await confirmSetup(world, person, 'pm_card_chargeCustomerFail') }
    expect((await world.visitor().try(cards.saveCard, { body })).status).toBe(401)
    const first = await person.client.call(cards.saveCard, { body })
    expect(await person.client.call(cards.saveCard, { body })).toEqual(first)
    expect(first.card.last4).toBe('0341')
  })

  it("answers 404 to another person's and to unknown setups, and keeps the saved card", async () => {
    const [owner, thief] = [await subscriber(world), await subscriber(world)]
    const theirs = await losing(() => confirmSetup(world, owner, 'pm_card_chargeCustomerFail'))
    const nobody = await registered(world)
    for (const person of [thief, nobody]) {
      for (const setupIntentId of [theirs, 'seti_unknown', '', `seti_${'x'.repeat(250)}`, '../customers']) {
        const reply = await person.client.try(cards.saveCard, { body: { setupIntentId } })
        expect([setupIntentId, reply.status, reply.body.code]).toEqual([setupIntentId, 404, 'setup_not_found'])
      }
    }
    expect(await keptCard(thief)).toMatchObject(visa)
    expect(await keptCard(owner)).toMatchObject(visa)
    expect(await keptCard(nobody)).toBeNull()
  })

  it('answers 409 to a setup that was not confirmed or whose card was removed', async () => {
    const person = await subscriber(world)
    const { clientSecret } = await person.client.call(cards.setUpCard, { body: {} })
    const open = clientSecret.split('_secret_')[0] ?? ''
    const gone = await losing(() => confirmSetup(world, person, 'pm_card_chargeCustomerFail'))
    const { payment_method: method } = await atProvider<{ payment_method: string }>(world, `setup_intents/${gone}`)
    await changeAtProvider(world, `payment_methods/${method}/detach`, {})
    for (const setupIntentId of [open, gone]) {
      const reply = await person.client.try(cards.saveCard, { body: { setupIntentId } })
      expect([reply.status, reply.body.code]).toEqual([409, 'setup_not_completed'])
    }
    expect(await keptCard(person)).toMatchObject(visa)
  })

  it('refuses a missing id with its field', async () => {
    const person = await subscriber(world)
    const reply = await person.client.request('POST', '/api/account/card', {})
    expect([reply.status, reply.body['field']]).toEqual([400, 'setupIntentId'])
  })
})

describe('events of the provider', () => {
  it('save a card whose browser was closed right after the confirmation', async () => {
    const person = await subscriber(world)
    await confirmSetup(world, person, 'pm_card_authenticationRequired')
    await expect.poll(async () => (await keptCard(person))?.last4).toBe('3184')
    const row = await payerRow(world, person)
    expect(await defaultsAtProvider(world, person)).toEqual([row?.payment_method_id, row?.payment_method_id])
  })

  it('of an older setup do not bring its card back', async () => {
    const person = await subscriber(world)
    const older = await losing(() => confirmSetup(world, person, 'pm_card_chargeCustomerFail'))
    await keepCard(world, person, 'pm_card_authenticationRequired')
    await eventsWorkedOff(world)
    await resend('setup_intent.succeeded', older)
    expect((await keptCard(person))?.last4).toBe('3184')
  })

  it('delete a card that was removed at the provider', async () => {
    const person = await subscriber(world)
    const { payment_method_id: method } = (await payerRow(world, person)) ?? {}
    await changeAtProvider(world, `payment_methods/${method}/detach`, {})
    await expect.poll(() => keptCard(person)).toBeNull()
    expect((await payerRow(world, person))?.payment_method_id).toBeNull()
  })

  it('follow a card that its bank has renewed, whatever the event claims', async () => {
    const person = await subscriber(world)
    const { payment_method_id: method = '' } = (await payerRow(world, person)) ?? {}
    const known = await keptCard(person)
    await world.sql("update payer set card_exp_year = 2020, card_last4 = '0000' where payment_method_id = $1", [method])
    await resend('payment_method.automatically_updated', method)
    expect(await keptCard(person)).toEqual(known)
    await resend('payment_method.detached', method)
    expect(await keptCard(person)).toEqual(known)
  })
})

/** Runs work whose events are lost on their way. */
function losing<T>(work: () => Promise<T>): Promise<T> {
  return losingEvents(world, work)
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
