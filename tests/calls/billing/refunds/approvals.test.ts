import { organizationTransactions, setUserRole } from '#contract/admin/users.ts'
import { approveRefund, declineRefund, refundRequests, withdrawRefund } from '#contract/billing/refund-requests.ts'
import { refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { actsOn, expect, expectRefused, it, ownWorld, platformAdmin, staffMember } from '#tests/calls.ts'
import type { TestPerson } from '#tests/calls.ts'
import { moneyBackOf } from '../../../kit/billing/refunds.ts'
import { type Firm, firm, notifyPaid, payTopUp } from '../../../kit/organizations/pools.ts'

/** A refund above 200 dollars needs two people. */

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

function refund({ id }: Paid, amount: number, { by = finn, key = crypto.randomUUID() as string } = {}) {
  return by.client.try(refundTransaction, { params: { id }, body: { amount, reason: 'Asked by mail', key } })
}

/** Returns the id of a refund that waits for a second person. */
async function waiting(paid: Paid, amount: number, by = finn): Promise<string> {
  const { status, body } = await refund(paid, amount, { by })
  expect([status, body.state]).toEqual([202, 'waiting'])
  return body.id
}

type Decision = typeof approveRefund | typeof declineRefund | typeof withdrawRefund

const decide = (call: Decision, id: string, by: TestPerson) => by.client.try(call, { params: { id } })
const refuse = (call: Decision, id: string, by: TestPerson, status: number, code: string) =>
  expectRefused(call, [by, { params: { id } }, status, code])

const find = async (id: string) =>
  (await finn.client.call(refundRequests, { query: {} })).find((request) => request.id === id)

it('a large refund waits, and is made once when someone else approves', async () => {
  const paid = await largePayment()
  const key = crypto.randomUUID()
  const asked = await refund(paid, 500, { key })
  expect([asked.status, asked.body]).toMatchObject([202, { state: 'waiting', amount: 500 }])
  const { id } = asked.body
  expect((await refund(paid, 500, { key })).body.id).toBe(id)
  expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
  expect(await find(id)).toMatchObject({
    state: 'waiting',
    amount: 500,
    reason: 'Asked by mail',
    payer: { organizationId: paid.firm.id },
    requestedBy: { id: finn.id, email: finn.email },
    decidedBy: null,
  })
  await refuse(approveRefund, id, finn, 409, 'own_request')
  await refuse(approveRefund, id, sam, 403, 'above_limit')
  const both = await Promise.all([fay, owner].map((by) => decide(approveRefund, id, by)))
  const answers = both.map(({ status, body }) => `${status} ${body.code ?? 'made'}`)
  expect(answers.toSorted()).toEqual(['200 made', '409 already_decided'])
  const made = [{ amount_cents: 50_000, status: 'succeeded' }]
  expect(await moneyBackOf(world, paid.paymentIntentId)).toMatchObject(made)
  const decided = await find(id)
  expect(decided?.state).toBe('approved')
  expect([fay.id, owner.id]).toContain(decided?.decidedBy?.id)
  const acts = await actsOn(owner, 'payment', paid.id)
  expect(acts.map(({ action }) => action)).toEqual(['refund.approve', 'refund.request'])
  // The form that asked for it cannot refund it again.
  expect((await refund(paid, 500, { key })).body.state).toBe('made')
  expect(await moneyBackOf(world, paid.paymentIntentId)).toHaveLength(1)
})

it('everything that the payment gave back counts, so that splitting is no help', async () => {
  const paid = await largePayment()
  for (const amount of [120, 80]) expect((await refund(paid, amount)).status).toBe(200)
  await waiting(paid, 0.01)
  const second = await refund(paid, 1)
  expect([second.status, second.body.code]).toEqual([409, 'request_waiting'])
})

it('refunds of the account’s other payments within 24 hours count, too', async () => {
  const paid = await largePayment()
  const topUp = await payTopUp(world, paid.firm.owner, paid.firm, 'enterprise')
  expect((await notifyPaid(paid.firm.owner, topUp)).status).toBe(200)
  const rows = await finn.client.call(organizationTransactions, { params: { id: String(paid.firm.id) } })
  const other = { ...paid, id: rows.find((row) => row.stripePaymentIntentId === topUp)?.id ?? '' }
  expect((await refund(paid, 150)).status).toBe(200)
  const counted = async (of: Paid) =>
    (await finn.client.call(refundLimits, { query: { transactionId: of.id } })).refundedElsewhere
  expect([await counted(paid), await counted(other)]).toEqual([0, 150])
  expect((await decide(withdrawRefund, await waiting(other, 51), finn)).status).toBe(200)
  expect((await refund(other, 50)).status).toBe(200)
  await world.control({ advance: 'P1DT1M' })
  expect(await counted(other)).toBe(0)
  expect((await refund(other, 150)).status).toBe(200)
})

it('a higher limit applies after 24 hours and a lower one immediately', async () => {
  const set = (dollars: number) =>
    owner.client.call(changePlatformSettings, { body: { secondPersonAboveDollars: dollars } })
  const [first, second, third] = [await largePayment(), await largePayment(), await largePayment()]
  await set(100)
  await waiting(first, 101)
  await set(1000)
  await waiting(second, 500)
  await set(200)
  await waiting(third, 101)
  await world.control({ advance: 'P1DT1M' })
  expect((await refund(await largePayment(), 200)).status).toBe(200)
})

it('a request is not approved once its author works with payments no longer', async () => {
  const paid = await largePayment()
  const gone = await staffMember(world, 'finance')
  const id = await waiting(paid, 300, gone)
  const params = { id: gone.id }
  await owner.client.call(setUserRole, { params, body: { role: 'admin', staffRole: 'read_only' } })
  await refuse(approveRefund, id, fay, 409, 'requester_left')
  await refuse(declineRefund, id, sam, 403, 'above_limit')
  expect((await decide(declineRefund, id, fay)).status).toBe(200)
  expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
})

it('a request is declined by another person and withdrawn by its author', async () => {
  const paid = await largePayment()
  const first = await waiting(paid, 300)
  const both =
    "update refund_request set state = 'approved', decided_by = requested_by, decided_at = now() where id = $1"
  await expect(world.sql(both, [first])).rejects.toThrow(/two_people_approve|approved_makes_a_refund/)
  await refuse(declineRefund, first, finn, 409, 'own_request')
  await refuse(withdrawRefund, first, fay, 409, 'not_yours')
  expect((await decide(declineRefund, first, fay)).status).toBe(200)
  await refuse(approveRefund, first, owner, 409, 'already_decided')
  const second = await waiting(paid, 300)
  expect((await decide(withdrawRefund, second, finn)).status).toBe(200)
  expect([(await find(first))?.state, (await find(second))?.state]).toEqual(['declined', 'withdrawn'])
  expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
  for (const call of [approveRefund, declineRefund, withdrawRefund])
    await refuse(call, crypto.randomUUID(), finn, 404, 'request_not_found')
})

it('a request expires after seven days, and is refused when less is left', async () => {
  const [paid, other] = [await largePayment(), await largePayment()]
  const tooLarge = await waiting(other, 1300)
  expect((await refund(other, 150)).status).toBe(200)
  await refuse(approveRefund, tooLarge, fay, 409, 'refund_too_large')
  expect((await find(tooLarge))?.state).toBe('waiting')
  const id = await waiting(paid, 300)
  await world.control({ advance: 'P7DT1M' })
  await refuse(approveRefund, id, fay, 409, 'already_decided')
  expect((await find(id))?.state).toBe('expired')
  // Without waiting for the upkeep.
  await world.sql("update refund_request set state = 'waiting', decided_at = null where id = $1", [id])
  await waiting(paid, 300)
  expect(await world.sql('select state from refund_request where id = $1', [id])).toEqual([{ state: 'expired' }])
})
