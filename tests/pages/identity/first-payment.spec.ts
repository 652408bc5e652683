import * as x from '#contract/billing/purchases.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { tickUntil } from '../../kit/browser/page-clock.ts'
import {
  as,
  expect,
  page,
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

const timeOf = () => page.evaluate(() => Date.now())
const status = () => page.getByRole('main').getByRole('status').first()
const pay = () => page.getByRole('button', { name: 'Pay $27.97' }).click()

/** Performs the payment; from the provider's approval on, the page's time passes only when the test says so. */
async function payAndStop(act: () => Promise<void>): Promise<void> {
  const release = server.hold(x.processPaymentSuccess)
  await act()
  await expect(status()).toContainText('Payment received')
  await expect(status()).toContainText('Adding your minutes…')
  await page.clock.pauseAt((await timeOf()) + 1000)
  release()
}

test.beforeEach(async ({ provider }) => {
  as(registeredMe)
  serveDashboard(server)
  await serveFirstPayment(server, provider)
  await page.clock.install()
})

test('a payment stays on the page and leads on after 1 s', tagged('S068 S158 S159 S301'), async () => {
  server.answer(x.processPaymentSuccess, () => {
    as(subscriberMe)
    return { creditsAdded: 120, monthlyCreditsAdded: 30 }
  })
  await openPayment()
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await payAndStop(pay)
  const paidAt = await timeOf()
  await tickUntil(page, () => expect(status()).toContainText('150 minutes were added to your balance.'))
  await tickUntil(page, () => expect(page.getByRole('banner')).toContainText('150 minutes'))
  const elapsedMs = (await timeOf()) - paidAt
  expect(elapsedMs).toBeLessThan(999)
  await page.clock.runFor(999 - elapsedMs)
  await expect(page).toHaveURL('/register?tier=uplift&step=payment')
  await page.clock.runFor(elapsedMs + 1)
  await expect(page).toHaveURL('/dashboard')
  expect(server.calls.lastIndexOf('GET /api/auth/user')).toBeGreaterThan(
    server.calls.indexOf('POST /api/process-payment-success'),
  )
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  expect(server.asked(x.processPaymentSuccess)).toHaveLength(1)
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('the registration continues silently, and the minutes arrive later', tagged('S254 D38'), async () => {
    server.break(x.processPaymentSuccess)
    await openPayment()
    await fillCard(page, '4242424242424242')
    await payAndStop(pay)
    await tickUntil(page, () => expect(status()).toContainText('Your minutes are arriving.'))
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/dashboard')
    const arriving = page.getByText('Payment received. Your minutes are arriving.')
    await tickUntil(page, () => expect(arriving).toBeVisible())
    await expect(toastOf(page)).toHaveCount(0)
    server.answer(x.processPaymentSuccess, () => {
      as(subscriberMe)
      return { creditsAdded: 120, monthlyCreditsAdded: 30 }
    })
    await page.clock.runFor(3000)
    await tickUntil(page, () => expect(page.getByRole('banner')).toContainText('150 minutes'))
    await tickUntil(page, () => expect(arriving).toBeHidden())
    const [first, ...others] = server.asked(x.processPaymentSuccess).map(({ body }) => body.paymentIntentId)
    expect(first).toMatch(/^pi_/)
    expect(new Set(others)).toEqual(new Set([first]))
  })
})

test('the lines of a payment are distinguishable, whatever its name', tagged('D181'), async ({ provider }) => {
  server.answer(x.createCombinedPurchase, {
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
