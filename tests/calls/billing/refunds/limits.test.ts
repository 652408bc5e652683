import { adjustPoolMinutes, adjustUserMinutes } from '#contract/admin/users.ts'
import { forgiveDebt, refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { setOrganizationStatus } from '#contract/admin/organizations.ts'
import { creditConversation } from '#contract/admin/customers.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { worthOfMinutes } from '#server/billing/refunds/limits.ts'
import { addAgent, buy, expect, expectRefused, it, organization, ownWorld, platformAdmin } from '#tests/calls.ts'
import { confirmAddress, promoteToAdmin, queuedMails, type Refusal } from '#tests/calls.ts'
import { registered, staffMember, subscriber } from '#tests/calls.ts'
import { type TestPerson, transactionsOf, waitForEvents } from '#tests/calls.ts'
import { firm } from '../../../kit/organizations/pools.ts'
import { addPastSession } from '../../../kit/conversations/past-conversations.ts'

/** Support gives at most the limit, by default 50 dollars; nobody gives to an account of their own. */

const world = await ownWorld()
const owner = await platformAdmin(world)
const finn = await staffMember(world, 'finance')
const sam = await staffMember(world, 'support')

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

const ofColleague = (input: object): Refusal => [sam, input, 403, 'colleague']

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

it('owners learn of credits that are worth more than one person may refund', async () => {
  await confirmAddress(world, owner)
  const person = await registered(world)
  const news = async () =>
    (await queuedMails(world, owner.email)).filter(({ text }) => text.includes(person.email)).map(({ text }) => text)
  await credit(finn, person.id, 500)
  await credit(finn, person.id, 300)
  expect(await news()).toEqual([])
  const key = crypto.randomUUID()
  for (const _ of [1, 2]) await credit(finn, person.id, 1, key)
  const said = [`${finn.email} gave 1 minute to ${person.email}.`, 'worth $200.25', 'Reason: Made good']
  const [mail, ...others] = await news()
  expect([said.filter((words) => !mail?.includes(words)), others]).toEqual([[], []])
})

it('refunds and credits count together, for people and pools', async () => {
  // Minutes are worth what they cost in the smallest package, rounded up to the cent.
  expect([60_000, 1000, 200 * 60_000, -60_000].map(worthOfMinutes)).toEqual([25, 1, 5000, -25])
  const person = await subscriber(world)
  await buy(world, person, 'ascend')
  const { packageId } = await transactionsOf(person)
  const refund = (by: TestPerson, amount: number) => by.client.try(refundTransaction, refundOf(packageId, amount))
  expect((await refund(sam, 40)).status).toBe(200)
  await expectRefused(adjustUserMinutes, aboveLimit(creditOf(person.id, 41)))
  await credit(sam, person.id, 40)
  expect((await refund(sam, 0.01)).body.state).toBe('waiting')
  expect((await refund(finn, 5)).body.state).toBe('made')
  await expectRefused(adjustPoolMinutes, aboveLimit(creditOf((await organization(world)).id, 201)))
})

it('the limit follows the setting, holds for debts and talks, and is shown', async () => {
  const limits = { support: 50, supportLeft: 50, secondPersonAbove: 200, refundedBefore: 0 }
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
  expect(await sam.client.call(refundLimits, { query: {} })).toEqual({ ...limits, support: 5, supportLeft: 5 })
  await world.sql('delete from platform_setting')
})

it('nobody gives to their own account or organization, and support not to colleagues', async () => {
  const pat = await promoteToAdmin(world, await subscriber(world))
  const { packageId } = await transactionsOf(pat)
  await expectRefused(adjustUserMinutes, ofOneself(pat, creditOf(pat.id, 1)))
  await expectRefused(refundTransaction, ofOneself(pat, refundOf(packageId, 1)))
  const pool = creditOf((await organization(world, { owner: pat })).id, 1)
  await expectRefused(adjustPoolMinutes, ofOneself(pat, pool), ofColleague(pool))
  await expectRefused(adjustUserMinutes, ofColleague(creditOf(pat.id, 1)))
  await expectRefused(refundTransaction, ofColleague(refundOf(packageId, 1)))
  await credit(sam, pat.id, -1)
  await credit(finn, pat.id, 1)
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
