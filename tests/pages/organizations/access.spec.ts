import { agents, unlockedAgents } from '#contract/agents/agents.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import {
  cancelOrganizationSubscription,
  reactivateOrganization,
  resumeOrganizationSubscription,
} from '#contract/organizations/subscription.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { communications } from '#contract/messages/messages.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import {
  as,
  closeToasts,
  expect,
  type FakeServer,
  memberMe,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { billing, billingPath, openBilling, plan, serveBilling } from './billing.ts'
import { cardOf, overview, serveDashboard } from './organization.ts'

/** How the access of an organization ends and is restored. */

const ended = "Your organization's access has ended."
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const without = { hasAccess: false, hasOrganizationAccess: false } as const
const graceEndsAt = '2026-11-28T08:00:00.000Z'

function serveMarketplace(server: FakeServer): void {
  server.answer(agents, [])
  server.answer(unlockedAgents, [])
  server.answer(communications, [])
}

test('an admin cancels and reverts it', tagged('D41 D129'), async () => {
  as(ownerMe)
  serveBilling(server)
  const now = (cancelAtPeriodEnd: boolean) => {
    server.answer(organizationBilling, { ...billing, plan: { ...plan, cancelAtPeriodEnd } })
    return { subscriptionStatus: 'active', cancelAtPeriodEnd, accessEndsAt: plan.renewsAt }
  }
  server.answer(cancelOrganizationSubscription, () => now(true))
  server.answer(resumeOrganizationSubscription, () => now(false))
  await openBilling(page)
  const subscription = cardOf(page, 'Subscription')
  await expect(subscription).toContainText('It renews on Dec 15, 2026 for $369.00.')
  await subscription.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Minutes, people and history are kept')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Cancelled')
  await expect(toastOf(page)).toContainText('until the end of the month, Dec 15, 2026.')
  await expect(subscription).toContainText('It ends on Dec 15, 2026')
  await closeToasts(page)
  await expect(subscription.getByRole('button', { name: 'Resume Subscription' })).toBeFocused()
  await subscription.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Resumed')
  await expect(subscription).toContainText('It renews on')
})

test('an ended organization: its admins see Reactivate and restore it, its members see who can (D129)', async ({
  provider,
}) => {
  as({ ...memberMe, ...without })
  await page.goto('/marketplace')
  await expect(heading(page, ended)).toBeVisible()
  await expect(page.getByText('Acme Consulting keeps its minutes, people and history.')).toBeVisible()
  await expect(page.getByText('Its admins can restore access.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Reactivate' })).toHaveCount(0)

  as({ ...ownerMe, ...without })
  serveBilling(server, { ...billing, plan: { ...plan, status: 'canceled', hasAccess: false } })
  server.answer(organizationOverview, { ...overview, subscriptionStatus: 'canceled', givesAccess: false })
  await page.goto('/marketplace')
  await expect(heading(page, ended)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Reactivate' }).click()
  await expect(page).toHaveURL(billingPath)
  const subscription = cardOf(page, 'Subscription')
  await expect(subscription).toContainText('It ended on Dec 15, 2026.')
  await expect(subscription).toContainText('$369.00 for the first month')
  server.answer(reactivateOrganization, async () => ({
    clientSecret: await provider.openPayment(36_900),
    amount: 369,
    card: null,
    paymentMethodId: null,
  }))
  server.answer(processPaymentSuccess, () => {
    as(ownerMe)
    serveBilling(server)
    server.answer(organizationOverview, { ...overview, creditBalance: 2000 })
    return { creditsAdded: 0, monthlyCreditsAdded: 1000 }
  })
  await subscription.getByRole('button', { name: 'Reactivate' }).click()
  const pay = page.getByRole('dialog').getByRole('button', { name: 'Pay $369.00' })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await pay.click()
  await expect(toastOf(page)).toContainText('Payment Successful')
  await expect(subscription).toContainText('It renews on')
  await expect(cardOf(page, 'Available Credits')).toContainText('2,000 minutes')
})

test('a failed renewal shows a banner only to its admins, until it is resolved', tagged('D7 D129'), async () => {
  as({ ...ownerMe, organizationGraceEndsAt: graceEndsAt })
  serveMarketplace(server)
  serveBilling(server, { ...billing, plan: { ...plan, status: 'past_due', graceEndsAt } })
  server.answer(organizationOverview, { ...overview, subscriptionStatus: 'past_due' })
  const banner = page.getByText('Payment failed. Please fix it by Nov 28, 2026.')
  await page.goto('/marketplace')
  await expect(banner).toBeVisible()
  await page.goto('/organization-dashboard')
  await expect(banner).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Fix Payment' }).click()
  await expect(page).toHaveURL(billingPath)
  await expect(cardOf(page, 'Subscription').getByRole('button', { name: 'Fix Payment' })).toBeVisible()
  await expect(cardOf(page, 'Subscription')).toContainText('Please fix it by Nov 28, 2026')
  as(memberMe)
  await page.goto('/marketplace')
  await expect(heading(page, /Marketplace/)).toBeVisible()
  await expect(page.getByText('Payment failed.')).toHaveCount(0)
})

test('only support can reopen an archived organization, and nothing else is promised (D129, D131)', async () => {
  as({ ...ownerMe, ...without, isOrganizationOff: true })
  serveDashboard(server, { ...overview, isActive: false, givesAccess: false })
  await page.goto('/marketplace')
  await expect(heading(page, ended)).toBeVisible()
  await expect(page.getByText('Please contact support to reopen it.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Reactivate' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Open Dashboard' }).click()
  await expect(heading(page, 'Acme Consulting')).toBeVisible()
})

test('guarded screens say that an organization waits for its package, and link its admins to the payment (D130)', async () => {
  const unpaid = { ...without, isOrganizationUnpaid: true }
  as({ ...ownerMe, ...unpaid })
  await page.goto('/marketplace')
  await expect(heading(page, "Acme Consulting hasn't paid yet")).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Choose a Package' })).toHaveAttribute(
    'href',
    '/package-builder?organizationId=100001',
  )
  as({ ...memberMe, ...unpaid })
  await page.goto('/marketplace')
  await expect(heading(page, "Acme Consulting hasn't paid yet")).toBeVisible()
  await expect(page.getByText('Its admins choose and pay for it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveCount(0)
})
