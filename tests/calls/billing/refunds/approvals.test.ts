import { organizationTransactions, setUserRole } from '#contract/admin/users.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { approveRefund, declineRefund, refundRequests, withdrawRefund } from '#contract/billing/refund-requests.ts'
import { refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { actsOn, buy, expect, expectAnswer, expectRefused, hired, it, moneyBackOf, ownWorld } from '#tests/calls.ts'
import { platformAdmin, queuedMails, refundAtProvider, registered, staffMember, subscriber } from '#tests/calls.ts'
import { tags, type TestPerson, transactionsOf } from '#tests/calls.ts'
import { firm, notifyPaid, payTopUp } from '../../../kit/organizations/pools.ts'

/** A refund above 200 dollars, or above support's limit, needs two people. */

const world = await ownWorld()
const owner = await platformAdmin(world)
const finn = await staffMember(world, 'finance')
const fay = await staffMember(world, 'finance')
const sam = await staffMember(world, 'support')

/** Returns the payment of a new organization, of 1,419 dollars. */
async function largePayment() {
  const one = await firm(world)
  const [row] = await finn.client.call(organizationTransactions, { params: { id: String(one.id) } })
  return { id: row?.id ?? '', paymentIntentId: row?.stripePaymentIntentId ?? '', firm: one }
}

type Paid = Awaited<ReturnType<typeof largePayment>>

const refund = ({ id }: Pick<Paid, 'id'>, amount: number, { by = finn, key = crypto.randomUUID() } = {}) =>
  by.client.try(refundTransaction, { params: { id }, body: { amount, reason: 'Asked by mail', key } })

/** Returns the id of a refund that waits for a second person. */
async function waiting(paid: Pick<Paid, 'id'>, amount: number, by = finn): Promise<string> {
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
  const request = { state: 'waiting', amount: 500, reason: 'Asked by mail', decidedBy: null }
  const people = { payer: { organizationId: paid.firm.id }, requestedBy: { id: finn.id, email: finn.email } }
  expect(await find(id)).toMatchObject({ ...request, ...people })
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
  expect(acts[0]?.after).toEqual({ amountCents: 50_000, requestedBy: finn.id })
  // The form that asked for it cannot refund it again.
  expect((await refund(paid, 500, { key })).body.state).toBe('made')
  expect(await moneyBackOf(world, paid.paymentIntentId)).toHaveLength(1)
})

it('an owner pays nothing out with a colleague of their own making (D192 [S])', tags('D192'), async () => {
  const [boss, partner] = [await staffMember(world, 'owner'), await staffMember(world, 'owner')]
  const [made, madeByMade, newcomer] = [await registered(world), await registered(world), await registered(world)]
  const hire = (by: TestPerson, { id }: TestPerson, staffRole: 'owner' | 'finance') =>
    by.client.call(setUserRole, { params: { id }, body: { role: 'admin', staffRole } })
  await hire(boss, made, 'owner')
  await hire(made, madeByMade, 'finance')
  await hire(partner, newcomer, 'finance')
  const told = (await queuedMails(world, partner.email)).filter(({ subject }) => subject === 'A staff role was given')
  expect(told.map(({ text }) => text.split('\n')[0] ?? '')).toEqual(
    expect.arrayContaining([
      `${made.email} now has the staff role Owner. ${boss.email} gave it.`,
      `${madeByMade.email} now has the staff role Finance. ${made.email} gave it.`,
      `${newcomer.email} now has the staff role Finance. ${partner.email} gave it.`,
    ]),
  )
  const id = await waiting(await largePayment(), 300, boss)
  for (const by of [made, madeByMade]) await refuse(approveRefund, id, by, 409, 'own_request')
  await refuse(approveRefund, id, newcomer, 409, 'role_too_new')
  // A request by a new colleague is not approved either.
  await refuse(approveRefund, await waiting(await largePayment(), 300, newcomer), partner, 409, 'role_too_new')
  expect((await decide(withdrawRefund, id, boss)).status).toBe(200)
  await world.control({ advance: 'P2D' })
  const later = await waiting(await largePayment(), 300, boss)
  for (const by of [made, madeByMade]) await refuse(approveRefund, later, by, 409, 'own_request')
  expect((await decide(approveRefund, later, newcomer)).status).toBe(200)
  const byHired = await waiting(await largePayment(), 300, newcomer)
  expect((await decide(approveRefund, byHired, partner)).status).toBe(200)
  // The approval leads to who gave the approver's role.
  const query = { adminId: newcomer.id, search: 'refund.approve' }
  const approvals = await owner.client.call(adminActs, { query })
  const named = { requestedBy: boss.id, roleGivenBy: partner.id }
  const names = { [boss.id]: boss.email, [partner.id]: partner.email }
  expect(approvals).toMatchObject([{ action: 'refund.approve', after: named, names }])
})

it('all that a payment gave back counts, and that of others of its account for a day', async () => {
  const paid = await largePayment()
  const topUp = await payTopUp(world, paid.firm.owner, paid.firm, 'enterprise')
  expect((await notifyPaid(paid.firm.owner, topUp)).status).toBe(200)
  const rows = await finn.client.call(organizationTransactions, { params: { id: String(paid.firm.id) } })
  const other = { ...paid, id: rows.find((row) => row.stripePaymentIntentId === topUp)?.id ?? '' }
  for (const amount of [120, 30]) expect((await refund(paid, amount)).status).toBe(200)
  const counted = async (of: Paid) =>
    (await finn.client.call(refundLimits, { query: { transactionId: of.id } })).refundedBefore
  expect([await counted(paid), await counted(other)]).toEqual([150, 150])
  expect((await decide(withdrawRefund, await waiting(other, 51), finn)).status).toBe(200)
  expect((await refund(other, 50)).status).toBe(200)
  await world.control({ advance: 'P1DT1M' })
  expect(await counted(other)).toBe(50)
  expect((await refund(other, 150)).status).toBe(200)
  // Splitting is no help.
  await waiting(other, 0.01)
  await expectAnswer(refund(other, 1), 409, 'request_waiting')
})

it('a higher limit applies after 24 hours and a lower one immediately', async () => {
  const paid = await largePayment()
  const expectLimit = async (dollars: number, waits: number) => {
    await owner.client.call(changePlatformSettings, { body: { secondPersonAboveDollars: dollars } })
    expect((await decide(withdrawRefund, await waiting(paid, waits), finn)).status).toBe(200)
  }
  await expectLimit(100, 101)
  await expectLimit(1000, 500)
  await expectLimit(200, 101)
  await world.control({ advance: 'P1DT1M' })
  expect((await refund(paid, 200)).status).toBe(200)
})

it('a request is declined by another person, withdrawn by its author, and ends with them', async () => {
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
  for (const call of [approveRefund, declineRefund, withdrawRefund])
    await refuse(call, crypto.randomUUID(), finn, 404, 'request_not_found')
  // Nobody approves what was requested by a person who works with payments no longer.
  const gone = await staffMember(world, 'finance')
  const third = await waiting(paid, 300, gone)
  const params = { id: gone.id }
  await owner.client.call(setUserRole, { params, body: { role: 'admin', staffRole: 'read_only' } })
  await refuse(approveRefund, third, fay, 409, 'requester_left')
  await refuse(declineRefund, third, sam, 403, 'above_limit')
  expect((await decide(declineRefund, third, fay)).status).toBe(200)
  expect(await moneyBackOf(world, paid.paymentIntentId)).toEqual([])
})

it('a waiting refund reserves its amount until it is decided', async () => {
  const paid = await largePayment()
  const left = async () => {
    const rows = await finn.client.call(organizationTransactions, { params: { id: String(paid.firm.id) } })
    return rows.filter(({ id }) => id === paid.id).map(({ refundable, waiting: held }) => [refundable, held])
  }
  for (const call of [declineRefund, withdrawRefund]) {
    const id = await waiting(paid, 1300)
    expect(await left()).toEqual([[119, 1300]])
    await expectAnswer(refund(paid, 119.01), 409, 'refund_reserved')
    await expectAnswer(refund(paid, 1419.01), 409, 'refund_too_large')
    expect((await decide(call, id, call === declineRefund ? fay : finn)).status).toBe(200)
    expect(await left()).toEqual([[1419, 0]])
  }
  const id = await waiting(paid, 1300)
  expect((await refund(paid, 119)).status).toBe(200)
  expect(await left()).toEqual([[0, 1300]])
  const all = { params: { id: paid.id }, body: { reason: 'The rest', key: crypto.randomUUID() } }
  await expectRefused(refundTransaction, [finn, all, 409, 'refund_reserved'])
  expect((await decide(approveRefund, id, fay)).status).toBe(200)
  expect(await left()).toEqual([[0, 0]])
})

it('a request expires after seven days, and is refused when less is left', async () => {
  const paid = await largePayment()
  const id = await waiting(paid, 1300)
  await refundAtProvider(world, paid.paymentIntentId, 15_000)
  await expect.poll(() => moneyBackOf(world, paid.paymentIntentId)).toHaveLength(1)
  await refuse(approveRefund, id, fay, 409, 'refund_too_large')
  expect((await find(id))?.state).toBe('waiting')
  await world.control({ advance: 'P7DT1M' })
  await refuse(approveRefund, id, fay, 409, 'already_decided')
  expect((await find(id))?.state).toBe('expired')
  // Without waiting for the upkeep.
  await world.sql("update refund_request set state = 'waiting', decided_at = null where id = $1", [id])
  await waiting(paid, 300)
  expect((await find(id))?.state).toBe('expired')
})

it('support hands on to finance what is above its limit', async () => {
  const person = await subscriber(world)
  const paymentIntentId = await buy(world, person, 'ascend')
  const { packageId: id } = await transactionsOf(person)
  const leftOf = async () => (await sam.client.call(refundLimits, { query: { transactionId: id } })).supportLeft
  expect(await leftOf()).toBe(50)
  expect((await refund({ id }, 40, { by: sam })).body.state).toBe('made')
  expect(await leftOf()).toBe(10)
  const requestId = await waiting({ id }, 10.01, sam)
  expect(await find(requestId)).toMatchObject({ amount: 10.01, requestedBy: { id: sam.id }, state: 'waiting' })
  const colleague = await staffMember(world, 'support')
  for (const call of [approveRefund, declineRefund]) {
    await refuse(call, requestId, sam, 409, 'own_request')
    await refuse(call, requestId, colleague, 403, 'above_limit')
  }
  // Finance could make this refund without support, so not even a role of today matters.
  expect((await decide(approveRefund, requestId, await hired(world, owner, 'finance'))).status).toBe(200)
  const made = [{ amount_cents: 4000 }, { amount_cents: 1001 }]
  expect(await moneyBackOf(world, paymentIntentId)).toMatchObject(made)
})
