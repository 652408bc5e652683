import type { Locator } from '@playwright/test'
import {
  createCombinedPurchase,
  createPaymentIntent,
  firstTimeEligible,
  processPaymentSuccess,
} from '#contract/billing/purchases.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { tickUntil } from '../../kit/browser/page-clock.ts'
import {
  as,
  expect,
  type FakeServer,
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
import { serveDashboard } from '../conversations/home.ts'
import { openPayment, serveFirstPayment } from './registration.ts'

function timeOf(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}

function statusOf(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first()
}

/** Performs the payment; from the provider's approval on, the page's time passes only when the test says so. */
async function payAndStop(page: Page, server: FakeServer, act: () => Promise<void>): Promise<void> {
  const release = server.hold(processPaymentSuccess)
  await act()
  await expect(statusOf(page)).toContainText('Payment received')
  await expect(statusOf(page)).toContainText('Adding your minutes…')
  await page.clock.pauseAt((await timeOf(page)) + 1000)
  release()
}

test.beforeEach(async ({ provider }) => {
  as(registeredMe)
  serveDashboard(server)
  await serveFirstPayment(server, provider)
  await page.clock.install()
})

test('a payment stays on the page, is reported to the server, updates the balance and leads on after 1 s (S068, S158, S159, S301)', async () => {
  server.answer(processPaymentSuccess, () => {
    as(subscriberMe)
    return { creditsAdded: 120, monthlyCreditsAdded: 30 }
  })
  await openPayment(page)
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await payAndStop(page, server, () => page.getByRole('button', { name: 'Pay $27.97' }).click())
  const paidAt = await timeOf(page)
  await tickUntil(page, () => expect(statusOf(page)).toContainText('150 minutes were added to your balance.'))
  await tickUntil(page, () => expect(page.getByRole('banner')).toContainText('150 minutes'))
  const elapsedMs = (await timeOf(page)) - paidAt
  expect(elapsedMs).toBeLessThan(999)
  await page.clock.runFor(999 - elapsedMs)
  await expect(page).toHaveURL('/register?tier=uplift&step=payment')
  await page.clock.runFor(elapsedMs + 1)
  await expect(page).toHaveURL('/dashboard')
  expect(server.calls.lastIndexOf('GET /api/auth/user')).toBeGreaterThan(
    server.calls.indexOf('POST /api/process-payment-success'),
  )
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  expect(server.asked(processPaymentSuccess)).toHaveLength(1)
})

test('a bank that asks first: rejected says why and requests nothing, approved pays', tagged('S253 D39'), async () => {
  server.answer(processPaymentSuccess, { creditsAdded: 120, monthlyCreditsAdded: 30 })
  await openPayment(page)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pay $27.97' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(toastOf(page)).toContainText(/unable to authenticate/i)
  await expect(page.getByRole('main').getByText('Your card was not charged')).toBeVisible()
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await fillCard(page, '4000002760003184')
  await payAndStop(page, server, async () => {
    await page.getByRole('button', { name: 'Pay $27.97' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
  })
  await tickUntil(page, () => expect(statusOf(page)).toContainText('150 minutes were added to your balance.'))
  expect(server.asked(processPaymentSuccess)).toHaveLength(1)
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('the registration continues silently, and the minutes arrive later', tagged('S254 D38'), async () => {
    server.break(processPaymentSuccess)
    await openPayment(page)
    await fillCard(page, '4242424242424242')
    await payAndStop(page, server, () => page.getByRole('button', { name: 'Pay $27.97' }).click())
    await tickUntil(page, () => expect(statusOf(page)).toContainText('Your minutes are arriving.'))
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/dashboard')
    const arriving = page.getByText('Payment received. Your minutes are arriving.')
    await tickUntil(page, () => expect(arriving).toBeVisible())
    await expect(toastOf(page)).toHaveCount(0)
    server.answer(processPaymentSuccess, () => {
      as(subscriberMe)
      return { creditsAdded: 120, monthlyCreditsAdded: 30 }
    })
    await page.clock.runFor(3000)
    await tickUntil(page, () => expect(page.getByRole('banner')).toContainText('150 minutes'))
    await tickUntil(page, () => expect(arriving).toBeHidden())
    const [first, ...others] = server.asked(processPaymentSuccess).map(({ body }) => body.paymentIntentId)
    expect(first).toMatch(/^pi_/)
    expect(new Set(others)).toEqual(new Set([first]))
  })
})

test('the lines of a payment are distinguishable, whatever its package is called (D181)', async ({ provider }) => {
  server.answer(createCombinedPurchase, {
    clientSecret: await provider.openPayment(2197),
    summary: {
      totalAmount: 21.97,
      lines: [
        { label: 'Founders', amount: 20 },
        { label: 'Platform access', amount: 1.97 },
      ],
      packageMinutes: 100,
      monthlyMinutes: 20,
    },
  })
  await page.goto('/register?step=payment')
  await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $21.97' })).toBeEnabled()
  const main = page.getByRole('main')
  await expect(main).toContainText('FoundersOnce$20.00')
  await expect(main).toContainText('Platform accessFirst month$1.97')
  await expect(main).toContainText('Platform access renews monthly at $1.97 with 20 new minutes.')
})

test('a payment is made once, however often its button is pressed', async ({ provider }) => {
  as(subscriberMe)
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.answer(createPaymentIntent, {
    clientSecret: await provider.openPayment(1500),
    summary: { totalAmount: 15, lines: [{ label: 'Launch', amount: 15 }], packageMinutes: 60, monthlyMinutes: 0 },
    card: null,
    paymentMethodId: null,
    organizationName: null,
  })
  server.answer(processPaymentSuccess, { creditsAdded: 60, monthlyCreditsAdded: 0 })
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const pay = page.getByRole('button', { name: 'Pay $15.00' })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await pay.focus()
  await payAndStop(page, server, async () => {
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
  })
  await tickUntil(page, () => expect(statusOf(page)).toContainText('60 minutes were added to your balance.'))
  const confirmations = seen.filter(({ call }) => /\/payment_intents\/[^/]+\/confirm$/.test(call))
  expect(confirmations).toHaveLength(1)
  expect(server.asked(processPaymentSuccess)).toHaveLength(1)
})
