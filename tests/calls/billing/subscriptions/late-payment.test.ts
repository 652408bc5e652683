import { describe, expect, it, vi } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { bookInvoice } from '#server/billing/bookings/book-payment.flow.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { atProvider, changeAtProvider, ownWorld, payWithCard, type TestPerson } from '#tests/calls.ts'
import { eventually, historyOf, moneyBackOf } from '../../../kit/billing/refunds.ts'
import {
  losingEvents,
  overdueSubscriber,
  subscriptionAtProvider,
  subscriptionOf,
} from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const me = (person: TestPerson) => person.client.call(currentUser)
const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })

/**
 * Returns a person whose payment is open in the browser, and whose subscription ends at the provider without our
 * knowledge.
 */
async function endedMeanwhile() {
  const person = await overdueSubscriber(world)
  const { clientSecret } = await person.client.call(subscription.payOverdue)
  const { id } = await subscriptionOf(world, person)
  const end = () => changeAtProvider<{ ended_at: number }>(world, `subscriptions/${id}`, {}, 'DELETE')
  return { person, clientSecret, end }
}

describe('a subscription that ends unpaid (D7)', () => {
  it('leaves nothing to pay: the open invoice is void', async () => {
    const { person, clientSecret, end } = await endedMeanwhile()
    const { latest_invoice: invoiceId } = await subscriptionAtProvider(world, person)
    await end()
    await eventually(async () => {
      expect(await atProvider(world, `invoices/${invoiceId}`)).toMatchObject({ status: 'void' })
    })
    const paymentIntentId = await payWithCard(world, clientSecret)
    const reply = await person.client.try(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_completed'])
  })

  it.each(['the success call', 'the event of the invoice'])(
    'refunds what was paid after its end, when %s finds it',
    async (finder) => {
      const { person, clientSecret, end } = await endedMeanwhile()
      const { latest_invoice: invoiceId } = await subscriptionAtProvider(world, person)
      let paymentIntentId = ''
      await losingEvents(world, async () => {
        const { ended_at: endedAt } = await end()
        // The provider's timestamps are whole seconds.
        await vi.waitFor(() => expect(world.services.clock.now().getTime()).toBeGreaterThan((endedAt + 1) * 1000), 3000)
        paymentIntentId = await payWithCard(world, clientSecret)
      })
      if (finder === 'the success call') await succeed(person, paymentIntentId)
      else await bookInvoice(world.services, invoiceId)
      await followUndecided(world.services)
      expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', monthlyCredits: 0 })
      expect(await moneyBackOf(world, paymentIntentId)).toMatchObject([{ amount_cents: 297, status: 'succeeded' }])
      expect((await historyOf(person)).slice(0, 2).map((row) => row.slice(1))).toEqual([
        [-2.97, 0],
        [2.97, 30],
      ])
    },
  )

  it('keeps what was paid before its end, however late it is reported', async () => {
    const { person, clientSecret, end } = await endedMeanwhile()
    let paymentIntentId = ''
    await losingEvents(world, async () => {
      paymentIntentId = await payWithCard(world, clientSecret)
      await end()
    })
    await succeed(person, paymentIntentId)
    await followUndecided(world.services)
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([])
    expect(await me(person)).toMatchObject({ subscriptionStatus: 'canceled', monthlyCredits: 0 })
  })
})
