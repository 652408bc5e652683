import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { createSubscriptionPayment, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, test } from '../../fixtures.ts'
import { registeredMe, subscriberMe } from '../../people.ts'
import { visa } from '../account/account.ts'
import { packageSummary, serveAccess, servePackages } from './payments.ts'

test.use({ expectedNoise: checkerNoise })

test('subscribing: the form, its failure, what is active, and what has ended', async ({
  page,
  server,
  as,
  provider,
}) => {
  as(registeredMe)
  serveAccess(server, provider)
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await expectAccessible(page)
  server.refuse(createSubscriptionPayment, 'payment_unavailable')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(page)

  as({ ...subscriberMe, cancelAtPeriodEnd: true })
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeVisible()
  await expectAccessible(page)
  as({ ...subscriberMe, subscriptionStatus: 'canceled', hasAccess: false })
  await page.goto('/marketplace')
  await expect(page.getByRole('link', { name: 'Reactivate', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('paying: a purchase, one that the bank stopped, and the way back from its page', async ({
  page,
  server,
  as,
  provider,
}) => {
  as(subscriberMe)
  servePackages(server, provider)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expect(page.getByRole('button', { name: 'Pay $15.00' })).toBeEnabled()
  await expectAccessible(page)
  const stopped = await provider.openKeptPayment(2500, 'pm_card_authenticationRequired')
  server.answer(resumePayment, {
    ...stopped,
    summary: packageSummary('uplift'),
    card: { ...visa, last4: '3184' },
    organizationName: null,
  })
  const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
  await page.goto(`/checkout?resume=${checkoutId}`)
  await expect(page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })).toBeEnabled()
  await expectAccessible(page)
  server.refuse(resumePayment, 'payment_not_found')
  await page.reload()
  await expect(page.getByRole('main')).toContainText("We couldn't find this payment")
  await expectAccessible(page)
  server.refuse(processPaymentSuccess, 'payment_not_completed')
  await page.goto('/payment-return?after=purchase&payment_intent=pi_1')
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible()
  await expectAccessible(page)
})
