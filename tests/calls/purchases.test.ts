import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as auth from '#contract/auth.ts'
import * as purchases from '#contract/purchases.ts'
import { subscriber } from '../people.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('the first payment', () => {
  it('gives 120 + 30 minutes for one confirmation of 27.97 (S214, S215, S133, D33, D34)', async () => {
    const person = await subscriber(world)
    const me = await person.client.call(auth.currentUser)
    expect(me).toMatchObject({
      creditBalance: 150,
      balanceSeconds: 9000,
      monthlyCredits: 30,
      purchasedCredits: 120,
      subscriptionStatus: 'active',
      hasAccess: true,
    })
    const [purchase] = await person.client.call(purchases.purchases)
    expect(purchase).toMatchObject({ amount: 25, creditsAdded: 120, bonusAgents: 0, tier: 'uplift' })
  })
})
