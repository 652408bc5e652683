import * as purchases from '#contract/billing/purchases.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { afterEach, describe, expect, it, payWithCard, platformAdmin, sharedWorld, waitForMails } from '#tests/calls.ts'
import {
  balanceOf,
  debtor,
  debtsOf,
  decide,
  forgiveDebt,
  historyOf,
  openDebt,
  owedBy,
  payDebt,
  moneyBackOf,
} from '../../../kit/billing/refunds.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
afterEach(() => world.control({ webhooks: 'deliver', apiFault: { stripe: null } }))

describe('a payment for a debt that has ended', () => {
  it('goes back when the dispute is won after all (D44)', async () => {
    const owing = await debtor(world)
    const { person, disputedId } = owing
    const paymentIntentId = await payDebt(world, owing)
    await decide(world, disputedId, 'win')
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([
      { kind: 'refund', type: 'credits', amount_cents: 1547, status: 'succeeded' },
    ])
    expect([await debtsOf(world, person), await balanceOf(person)]).toEqual([
      [{ amount_cents: 1547, status: 'withdrawn' }],
      60,
    ])
    const history = await historyOf(person)
    expect(history).toContainEqual(['Minutes used from a disputed payment', 15.47, 0])
    expect(history).toContainEqual(['Refund: Minutes used from a disputed payment', -15.47, 0])
    const [mail] = await waitForMails(world, person.email, 'The dispute is settled: your minutes are back')
    expect(mail?.text).toContain('We are refunding')
    await waitForMails(world, person.email, 'Your refund of $15.47')
  })

  it('goes back when it was forgiven while it was being paid', async () => {
    const { person, debtId } = await debtor(world)
    const { clientSecret } = (await openDebt(person, debtId)).body
    await world.control({ apiFault: { stripe: 'error' } })
    expect((await forgiveDebt(ada, debtId)).status).toBe(200)
    await world.control({ apiFault: { stripe: null } })
    const paymentIntentId = await payWithCard(world, clientSecret)
    await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    await followUndecided(world.services)
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([
      { kind: 'refund', type: 'credits', amount_cents: 1547, status: 'succeeded' },
    ])
    expect(await debtsOf(world, person)).toEqual([{ amount_cents: 1547, status: 'forgiven' }])
  })

  it('is owed again when it is disputed and lost itself', async () => {
    const owing = await debtor(world)
    const paymentIntentId = await payDebt(world, owing)
    await decide(world, paymentIntentId, 'open')
    await decide(world, paymentIntentId, 'lose')
    expect(await debtsOf(world, owing.person)).toEqual([
      { amount_cents: 1547, status: 'paid' },
      { amount_cents: 1547, status: 'open' },
    ])
    expect(await owedBy(owing.person)).toBe(15.47)
  })
})
