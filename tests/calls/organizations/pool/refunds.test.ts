import { describe, expect, it } from 'vitest'
import { refundTransaction } from '#contract/billing/refunds.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { transactions } from '#contract/billing/account.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { actsOn, member, ownWorld, platformAdmin, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { type Firm, firm, payTopUp, poolMinutes, notifyPaid } from '../../../kit/organizations/pools.ts'
import { moneyBackOf, waitForEvents } from '../../../kit/billing/refunds.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)
const one = await firm(world)
await world.sql(
  "insert into platform_setting (setting_key, setting_value, updated_at) values ('secondPersonAboveDollars', '9999', now())",
)

const ask = ({ client }: Pick<TestPerson, 'client'>, id: number | string) =>
  client.try(adminUsers.organizationTransactions, { params: { id: String(id) } })

const list = ({ id }: Firm) => ada.client.call(adminUsers.organizationTransactions, { params: { id: String(id) } })

const refund = (id: string, body: { amount?: number; key: string }, by = ada) =>
  by.client.try(refundTransaction, { params: { id }, body: { reason: 'Asked by mail', ...body } })

const entriesOf = ({ accountId }: Firm) =>
  world.sql<{ kind: string; minutes: number }>(
    'select kind, (amount_ms / 60000)::int as minutes from entry where account_id = $1 order by seq',
    [accountId],
  )

describe('GET /api/admin/organizations/:id/transactions (D44)', () => {
  it('is for platform admins: 401 to strangers, 403 to members, its owner and others', async () => {
    const people = [await member(world, one.id), one.owner, await registered(world)]
    expect((await ask({ client: world.visitor() }, one.id)).status).toBe(401)
    for (const person of people) expect((await ask(person, one.id)).status).toBe(403)
    expect((await ask(ada, one.id)).status).toBe(200)
  })

  it('answers 404 for an unknown organization', async () => {
    const unknown = await ask(ada, 999_999_999)
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'organization_not_found' }])
  })

  it('lists what the organization paid, and nothing that its people paid themselves', async () => {
    const person = await subscriber(world)
    const rows = await list(one)
    expect(rows.map(({ description, amount, refundable }) => [description, amount, refundable])).toEqual([
      ['Organization package', 1419, 1419],
    ])
    const own = await ada.client.call(adminUsers.userTransactions, { params: { id: person.id } })
    expect(own.map(({ refundable }) => refundable)).toEqual([25, 2.97])
    expect(await ada.client.call(adminUsers.userTransactions, { params: { id: one.owner.id } })).toEqual([])
  })
})

describe('the refund of an organization’s payment (D44, D153 [S])', () => {
  it('takes the minutes out of its pool, once for its key, and is recorded with its name', async () => {
    const two = await firm(world)
    const paymentIntentId = await payTopUp(world, two.owner, two, 'growth')
    await notifyPaid(two.owner, paymentIntentId)
    const bought = (await list(two)).find(({ type }) => type === 'credits')
    expect(bought).toMatchObject({ amount: 135, refundable: 135 })
    const id = bought?.id ?? ''
    const input = { amount: 54, key: crypto.randomUUID() }
    for (const person of [two.owner, await member(world, two.id)]) {
      expect((await refund(id, input, person)).status).toBe(403)
    }
    const replies = await Promise.all([refund(id, input), refund(id, input)])
    for (const { status, body } of replies) expect([status, body]).toMatchObject([200, { amount: 54 }])
    await waitForEvents(world, paymentIntentId)
    expect(await moneyBackOf(world, paymentIntentId)).toEqual([
      { kind: 'refund', type: 'credits', amount_cents: 5400, status: 'succeeded' },
    ])
    expect(await poolMinutes(world, two)).toBe(1600)
    expect((await entriesOf(two)).map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['purchase', 1000],
      ['purchase', 1000],
      ['refund', -400],
    ])
    expect((await list(two)).map(({ amount, refundable }) => [amount, refundable])).toEqual([
      [-54, 0],
      [135, 81],
      [1419, 1419],
    ])
    expect(await actsOn(ada, 'payment', id)).toMatchObject([
      {
        action: 'payment.refund',
        reason: 'Asked by mail',
        targetName: `${bought?.receiptNumber}, ${two.name}`,
        before: { refundableCents: 13_500 },
        after: { refundableCents: 8100, amountCents: 5400 },
      },
    ])
    // Its admins read it, and none of it is personal.
    const params = { organizationId: String(two.id) }
    const { payments } = await two.owner.client.call(organizationBilling, { params })
    expect(payments[0]).toMatchObject({ amount: -54, creditsAdded: -400 })
    expect(await two.owner.client.call(transactions)).toEqual([])
  })

  it('of its first payment refunds the one-time parts and the month together', async () => {
    const two = await firm(world)
    const [first] = await list(two)
    const { status, body } = await refund(first?.id ?? '', { key: crypto.randomUUID() })
    expect([status, body]).toMatchObject([200, { amount: 1419 }])
    await waitForEvents(world, first?.stripePaymentIntentId ?? '')
    expect(await poolMinutes(world, two)).toBe(0)
    const again = await refund(first?.id ?? '', { amount: 1, key: crypto.randomUUID() })
    expect([again.status, again.body.code]).toEqual([409, 'refund_too_large'])
  })
})
