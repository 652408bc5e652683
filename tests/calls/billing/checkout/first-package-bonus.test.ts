import { afterEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import * as account from '#contract/billing/account.ts'
import * as adminSettings from '#contract/settings/admin-settings.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import * as purchases from '#contract/billing/purchases.ts'
import { firstPackageBonus, packages, packageTiers, type PackageTier } from '#contract/billing/prices.ts'
import * as receipts from '#contract/billing/receipts.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import {
  ownWorld,
  payWithCard,
  platformAdmin,
  queuedMails,
  registered,
  setBalance,
  type TestPerson,
} from '#tests/calls.ts'
import { bank, refundAtProvider } from '../../../kit/billing/refunds.ts'
import { entriesOf, eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)
afterEach(() => setBonus(0))

async function setBonus(firstTimeBonusPercent: number): Promise<void> {
  await ada.client.call(adminSettings.changePlatformSettings, { body: { firstTimeBonusPercent } })
}

const openFirst = (person: TestPerson, tier: PackageTier) =>
  person.client.call(purchases.createCombinedPurchase, { body: { package: tier, subscriptionPrice: 2.97 } })

const openMore = (person: TestPerson, tier: PackageTier) =>
  person.client.call(purchases.createPaymentIntent, { body: { tier } })

const succeed = (person: TestPerson, paymentIntentId: string) =>
  person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })

const balanceOf = async (person: TestPerson) => (await person.client.call(currentUser)).purchasedCredits

/** Returns a person with access and no package. */
async function subscribedAlone(): Promise<TestPerson> {
  const person = await registered(world)
  const body = { tier: 'starter' as const, amount: 2.97 }
  const { clientSecret = '' } = await person.client.call(purchases.createSubscriptionPayment, { body })
  await succeed(person, await payWithCard(world, clientSecret))
  return person
}

describe('the bonus of a first package (D40)', () => {
  it('is in summary, answer, receipt, statement and mail, and in the balance once', async () => {
    await setBonus(10)
    const person = await registered(world)
    const { clientSecret, summary } = await openFirst(person, 'uplift')
    expect(summary).toMatchObject({ packageMinutes: 120, bonusMinutes: 12, monthlyMinutes: 30, totalAmount: 27.97 })
    const id = await payWithCard(world, clientSecret)
    const told = await Promise.all([1, 2, 3].map(() => succeed(person, id)))
    expect(told).toEqual(told.map(() => ({ creditsAdded: 120, bonusCreditsAdded: 12, monthlyCreditsAdded: 30 })))
    expect(await balanceOf(person)).toBe(132)
    expect(await entriesOf(world, person)).toEqual([
      ['purchase', 120],
      ['bonus', 12],
      ['monthly_grant', 30],
    ])
    const [row] = await person.client.call(account.transactions)
    expect(row).toMatchObject({
      description: 'Uplift package, 120 minutes and 12 bonus minutes',
      amount: 25,
      creditsAdded: 132,
    })
    const receipt = await person.client.call(receipts.receipt, { params: { id: row?.id ?? '' } })
    expect(receipt).toMatchObject({ creditsAdded: 132 })
    const statement = await person.client.call(minutes.minutes, { query: {} })
    expect(statement).toContainEqual(
      expect.objectContaining({ what: 'First-package bonus', change: 12, receiptId: row?.id }),
    )
    const mails = await queuedMails(world, person.email)
    expect(mails.map(({ text }) => text).join()).toContain('Uplift package, 120 minutes and 12 bonus minutes, $25.00')
    // Only the first one gives it.
    const { clientSecret: second, summary: plain } = await openMore(person, 'launch')
    expect(plain).not.toHaveProperty('bonusMinutes')
    expect(await succeed(person, await payWithCard(world, second))).toEqual({
      creditsAdded: 60,
      monthlyCreditsAdded: 0,
    })
    expect(await balanceOf(person)).toBe(192)
  })

  it('is given once when several first packages are paid at the same moment', async () => {
    await setBonus(10)
    const person = await subscribedAlone()
    const ids = await losingEvents(world, async () => {
      const opened = await Promise.all([1, 2, 3, 4].map(() => openMore(person, 'uplift')))
      expect(opened.map(({ summary }) => summary.bonusMinutes)).toEqual([12, 12, 12, 12])
      const paid: string[] = []
      for (const { clientSecret } of opened) paid.push(await payWithCard(world, clientSecret))
      return paid
    })
    await Promise.all([...ids, ...ids].map((id) => bookPayment(world.services, id)))
    expect(await balanceOf(person)).toBe(4 * 120 + 12)
    const rows = await person.client.call(account.transactions)
    expect(rows.filter(({ creditsAdded }) => creditsAdded === 132)).toHaveLength(1)
  })

  it('is as agreed when the payment was opened, whatever the setting at its booking (D181)', async () => {
    await setBonus(50)
    const person = await registered(world)
    const { clientSecret } = await openFirst(person, 'launch')
    await setBonus(0)
    await succeed(person, await payWithCard(world, clientSecret))
    expect(await balanceOf(person)).toBe(90)
  })

  it('goes back in proportion with a refund', async () => {
    await setBonus(10)
    const person = await subscribedAlone()
    const id = await payWithCard(world, (await openMore(person, 'uplift')).clientSecret)
    await succeed(person, id)
    await refundAtProvider(world, id, 500)
    await eventsWorkedOff(world)
    // A fifth of 120 and of 12.
    expect(await balanceOf(person)).toBeCloseTo(105.6, 4)
    expect(await person.client.call(account.transactions)).toContainEqual(
      expect.objectContaining({ amount: -5, creditsAdded: -26.4 }),
    )
    await refundAtProvider(world, id)
    await eventsWorkedOff(world)
    expect(await balanceOf(person)).toBe(0)
  })

  it('is frozen and taken with a lost dispute, and used minutes are owed at the price of both', async () => {
    await setBonus(10)
    const person = await subscribedAlone()
    const id = await payWithCard(world, (await openMore(person, 'uplift')).clientSecret)
    await succeed(person, id)
    // The 30 of the month, then half of the 132.
    await setBalance(world, person.id, 66 * 60)
    await bank(world, id, 'open')
    await eventsWorkedOff(world)
    expect(await balanceOf(person)).toBe(0)
    await bank(world, id, 'lose')
    await eventsWorkedOff(world)
    expect(await balanceOf(person)).toBe(0)
    const debts = await world.sql('select amount_cents from debt where user_id = $1', [person.id])
    expect(debts).toEqual([{ amount_cents: 1250 }])
  })

  it('matches in the ledger what the page promised, for every setting and package', async () => {
    const choice = fc.record({ percent: fc.integer({ min: 0, max: 100 }), tier: fc.constantFrom(...packageTiers) })
    await fc.assert(
      fc.asyncProperty(choice, async ({ percent, tier }) => {
        await setBonus(percent)
        const person = await registered(world)
        const eligible = await person.client.call(purchases.firstTimeEligible)
        expect(eligible).toEqual({ isFirstTime: true, bonusPercent: percent })
        // As the banner announces it.
        const promised = firstPackageBonus(packages[tier].minutes, eligible.bonusPercent)
        const { clientSecret, summary } = await openFirst(person, tier)
        expect(summary.bonusMinutes ?? 0).toBe(promised)
        const given = await succeed(person, await payWithCard(world, clientSecret))
        expect(given.bonusCreditsAdded ?? 0).toBe(promised)
        expect(await balanceOf(person)).toBe(packages[tier].minutes + promised)
        expect((await person.client.call(purchases.firstTimeEligible)).isFirstTime).toBe(false)
      }),
      { numRuns: 25, examples: [[{ percent: 1, tier: 'launch' }], [{ percent: 100, tier: 'ascend' }]] },
    )
  })
})
