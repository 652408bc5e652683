import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { as, expect, main, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { boughtMe, creditPayment, expectPaid, servePackages, watchPaying } from './payments.ts'

test("after the bank's page a purchase goes on, refused or paid", tagged('D18 D39'), async ({ provider }) => {
  as(subscriberMe)
  servePackages(server, provider)
  serveDashboard(server)
  const secret = await provider.openPayment(1500)
  await provider.confirm(secret, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => undefined)
  const paymentIntentId = secret.split('_secret_')[0] ?? ''
  const came = { after: 'purchase', payment_intent: paymentIntentId, payment_intent_client_secret: secret }
  const address = `/payment-return?${new URLSearchParams(came)}`
  await watchPaying()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expect(toastOf(page)).toContainText('Payment Failed')
  expect(page.url()).not.toContain('_secret_')
  // The words are the provider's, even after a reload.
  await page.reload()
  for (const text of ['Your card has insufficient funds.', 'Nothing was charged.'])
    await expect(main()).toContainText(text)
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/checkout')

  await provider.confirm(secret)
  creditPayment(server, boughtMe(60), { creditsAdded: 60, monthlyCreditsAdded: 0 })
  await expectPaid({ pay: () => page.goto(address), said: '60 minutes were added to your balance.' })
  expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('210 minutes')
})
