import { describe, expect, it } from 'vitest'
import * as contract from '#contract/billing/auto-purchase.ts'
import { poolDebts, payPoolDebt } from '#contract/organizations/pool-debts.ts'
import { mailsTo, payWithCard, registered, sharedWorld, subscriber, type TestPerson } from '#tests/calls.ts'
import { idOf } from '../../../kit/billing/provider.ts'
import { member } from '../../../kit/organizations/organizations.ts'
import {
  type Firm,
  firm,
  keepPoolCard,
  payTopUp,
  poolMinutes,
  secondAdmin,
  spendPoolTo,
  notifyPaid,
} from '../../../kit/organizations/pools.ts'
import { bank, waitForEvents } from '../../../kit/billing/refunds.ts'
import { approve, inBrowser } from '../../../kit/billing/saved-cards.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await sharedWorld()

const minuteMs = 60_000

interface Attempt {
  id: string
  status: string
  needs_confirmation: boolean
}

const attemptsOf = ({ accountId }: Firm) =>
  world.sql<Attempt>(
    "select id, status, needs_confirmation from checkout where account_id = $1 and kind = 'auto' order by id",
    [accountId],
  )

/** Returns the mails that an admin has received about this organization's auto-purchases. */
async function subjectsFor({ email }: TestPerson, { name }: Firm): Promise<string[]> {
  return (await mailsTo(world, email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith(`${name}: `))
}

describe('the auto-purchase of a pool (D109, S672)', () => {
  it('is not made at exactly 30:00, and is made one second below', async () => {
    const one = await firm(world)
    await spendPoolTo(world, one, 30 * minuteMs)
    expect(await attemptsOf(one)).toEqual([])
    await spendPoolTo(world, one, 30 * minuteMs - 1000)
    await expect.poll(() => attemptsOf(one)).toMatchObject([{ status: 'paid' }])
    expect(await poolMinutes(world, one)).toBeCloseTo(1030 - 1 / 60, 6)
  })

  it('is reported to every admin with its receipt, not to members', async () => {
    const one = await firm(world)
    const [other, plain] = [await secondAdmin(world, one), await member(world, one.id)]
    await spendPoolTo(world, one, 10 * minuteMs)
    for (const { email } of [one.owner, other]) {
      const autoPurchase = `The minutes of ${one.name} ran low, so we bought a package automatically, as its admins set up: $135.00.`
      await expect
        .poll(
          async () =>
            (await mailsTo(world, email)).filter(({ text }) => text.replaceAll(/\s+/g, ' ').includes(autoPurchase))
              .length,
        )
        .toBe(1)
    }
    expect(
      (await mailsTo(world, plain.email)).filter(({ text }) => text.includes(one.name) && text.includes('$135')),
    ).toEqual([])
  })

  it('that the bank declines is reported to every admin, with the link to the billing (D47)', async () => {
    const one = await firm(world)
    const other = await secondAdmin(world, one)
    await keepPoolCard(world, one, 'pm_card_chargeCustomerFail')
    await spendPoolTo(world, one, 10 * minuteMs)
    for (const admin of [one.owner, other]) {
      await expect.poll(() => subjectsFor(admin, one)).toContain(`${one.name}: Your automatic purchase was declined`)
    }
    const declined = (await mailsTo(world, other.email)).find(({ subject }) => subject.includes('declined'))
    expect(declined?.text).toContain(`${world.url}/organization-dashboard?tab=billing`)
    expect(await poolMinutes(world, one)).toBe(10)
  })
})

describe("the bank's question about an auto-purchase (D47, D109)", () => {
  async function questioned(): Promise<{ one: Firm; other: TestPerson; id: string }> {
    const one = await firm(world)
    const other = await secondAdmin(world, one)
    await keepPoolCard(world, one, 'pm_card_authenticationRequired')
    await spendPoolTo(world, one, 10 * minuteMs)
    await expect.poll(() => attemptsOf(one)).toMatchObject([{ status: 'open', needs_confirmation: true }])
    return { one, other, id: (await attemptsOf(one))[0]?.id ?? '' }
  }

  const resume = ({ client }: TestPerson, id: string) => client.try(contract.resumePayment, { params: { id } })

  it('reaches every admin, and any of them can answer it: the pool is filled once', async () => {
    const { one, other, id } = await questioned()
    for (const admin of [one.owner, other]) {
      await expect.poll(() => subjectsFor(admin, one)).toContain(`${one.name}: Please confirm your automatic purchase`)
      const mail = (await mailsTo(world, admin.email)).find(({ subject }) => subject.includes('Please confirm'))
      expect(mail?.text).toContain(`${world.url}/checkout?resume=${id}`)
    }
    const { status, body } = await resume(other, id)
    expect([status, body]).toMatchObject([
      200,
      {
        organizationName: one.name,
        summary: { totalAmount: 135, lines: [{ label: 'Growth', amount: 135 }], packageMinutes: 1000 },
        card: { last4: '3184' },
      },
    ])
    const { clientSecret, paymentMethodId } = body
    const payment = idOf(clientSecret)
    await inBrowser(world, `payment_intents/${payment}/confirm`, clientSecret, {
      payment_method: paymentMethodId ?? '',
    })
    await approve(world, 'payment_intents', clientSecret)
    const replies = await Promise.all([other, one.owner, other, one.owner].map((person) => notifyPaid(person, payment)))
    for (const reply of replies)
      expect([reply.status, reply.body]).toEqual([200, { creditsAdded: 1000, monthlyCreditsAdded: 0 }])
    await waitForEvents(world, payment)
    await eventsWorkedOff(world)
    expect(await poolMinutes(world, one)).toBe(1010)
    const over = await resume(one.owner, id)
    expect([over.status, over.body]).toMatchObject([409, { code: 'payment_over', paid: true }])
  })

  it('is only for its admins: 401 to strangers, 404 to members, guests and admins elsewhere', async () => {
    const { one, id } = await questioned()
    expect((await world.visitor().try(contract.resumePayment, { params: { id } })).status).toBe(401)
    const elsewhere = await firm(world)
    const others = [
      await member(world, one.id),
      await member(world, one.id, { role: 'guest' }),
      elsewhere.owner,
      await registered(world),
      await subscriber(world),
    ]
    for (const person of others) {
      const reply = await resume(person, id)
      expect([reply.status, reply.body.code]).toEqual([404, 'payment_not_found'])
    }
  })
})

describe('what a pool owes (D44)', () => {
  it('is shown to its admins only, who pay it once', async () => {
    const one = await firm(world)
    const other = await secondAdmin(world, one)
    const paid = await payTopUp(world, one.owner, one, 'starter')
    await notifyPaid(one.owner, paid)
    await spendPoolTo(world, one, 100 * minuteMs)
    await bank(world, paid, 'open')
    await bank(world, paid, 'lose')
    const query = { organizationId: String(one.id) }
    await expect.poll(async () => (await other.client.call(poolDebts, { query })).length).toBe(1)
    const [debt] = await other.client.call(poolDebts, { query })
    const params = { id: debt?.id ?? '' }
    for (const [person, status] of [
      [await member(world, one.id), 403],
      [await registered(world), 404],
      [(await firm(world)).owner, 404],
    ] as const) {
      expect((await person.client.try(poolDebts, { query })).status).toBe(status)
      expect((await person.client.try(payPoolDebt, { query, params })).status).toBe(status)
    }
    expect((await world.visitor().try(poolDebts, { query })).status).toBe(401)
    const opened = await other.client.call(payPoolDebt, { query, params })
    expect(opened.summary.totalAmount).toBe(debt?.amount)
    const payment = await payWithCard(world, opened.clientSecret)
    expect((await notifyPaid(other, payment)).status).toBe(200)
    expect(await one.owner.client.call(poolDebts, { query })).toEqual([])
    const again = await other.client.try(payPoolDebt, { query, params })
    expect([again.status, again.body.code]).toEqual([404, 'debt_not_found'])
  })
})
