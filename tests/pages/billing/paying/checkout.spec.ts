import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectRow, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { visa } from '../account/account.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { boughtMe, creditPayment, expectPaid, servePackages, watchPaying } from './payments.ts'

const pay = () => page.getByRole('button', { name: 'Pay $15.00' })
const said = '60 minutes were added to your balance.'

async function fillPayment(): Promise<void> {
  await page.goto('/checkout')
  await press(main(), 'Choose Launch')
  await expect(pay()).toBeEnabled()
  await fillCard(page, '4242424242424242')
}

test.beforeEach(({ provider }) => {
  as(subscriberMe)
  servePackages(server, provider)
  serveDashboard(server)
  creditPayment(server, boughtMe(60), { creditsAdded: 60, monthlyCreditsAdded: 0 })
})

test('a purchase pressed twice is paid once, and leads on', tagged('S092 S158 S160 S161 S301 D39'), async () => {
  await watchPaying()
  await fillPayment()
  const seen = luna.watchRequests(page)
  const confirmed: string[] = []
  page.on('request', (request) => request.url().endsWith('/confirm') && confirmed.push(request.url()))
  await expectPaid({ pay: () => pay().dblclick(), said })
  await expect(page.getByRole('banner')).toContainText('210 minutes')
  await expect(main()).toContainText('210')
  expect(confirmed).toHaveLength(1)
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  const paymentIntentId = expect.stringMatching(/^pi_\w+$/)
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
  const told = server.calls.indexOf('POST /api/process-payment-success')
  expect(server.calls.slice(told)).toContain('GET /api/auth/user')
})

test('a saved card pays with one press or says why not', tagged('S158 S253 D49'), async ({ provider }) => {
  servePackages(server, provider, { card: visa, magicId: 'pm_card_chargeCustomerFail' })
  await page.goto('/checkout')
  await press(main(), 'Choose Uplift', 'Pay $25.00 with Visa ending in 4242')
  await expectRow(page, 'S253', 'Your card was declined.')
  await expect(page.getByText('Your card was not charged')).toBeVisible()
  expect(server.asked(processPaymentSuccess)).toEqual([])

  servePackages(server, provider, { card: visa, magicId: 'pm_card_visa' })
  await watchPaying()
  await page.goto('/checkout')
  await press(main(), 'Choose Launch')
  const kept = page.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })
  await expect(kept).toBeEnabled()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await press(main(), 'Use another card')
  await fillCard(page, '4000000000009995')
  await pay().click()
  await expectRow(page, 'S253', 'Your card has insufficient funds.')
  // The toast is the one alert; the card is what has to change.
  await expect(main().getByRole('alert').filter({ hasText: 'insufficient' })).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toBeFocused()
  await luna.closeToasts(page)
  await press(main(), 'Back to Visa ending in 4242')
  await expectPaid({ pay: () => kept.click(), said })
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('a purchase says that credits may be late, and they arrive', tagged('S255 D38'), async () => {
    server.break(processPaymentSuccess)
    await page.clock.install()
    await fillPayment()
    await pay().click()
    await expectRow(page, 'S255')
    await expect(luna.toastOf(page)).toHaveAttribute('data-toast', 'info')
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
