import type { Page } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { saveCard } from './account.ts'
import { expect, fillCard, test } from './fixtures.ts'
import { organizationWith, unpaidOrganizationOf } from './organizations.ts'
import { order, paidOrganization } from './paid-organizations.ts'
import { loseDispute } from './payers.ts'
import { callAs, enter, lowerBalance, makeAdmin, registered, sql } from './people.ts'
import { countOf, hold, seeAllRequests, toastOf, watchRequests } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const billingPage = '/organization-dashboard?tab=billing'
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
/** What stands beside a name. */
const beside = (page: Page, within: string, name: string) =>
  card(page, within).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')

test('an admin sees what was bought, the pool, and the payment with all its parts (S400, S401, S402, S403, S404, S405, S406, S407, S584, S684, D93, D109, D132, D133)', async ({
  page,
  context,
}) => {
  const firm = await paidOrganization()
  await enter(context, firm.owner)
  await page.goto(billingPage)
  const plan = card(page, 'Current Plan')
  await expect(plan).toContainText('5 × $2.80')
  await expect(plan).toContainText('Growth, 1,000 minutes')
  await expect(plan).toContainText('2 x Single')
  await expect(beside(page, 'Current Plan', 'Voice Minutes')).toHaveText('$135.00per month')
  await expect(beside(page, 'Current Plan', 'Agent Build')).toHaveText('$1,500.00one-time')
  await expect(beside(page, 'Current Plan', 'Branded PWA Setup')).toHaveText('$300.00one-time')
  await expect(beside(page, 'Current Plan', 'Ongoing Optimization')).toHaveText('$200.00per month')
  await expect(beside(page, 'Current Plan', 'One-time setup total')).toHaveText('$1,800.00')
  await expect(beside(page, 'Current Plan', 'Monthly subscription total')).toHaveText('$369.00')

  const credits = card(page, 'Available Credits')
  await expect(credits).toContainText('1000 minutes')
  await expect(credits.getByRole('link', { name: 'Add More Credits' })).toHaveAttribute('href', '/checkout')
  await expect(credits).toContainText('Auto-refill is on')
  await expect(credits).toContainText('1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month.')

  await expect(beside(page, 'Organization Details', 'Organization ID')).toHaveText(String(firm.id))
  const [payer] = await sql<{ id: string }>('select stripe_customer_id as id from payer where account_id = $1', [
    firm.accountId,
  ])
  await expect(beside(page, 'Organization Details', 'Customer ID')).toHaveText(payer?.id ?? '')
  await expect(beside(page, 'Organization Details', 'Subscription')).toHaveText('Active')
  await expect(card(page, 'Saved card')).toContainText('Visa ending in 4242')

  const payment = card(page, 'Billing History').getByRole('article')
  await expect(payment).toHaveCount(1)
  await expect(payment).toContainText('Completed')
  await expect(payment).toContainText('$2,169.00')
  await expect(payment).toContainText('Organization Registration')
  await expect(payment).toContainText(firm.paymentId)
  const parts = payment.getByRole('list', { name: 'Paid items' }).getByRole('listitem')
  await expect(parts.filter({ hasText: 'Single agent' })).toContainText('$1,500.00Setup')
  await expect(parts.filter({ hasText: 'Growth minutes' })).toContainText('$135.00Monthly')
  await expect(page.getByText(/payment integration is pending/i)).toHaveCount(0)
  await expectAccessible(page)
  await payment.getByRole('link', { name: 'Open receipt' }).click()
  await expect(page).toHaveURL(/\/account\/receipts\//)
  await expect(page.getByRole('main')).toContainText('$2,169.00')
})

test('what was not bought is absent (S402)', async ({ page, context }) => {
  const { owner } = await paidOrganization({
    agentType: 'none',
    numberOfAgents: 0,
    brandedPWA: false,
    ongoingOptimization: false,
  })
  await enter(context, owner)
  await page.goto(billingPage)
  await expect(beside(page, 'Current Plan', 'Monthly subscription total')).toHaveText('$149.00')
  await expect(beside(page, 'Current Plan', 'One-time setup total')).toHaveText('$0.00')
  for (const name of ['Agent Build', 'Branded PWA', 'Optimization'])
    await expect(card(page, 'Current Plan').getByText(name)).toHaveCount(0)
})

test('without a payment that can be shown, the history has what was ordered (S408, D132)', async ({
  page,
  context,
}) => {
  const { owner, accountId } = await paidOrganization()
  await sql('delete from subscription_payment where account_id = $1', [accountId])
  await enter(context, owner)
  await page.goto(billingPage)
  const summary = card(page, 'Billing History').getByRole('article')
  await expect(summary.getByText('Active', { exact: true })).toBeVisible()
  for (const text of ['Single', '5 users', '1,000 minutes', '$1,800.00', '$369.00'])
    await expect(summary).toContainText(text)
  await expect(summary.getByText(/payment integration is pending/i)).toHaveCount(0)
  await expectAccessible(page)
})

test('an organization that nobody paid for has no made-up figures (S405, S410, S678, D99)', async ({
  page,
  context,
}) => {
  const owner = await registered()
  await organizationWith(owner)
  await enter(context, owner)
  await page.goto(billingPage)
  await expect(card(page, 'Billing History').getByText('No billing data available')).toBeVisible()
  await expect(beside(page, 'Organization Details', 'Customer ID')).toHaveText('Not connected')
  await expect(card(page, 'Available Credits')).toContainText('42 minutes')
  await expect(card(page, 'Current Plan')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('$')).toHaveCount(0)
  await expectAccessible(page)
})

test('is read once for five minutes, however often the tab is opened (S585)', async ({ page, context }) => {
  const { owner, id } = await paidOrganization()
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  const seen = watchRequests(page)
  const tab = (name: string) => page.getByRole('main').getByRole('tab', { name })
  for (let time = 0; time < 3; time++) {
    await tab('Billing').click()
    await expect(card(page, 'Current Plan')).toBeVisible()
    await tab('Users').click()
    await expect(card(page, 'Current Plan')).toHaveCount(0)
  }
  await seeAllRequests(page)
  expect(countOf(seen, `GET /api/organizations/${id}/billing`)).toBe(1)
})

test('says that it loads while it does', async ({ page, context }) => {
  const { owner, id } = await paidOrganization()
  await enter(context, owner)
  const release = await hold(page, `**/api/organizations/${id}/billing`)
  await page.goto(billingPage)
  await expect(page.getByText('Loading the billing data…')).toBeAttached()
  await release()
  await expect(card(page, 'Current Plan')).toBeVisible()
})

test('a platform admin reads it, without ways to pay for others (D133)', async ({ page, context }) => {
  const { id } = await paidOrganization()
  const admin = await registered()
  await makeAdmin(admin)
  await enter(context, admin)
  await page.goto(`/organization-dashboard?adminMode=true&organizationId=${id}&tab=billing`)
  await expect(card(page, 'Current Plan')).toBeVisible()
  await expect(card(page, 'Billing History').getByRole('article')).toContainText('Completed')
  await expect(page.getByRole('main').getByRole('link', { name: 'Add More Credits' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /receipt/i })).toHaveCount(0)
})

test('an admin keeps another card for renewals, seats and refills; the bank may ask (D46, D109)', async ({
  page,
  context,
}) => {
  const { owner, accountId } = await paidOrganization()
  await enter(context, owner)
  await page.goto(billingPage)
  const saved = card(page, 'Saved card')
  await saved.getByRole('button', { name: 'Update Card' }).click()
  await expectAccessible(page)
  await saveCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(page)).toContainText('Card Saved')
  await expect(saved).toContainText('Visa ending in 3155')
  expect(await sql('select card_last4 from payer where account_id = $1', [accountId])).toEqual([{ card_last4: '3155' }])
})

test('while what was ordered is not paid, the history says so (S409, D132)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await unpaidOrganizationOf(owner)
  await callAs(owner, `/api/organizations/${firm.id}/registration`, {
    ...order,
  })
  await enter(context, owner)
  await page.goto(billingPage)
  const summary = card(page, 'Billing History').getByRole('article')
  await expect(summary.getByText('Payment integration is pending.')).toBeVisible()
  await expect(summary.getByText('Not paid', { exact: true })).toBeVisible()
  for (const text of ['Single', '5 users', '1,000 minutes', '$1,800.00', '$369.00'])
    await expect(summary).toContainText(text)
  await expect(card(page, 'Current Plan')).toHaveCount(0)
  await expectAccessible(page)
})

test('what the pool owes stands first, is paid by card, and is gone (D44)', async ({ page, context }) => {
  const { owner, accountId, paymentId } = await paidOrganization()
  await lowerBalance({ accountId }, 30)
  await loseDispute(accountId, paymentId)
  await enter(context, owner)
  await page.goto(billingPage)
  const owed = card(page, 'Open debt')
  await expect(owed).toContainText('Your organization can talk to its agents again as soon as this is paid')
  await expectAccessible(page)
  await owed.getByRole('button', { name: /^Pay \$/ }).click()
  const pay = page.getByRole('dialog', { name: 'Pay your debt' }).getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await pay.click()
  await expect(toastOf(page)).toContainText('Debt Paid')
  await expect(owed).toHaveCount(0)
  expect(await sql('select status from debt where account_id = $1', [accountId])).toEqual([{ status: 'paid' }])
})
