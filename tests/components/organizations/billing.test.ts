import { afterEach, vi } from 'vitest'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { billing, billingPath, order, serveBilling, unpaidBilling } from '#tests/pages/organizations/billing.ts'
import { acmeId, olga } from '#tests/pages/organizations/organization.ts'
import { quote, serveSeats } from '#tests/pages/organizations/seats.ts'
import { adminMe, ownerMe } from '#tests/pages/people.ts'
import * as acme from './organization.ts'

const { button, cardOf, dialog, expectTexts, field, link, main, press, valueOf } = acme
const plan = cardOf('Current Plan')
const pool = cardOf('Available Credits')
const details = cardOf('Organization Details')
const payment = cardOf('Billing History').getByRole('article')

async function openBilling(shown: Parameters<typeof serveBilling>[1] = billing, query = ''): Promise<void> {
  serveBilling(server, shown)
  await page.goto(billingPath + query)
  await expect(cardOf('Billing History')).toBeVisible()
}

beforeEach(() => as(ownerMe))
afterEach(() => {
  vi.useRealTimers()
})

const paidPlan = 'S400 S401 S402 S403 S404 S405 S406 S407 S584 S684 D93 D109 D132 D133'
it('shows package, pool and payment', tags(paidPlan), async () => {
  serveBilling(server)
  const release = server.hold(organizationBilling)
  await page.goto(billingPath)
  await expect(page.getByText('Loading the billing data…')).toBeVisible()
  release()
  await expectTexts(plan, '5 × $2.80', 'Growth, 1,000 minutes', '2 x Single')
  await expect(page.getByText('Loading the billing data…')).toHaveCount(0)
  for (const [term, value] of [
    ['Voice Minutes', '$135.00per month'],
    ['Agent Build', '$1,500.00one-time'],
    ['Branded PWA Setup', '$300.00one-time'],
    ['Ongoing Optimization', '$200.00per month'],
    ['One-time setup total', '$1,800.00'],
    ['Monthly subscription total', '$369.00'],
  ] as const)
    await expect(valueOf(term, plan)).toHaveText(value)
  await expectTexts(pool, '42 minutes', 'Auto-refill is on')
  await expect(pool).toContainText('1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month.')
  await expect(link('Add More Credits', pool)).toHaveAttribute('href', '/checkout')
  await expect(valueOf('Organization ID', details)).toHaveText(String(acmeId))
  await expect(valueOf('Customer ID', details)).toHaveText('cus_acme')
  await expect(valueOf('Subscription', details)).toHaveText('Active')
  await expect(valueOf('Renews', details)).toHaveText('Dec 15, 2026')
  await expect(cardOf('Saved card')).toContainText('Visa ending in 4242')
  await expectTexts(payment, 'Completed', '$2,169.00', 'Organization Registration', 'pi_setup')
  const parts = payment.getByRole('list', { name: 'Paid items' }).getByRole('listitem')
  await expect(parts.filter({ hasText: 'Single agent' })).toContainText('$1,500.00Setup')
  await expect(parts.filter({ hasText: 'Growth minutes' })).toContainText('$135.00Monthly')
  await expect(page.getByText(/payment integration is pending/i)).toHaveCount(0)
  const receipt = '/account/receipts/0e000000-0000-4000-8000-000000000002'
  await expect(payment.getByRole('link', { name: 'Open receipt' })).toHaveAttribute('href', receipt)
})

it('the history shows only what was ordered', tags('S405 S408 S409 S410 S678 D99 D132 S402'), async () => {
  const ordered = ['Single', '5 users', '1,000 minutes', '$1,800.00', '$369.00']
  await openBilling({ ...billing, stripeBilling: { customerId: 'cus_acme', setupPayments: [] } })
  await expect(payment.getByText('Active', { exact: true })).toBeVisible()
  await expectTexts(payment, ...ordered)
  await expect(payment.getByText(/payment integration is pending/i)).toHaveCount(0)

  await openBilling({ ...unpaidBilling, businessRegistration: { ...order, status: 'awaiting_payment' } })
  await expectTexts(payment, 'Payment integration is pending.', 'Not paid yet', ...ordered)
  await expect(plan).toHaveCount(0)

  await openBilling(unpaidBilling)
  await expect(cardOf('Billing History').getByText('No billing data available')).toBeVisible()
  await expect(valueOf('Customer ID', details)).toHaveText('Not connected')
  await expect(pool).toContainText('42 minutes')
  await expect(plan).toHaveCount(0)
  await expect(main.getByText('$')).toHaveCount(0)

  const none = { agentType: 'none', numberOfAgents: 0, ongoingOptimization: false, brandedPWA: false } as const
  const free = { agentBuildCost: 0, optimizationCost: 0, brandedPWASetupCost: 0, brandedPWAMaintenanceCost: 0 }
  const totals = { paymentAmount: 0, monthlyTotal: 149, monthlyCost: 149 }
  await openBilling({ ...billing, businessRegistration: { ...order, ...none, ...free, ...totals } })
  await expect(valueOf('Monthly subscription total', plan)).toHaveText('$149.00')
  await expect(valueOf('One-time setup total', plan)).toHaveText('$0.00')
  for (const name of ['Agent Build', 'Branded PWA', 'Optimization']) await expect(plan.getByText(name)).toHaveCount(0)
})

it('billing is loaded once in five minutes, however often the tab is opened', tags('S585'), async () => {
  serveBilling(server)
  server.answer(members, [olga])
  server.answer(invitations, [])
  const start = Date.parse('2026-11-22T10:00:00.000Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await page.goto(acme.dashboard)
  const tab = (name: string) => main.getByRole('tab', { name, exact: true })
  for (const seconds of [0, 1, 270, 280]) {
    vi.setSystemTime(start + seconds * 1000)
    await tab('Billing').click()
    await expect(plan).toBeVisible()
    await tab('Users').click()
    await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  }
  expect(server.asked(organizationBilling).map(({ params }) => params)).toEqual([{ organizationId: String(acmeId) }])
  vi.setSystemTime(start + 310_000)
  await tab('Billing').click()
  await expect.poll(() => server.asked(organizationBilling).length).toBe(2)
})

it('a platform admin sees the billing of others, without ways to pay', tags('D133'), async () => {
  as(adminMe)
  await openBilling(billing, `&adminMode=true&organizationId=${acmeId}`)
  await expect(plan).toBeVisible()
  await expect(payment).toContainText('Completed')
  await expect(link('Add More Credits')).toHaveCount(0)
  await expect(main.getByRole('link', { name: /receipt/i })).toHaveCount(0)
  await expect(main.getByRole('button', { name: /Card|Subscription/ })).toHaveCount(0)
  expect(server.asked(poolDebts)).toEqual([])
})

it('the billing tab shows open debt, a payment to confirm, and added seats', tags('D44 D109'), async () => {
  const id = '0e000000-0000-4000-8000-000000000005'
  const createdAt = '2026-11-20T08:00:00.000Z'
  const seats = { id, type: 'credits', description: 'Added seats', createdAt, amount: 5.6, creditsAdded: 0 } as const
  serveBilling(server, {
    ...billing,
    autoPurchase: { ...billing.autoPurchase, problem: 'Your bank wants you to confirm this payment.', checkoutId: id },
    payments: [{ ...seats, stripePaymentIntentId: 'pi_seats', receiptNumber: 'L-000002' }],
  })
  server.answer(poolDebts, [{ id, amount: 12.5, createdAt, description: 'Minutes used from a disputed payment' }])
  await page.goto(billingPath)
  const owed = cardOf('Open debt')
  await expect(owed).toContainText('Your team can talk to its agents again as soon as this is paid')
  await expect(button('Pay $12.50', owed)).toBeVisible()
  await expect(link('Confirm Payment', pool)).toHaveAttribute('href', `/checkout?resume=${id}`)
  await expect(page.getByRole('row').filter({ hasText: 'Added seats' })).toContainText('$5.60')
})

async function askSeats(users: number): Promise<void> {
  await button('Change Seats', cardOf('Seats')).click()
  await field('Seats', dialog).fill(String(users))
}

it('an admin adds seats and gives up those that nobody has taken, at a price', tags('D116 D95'), async () => {
  serveSeats(server)
  server.answer(changeSeats, ({ body: { users } }) => {
    const paid = Math.max(7, users)
    server.answer(seatQuote, ({ query }) => quote(query.users ?? paid, 1, paid))
    server.answer(organizationBilling, {
      ...billing,
      businessRegistration: { ...order, userCount: users, teamSize: users, monthlyTotal: 355 + users * 2.8 },
      seats: { paidUsers: paid, nextUsers: users, minUsers: 1 },
    })
    return { paidUsers: paid, nextUsers: users, charged: users === 7 ? 5.6 : 0 }
  })
  await openBilling()
  await expect(cardOf('Seats')).toContainText('1 of 5 taken')
  await askSeats(7)
  await expect(valueOf('Charged today', dialog)).toHaveText('$5.60')
  await expect(valueOf('Every month', dialog)).toHaveText('$374.60')
  await expect(dialog).toContainText('2 × $2.80, a full month, with Visa ending in 4242')
  await press(button('Pay $5.60', dialog), 'Seats Changed', "You'll have 7 seats from the next renewal on.")
  await expect(dialog).toHaveCount(0)
  await expect(cardOf('Seats')).toContainText('1 of 7 taken')
  await expectTexts(plan, '7 × $2.80', '$374.60')

  await askSeats(3)
  await expect(valueOf('Charged today', dialog)).toHaveText('$0.00')
  await expect(valueOf('Every month', dialog)).toHaveText('$363.40')
  await press(button('Change Seats', dialog), 'Seats Changed')
  await expect(cardOf('Seats')).toContainText('4 seats end on Dec 15, 2026, leaving 3.')
  expect(acme.bodies(changeSeats)).toEqual([
    { users: 7, chargeToday: 5.6, monthlyTotal: 374.6 },
    { users: 3, chargeToday: 0, monthlyTotal: 363.4 },
  ])

  server.answer(seatQuote, ({ query }) => quote(query.users ?? 5, 2))
  await openBilling({ ...billing, seats: { paidUsers: 5, nextUsers: 5, minUsers: 2 } })
  await expect(cardOf('Seats')).toContainText('2 of 5 taken')
  await askSeats(1)
  await expect(dialog.getByText('2 seats are taken by members and open invitations.')).toBeVisible()
  await expect(button('Change Seats', dialog)).toBeDisabled()
  await field('Seats', dialog).fill('199')
  await expect(dialog.getByText('200 seats cost less: $500.00 a month.')).toBeVisible()
  await expect(button('Pay $504.40', dialog)).toBeEnabled()
  await button('Keep 5 Seats', dialog).click()
  await expect(dialog).toHaveCount(0)
  expect(server.asked(changeSeats)).toHaveLength(2)
})
