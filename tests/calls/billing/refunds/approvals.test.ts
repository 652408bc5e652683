import { describe, expect, it } from 'vitest'
import { organizationTransactions, setUserRole } from '#contract/admin/users.ts'
import { approveRefund, declineRefund, refundRequests, withdrawRefund } from '#contract/billing/refund-requests.ts'
import { refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { actsOn, ownWorld, platformAdmin, registered, staffMember, type TestPerson } from '#tests/calls.ts'
import { moneyBackOf } from '../../../kit/billing/refunds.ts'
import { type Firm, firm, notifyPaid, payTopUp } from '../../../kit/organizations/pools.ts'

const world = await ownWorld()
const owner = await platformAdmin(world)
const finn = await staffMember(world, 'finance')
const fay = await staffMember(world, 'finance')
const sam = await staffMember(world, 'support')

interface Paid {
  id: string
  paymentIntentId: string
  firm: Firm
}

/** Returns the payment of a new organization, of 1,419 dollars. */
async function largePayment(): Promise<Paid> {
  const one = await firm(world)
  const [row] = await finn.client.call(organizationTransactions, { params: { id: String(one.id) } })
  return { id: row?.id ?? '', paymentIntentId: row?.stripePaymentIntentId ?? '', firm: one }
}

function refund(
  { id }: Paid,
  amount: number,
  { by = finn, key = crypto.randomUUID() }: { by?: TestPerson; key?: string } = {},
) {
  return by.client.try(refundTransaction, { params: { id }, body: { amount, reason: 'Asked by mail', key } })
}

async function decide(
  call: typeof approveRefund | typeof declineRefund | typeof withdrawRefund,
  id: string,
  by: TestPerson,
) {
  const reply = await by.client.try(call, { params: { id } })
  return [reply.status, reply.body.code ?? null]
}

const find = async (id: string) =>
  (await finn.client.call(refundRequests, { query: {} })).find((request) => request.id === id)

describe('a refund above 200 dollars needs two people', () => {
  it('waits with 202, moves no money, and is made once when someone else approves', async () => {
    const paid = await largePayment()
    const key = crypto.randomUUID()
    const asked = await refund(paid, 500, { key })
    expect([asked.status, asked.body]).toMatchObject([202, { state: 'waiting', amount: 500 }])
    expect((await refund(paid, 500, { key })).body.id).toBe(asked.body.id)
    expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
    expect(await find(asked.body.id)).toMatchObject({
      state: 'waiting',
      amount: 500,
      reason: 'Asked by mail',
      payer: { organizationId: paid.firm.id },
      requestedBy: { id: finn.id, email: finn.email },
      decidedBy: null,
    })
    expect(await decide(approveRefund, asked.body.id, finn)).toEqual([409, 'own_request'])
    expect(await decide(approveRefund, asked.body.id, sam)).toEqual([403, 'above_limit'])
    const both = await Promise.all([
      decide(approveRefund, asked.body.id, fay),
      decide(approveRefund, asked.body.id, owner),
    ])
    expect(both.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [200, null],
      [409, 'already_decided'],
    ])
    expect(await moneyBackOf(world, paid.paymentIntentId)).toMatchObject([
      { amount_cents: 50_000, status: 'succeeded' },
    ])
    const decided = await find(asked.body.id)
    expect(decided?.state).toBe('approved')
    expect([fay.id, owner.id]).toContain(decided?.decidedBy?.id)
    expect((await actsOn(owner, 'payment', paid.id)).map(({ action }) => action)).toEqual([
      'refund.approve',
      'refund.request',
    ])
    // The form that asked for it cannot refund it again.
    expect((await refund(paid, 500, { key })).body.state).toBe('made')
    expect(await moneyBackOf(world, paid.paymentIntentId)).toHaveLength(1)
  })

  it('counts everything that the payment gave back, so that splitting does not help', async () => {
    const paid = await largePayment()
    expect((await refund(paid, 120)).status).toBe(200)
    expect((await refund(paid, 80)).status).toBe(200)
    expect((await refund(paid, 0.01)).status).toBe(202)
    const second = await refund(paid, 1)
    expect([second.status, second.body.code]).toEqual([409, 'request_waiting'])
  })

  it('counts what staff refunded of the account’s other payments within 24 hours', async () => {
    const paid = await largePayment()
    const topUp = await payTopUp(world, paid.firm.owner, paid.firm, 'enterprise')
    expect((await notifyPaid(paid.firm.owner, topUp)).status).toBe(200)
    const rows = await finn.client.call(organizationTransactions, { params: { id: String(paid.firm.id) } })
    const other = { ...paid, id: rows.find((row) => row.stripePaymentIntentId === topUp)?.id ?? '' }
    expect((await refund(paid, 150)).status).toBe(200)
    const counted = async (of: Paid) =>
      (await finn.client.call(refundLimits, { query: { transactionId: of.id } })).refundedElsewhere
    expect([await counted(paid), await counted(other)]).toEqual([0, 150])
    const { id } = (await refund(other, 51)).body
    expect((await find(id))?.state).toBe('waiting')
    expect(await decide(withdrawRefund, id, finn)).toEqual([200, null])
    expect((await refund(other, 50)).status).toBe(200)
    await world.control({ advance: 'P1DT1M' })
    expect(await counted(other)).toBe(0)
    expect((await refund(other, 150)).status).toBe(200)
  })

  it('applies a higher limit after 24 hours and a lower one immediately', async () => {
    const set = (dollars: number) =>
      owner.client.call(changePlatformSettings, { body: { secondPersonAboveDollars: dollars } })
    const paid = await largePayment()
    await set(100)
    expect((await refund(paid, 101)).status).toBe(202)
    const [first, second] = [await largePayment(), await largePayment()]
    await set(1000)
    expect((await refund(first, 500)).status).toBe(202)
    await set(200)
    expect((await refund(second, 101)).status).toBe(202)
    await world.control({ advance: 'P1DT1M' })
    expect((await refund(await largePayment(), 200)).status).toBe(200)
  })

  it('is not approved once the person who asked works with payments no longer', async () => {
    const paid = await largePayment()
    const gone = await staffMember(world, 'finance')
    const { id } = (await refund(paid, 300, { by: gone })).body
    const params = { id: gone.id }
    await owner.client.call(setUserRole, { params, body: { role: 'admin', staffRole: 'read_only' } })
    expect(await decide(approveRefund, id, fay)).toEqual([409, 'requester_left'])
    expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
    expect(await decide(declineRefund, id, fay)).toEqual([200, null])
  })

  it('is declined by another person and withdrawn by the one who asked', async () => {
    const paid = await largePayment()
    const first = (await refund(paid, 300)).body.id
    expect(await decide(declineRefund, first, finn)).toEqual([409, 'own_request'])
    expect(await decide(declineRefund, first, sam)).toEqual([403, 'above_limit'])
    expect(await decide(withdrawRefund, first, fay)).toEqual([409, 'not_yours'])
    expect(await decide(declineRefund, first, fay)).toEqual([200, null])
    expect(await decide(approveRefund, first, owner)).toEqual([409, 'already_decided'])
    const second = (await refund(paid, 300)).body.id
    expect(await decide(withdrawRefund, second, finn)).toEqual([200, null])
    expect([(await find(first))?.state, (await find(second))?.state]).toEqual(['declined', 'withdrawn'])
    expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
  })

  it('expires after seven days', async () => {
    const paid = await largePayment()
    const { id } = (await refund(paid, 300)).body
    await world.control({ advance: 'P7DT1M' })
    expect(await decide(approveRefund, id, fay)).toEqual([409, 'already_decided'])
    expect((await find(id))?.state).toBe('expired')
    // Without waiting for the upkeep.
    await world.sql("update refund_request set state = 'waiting', decided_at = null where id = $1", [id])
    expect((await refund(paid, 300)).status).toBe(202)
    expect(await world.sql('select state from refund_request where id = $1', [id])).toEqual([{ state: 'expired' }])
  })

  it('is refused when the payment has less left by then', async () => {
    const paid = await largePayment()
    const { id } = (await refund(paid, 1300)).body
    expect((await refund(paid, 150)).status).toBe(200)
    expect(await decide(approveRefund, id, fay)).toEqual([409, 'refund_too_large'])
    expect((await find(id))?.state).toBe('waiting')
  })

  it('is refused by the database when one person is both', async () => {
    const paid = await largePayment()
    const { id } = (await refund(paid, 300)).body
    await expect(
      world.sql(
        "update refund_request set state = 'approved', decided_by = requested_by, decided_at = now() where id = $1",
        [id],
      ),
    ).rejects.toThrow(/two_people_approve|approved_makes_a_refund/)
  })

  it('is unknown to strangers and others: 401, 403, and 404 for an unknown request', async () => {
    expect((await world.visitor().try(refundRequests, { query: {} })).status).toBe(401)
    expect((await (await registered(world)).client.try(refundRequests, { query: {} })).status).toBe(403)
    for (const call of [approveRefund, declineRefund, withdrawRefund]) {
      expect(await decide(call, crypto.randomUUID(), finn)).toEqual([404, 'request_not_found'])
    }
  })
})
