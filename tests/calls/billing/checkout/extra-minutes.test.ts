import fc from 'fast-check'
import * as account from '#contract/billing/account.ts'
import { firstPackageBonus, packages, packageTiers } from '#contract/billing/prices.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import * as receipts from '#contract/billing/receipts.ts'
import * as referrals from '#contract/billing/referrals.ts'
import { register } from '#contract/identity/auth.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { afterEach, balanceOf, entriesOf, eventsWorkedOff, expect, it, losingEvents, me } from '#tests/calls.ts'
import { openAccess, openFirst, openPackage, ownWorld, password, pay, payAndReport } from '#tests/calls.ts'
import { payWithCard, platformAdmin, queuedMails, registered, setBalance, subscriber } from '#tests/calls.ts'
import { succeed, tags, type TestPerson } from '#tests/calls.ts'
import * as kit from '../../../kit/billing/refunds.ts'

/** Minutes that come on top of what was paid: the bonus of a first package (D40), and rewards for invitations (D51). */

const world = await ownWorld()
const ada = await platformAdmin(world)
afterEach(() => setBonus(0))

const setBonus = (firstTimeBonusPercent: number) =>
  ada.client.call(changePlatformSettings, { body: { firstTimeBonusPercent } })

const purchased = async (person: TestPerson) => (await me(person)).purchasedCredits

async function subscribedAlone(): Promise<TestPerson> {
  const person = await registered(world)
  await payAndReport(world, person, openAccess(person))
  return person
}

it('the bonus is in summary, answer, receipt, statement, mail and balance once', tags('D40'), async () => {
  await setBonus(10)
  const person = await registered(world)
  const { clientSecret, summary } = (await openFirst(person)).body
  expect(summary).toMatchObject({ packageMinutes: 120, bonusMinutes: 12, monthlyMinutes: 30, totalAmount: 27.97 })
  const id = await payWithCard(world, clientSecret)
  const told = await Promise.all([1, 2, 3].map(() => succeed(person, id)))
  const credited = { creditsAdded: 120, bonusCreditsAdded: 12, monthlyCreditsAdded: 30 }
  for (const { body } of told) expect(body).toEqual(credited)
  expect(await purchased(person)).toBe(132)
  expect(await entriesOf(world, person)).toEqual(['purchase 120', 'bonus 12', 'monthly_grant 30'])
  const [row] = await person.client.call(account.transactions)
  const description = 'Uplift package, 120 minutes and 12 bonus minutes'
  expect(row).toMatchObject({ description, amount: 25, creditsAdded: 132 })
  const receipt = await person.client.call(receipts.receipt, { params: { id: row?.id ?? '' } })
  expect(receipt).toMatchObject({ creditsAdded: 132 })
  const statement = await person.client.call(minutes.minutes, { query: {} })
  const bonus = { what: 'First-package bonus', change: 12, receiptId: row?.id }
  expect(statement).toContainEqual(expect.objectContaining(bonus))
  const mails = await queuedMails(world, person.email)
  expect(mails.map(({ text }) => text).join()).toContain(`${description}, $25.00`)
  // Only the first one gives it.
  const second = (await openPackage(person)).body
  expect(second.summary).not.toHaveProperty('bonusMinutes')
  const more = await succeed(person, await payWithCard(world, second.clientSecret))
  expect(more.body).toEqual({ creditsAdded: 60, monthlyCreditsAdded: 0 })
  expect(await purchased(person)).toBe(192)
})

it('the bonus is given once when several first packages are paid at once', tags('D40'), async () => {
  await setBonus(10)
  const person = await subscribedAlone()
  const ids = await losingEvents(world, async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openPackage(person, 'uplift')))
    expect(opened.map(({ body }) => body.summary.bonusMinutes)).toEqual([12, 12, 12, 12])
    const paid: string[] = []
    for (const { body } of opened) paid.push(await payWithCard(world, body.clientSecret))
    return paid
  })
  await Promise.all([...ids, ...ids].map((id) => bookPayment(world.services, id)))
  expect(await purchased(person)).toBe(4 * 120 + 12)
  const rows = await person.client.call(account.transactions)
  expect(rows.filter(({ creditsAdded }) => creditsAdded === 132)).toHaveLength(1)
})

it('the bonus agreed at opening goes back in proportion with a refund', tags('D40 D181'), async () => {
  await setBonus(10)
  const person = await subscribedAlone()
  const { clientSecret } = (await openPackage(person, 'uplift')).body
  await setBonus(0)
  const id = await payWithCard(world, clientSecret)
  await succeed(person, id)
  expect(await purchased(person)).toBe(132)
  await kit.refundAtProvider(world, id, 500)
  await eventsWorkedOff(world)
  // A fifth of 120 and of 12.
  expect(await purchased(person)).toBeCloseTo(105.6, 4)
  const refund = expect.objectContaining({ amount: -5, creditsAdded: -26.4 }) as unknown
  expect(await person.client.call(account.transactions)).toContainEqual(refund)
  await kit.refundAtProvider(world, id)
  await eventsWorkedOff(world)
  expect(await purchased(person)).toBe(0)
})

it('a lost dispute takes the bonus, and used minutes of both are owed', tags('D40'), async () => {
  await setBonus(10)
  const person = await subscribedAlone()
  const id = await pay(world, openPackage(person, 'uplift'))
  await succeed(person, id)
  // The 30 of the month, then half of the 132.
  await setBalance(world, person.id, 66 * 60)
  for (const action of ['open', 'lose'] as const) {
    await kit.bank(world, id, action)
    await eventsWorkedOff(world)
    expect(await purchased(person)).toBe(0)
  }
  expect(await kit.debtsOf(world, person)).toMatchObject([{ amount_cents: 1250 }])
})

it('the ledger has what the page promised, for every setting and package', tags('S219 D40'), async () => {
  const choice = fc.record({ percent: fc.integer({ min: 0, max: 100 }), tier: fc.constantFrom(...packageTiers) })
  await fc.assert(
    fc.asyncProperty(choice, async ({ percent, tier }) => {
      await setBonus(percent)
      const person = await registered(world)
      const eligible = await person.client.call(firstTimeEligible)
      expect(eligible).toEqual({ isFirstTime: true, bonusPercent: percent })
      // As the banner announces it.
      const promised = firstPackageBonus(packages[tier].minutes, eligible.bonusPercent)
      const { clientSecret, summary } = (await openFirst(person, tier)).body
      expect(summary.bonusMinutes ?? 0).toBe(promised)
      const { body } = await succeed(person, await payWithCard(world, clientSecret))
      expect(body.bonusCreditsAdded ?? 0).toBe(promised)
      expect(await purchased(person)).toBe(packages[tier].minutes + promised)
      expect((await person.client.call(firstTimeEligible)).isFirstTime).toBe(false)
    }),
    { numRuns: 6, examples: [0, 1, 100].map((percent) => [{ percent, tier: 'launch' }]) },
  )
})

/** Sets the reward, or removes the setting. */
async function offer(rewardMinutes: unknown): Promise<void> {
  await world.sql("delete from platform_setting where setting_key = 'referralRewardMinutes'")
  if (rewardMinutes === undefined) return
  const set = 'insert into platform_setting (setting_key, setting_value, updated_at) values ($1, $2, $3)'
  await world.sql(set, ['referralRewardMinutes', JSON.stringify(rewardMinutes), world.services.clock.now()])
}

let count = 0

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

it('a reward that is no number of minutes is not given', tags('D51'), async () => {
  const referrer = await registered(world)
  const rewards = [undefined, 0, -5, 1.5, 'many', null]
  for (const reward of rewards) {
    await offer(reward)
    const invited = await invite(referrer)
    await payAndReport(world, invited, openFirst(invited, 'launch'))
    expect(await referrer.client.call(referrals.referrals)).toEqual({ offer: null, referrals: [] })
  }
  const nothing = { status: 'completed', reward_amount: 0 }
  expect(await storedOf(referrer)).toEqual(rewards.map(() => nothing))
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
  const book = () => bookPayment(world.services, paymentIntentId)
  await Promise.all([book(), book(), book(), book(), book(), succeed(invited, paymentIntentId)])
  await kit.waitForEvents(world, paymentIntentId)
  expect(await balanceOf(referrer)).toBe(180)
  expect(await listOf(referrer)).toMatchObject([{ initial: 'Z', status: 'completed', rewardMinutes: 30 }])
  const [row] = await world.sql<{ id: string }>('select id from referral where referred_user_id = $1', [invited.id])
  const ref = `referral:${row?.id}`
  const once = [{ kind: 'referral', ref, amount_ms: 1_800_000, bucket: 'purchased', expires_at: null }]
  expect(await rewards(referrer)).toEqual(once)
  const line = { what: 'Invitation reward', change: 30, balanceBefore: 150, balanceAfter: 180, receiptId: null }
  expect(await referrer.client.call(minutes.minutes, { query: { limit: 1 } })).toMatchObject([line])
  await kit.buy(world, invited, 'uplift')
  expect(await rewards(referrer)).toEqual(once)
  expect(await balanceOf(invited)).toBe(60 + 30 + 120)
})

it('a reward is what is offered at the payment, stays after a refund, and ends', tags('D51'), async () => {
  await offer(30)
  const referrer = await registered(world)
  const [first, second, third] = [await invite(referrer), await invite(referrer), await invite(referrer)]
  // Without a package, too.
  await payAndReport(world, first, openAccess(first))
  expect(await balanceOf(referrer)).toBe(30)
  await offer(45)
  const paymentIntentId = await pay(world, openFirst(second, 'launch'))
  await succeed(second, paymentIntentId)
  await kit.refundAtProvider(world, paymentIntentId)
  await kit.waitForEvents(world, paymentIntentId)
  expect([await balanceOf(second), await balanceOf(referrer)]).toEqual([0, 75])
  // A deactivated person gets none.
  await world.sql('update users set is_active = false where id = $1', [referrer.id])
  await payAndReport(world, third, openFirst(third, 'launch'))
  const rewarded = [30, 45, 0].map((minutes) => ({ status: 'completed', reward_amount: minutes }))
  expect(await storedOf(referrer)).toEqual(rewarded)
  expect(await rewards(referrer)).toHaveLength(2)
})
