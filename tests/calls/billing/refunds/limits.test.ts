import { adjustPoolMinutes, adjustUserMinutes } from '#contract/admin/users.ts'
import { setOrganizationStatus } from '#contract/admin/organizations.ts'
import { creditConversation } from '#contract/admin/customers.ts'
import { forgiveDebt, refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { worthOfMinutes } from '#server/billing/refunds/limits.ts'
import { addAgent, expect, expectRefused, it, organization, ownWorld, platformAdmin } from '#tests/calls.ts'
import { promoteToAdmin, type Refusal, registered, staffMember, subscriber, type TestPerson } from '#tests/calls.ts'
import { buy, transactionsOf, waitForEvents } from '../../../kit/billing/refunds.ts'
import { addPastSession } from '../../../kit/conversations/past-conversations.ts'
import { firm } from '../../../kit/organizations/pools.ts'

/** Support gives at most the limit, by default 50 dollars; nobody gives to an account of their own. */

const world = await ownWorld()
const sam = await staffMember(world, 'support')
const finn = await staffMember(world, 'finance')

const bodyOf = (more: object, key: string = crypto.randomUUID()) => ({ reason: 'Made good', key, ...more })
const creditOf = (id: string | number, minutes: number, key?: string) => {
  return { params: { id: String(id) }, body: { minutes, ...bodyOf({}, key) } }
}
const refundOf = (id: string, amount: number) => ({ params: { id }, body: bodyOf({ amount }) })

const credit = async (by: TestPerson, ...input: Parameters<typeof creditOf>) =>
  expect((await by.client.try(adjustUserMinutes, creditOf(...input))).status).toBe(200)
const refund = async (by: TestPerson, id: string, amount: number) =>
  expect((await by.client.try(refundTransaction, refundOf(id, amount))).status).toBe(200)

const aboveLimit = (input: object): Refusal => [sam, input, 403, 'above_limit']
const ofOneself = (by: TestPerson, input: object): Refusal => [by, input, 409, 'self_change']

const setLimit = (dollars: string) =>
  world.sql(
    "insert into platform_setting (setting_key, setting_value, updated_at) values ('supportLimitDollars', $1, now())",
    [dollars],
  )

it('minutes are valued by the smallest package, rounded up to the cent', () => {
  expect([60_000, 1000, 200 * 60_000, -60_000].map(worthOfMinutes)).toEqual([25, 1, 5000, -25])
})

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
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
})

it('refunds and credits count together, for people and pools', async () => {
  const person = await subscriber(world)
  await buy(world, person, 'navigate')
  const { packageId } = await transactionsOf(person)
  await refund(sam, packageId, 40)
  await expectRefused(adjustUserMinutes, aboveLimit(creditOf(person.id, 41)))
  await credit(sam, person.id, 40)
  await expectRefused(refundTransaction, aboveLimit(refundOf(packageId, 0.01)))
  await refund(finn, packageId, 5)
  await expectRefused(adjustPoolMinutes, aboveLimit(creditOf((await organization(world)).id, 201)))
})

it('the limit follows the setting, holds for debts, and is shown to staff', async () => {
  expect(await sam.client.call(refundLimits, { query: {} })).toMatchObject({ support: 50, secondPersonAbove: 200 })
  const query = { transactionId: crypto.randomUUID() }
  await expectRefused(refundLimits, [sam, { query }, 404, 'transaction_not_found'])
  const person = await registered(world)
  const [debt] = await world.sql<{ id: string }>(
    `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
     select id, user_id, 'dp_' || id, 3000, now() from account where user_id = $1 returning id`,
    [person.id],
  )
  await setLimit('20')
  await expectRefused(adjustUserMinutes, aboveLimit(creditOf(person.id, 81)))
  const forgive = { params: { id: debt?.id ?? '' }, body: { reason: 'Good will' } }
  await expectRefused(forgiveDebt, aboveLimit(forgive))
  expect(await finn.client.call(forgiveDebt, forgive)).toMatchObject({ status: 'forgiven' })
  const limits = { support: 20, secondPersonAbove: 200, refundedElsewhere: 0 }
  expect(await sam.client.call(refundLimits, { query: {} })).toEqual(limits)
  await world.sql('delete from platform_setting')
})

it('support gives time of a conversation back up to the limit, others above it', async () => {
  const agentId = await addAgent(world)
  const give = (id: string, seconds: number) => ({ params: { id }, body: { seconds, reason: 'Made good' } })
  const [ben, pat] = [await subscriber(world), await promoteToAdmin(world, await subscriber(world))]
  const talked = (person: TestPerson, seconds: number) => addPastSession(world, person, agentId, seconds)
  const [short, long, own] = [await talked(ben, 41), await talked(ben, 1260), await talked(pat, 20)]
  await setLimit('5')
  await expectRefused(creditConversation, aboveLimit(give(long, 1260)), ofOneself(pat, give(own, 20)))
  await sam.client.call(creditConversation, give(short, 41))
  await finn.client.call(creditConversation, give(long, 1260))
  await world.sql('delete from platform_setting')
})

it('nobody credits or refunds their own account or a pool that they run', async () => {
  const pat = await promoteToAdmin(world, await subscriber(world))
  const { packageId } = await transactionsOf(pat)
  await expectRefused(adjustUserMinutes, ofOneself(pat, creditOf(pat.id, 1)))
  await expectRefused(refundTransaction, ofOneself(pat, refundOf(packageId, 1)))
  const pool = creditOf((await organization(world, { owner: pat })).id, 1)
  await expectRefused(adjustPoolMinutes, ofOneself(pat, pool))
  expect((await (await platformAdmin(world)).client.try(adjustPoolMinutes, pool)).status).toBe(200)
})

const activated = (id: number) => ({ params: { id: String(id) }, body: { status: 'active' } }) as const
const granted = (id: number) => ({ params: { organizationId: String(id) }, body: { isGranted: true } })

it('support and its own admin give an organization no access and no app', async () => {
  const owner = await platformAdmin(world)
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
  const [subscription] = await world.sql<{ id: string }>(
    'select stripe_subscription_id as id from subscription where account_id = $1',
    [paying.accountId],
  )
  await waitForEvents(world, subscription!.id, /^customer\.subscription\./)
  await promoteToAdmin(world, paying.owner)
  for (const status of ['past_due', 'unpaid']) {
    await world.sql('update subscription set status = $1 where account_id = $2', [status, paying.accountId])
    await expectRefused(setOrganizationStatus, aboveLimit(active), ofOneself(paying.owner, active))
  }
})
