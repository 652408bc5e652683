import fc from 'fast-check'
import * as account from '#contract/billing/account.ts'
import { firstPackageBonus, packages, packageTiers } from '#contract/billing/prices.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import * as receipts from '#contract/billing/receipts.ts'
import * as minutes from '#contract/ledger/minutes.ts'
import { changePlatformSettings } from '#contract/settings/admin-settings.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { afterEach, expect, it, me, openAccess, openFirst, openPackage, ownWorld, pay } from '#tests/calls.ts'
import { payAndReport, payWithCard, platformAdmin, queuedMails, registered, setBalance, succeed } from '#tests/calls.ts'
import { tags, type TestPerson } from '#tests/calls.ts'
import { bank, debtsOf, refundAtProvider } from '../../../kit/billing/refunds.ts'
import { entriesOf, eventsWorkedOff, losingEvents } from '../../../kit/billing/subscriptions.ts'

/** The bonus of a first package (D40). */

const world = await ownWorld()
const ada = await platformAdmin(world)
afterEach(() => setBonus(0))

const setBonus = (firstTimeBonusPercent: number) =>
  ada.client.call(changePlatformSettings, { body: { firstTimeBonusPercent } })

const purchased = async (person: TestPerson) => (await me(person)).purchasedCredits

/** Returns a person with access and no package. */
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
  await refundAtProvider(world, id, 500)
  await eventsWorkedOff(world)
  // A fifth of 120 and of 12.
  expect(await purchased(person)).toBeCloseTo(105.6, 4)
  const refund = expect.objectContaining({ amount: -5, creditsAdded: -26.4 }) as unknown
  expect(await person.client.call(account.transactions)).toContainEqual(refund)
  await refundAtProvider(world, id)
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
    await bank(world, id, action)
    await eventsWorkedOff(world)
    expect(await purchased(person)).toBe(0)
  }
  expect(await debtsOf(world, person)).toMatchObject([{ amount_cents: 1250 }])
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
    { numRuns: 12, examples: [0, 1, 100].map((percent) => [{ percent, tier: 'launch' }]) },
  )
})
