import { describe, expect, it } from 'vitest'
import * as contract from '#contract/billing/auto-purchase.ts'
import { poolDebts, payPoolDebt } from '#contract/organizations/pool-debts.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import * as kit from '#tests/calls.ts'
import { bank, waitForEvents } from '../../../kit/billing/refunds.ts'
import { approve, inBrowser } from '../../../kit/billing/saved-cards.ts'

const { expectRefused, mailsTo, member, notifyPaid, ownedOrganization, poolMinutes, spendPoolTo, tags } = kit

const world = await kit.sharedWorld()

const minuteMs = 60_000

const attemptsOf = ({ accountId }: kit.Owned) =>
  world.sql<{ id: string; status: string; needs_confirmation: boolean }>(
    "select id, status, needs_confirmation from checkout where account_id = $1 and kind = 'auto' order by id",
    [accountId],
  )

const secondAdmin = ({ id }: kit.Owned) => member(world, id, { role: 'admin' })

/** Waits until a mail about this organization's auto-purchases has arrived. Returns its text. */
async function textOf({ email }: kit.TestPerson, { name }: kit.Owned, subject: string): Promise<string> {
  const [mail] = await kit.waitForMails(world, email, `${name}: ${subject}`)
  return mail?.text ?? ''
}

describe('the auto-purchase of a pool', tags('D109 S672 D45 D47'), () => {
  it('is not made at exactly 30:00, but once one second below, and every admin has its receipt', async () => {
    const firm = await ownedOrganization(world)
    const { accountId, name, owner } = firm
    const [other, plain] = [await secondAdmin(firm), await member(world, firm.id)]
    await spendPoolTo(world, firm, 30 * minuteMs)
    expect(await attemptsOf(firm)).toEqual([])
    await spendPoolTo(world, firm, 30 * minuteMs - 1000)
    await Promise.all(Array.from({ length: 8 }, () => watchBalance(world.services, accountId)))
    await expect.poll(() => attemptsOf(firm)).toMatchObject([{ status: 'paid' }])
    expect(await poolMinutes(world, firm)).toBeCloseTo(1030 - 1 / 60, 6)
    const columns = 'tier, amount_cents, automatic'
    const bought = await world.sql(`select ${columns} from credit_purchase where account_id = $1`, [accountId])
    expect(bought).toEqual([{ tier: 'pool_growth', amount_cents: 13_500, automatic: true }])
    const textsTo = async ({ email }: kit.TestPerson) =>
      (await mailsTo(world, email)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
    const told = `The minutes of ${name} ran low, so we bought a package automatically, as its admins set up: $135.00.`
    for (const admin of [owner, other])
      await expect.poll(async () => (await textsTo(admin)).filter((text) => text.includes(told)).length).toBe(1)
    expect((await textsTo(plain)).filter((text) => text.includes(name) && text.includes('$135'))).toEqual([])
  })

  it('that the bank declines is reported to every admin, with the link to the billing', async () => {
    const firm = await ownedOrganization(world)
    const other = await secondAdmin(firm)
    await kit.poolCard(world, firm, 'pm_card_chargeCustomerFail')
    await spendPoolTo(world, firm, 10 * minuteMs)
    for (const admin of [firm.owner, other]) {
      const text = await textOf(admin, firm, 'Your automatic purchase was declined')
      expect(text).toContain(`${world.url}/organization-dashboard?tab=billing`)
    }
    expect(await poolMinutes(world, firm)).toBe(10)
  })

  it('that the bank questions is confirmed by any admin, and by nobody else; the pool is filled once', async () => {
    const firm = await ownedOrganization(world)
    const { owner } = firm
    const other = await secondAdmin(firm)
    await kit.poolCard(world, firm, 'pm_card_authenticationRequired')
    await spendPoolTo(world, firm, 10 * minuteMs)
    await expect.poll(() => attemptsOf(firm)).toMatchObject([{ status: 'open', needs_confirmation: true }])
    const params = { id: (await attemptsOf(firm))[0]?.id ?? '' }
    for (const admin of [owner, other]) {
      const text = await textOf(admin, firm, 'Please confirm your automatic purchase')
      expect(text).toContain(`${world.url}/checkout?resume=${params.id}`)
    }
    const plain = [await member(world, firm.id), await member(world, firm.id, { role: 'guest' })]
    const foreign = [(await kit.organization(world)).owner, await kit.registered(world), await kit.subscriber(world)]
    for (const person of [...plain, ...foreign])
      await expectRefused(contract.resumePayment, [person, { params }, 404, 'payment_not_found'])
    const opened = await other.client.call(contract.resumePayment, { params })
    expect(opened).toMatchObject({
      organizationName: firm.name,
      summary: { totalAmount: 135, lines: [{ label: 'Growth', amount: 135 }], packageMinutes: 1000 },
      card: { last4: '3184' },
    })
    const { clientSecret, paymentMethodId } = opened
    const payment = kit.idOf(clientSecret)
    const saved = { payment_method: paymentMethodId ?? '' }
    await inBrowser(world, `payment_intents/${payment}/confirm`, clientSecret, saved)
    await approve(world, 'payment_intents', clientSecret)
    const replies = await Promise.all([other, owner, other, owner].map((person) => notifyPaid(person, payment)))
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, { creditsAdded: 1000, monthlyCreditsAdded: 0 }])
    await waitForEvents(world, payment)
    await kit.eventsWorkedOff(world)
    expect(await poolMinutes(world, firm)).toBe(1010)
    const over = { code: 'payment_over', paid: true }
    await expectRefused(contract.resumePayment, [owner, { params }, 409, over])
  })
})

describe('what a pool owes', tags('D44'), () => {
  it('is shown only to its admins, who pay it once', async () => {
    const firm = await ownedOrganization(world)
    const other = await secondAdmin(firm)
    const paid = await kit.payTopUp(world, firm.owner, firm, 'starter')
    await notifyPaid(firm.owner, paid)
    await spendPoolTo(world, firm, 100 * minuteMs)
    await bank(world, paid, 'open')
    await bank(world, paid, 'lose')
    const query = { organizationId: String(firm.id) }
    const debts = () => other.client.call(poolDebts, { query })
    await expect.poll(async () => (await debts()).length).toBe(1)
    const [debt] = await debts()
    const params = { id: debt?.id ?? '' }
    const stranger = (await kit.organization(world)).owner
    await expectRefused(payPoolDebt, [stranger, { query, params }, 404, 'organization_not_found'])
    const own = { query: { organizationId: (await kit.organization(world, { owner: stranger })).id }, params }
    await expectRefused(payPoolDebt, [stranger, own, 404, 'debt_not_found'])
    const opened = await other.client.call(payPoolDebt, { query, params })
    expect(opened.summary.totalAmount).toBe(debt?.amount)
    const payment = await kit.payWithCard(world, opened.clientSecret)
    expect((await notifyPaid(other, payment)).status).toBe(200)
    expect(await firm.owner.client.call(poolDebts, { query })).toEqual([])
    await expectRefused(payPoolDebt, [other, { query, params }, 404, 'debt_not_found'])
  })
})
