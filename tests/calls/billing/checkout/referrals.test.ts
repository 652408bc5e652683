import { register } from '#contract/identity/auth.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as referrals from '#contract/billing/referrals.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { balanceOf, expect, it, me, openAccess, openFirst, ownWorld, password, pay } from '#tests/calls.ts'
import { payAndReport, registered, subscriber, succeed, tags, type TestPerson } from '#tests/calls.ts'
import { buy, refundAtProvider, waitForEvents } from '../../../kit/billing/refunds.ts'

const world = await ownWorld()

/** Sets the reward, or removes the setting. */
async function offer(rewardMinutes: unknown): Promise<void> {
  await world.sql("delete from platform_setting where setting_key = 'referralRewardMinutes'")
  if (rewardMinutes === undefined) return
  await world.sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('referralRewardMinutes', $1, $2)`,
    [JSON.stringify(rewardMinutes), world.services.clock.now()],
  )
}

let count = 0

/** Registers a person with the given person's code. */
async function invite(by: TestPerson, firstName = 'Zoe'): Promise<TestPerson> {
  const client = world.visitor()
  const email = `invited${++count}@example.com`
  const { referralCode } = await me(by)
  const body = { email, password, firstName, lastName: 'Secretname', ref: referralCode }
  return { client, email, id: (await client.call(register, { body })).id }
}

const listOf = async (person: TestPerson) => (await person.client.call(referrals.referrals)).referrals

const storedOf = (referrer: TestPerson) =>
  world.sql('select status, reward_amount from referral where referrer_id = $1 order by completed_at', [referrer.id])

function rewards(person: TestPerson) {
  return world.sql(
    `select entry.kind, entry.ref, entry.amount_ms::int, lot.bucket, lot.expires_at
     from entry join account on account.id = entry.account_id
     join lot on lot.account_id = account.id and lot.source_ref = entry.ref
     where account.user_id = $1 and entry.ref like 'referral:%'`,
    [person.id],
  )
}

it.each([undefined, 0, -5, 1.5, 'many', null])('a reward of %j is not given', tags('D51'), async (set) => {
  await offer(set)
  const referrer = await registered(world)
  const invited = await invite(referrer)
  await payAndReport(world, invited, openFirst(invited, 'launch'))
  expect(await referrer.client.call(referrals.referrals)).toEqual({ offer: null, referrals: [] })
  expect(await storedOf(referrer)).toEqual([{ status: 'completed', reward_amount: 0 }])
  expect(await balanceOf(referrer)).toBe(0)
})

it('a person sees code, link and first letters of only their invited people', tags('D51 S121 S135 S136'), async () => {
  await offer(30)
  const [referrer, other] = [await registered(world), await registered(world)]
  const { referralCode: code } = await me(referrer)
  const offered = { rewardMinutes: 30, code, link: `${world.url}/register?ref=${code}` }
  expect(await referrer.client.call(referrals.referrals)).toEqual({ offer: offered, referrals: [] })
  await invite(referrer, 'élodie')
  const list = await listOf(referrer)
  const pending = { initial: 'É', status: 'pending', completedAt: null, rewardMinutes: 0 }
  expect(list).toEqual([{ ...pending, id: expect.any(String), createdAt: expect.stringMatching(/Z$/) }])
  expect(JSON.stringify(list)).not.toMatch(/lodie|Secretname|example\.com/)
  expect(await listOf(other)).toEqual([])
})

it('a reward comes once with the first payment, whatever reports it', tags('D51 D36'), async () => {
  await offer(30)
  const referrer = await subscriber(world)
  const invited = await invite(referrer)
  const paymentIntentId = await pay(world, openFirst(invited, 'launch'))
  await Promise.all([
    ...Array.from({ length: 5 }, () => bookPayment(world.services, paymentIntentId)),
    succeed(invited, paymentIntentId),
  ])
  await waitForEvents(world, paymentIntentId)
  expect(await balanceOf(referrer)).toBe(180)
  expect(await listOf(referrer)).toMatchObject([{ initial: 'Z', status: 'completed', rewardMinutes: 30 }])
  const [row] = await world.sql<{ id: string }>('select id from referral where referred_user_id = $1', [invited.id])
  const ref = `referral:${row?.id}`
  const once = [{ kind: 'referral', ref, amount_ms: 1_800_000, bucket: 'purchased', expires_at: null }]
  expect(await rewards(referrer)).toEqual(once)
  const line = { what: 'Invitation reward', change: 30, balanceBefore: 150, balanceAfter: 180, receiptId: null }
  expect(await referrer.client.call(minutes.minutes, { query: { limit: 1 } })).toMatchObject([line])
  await buy(world, invited, 'uplift')
  expect(await rewards(referrer)).toEqual(once)
  expect(await balanceOf(invited)).toBe(60 + 30 + 120)
})

it('a reward comes without a package, too, and stays after a refund', tags('D51'), async () => {
  await offer(30)
  const referrer = await registered(world)
  const [first, second] = [await invite(referrer), await invite(referrer)]
  await payAndReport(world, first, openAccess(first))
  expect(await balanceOf(referrer)).toBe(30)
  const paymentIntentId = await pay(world, openFirst(second, 'launch'))
  await succeed(second, paymentIntentId)
  await refundAtProvider(world, paymentIntentId)
  await waitForEvents(world, paymentIntentId)
  expect([await balanceOf(second), await balanceOf(referrer)]).toEqual([0, 60])
  const completed = { status: 'completed', rewardMinutes: 30 }
  expect(await listOf(referrer)).toMatchObject([completed, completed])
})

it('a reward is what is offered at the payment, and nothing when deactivated', tags('D51'), async () => {
  await offer(30)
  const referrer = await registered(world)
  const [first, second] = [await invite(referrer), await invite(referrer)]
  await offer(45)
  await payAndReport(world, first, openFirst(first, 'launch'))
  expect(await balanceOf(referrer)).toBe(45)
  await world.sql('update users set is_active = false where id = $1', [referrer.id])
  await payAndReport(world, second, openFirst(second, 'launch'))
  expect(await storedOf(referrer)).toEqual([
    { status: 'completed', reward_amount: 45 },
    { status: 'completed', reward_amount: 0 },
  ])
  expect(await rewards(referrer)).toHaveLength(1)
})
