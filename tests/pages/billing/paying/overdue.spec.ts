import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { agents } from '#contract/agents/agents.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, type FakeServer, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { accessSummary, creditPayment, expectPaid, watchPaying } from './payments.ts'

const accessOpen = 'Your access is ready, with 30 minutes for this month.'

/** The last renewal has failed, and the seven days of grace have begun. */
const graceMe = {
  ...subscriberMe,
  creditBalance: 120,
  balanceSeconds: 7200,
  monthlyCredits: 0,
  monthlyEndsAt: null,
  subscriptionStatus: 'past_due',
  graceEndsAt: '2026-11-28T08:00:00.000Z',
} satisfies Me

/** They are over. */
const lockedMe = { ...graceMe, hasAccess: false } satisfies Me

function serveInvoice(server: FakeServer, provider: Provider): void {
  server.answer(payOverdue, async () => ({ clientSecret: await provider.openPayment(297), summary: accessSummary }))
}

async function expectOpenInvoice(): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Fix your payment' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Starter Monthly')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

test.beforeEach(({ provider }) => {
  as(graceMe)
  serveInvoice(server, provider)
  serveDashboard(server)
  server.answer(agents, [])
  creditPayment(server, subscriberMe, { creditsAdded: 0, monthlyCreditsAdded: 30 })
})

test('a failed renewal is repaired by paying the open invoice', tagged('S150 D4 D7'), async () => {
  await watchPaying()
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  await expect(page.getByText('Payment failed. Please fix it by Nov 28, 2026.')).toBeVisible()
  await page.getByRole('link', { name: 'Fix Payment' }).click()
  await expect(page).toHaveURL('/subscribe')
  await expectOpenInvoice()
  await expect(page.getByRole('main')).toContainText('Your access stays open until Nov 28, 2026.')
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await expect(toastOf(page)).toContainText('Payment FailedYour card has insufficient funds.')

  as(lockedMe)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('and your access ended on Nov 28, 2026.')
  await page.getByRole('link', { name: 'Fix Payment' }).click()
  await expectOpenInvoice()
  await fillCard(page, '4242424242424242')
  await expectPaid({
    pay: () => page.getByRole('button', { name: 'Pay $2.97' }).click(),
    said: accessOpen,
  })
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  await expect(page.getByText('Payment failed.')).toHaveCount(0)
})

test('the payment step of the registration offers only the open invoice', tagged('S150 D4'), async () => {
  await page.goto('/register?step=payment')
  await expectOpenInvoice()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toHaveCount(0)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await page.goto('/subscribe')
  await expect(page.getByRole('main')).toContainText('Your subscription is already active.')
})

test('an invoice that was paid elsewhere is not requested again, and the page follows', tagged('D7 D39'), async () => {
  await page.clock.install()
  await page.goto('/subscribe')
  await expectOpenInvoice()
  server.answer(currentUser, subscriberMe)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Your subscription is already active.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
})
