import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { createPaymentIntent, createSubscriptionPayment } from '#contract/billing/purchases.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { refusals } from '#server/kernel/problem.ts'
import {
  adminMe,
  as,
  config,
  expect,
  expectRow,
  page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { autoPurchaseOff } from '../billing/account/account.ts'
import { guardedScreens, serveGuardedScreens } from './frame.ts'

for (const status of ['active', 'trialing'])
  test(`the guard: ${status} opens every guarded screen (S144, S148, S195, D5)`, async () => {
    const me = { ...subscriberMe, subscriptionStatus: status }
    as(me)
    serveGuardedScreens(server, me)
    for (const [path, title] of guardedScreens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
    }
  })

test('the code of a guarded screen loads while the page still finds out who is signed in', async () => {
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  const release = server.hold(currentUser)
  const code = page.waitForRequest(/\/assets\/marketplace-/)
  await page.goto('/marketplace')
  await code
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the guard: an admin needs no subscription', tagged('S147 S200'), async () => {
  as(adminMe)
  serveGuardedScreens(server, adminMe)
  server.answer(autoPurchase, { ...autoPurchaseOff, card: null })
  for (const [path, title] of guardedScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
  }
})

test('the guard: canceled keeps the address and says what stays', tagged('S144 S149 D6'), async () => {
  as({
    ...subscriberMe,
    hasAccess: false,
    subscriptionStatus: 'canceled',
    subscriptionRenewsAt: '2026-11-15T08:00:00.000Z',
    creditBalance: 120,
    balanceSeconds: 7200,
    monthlyCredits: 0,
    monthlyEndsAt: null,
  })
  // There is always a way to write, whatever addresses are set (D177).
  server.answer(publicConfig, { ...config, supportEmail: null })
  for (const [path, title] of guardedScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
    await expect(page.getByText('Your subscription was canceled and ended on Nov 15, 2026.')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('120 minutes')
    await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0)
    await expect(page).toHaveURL(path)
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    '/contact',
  )
  // None of the screens' data was requested.
  expect(new Set(server.calls)).toEqual(
    new Set(['GET /api/auth/user', 'GET /api/config', 'GET /api/user/organization']),
  )
  server.refuse(createSubscriptionPayment, 'payment_unavailable')
  server.hold(createSubscriptionPayment)
  await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
  await expect(page).toHaveURL('/subscribe')
  await expect
    .poll(() => server.asked(createSubscriptionPayment).map(({ body }) => body))
    .toEqual([{ tier: 'starter', amount: 2.97 }])
  await page.goto('/marketplace')
  await page.getByRole('link', { name: 'Reactivate With a Package' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeVisible()
})

// Without an open payment, the payment step leads back to the packages.
for (const [status, title, step] of [
  [null, 'Choose your package', 'package'],
  ['incomplete', 'Choose your package', 'package'],
  ['something-new', 'Choose your package', 'package'],
  ['unpaid', 'Fix your payment', 'payment'],
] as const)
  test(`the guard: ${status ?? 'no subscription'} leads to the payment (S150, D4, D8)`, async () => {
    as({ ...registeredMe, subscriptionStatus: status })
    server.refuse(payOverdue, 'payment_unavailable')
    server.hold(payOverdue)
    for (const [path] of guardedScreens) {
      await page.goto(path)
      await expect(page).toHaveURL(`/register?step=${step}`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
  })

test('the guard: a failed renewal keeps access for seven days, with a banner', tagged('S150 D7'), async () => {
  const overdue = { ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-21T08:00:00.000Z' }
  as(overdue)
  serveGuardedScreens(server, overdue)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  await expect(page.getByText('Payment failed. Please fix it by Nov 21, 2026.')).toBeVisible()

  as({ ...overdue, hasAccess: false })
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    'Your last subscription payment failed, and your access ended on Nov 21, 2026.',
  )
  await expect(page.getByRole('link', { name: /^Fix payment$/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toHaveCount(0)
})

test('the guard waits with a spinner and shows nothing private', tagged('S145'), async () => {
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  const release = server.hold(currentUser)
  await page.goto('/marketplace')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
  await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
})

test('a call that finds the session gone says so once and leads to sign-in', tagged('S249 S267 D1'), async () => {
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  server.refuseWith(createPaymentIntent, refusals.signedOut())
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  as(null)
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expectRow(page, 'S267')
  await expect(page).toHaveURL('/login?next=%2Fcheckout')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
