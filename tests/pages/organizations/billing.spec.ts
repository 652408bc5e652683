import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import { adminMe, as, expect, ownerMe, page, type Page, server, tagged, test } from '#tests/pages.ts'
import { billing, billingPath, openBilling, order, serveBilling, unpaidBilling } from './billing.ts'
import { acmeId, cardOf, olga, overview } from './organization.ts'

/** Returns what is next to a name. */
const beside = (page: Page, within: string, name: string) =>
  cardOf(page, within).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')

test('an admin sees what was bought, the pool, and the payment with all its parts (S400, S401, S402, S403, S404, S405, S406, S407, S584, S684, D93, D109, D132, D133)', async () => {
  as(ownerMe)
  serveBilling(server)
  server.answer(organizationOverview, { ...overview, creditBalance: 1000 })
  await openBilling(page)
  const plan = cardOf(page, 'Current Plan')
  await expect(plan).toContainText('5 × $2.80')
  await expect(plan).toContainText('Growth, 1,000 minutes')
  await expect(plan).toContainText('2 x Single')
  await expect(beside(page, 'Current Plan', 'Voice Minutes')).toHaveText('$135.00per month')
  await expect(beside(page, 'Current Plan', 'Agent Build')).toHaveText('$1,500.00one-time')
  await expect(beside(page, 'Current Plan', 'Branded PWA Setup')).toHaveText('$300.00one-time')
  await expect(beside(page, 'Current Plan', 'Ongoing Optimization')).toHaveText('$200.00per month')
  await expect(beside(page, 'Current Plan', 'One-time setup total')).toHaveText('$1,800.00')
  await expect(beside(page, 'Current Plan', 'Monthly subscription total')).toHaveText('$369.00')

  const pool = cardOf(page, 'Available Credits')
  await expect(pool).toContainText('1,000 minutes')
  await expect(pool.getByRole('link', { name: 'Add More Credits' })).toHaveAttribute('href', '/checkout')
  await expect(pool).toContainText('Auto-refill is on')
  await expect(pool).toContainText('1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month.')

  await expect(beside(page, 'Organization Details', 'Organization ID')).toHaveText(String(acmeId))
  await expect(beside(page, 'Organization Details', 'Customer ID')).toHaveText('cus_acme')
  await expect(beside(page, 'Organization Details', 'Subscription')).toHaveText('Active')
  await expect(beside(page, 'Organization Details', 'Renews')).toHaveText('Dec 15, 2026')
  await expect(cardOf(page, 'Saved card')).toContainText('Visa ending in 4242')

  const payment = cardOf(page, 'Billing History').getByRole('article')
  await expect(payment).toHaveCount(1)
  await expect(payment).toContainText('Completed')
  await expect(payment).toContainText('$2,169.00')
  await expect(payment).toContainText('Organization Registration')
  await expect(payment).toContainText('pi_setup')
  const parts = payment.getByRole('list', { name: 'Paid items' }).getByRole('listitem')
  await expect(parts.filter({ hasText: 'Single agent' })).toContainText('$1,500.00Setup')
  await expect(parts.filter({ hasText: 'Growth minutes' })).toContainText('$135.00Monthly')
  await expect(page.getByText(/payment integration is pending/i)).toHaveCount(0)
  await expect(payment.getByRole('link', { name: 'Open receipt' })).toHaveAttribute(
    'href',
    '/account/receipts/0e000000-0000-4000-8000-000000000002',
  )
})

test('items that were not bought are absent', tagged('S402'), async () => {
  as(ownerMe)
  serveBilling(server, {
    ...billing,
    businessRegistration: {
      ...order,
      agentType: 'none',
      numberOfAgents: 0,
      ongoingOptimization: false,
      brandedPWA: false,
      brandedPwa: false,
      agentBuildCost: 0,
      optimizationCost: 0,
      brandedPWASetupCost: 0,
      brandedPWAMaintenanceCost: 0,
      paymentAmount: 0,
      monthlyTotal: 149,
      monthlyCost: 149,
      totalToStartToday: 149,
    },
  })
  await openBilling(page)
  await expect(beside(page, 'Current Plan', 'Monthly subscription total')).toHaveText('$149.00')
  await expect(beside(page, 'Current Plan', 'One-time setup total')).toHaveText('$0.00')
  for (const name of ['Agent Build', 'Branded PWA', 'Optimization'])
    await expect(cardOf(page, 'Current Plan').getByText(name)).toHaveCount(0)
})

const ordered = ['Single', '5 users', '1,000 minutes', '$1,800.00', '$369.00']

test('without a payment to show, the history shows the order', tagged('S408 D132'), async () => {
  as(ownerMe)
  serveBilling(server, { ...billing, stripeBilling: { customerId: 'cus_acme', setupPayments: [] } })
  await openBilling(page)
  const summary = cardOf(page, 'Billing History').getByRole('article')
  await expect(summary.getByText('Active', { exact: true })).toBeVisible()
  for (const text of ordered) await expect(summary).toContainText(text)
  await expect(summary.getByText(/payment integration is pending/i)).toHaveCount(0)
})

test('while the order is unpaid, the history says so', tagged('S409 D132'), async () => {
  as(ownerMe)
  serveBilling(server, { ...unpaidBilling, businessRegistration: { ...order, status: 'awaiting_payment' } })
  server.answer(organizationOverview, {
    ...overview,
    subscriptionStatus: 'inactive',
    givesAccess: false,
    creditBalance: 0,
  })
  await openBilling(page)
  const summary = cardOf(page, 'Billing History').getByRole('article')
  await expect(summary.getByText('Payment integration is pending.')).toBeVisible()
  await expect(summary.getByText('Not paid yet', { exact: true })).toBeVisible()
  for (const text of ordered) await expect(summary).toContainText(text)
  await expect(cardOf(page, 'Current Plan')).toHaveCount(0)
})

test('an organization that has never paid has no made-up figures', tagged('S405 S410 S678 D99'), async () => {
  as(ownerMe)
  serveBilling(server, unpaidBilling)
  await openBilling(page)
  await expect(cardOf(page, 'Billing History').getByText('No billing data available')).toBeVisible()
  await expect(beside(page, 'Organization Details', 'Customer ID')).toHaveText('Not connected')
  await expect(cardOf(page, 'Available Credits')).toContainText('42 minutes')
  await expect(cardOf(page, 'Current Plan')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('$')).toHaveCount(0)
})

test('billing is loaded once in five minutes, however often the tab is opened', tagged('S585'), async () => {
  as(ownerMe)
  serveBilling(server)
  server.answer(members, [olga])
  server.answer(invitations, [])
  await page.clock.install({ time: '2026-11-22T10:00:00.000Z' })
  await page.goto('/organization-dashboard')
  const tab = (name: string) => page.getByRole('main').getByRole('tab', { name, exact: true })
  const openTwice = async () => {
    for (let time = 0; time < 2; time++) {
      await tab('Billing').click()
      await expect(cardOf(page, 'Current Plan')).toBeVisible()
      await tab('Users').click()
      await expect(page.getByText('1 person', { exact: true })).toBeVisible()
    }
  }
  await openTwice()
  await page.clock.fastForward('04:30')
  await openTwice()
  expect(server.asked(organizationBilling).map(({ params }) => params)).toEqual([{ organizationId: String(acmeId) }])
  await page.clock.fastForward('00:40')
  await tab('Billing').click()
  await expect.poll(() => server.asked(organizationBilling).length).toBe(2)
})

test('it says that it is loading', async () => {
  as(ownerMe)
  serveBilling(server)
  const release = server.hold(organizationBilling)
  await page.goto(billingPath)
  await expect(page.getByText('Loading the billing data…')).toBeAttached()
  release()
  await expect(cardOf(page, 'Current Plan')).toBeVisible()
  await expect(page.getByText('Loading the billing data…')).toHaveCount(0)
})

test('a platform admin sees the billing of others, without ways to pay', tagged('D133'), async () => {
  as(adminMe)
  serveBilling(server)
  await page.goto(`/organization-dashboard?adminMode=true&organizationId=${acmeId}&tab=billing`)
  await expect(cardOf(page, 'Current Plan')).toBeVisible()
  await expect(cardOf(page, 'Billing History').getByRole('article')).toContainText('Completed')
  await expect(page.getByRole('main').getByRole('link', { name: 'Add More Credits' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /receipt/i })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: /Card|Subscription/ })).toHaveCount(0)
  expect(server.asked(poolDebts)).toEqual([])
})

test('the billing tab shows open debt, a payment to confirm, and added seats', tagged('D44 D109'), async () => {
  as(ownerMe)
  serveBilling(server, {
    ...billing,
    autoPurchase: { ...autoPurchaseWithProblem },
    payments: [
      {
        id: '0e000000-0000-4000-8000-000000000003',
        type: 'credits',
        description: 'Added seats',
        createdAt: '2026-11-20T08:00:00.000Z',
        amount: 5.6,
        creditsAdded: 0,
        stripePaymentIntentId: 'pi_seats',
        receiptNumber: 'L-000002',
      },
    ],
  })
  server.answer(poolDebts, [
    {
      id: '0e000000-0000-4000-8000-000000000004',
      amount: 12.5,
      createdAt: '2026-11-20T08:00:00.000Z',
      description: 'Minutes used from a disputed payment',
    },
  ])
  await openBilling(page)
  const owed = cardOf(page, 'Open debt')
  await expect(owed).toContainText('Your team can talk to its agents again as soon as this is paid')
  await expect(owed.getByRole('button', { name: 'Pay $12.50' })).toBeVisible()
  await expect(cardOf(page, 'Available Credits').getByRole('link', { name: 'Confirm Payment' })).toHaveAttribute(
    'href',
    '/checkout?resume=0e000000-0000-4000-8000-000000000005',
  )
  await expect(page.getByRole('row').filter({ hasText: 'Added seats' })).toContainText('$5.60')
})

const autoPurchaseWithProblem = {
  ...billing.autoPurchase,
  problem: 'Your bank wants you to confirm this payment.',
  checkoutId: '0e000000-0000-4000-8000-000000000005',
}
