import { createSubscriptionPayment, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { resumeSubscription } from '#contract/billing/subscription.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import {
  as,
  expect,
  expectRow,
  page,
  type Page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
  watchRequests,
} from '#tests/pages.ts'
import { accessSummary, creditPayment, expectPaid, serveAccess, serveDashboard, watchPaying } from './payments.ts'

const accessOpen = 'Your access is ready, with 30 minutes for this month.'

/** Platform access alone has been paid. */
const accessMe = {
  ...subscriberMe,
  creditBalance: 30,
  balanceSeconds: 1800,
  purchasedCredits: 0,
} satisfies Me

test.beforeEach(({ provider }) => {
  as(registeredMe)
  serveAccess(server, provider)
  serveDashboard(server)
  creditPayment(server, accessMe, { creditsAdded: 0, monthlyCreditsAdded: 30 })
})

async function openPage(page: Page): Promise<void> {
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

test('the plan with its price, its credits and the card form', tagged('S008 S093 S094 S218 S288'), async () => {
  await openPage(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Starter Monthly' })).toBeVisible()
  await expect(main).toContainText('$2.97/month')
  await expect(main).toContainText('30 credits per month with no rollover')
  await expect(main).toContainText('renews monthly at $2.97 with 30 new minutes')
  await expect(main).toContainText(
    'Luna charges $2.97 today. Platform access then renews at $2.97 a month, starting one month from today. Cancel anytime on your Account page.',
  )
  await expect(main).toContainText('Secured by Stripe.')
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(server.asked(createSubscriptionPayment).map(({ body }) => body)).toEqual([{ tier: 'starter', amount: 2.97 }])
  await main.getByRole('link', { name: 'Subscribe with a package' }).click()
  await expect(page.getByRole('button', { name: 'Continue to Payment · $27.97' })).toBeVisible()
})

test('a payment is reported to the server, updates the person, leads on after 2 s, and the guard opens without a reload (S095, S158, S161, S301, D39)', async () => {
  await watchPaying(page)
  await openPage(page)
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await expectPaid(page, server, {
    pay: () => page.getByRole('button', { name: 'Pay $2.97' }).click(),
    said: accessOpen,
  })
  await expect(page.getByRole('banner')).toContainText('30 minutes')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  const told = server.calls.indexOf('POST /api/process-payment-success')
  expect(server.calls.slice(told)).toContain('GET /api/auth/user')
})

test('a subscription that cannot be set up: Setup Error, and Retry repeats the call (S093, S270, D161)', async ({
  provider,
}) => {
  server.refuse(createSubscriptionPayment, 'payment_unavailable')
  await page.goto('/subscribe')
  await expectRow(page, 'S270')
  await expect(page.getByRole('alert').getByText("We couldn't prepare your payment")).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  await expect(page.getByRole('main')).toContainText('30 credits per month with no rollover')
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  await expect.poll(() => server.asked(createSubscriptionPayment).length).toBe(2)
  await expect(retry).toBeVisible()
  serveAccess(server, provider)
  await retry.click()
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await expect(toastOf(page)).toHaveCount(0)
  expect(server.asked(createSubscriptionPayment)).toHaveLength(3)
})

test('an active plan shows what was agreed, whatever the list says today', tagged('D181'), async () => {
  as({ ...subscriberMe, subscriptionPlan: { name: 'Founders Monthly', price: 1.97, minutes: 20 } })
  await page.goto('/subscribe')
  await expect(page.getByRole('heading', { level: 1, name: 'Founders Monthly' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Price$1.97/monthEach month20 credits, no rollover')
})

test('an active subscriber sees status and renewal, no card form, and can revert a scheduled end (D35, D41)', async () => {
  as(subscriberMe)
  await page.goto('/subscribe')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your subscription is already active.')
  await expect(main).toContainText('StatusActiveRenewsDec 15, 2026Price$2.97/monthEach month30 credits, no rollover')
  await expect(main.getByRole('button', { name: 'Resume Subscription' })).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toHaveCount(0)

  as({ ...subscriberMe, cancelAtPeriodEnd: true })
  server.answer(resumeSubscription, () => {
    server.answer(currentUser, subscriberMe)
    return { subscriptionStatus: 'active', cancelAtPeriodEnd: false, accessEndsAt: subscriberMe.subscriptionRenewsAt }
  })
  await page.reload()
  await expect(main).toContainText('Access endsDec 15, 2026')
  await main.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Resumed')
  await expect(main).toContainText('RenewsDec 15, 2026')
  await expect(main.getByRole('button', { name: 'Resume Subscription' })).toHaveCount(0)
  expect(server.asked(createSubscriptionPayment)).toEqual([])
})

test('a resume that the provider refuses says so and changes nothing', tagged('D41'), async () => {
  as({ ...subscriberMe, cancelAtPeriodEnd: true })
  server.refuse(resumeSubscription, 'payment_unavailable')
  await page.goto('/subscribe')
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Failed to resume subscription')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeEnabled()
  await expect(page.getByRole('main')).toContainText('Access ends')
})

test('a canceled subscriber is offered the way back, with the purchased minutes', tagged('D6 D41'), async () => {
  as({
    ...subscriberMe,
    creditBalance: 120,
    balanceSeconds: 7200,
    monthlyCredits: 0,
    monthlyEndsAt: null,
    subscriptionStatus: 'canceled',
    subscriptionRenewsAt: '2026-11-15T08:00:00.000Z',
    hasAccess: false,
  })
  await page.goto('/marketplace')
  await expect(page.getByRole('main')).toContainText('Your subscription was canceled and ended on Nov 15, 2026.')
  await expect(page.getByRole('main')).toContainText('120 minutes')
  await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Your 120 purchased minutes, ready to use right away')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
})

test('a bank that asks first: rejected says why and opens nothing, approved opens', tagged('S253 D39'), async () => {
  await openPage(page)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(toastOf(page)).toContainText(/unable to authenticate/i)
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('30 minutes')
})

test('a price other than the one shown charges nothing and names the right one (D29)', async ({ provider }) => {
  const summary = { ...accessSummary, totalAmount: 3.97, lines: [{ label: 'Starter Monthly', amount: 3.97 }] }
  server.refuse(createSubscriptionPayment, 'price_changed', { field: 'amount', details: { amount: 3.97 } })
  await page.goto('/subscribe')
  await expect(toastOf(page)).toContainText('The price has changed. Please check the new price and try again.')
  await expect(page.getByRole('status').getByText('Platform access is $3.97 a month')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  server.answer(createSubscriptionPayment, async () => ({
    clientSecret: await provider.openPayment(397),
    message: 'Starter Monthly is ready to be paid.',
    summary,
  }))
  await page.getByRole('button', { name: 'Continue with $3.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $3.97' })).toBeEnabled()
  expect(server.asked(createSubscriptionPayment).map(({ body }) => body.amount)).toEqual([2.97, 3.97])
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('the page says that credits may be late, and access comes with them', tagged('S255 D38'), async () => {
    server.break(processPaymentSuccess)
    await page.clock.install()
    await openPage(page)
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await expectRow(page, 'S255')
    await page.clock.runFor(2000)
    await page.waitForURL('/dashboard')
    const arriving = page.getByText('Payment received. Your minutes are arriving.')
    await expect(arriving).toBeVisible()
    creditPayment(server, accessMe, { creditsAdded: 0, monthlyCreditsAdded: 30 })
    await page.clock.runFor(3000)
    await expect(page.getByRole('banner')).toContainText('30 minutes')
    await expect(arriving).toBeHidden()
  })
})
