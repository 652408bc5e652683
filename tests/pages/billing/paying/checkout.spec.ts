import { createPaymentIntent, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
  watchRequests,
} from '#tests/pages.ts'
import { visa } from '../account/account.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { boughtMe, creditPayment, expectPaid, servePackages, watchPaying } from './payments.ts'

async function openPayment(plan: string, price: string): Promise<void> {
  await page.goto('/checkout')
  await page.getByRole('button', { name: `Choose ${plan}` }).click()
  await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeEnabled()
}

test.beforeEach(({ provider }) => {
  as(subscriberMe)
  servePackages(server, provider)
  serveDashboard(server)
  creditPayment(server, boughtMe(60), { creditsAdded: 60, monthlyCreditsAdded: 0 })
})

test('a plan leads to the payment with a summary, and Back to Plans returns', tagged('S091'), async () => {
  await openPayment('Navigate', '$45.00')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
  await expect(main.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  for (const text of ['Navigate', '$45.00', '240 minutes']) await expect(main).toContainText(text)
  await expect(main).not.toContainText('Platform access')
  await expect(main).toContainText("Luna charges $45.00 today. It's a one-time payment that doesn't renew.")
  await expect(main).toContainText('Secured by Stripe.')
  expect(server.asked(createPaymentIntent).map(({ body }) => body)).toEqual([{ tier: 'navigate' }])
  await main.getByRole('button', { name: 'Back to Plans' }).click()
  await expect(main.getByRole('button', { name: 'Choose Navigate' })).toBeVisible()
})

test('a purchase is reported and leads on after 2 s', tagged('S092 S158 S160 S301 D39'), async () => {
  await watchPaying()
  await openPayment('Launch', '$15.00')
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await expectPaid({
    pay: () => page.getByRole('button', { name: 'Pay $15.00' }).click(),
    said: '60 minutes were added to your balance.',
  })
  await expect(page.getByRole('banner')).toContainText('210 minutes')
  await expect(page.getByRole('main')).toContainText('210')
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  const paymentIntentId = expect.stringMatching(/^pi_\w+$/)
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
  const told = server.calls.indexOf('POST /api/process-payment-success')
  expect(server.calls.slice(told)).toContain('GET /api/auth/user')
})

test('a purchase pressed twice is paid and reported once', async () => {
  const confirmed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirmed.push(request.url())
  })
  await openPayment('Launch', '$15.00')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $15.00' }).dblclick()
  await page.waitForURL('/dashboard')
  expect(confirmed).toHaveLength(1)
  expect(server.asked(processPaymentSuccess)).toHaveLength(1)
})

test('a bank that asks first is rejected, then approved', tagged('S253 D39'), async () => {
  await watchPaying()
  await openPayment('Launch', '$15.00')
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(page.getByRole('main')).toContainText(/unable to authenticate/i)
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await expectPaid({
    pay: async () => {
      await page.getByRole('button', { name: 'Pay $15.00' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
      // The message of the first attempt no longer applies.
      await expect(toastOf(page)).toHaveCount(0)
    },
    said: '60 minutes were added to your balance.',
  })
  await expect(page.getByRole('banner')).toContainText('210 minutes')
})

test('the saved card pays with one press, and another one can be typed', tagged('S158 D49'), async ({ provider }) => {
  servePackages(server, provider, { card: visa, magicId: 'pm_card_visa' })
  await watchPaying()
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const kept = page.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })
  await expect(kept).toBeEnabled()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await expectRow(page, 'S253', 'Your card has insufficient funds.')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Back to Visa ending in 4242' }).click()
  await expectPaid({ pay: () => kept.click(), said: '60 minutes were added to your balance.' })
})

test('a saved card that the bank refuses says why, and another one is one press away (S253)', async ({ provider }) => {
  servePackages(server, provider, { card: visa, magicId: 'pm_card_chargeCustomerFail' })
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Uplift' }).click()
  await page.getByRole('button', { name: 'Pay $25.00 with Visa ending in 4242' }).click()
  await expectRow(page, 'S253', 'Your card was declined.')
  await expect(page.getByText('Your card was not charged')).toBeVisible()
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('a purchase says that credits may be late, and they arrive', tagged('S255 D38'), async () => {
    server.break(processPaymentSuccess)
    await page.clock.install()
    await openPayment('Launch', '$15.00')
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay $15.00' }).click()
    await expectRow(page, 'S255')
    await page.clock.runFor(2000)
    await page.waitForURL('/dashboard')
    const arriving = page.getByText('Payment received. Your minutes are arriving.')
    await expect(arriving).toBeVisible()
    creditPayment(server, boughtMe(60), { creditsAdded: 60, monthlyCreditsAdded: 0 })
    await page.clock.runFor(3000)
    await expect(page.getByRole('banner')).toContainText('210 minutes')
    await expect(arriving).toBeHidden()
  })
})
