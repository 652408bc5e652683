import { adjustPoolMinutes, adjustUserMinutes, organizationTransactions, setUserRole } from '#contract/admin/users.ts'
import { approveRefund, declineRefund, refundRequests, withdrawRefund } from '#contract/billing/refund-requests.ts'
import { forgiveDebt, refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { setOrganizationStatus } from '#contract/admin/organizations.ts'
import { creditConversation } from '#contract/admin/customers.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { worthOfMinutes } from '#server/billing/refunds/limits.ts'
import { actsOn, addAgent, buy, expect, expectAnswer, expectRefused, it, moneyBackOf } from '#tests/calls.ts'
import {
  organization,
  ownWorld,
  platformAdmin,
  promoteToAdmin,
  queuedMails,
  type Refusal,
  registered,
  tags,
} from '#tests/calls.ts'
import { staffMember, subscriber, type TestPerson, transactionsOf, waitForEvents } from '#tests/calls.ts'
import { firm, notifyPaid, payTopUp } from '../../../kit/organizations/pools.ts'
import { addPastSession } from '../../../kit/conversations/past-conversations.ts'

/** A refund above 200 dollars needs two people. */

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
  // The form that asked for it cannot refund it again.
  expect((await refund(paid, 500, { key })).body.state).toBe('made')
  expect(await moneyBackOf(world, paid.paymentIntentId)).toHaveLength(1)
})

it('an owner pays nothing out with a colleague of their own making (D192 [S])', tags('D192'), async () => {
  const [boss, partner] = [await staffMember(world, 'owner'), await staffMember(world, 'owner')]
  const [made, madeByMade, hired] = [await registered(world), await registered(world), await registered(world)]
  const hire = (by: TestPerson, { id }: TestPerson, staffRole: 'owner' | 'finance') =>
    by.client.call(setUserRole, { params: { id }, body: { role: 'admin', staffRole } })
  await hire(boss, made, 'owner')
  await hire(made, madeByMade, 'finance')
  await hire(partner, hired, 'finance')
  const told = (await queuedMails(world, partner.email)).filter(({ subject }) => subject === 'A staff role was given')
  expect(told.map(({ text }) => text.split('\n')[0] ?? '')).toEqual(
    expect.arrayContaining([
      `${made.email} now has the staff role Owner. ${boss.email} gave it.`,
      `${madeByMade.email} now has the staff role Finance. ${made.email} gave it.`,
      `${hired.email} now has the staff role Finance. ${partner.email} gave it.`,
    ]),
  )
  const id = await waiting(await largePayment(), 300, boss)
  for (const by of [made, madeByMade]) await refuse(approveRefund, id, by, 409, 'own_request')
  await refuse(approveRefund, id, hired, 409, 'role_too_new')
  expect((await decide(withdrawRefund, id, boss)).status).toBe(200)
  await world.control({ advance: 'P2D' })
  const later = await waiting(await largePayment(), 300, boss)
  for (const by of [made, madeByMade]) await refuse(approveRefund, later, by, 409, 'own_request')
  expect((await decide(approveRefund, later, hired)).status).toBe(200)
})

it('all that a payment gave back counts, and that of others of its account for a day', async () => {
  const paid = await largePayment()
  const topUp = await payTopUp(world, paid.firm.owner, paid.firm, 'enterprise')
  expect((await notifyPaid(paid.firm.owner, topUp)).status).toBe(200)
  const rows = await finn.client.call(organizationTransactions, { params: { id: String(paid.firm.id) } })
  const other = { ...paid, id: rows.find((row) => row.stripePaymentIntentId === topUp)?.id ?? '' }
  for (const amount of [120, 30]) expect((await refund(paid, amount)).status).toBe(200)
  const counted = async (of: Paid) =>
    (await finn.client.call(refundLimits, { query: { transactionId: of.id } })).refundedElsewhere
  expect([await counted(paid), await counted(other)]).toEqual([0, 150])
  expect((await decide(withdrawRefund, await waiting(other, 51), finn)).status).toBe(200)
  expect((await refund(other, 50)).status).toBe(200)
  await world.control({ advance: 'P1DT1M' })
  expect(await counted(other)).toBe(0)
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

it('a request expires after seven days, and is refused when less is left', async () => {
  const paid = await largePayment()
  const id = await waiting(paid, 1300)
  expect((await refund(paid, 150)).status).toBe(200)
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

/** Support gives at most the limit, by default 50 dollars; nobody gives to an account of their own. */

const creditOf = (id: string | number, minutes: number, key: string = crypto.randomUUID()) => {
  return { params: { id: String(id) }, body: { minutes, reason: 'Made good', key } }
}
const refundOf = (id: string, amount: number) => {
  return { params: { id }, body: { amount, reason: 'Made good', key: crypto.randomUUID() } }
}

const credit = async (by: TestPerson, ...input: Parameters<typeof creditOf>) =>
  expect((await by.client.try(adjustUserMinutes, creditOf(...input))).status).toBe(200)

const aboveLimit = (input: object): Refusal => [sam, input, 403, 'above_limit']
const ofOneself = (by: TestPerson, input: object): Refusal => [by, input, 409, 'self_change']

const newLimit = 'insert into platform_setting (setting_key, setting_value, updated_at) values ($1, $2, now())'
const setLimit = (dollars: string) => world.sql(newLimit, ['supportLimitDollars', dollars])

const activated = (id: number) => ({ params: { id: String(id) }, body: { status: 'active' } }) as const
const granted = (id: number) => ({ params: { organizationId: String(id) }, body: { isGranted: true } })

it('support credits 200 minutes to a person within 24 hours, finance any', async () => {
  const { id } = await registered(world)
  const refuse = (minutes: number) => expectRefused(adjustUserMinutes, aboveLimit(creditOf(id, minutes)))
  await refuse(200.01)
  const key = crypto.randomUUID()
  await credit(sam, id, 120, key)
  await credit(sam, id, 80)
  await refuse(0.01)
  // The same form again is the same credit, and taking minutes away is none.
  await credit(sam, id, 120, key)
  await credit(sam, id, -200)
  await credit(finn, id, 500)
  const [row] = await world.sql('select purchased_ms / 60000 as minutes from account where user_id = $1', [id])
  expect(Number(row?.['minutes'])).toBe(500)
  await world.control({ advance: 'P1DT1M' })
  // Parallel credits wait for each other.
  const inputs = [1, 2, 3].map(() => creditOf(id, 150))
  const replies = await Promise.all(inputs.map((input) => sam.client.try(adjustUserMinutes, input)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('refunds and credits count together, for people and pools', async () => {
  // Minutes are worth what they cost in the smallest package, rounded up to the cent.
  expect([60_000, 1000, 200 * 60_000, -60_000].map(worthOfMinutes)).toEqual([25, 1, 5000, -25])
  const person = await subscriber(world)
  await buy(world, person, 'navigate')
  const { packageId } = await transactionsOf(person)
  expect((await refund({ id: packageId }, 40, { by: sam })).status).toBe(200)
  await expectRefused(adjustUserMinutes, aboveLimit(creditOf(person.id, 41)))
  await credit(sam, person.id, 40)
  await expectRefused(refundTransaction, aboveLimit(refundOf(packageId, 0.01)))
  expect((await refund({ id: packageId }, 5, { by: finn })).status).toBe(200)
  await expectRefused(adjustPoolMinutes, aboveLimit(creditOf((await organization(world)).id, 201)))
})

it('the limit follows the setting, holds for debts and talks, and is shown', async () => {
  const limits = { support: 50, secondPersonAbove: 200, refundedElsewhere: 0 }
  expect(await sam.client.call(refundLimits, { query: {} })).toEqual(limits)
  const query = { transactionId: crypto.randomUUID() }
  await expectRefused(refundLimits, [sam, { query }, 404, 'transaction_not_found'])
  const [ben, pat] = [await subscriber(world), await promoteToAdmin(world, await subscriber(world))]
  const [debt] = await world.sql<{ id: string }>(
    `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
     select id, user_id, 'dp_' || id, 3000, now() from account where user_id = $1 returning id`,
    [ben.id],
  )
  const agentId = await addAgent(world)
  const give = (id: string, seconds: number) => ({ params: { id }, body: { seconds, reason: 'Made good' } })
  const talked = (person: TestPerson, seconds: number) => addPastSession(world, person, agentId, seconds)
  const [short, long, own] = [await talked(ben, 41), await talked(ben, 1260), await talked(pat, 20)]
  await setLimit('5')
  await expectRefused(adjustUserMinutes, aboveLimit(creditOf(ben.id, 21)))
  const forgive = { params: { id: debt?.id ?? '' }, body: { reason: 'Good will' } }
  await expectRefused(forgiveDebt, aboveLimit(forgive))
  await expectRefused(creditConversation, aboveLimit(give(long, 1260)), ofOneself(pat, give(own, 20)))
  await sam.client.call(creditConversation, give(short, 41))
  await finn.client.call(creditConversation, give(long, 1260))
  expect(await finn.client.call(forgiveDebt, forgive)).toMatchObject({ status: 'forgiven' })
  expect(await sam.client.call(refundLimits, { query: {} })).toEqual({ ...limits, support: 5 })
  await world.sql('delete from platform_setting')
})

it('nobody gives to their own account or organization', async () => {
  const pat = await promoteToAdmin(world, await subscriber(world))
  const { packageId } = await transactionsOf(pat)
  await expectRefused(adjustUserMinutes, ofOneself(pat, creditOf(pat.id, 1)))
  await expectRefused(refundTransaction, ofOneself(pat, refundOf(packageId, 1)))
  const pool = creditOf((await organization(world, { owner: pat })).id, 1)
  await expectRefused(adjustPoolMinutes, ofOneself(pat, pool))
  expect((await (await platformAdmin(world)).client.try(adjustPoolMinutes, pool)).status).toBe(200)
  // Access without a payment, and an app for nothing, are gifts, which support does not make either.
  const unpaid = await organization(world)
  const own = await organization(world, { owner })
  await expectRefused(setOrganizationStatus, aboveLimit(activated(unpaid.id)), ofOneself(owner, activated(own.id)))
  await expectRefused(grantBrandedApp, aboveLimit(granted(unpaid.id)), ofOneself(owner, granted(own.id)))
  await owner.client.call(setOrganizationStatus, activated(unpaid.id))
  await owner.client.call(grantBrandedApp, granted(unpaid.id))
})

it('support restores only an organization that pays', async () => {
  const paying = await firm(world)
  const end = { params: { id: String(paying.id) }, body: { status: 'canceled' } } as const
  expect((await sam.client.try(setOrganizationStatus, end)).status).toBe(200)
  const active = activated(paying.id)
  expect(await sam.client.call(setOrganizationStatus, active)).toMatchObject({ isActive: true })
  // A late report about the subscription would restore its state.
  const sql = 'select stripe_subscription_id as id from subscription where account_id = $1'
  const [subscription] = await world.sql<{ id: string }>(sql, [paying.accountId])
  const types = ['created', 'updated', 'deleted'].map((type) => `customer.subscription.${type}`)
  await waitForEvents(world, subscription!.id, types)
  await promoteToAdmin(world, paying.owner)
  for (const status of ['past_due', 'unpaid']) {
    await world.sql('update subscription set status = $1 where account_id = $2', [status, paying.accountId])
    await expectRefused(setOrganizationStatus, aboveLimit(active), ofOneself(paying.owner, active))
  }
})
