import * as cards from '#contract/billing/cards.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { describe, expect, it, member, ownWorld, subscriber } from '#tests/calls.ts'
import { type Owned, ownedOrganization, planAtProvider } from '../../../kit/organizations/owned-organizations.ts'
import { confirmSetup } from '../../../kit/billing/saved-cards.ts'
import { eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

/** Tokens of test cards have other last digits than 4242, which paid for the package. */
const another = 'pm_card_chargeCustomerFail'

async function keptCard({ owner, params }: Owned) {
  return (await owner.client.call(organizationBilling, { params })).card
}

describe('the card of a pool (D46, D109, D129)', () => {
  it('is replaced by its admin: at the provider for renewals, and here for seats and auto-purchases', async () => {
    const firm = await ownedOrganization(world)
    expect(await keptCard(firm)).toMatchObject({ last4: '4242' })
    const setupIntentId = await confirmSetup(world, firm.owner, another, firm.id)
    const body = { organizationId: firm.id, setupIntentId }
    const reply = await firm.owner.client.call(cards.saveCard, { body })
    expect(reply.card).toMatchObject({ brand: 'visa', last4: '0341' })
    expect(await firm.owner.client.call(cards.saveCard, { body })).toEqual(reply)
    expect(await keptCard(firm)).toEqual(reply.card)
    const [row] = await world.sql<{ id: string }>('select payment_method_id as id from payer where account_id = $1', [
      firm.accountId,
    ])
    const plan = await planAtProvider(world, firm)
    expect(plan.default_payment_method).toBe(row?.id)
    expect((await firm.owner.client.call(cards.card)).card).toBeNull()
  })

  it('is saved when the browser was closed too early', async () => {
    const firm = await ownedOrganization(world)
    await confirmSetup(world, firm.owner, another, firm.id)
    await eventsWorkedOff(world)
    expect(await keptCard(firm)).toMatchObject({ last4: '0341' })
  })

  it('is hidden from strangers, members and admins of others', async () => {
    const [firm, other] = [await ownedOrganization(world), await ownedOrganization(world)]
    const colleague = await member(world, firm.id)
    const theirs = await losingEvents(world, () => confirmSetup(world, firm.owner, another, firm.id))
    const body = { organizationId: firm.id, setupIntentId: theirs }
    expect((await world.visitor().try(cards.setUpCard, { body })).status).toBe(401)
    expect((await world.visitor().try(cards.saveCard, { body })).status).toBe(401)
    for (const { client } of [colleague, other.owner, await subscriber(world)]) {
      for (const call of [cards.setUpCard, cards.saveCard]) {
        const reply = await client.try(call, { body })
        expect([reply.status, reply.body.code]).toEqual([404, 'organization_not_found'])
      }
    }
    expect(await keptCard(firm)).toMatchObject({ last4: '4242' })
  })

  it("cannot become a person's own, nor a person's card the pool's", async () => {
    const firm = await ownedOrganization(world)
    const person = await subscriber(world)
    const ofPool = await losingEvents(world, () => confirmSetup(world, firm.owner, another, firm.id))
    const own = await losingEvents(world, () => confirmSetup(world, person, another))
    const tries = [
      person.client.try(cards.saveCard, { body: { setupIntentId: ofPool } }),
      firm.owner.client.try(cards.saveCard, { body: { setupIntentId: ofPool } }),
      firm.owner.client.try(cards.saveCard, { body: { setupIntentId: own, organizationId: firm.id } }),
    ]
    for (const reply of await Promise.all(tries)) {
      expect([reply.status, reply.body.code]).toEqual([404, 'setup_not_found'])
    }
    expect(await keptCard(firm)).toMatchObject({ last4: '4242' })
  })
})
