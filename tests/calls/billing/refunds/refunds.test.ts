import { afterEach, describe, expect, it } from 'vitest'
import * as account from '#contract/billing/account.ts'
import * as adminCalls from '#contract/billing/refunds.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import {
  actsOn,
  expectRefused,
  ownWorld,
  type Refusal,
  platformAdmin,
  setBalance,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'
import { atProvider } from '../../../kit/billing/provider.ts'
import {
  balanceOf,
  bank,
  buy,
  clawbackSubjects,
  historyOf,
  moneyBackOf,
  subscriberWithPayment,
  waitForEvents,
} from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)
afterEach(() => world.control({ webhooks: 'deliver', apiFault: { stripe: null } }))

interface Input {
  amount?: number
  reason?: string
  key?: string
}

function refund(id: string, { amount, reason = 'Asked for by mail', key = crypto.randomUUID() }: Input = {}, by = ada) {
  return by.client.try(adminCalls.refundTransaction, { params: { id }, body: { reason, amount, key } })
}

/** Returns the ids of the newest package and of the newest month in a person's history. */
async function transactionsOf(person: TestPerson): Promise<{ packageId: string; monthId: string }> {
  const rows = await person.client.call(account.transactions)
  const idOf = (type: string) => rows.find((row) => row.type === type && row.amount > 0)?.id ?? ''
  return { packageId: idOf('credits'), monthId: idOf('subscription') }
}

async function refundsAtProvider(paymentIntentId: string) {
  const path = `refunds?payment_intent=${paymentIntentId}`
  return (await atProvider<{ data: { amount: number; metadata: object }[] }>(world, path)).data
}

describe('POST /api/admin/transactions/:id/refund (D44)', () => {
  it.each([
    [{}, 'reason'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x', amount: 0 }, 'amount'],
    [{ reason: 'x', amount: -1 }, 'amount'],
    [{ reason: 'x', amount: 1.005 }, 'amount'],
    [{ reason: 'x', key: undefined }, 'key'],
    [{ reason: 'x', key: 'now' }, 'key'],
  ])('refuses %j with 400', async (input, field) => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId } = await transactionsOf(person)
    const body = { key: crypto.randomUUID(), ...input }
    const reply = await ada.client.request('POST', `/api/admin/transactions/${packageId}/refund`, body)
    expect(reply).toMatchObject({ status: 400, body: { field } })
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([])
  })

  it('answers 404 to an id that is not a payment', async () => {
    const body = { reason: 'Asked for by mail', key: crypto.randomUUID() }
    const refused = (id: string): Refusal => [ada, { params: { id }, body }, 404, 'not_found']
    await expectRefused(adminCalls.refundTransaction, refused(crypto.randomUUID()), refused('42'))
  })

  it('refunds a package, takes its minutes, and mails it once (D43)', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId } = await transactionsOf(person)
    const reply = await refund(packageId)
    expect([reply.status, reply.body]).toEqual([
      200,
      { id: expect.any(String), amount: 25, status: 'succeeded', state: 'made' },
    ])
    expect(await balanceOf(person)).toBe(30)
    expect(await refundsAtProvider(paymentIntentId)).toEqual([
      expect.objectContaining({ amount: 2500, metadata: { moneyBackId: reply.body.id, type: 'credits' } }),
    ])
    expect(await historyOf(person)).toContainEqual(['Refund: Uplift package, 120 minutes', -25, -120])
    const rows = await world.sql('select reason, requested_by, type, status from money_back where id = $1', [
      reply.body.id,
    ])
    expect(rows).toEqual([{ reason: 'Asked for by mail', requested_by: ada.id, type: 'credits', status: 'succeeded' }])
    await waitForEvents(world, paymentIntentId)
    const [mail] = await waitForMails(world, person.email, 'Your refund of $25.00')
    const shown = (await person.client.call(account.transactions)).find(({ amount }) => amount < 0)
    expect(mail?.text).toContain(shown?.receiptNumber)
    expect(mail?.text).toContain(`/account/receipts/${reply.body.id}`)
    expect(await clawbackSubjects(world, person)).toHaveLength(1)
  })

  it("refunds a month without ending the subscription, and leaves the package's minutes", async () => {
    const { person } = await subscriberWithPayment(world)
    const { monthId } = await transactionsOf(person)
    expect((await refund(monthId)).body).toMatchObject({ amount: 2.97 })
    expect(await person.client.call(currentUser)).toMatchObject({
      creditBalance: 120,
      monthlyCredits: 0,
      hasAccess: true,
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: false,
    })
  })

  it('takes only what was not used', async () => {
    const { person } = await subscriberWithPayment(world)
    // The month first, then 60 of 120 minutes of the package.
    await setBalance(world, person.id, 3600)
    expect((await refund((await transactionsOf(person)).packageId)).status).toBe(200)
    expect(await balanceOf(person)).toBe(0)
    expect(await historyOf(person)).toContainEqual(['Refund: Uplift package, 120 minutes', -25, -60])
  })

  it('in parts takes minutes in proportion, everything left by default, and never more than was paid', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId } = await transactionsOf(person)
    expect((await refund(packageId, { amount: 10 })).body).toMatchObject({ amount: 10 })
    expect(await balanceOf(person)).toBe(102)
    const tooMuch = await refund(packageId, { amount: 15.01 })
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'refund_too_large'])
    expect((await refund(packageId, { reason: 'The rest' })).body).toMatchObject({ amount: 15 })
    expect(await balanceOf(person)).toBe(30)
    const nothingLeft = await refund(packageId, { reason: 'Once more' })
    expect([nothingLeft.status, nothingLeft.body.code]).toEqual([409, 'refund_too_large'])
    expect((await refundsAtProvider(paymentIntentId)).map(({ amount }) => amount)).toEqual([1500, 1000])
  })

  it('of the rest is made once under its key at any time, and a second time under another (D44)', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId } = await transactionsOf(person)
    const first = { amount: 5, key: crypto.randomUUID() }
    const clicks = await Promise.all([1, 2, 3].map(() => refund(packageId, first)))
    // Within the same minute and for the same reason: another key is another refund.
    const second = { amount: 5, key: crypto.randomUUID() }
    const other = await refund(packageId, second)
    const rest = { key: crypto.randomUUID() }
    const whole = await refund(packageId, rest)
    await world.control({ advance: 'P2D' })
    const late = await Promise.all([refund(packageId, first), refund(packageId, second), refund(packageId, rest)])
    expect(late.map(({ body }) => body)).toEqual([clicks[0]?.body, other.body, whole.body])
    expect(new Set(clicks.map(({ body }) => body.id)).size).toBe(1)
    expect((await refundsAtProvider(paymentIntentId)).map(({ amount }) => amount)).toEqual([1500, 500, 500])
    expect(await balanceOf(person)).toBe(30)
    expect(await actsOn(ada, 'payment', packageId)).toHaveLength(3)
  })

  it('refuses a key that was used with another amount or for another payment, and changes nothing', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId, monthId } = await transactionsOf(person)
    const key = crypto.randomUUID()
    expect((await refund(packageId, { amount: 5, key })).status).toBe(200)
    const stranger = await subscriberWithPayment(world)
    const foreign = await transactionsOf(stranger.person)
    for (const reply of [
      await refund(packageId, { amount: 6, key }),
      await refund(monthId, { key }),
      await refund(foreign.packageId, { amount: 5, key }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'key_used'])
    }
    expect(await moneyBackOf(world, paymentIntentId)).toHaveLength(1)
    expect(await moneyBackOf(world, stranger.paymentIntentId)).toEqual([])
  })

  it('is made once the provider is back when it could not be reached (D164)', async () => {
    const { person, paymentIntentId } = await subscriberWithPayment(world)
    const { packageId } = await transactionsOf(person)
    await world.control({ apiFault: { stripe: 'error' } })
    const key = crypto.randomUUID()
    const away = await refund(packageId, { key })
    expect([away.status, away.body.code]).toEqual([503, 'payment_unavailable'])
    expect(away.body.message).toContain('will be sent automatically within the hour')
    expect([await balanceOf(person), await moneyBackOf(world, paymentIntentId)]).toEqual([
      150,
      [{ kind: 'refund', type: 'credits', amount_cents: 2500, status: 'requested' }],
    ])
    await world.control({ apiFault: { stripe: null } })
    await Promise.all([followUndecided(world.services), followUndecided(world.services)])
    expect((await refund(packageId, { key })).body).toMatchObject({ amount: 25, status: 'succeeded' })
    expect(await refundsAtProvider(paymentIntentId)).toHaveLength(1)
    expect(await balanceOf(person)).toBe(30)
    await waitForEvents(world, paymentIntentId)
    await waitForMails(world, person.email, 'Your refund of $25.00')
    expect(await clawbackSubjects(world, person)).toHaveLength(1)
  })

  it('of a disputed payment is refused by the provider, and changes nothing', async () => {
    const { person } = await subscriberWithPayment(world)
    const paymentIntentId = await buy(world, person, 'launch')
    await bank(world, paymentIntentId, 'open')
    await waitForEvents(world, paymentIntentId)
    const reply = await refund((await transactionsOf(person)).packageId)
    expect([reply.status, reply.body.code]).toEqual([409, 'refund_refused'])
    expect(await refundsAtProvider(paymentIntentId)).toEqual([])
    expect((await moneyBackOf(world, paymentIntentId)).map(({ kind, status }) => [kind, status])).toEqual([
      ['dispute', 'open'],
      ['refund', 'failed'],
    ])
    await waitForMails(world, person.email, 'One of your payments is disputed')
    expect(await clawbackSubjects(world, person)).toEqual(['One of your payments is disputed'])
  })
})
