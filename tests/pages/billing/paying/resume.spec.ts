import { resumePayment } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, type FakeServer, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'
import { visa } from '../account/account.ts'
import { withMinutes } from '../account/auto-purchases.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { creditPayment, expectPaid, packageSummary, watchPaying } from './payments.ts'

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
const address = `/checkout?resume=${checkoutId}`
const added = '120 minutes were added to your balance.'

/** Serves a payment that the bank of a saved card has stopped. */
function serveStopped(server: FakeServer, provider: Provider): void {
  let opened: Promise<Answer<typeof resumePayment>> | null = null
  const open = async () => ({
    ...(await provider.openKeptPayment(2500, 'pm_card_authenticationRequired')),
    summary: packageSummary('uplift'),
    card: { ...visa, last4: '3184' },
    organizationName: null,
  })
  // Opened again, it is the same payment.
  server.answer(resumePayment, () => (opened ??= open()))
}

function confirmButton() {
  return page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })
}

test.beforeEach(({ provider }) => {
  as(withMinutes(subscriberMe, 5))
  serveStopped(server, provider)
  serveDashboard(server)
  creditPayment(server, withMinutes(subscriberMe, 125), { creditsAdded: 120, monthlyCreditsAdded: 0 })
})

test('the stopped card confirms without being typed, rejected or approved', tagged('D47'), async () => {
  await watchPaying()
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
  await expect(main).toContainText('Your bank is holding an automatic purchase until you confirm it.')
  for (const text of ['Uplift', '$25.00', '120 minutes']) await expect(main).toContainText(text)
  await expect(main).toContainText('Automatic purchases continue until you turn them off on your Account page.')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  expect(server.asked(resumePayment).map(({ params }) => params)).toEqual([{ id: checkoutId }])

  await confirmButton().click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(main).toContainText(/unable to authenticate/i)
  await expect(page.getByRole('banner')).toContainText('5 minutes')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await expectPaid({
    pay: async () => {
      await confirmButton().click()
      await page.getByRole('button', { name: 'Approve' }).click()
    },
    said: added,
  })
  await expect(page.getByRole('banner')).toContainText('125 minutes')
})

test('another card pays the same payment', tagged('D47'), async () => {
  await watchPaying()
  await page.goto(address)
  await expect(confirmButton()).toBeEnabled()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back to Visa ending in 3184' }).click()
  await expect(confirmButton()).toBeEnabled()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await expectPaid({ pay: () => page.getByRole('button', { name: 'Pay $25.00' }).click(), said: added })
  expect(server.asked(resumePayment)).toHaveLength(1)
})
