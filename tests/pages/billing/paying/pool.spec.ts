import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { createPaymentIntent, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { pauseClock, tickUntil } from '../../../kit/browser/page-clock.ts'
import { as, expect, expectRow, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { visa } from '../account/account.ts'
import { creditPayment } from './payments.ts'
import { ownerWith, poolSummary, servePoolPackages } from './pools.ts'
import { returnAddress } from './returning.ts'

/**
 * Minutes for an organization's pool: who buys them, who asks for them, and what the bank may require (D49, D50, D109).
 */

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'

/** Expects what the page says once the server has booked it, before it leads on; its clock must be installed. */
async function expectPoolPaid({ pay, said }: { pay: () => Promise<unknown>; said: string }): Promise<void> {
  const release = server.hold(processPaymentSuccess)
  await pay()
  await expect.poll(() => server.asked(processPaymentSuccess).length).toBe(1)
  await pauseClock(page)
  release()
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Payment received' })
  await tickUntil(page, () => expect(status).toContainText(said))
  await expect(status).toContainText('Taking you to your organization…')
}

test.beforeEach(async ({ provider }) => {
  as(ownerWith(42))
  servePoolPackages(server, provider)
  await page.clock.install()
})

test('an admin finds five packages for the pool, and pays with a new card', tagged('D39 D49'), async () => {
  creditPayment(server, ownerWith(1042), { creditsAdded: 1000, monthlyCreditsAdded: 0 })
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main).toContainText('A one-time top-up for everyone in Acme Consulting.')
  await expect(main).toContainText('In the pool 42 minutes')
  await expect(main.getByRole('listitem')).toHaveText([
    'Starter$70once500 minutes$0.14 a minuteChoose Starter',
    'Growth$135once1,000 minutes$0.135 a minuteSave 3.6%Choose Growth',
    'Scale$260once2,000 minutes$0.13 a minuteSave 7.1%Choose Scale',
    'Expansion$375once3,000 minutes$0.125 a minuteSave 10.7%Choose Expansion',
    'EnterpriseBest Value$600once5,000 minutes$0.12 a minuteSave 14.3%Choose Enterprise',
  ])
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  await expect(main).toContainText('For the pool of Acme Consulting')
  await expect(main).toContainText('Luna for Business charges $135.00 today.')
  const button = page.getByRole('button', { name: 'Pay $135.00' })
  await expect(button).toBeEnabled()
  const { organizationId } = ownerMe
  expect(server.asked(createPaymentIntent).map(({ body }) => body)).toEqual([{ tier: 'growth', organizationId }])
  await fillCard(page, '4000000000009995')
  await button.click()
  await expectRow(page, 'S253', 'Your card has insufficient funds.')
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await fillCard(page, '4242424242424242')
  await expectPoolPaid({ pay: () => button.click(), said: '1,000 minutes were added to the pool.' })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Acme Consulting 1,042 credits' })).toBeVisible()
})

test("the pool's saved card pays with one click, and another one can be typed", tagged('D49'), async ({ provider }) => {
  servePoolPackages(server, provider, visa)
  creditPayment(server, ownerWith(542), { creditsAdded: 500, monthlyCreditsAdded: 0 })
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  const kept = page.getByRole('button', { name: 'Pay $70.00 with Visa ending in 4242' })
  await expect(kept).toBeEnabled()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Visa ending in 4242' }).click()
  await expect(kept).toBeEnabled()
  await expectPoolPaid({ pay: () => kept.click(), said: '500 minutes were added to the pool.' })
})

test('an auto-purchase that the bank stopped says whose it is, and is confirmed with its card (D47, D109)', async ({
  provider,
}) => {
  const stopped = await provider.openKeptPayment(13_500, 'pm_card_authenticationRequired')
  server.answer(resumePayment, {
    ...stopped,
    summary: poolSummary('growth'),
    card: { ...visa, last4: '3184' },
    organizationName: 'Acme Consulting',
  })
  creditPayment(server, ownerWith(1042), { creditsAdded: 1000, monthlyCreditsAdded: 0 })
  await page.goto(`/checkout?resume=${checkoutId}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('The bank is holding an auto-refill for Acme Consulting until you confirm it.')
  const confirm = page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })
  await expect(confirm).toBeEnabled()
  const pay = async () => {
    await confirm.click()
    await page.getByRole('button', { name: 'Approve' }).click()
  }
  await expectPoolPaid({ pay, said: '1,000 minutes were added to the pool.' })
})

test("a pool's payment continues after the bank's page, refused or paid, and leads to the organization (D39, D49)", async ({
  provider,
}) => {
  const secret = await provider.openPayment(7000)
  await page.goto(returnAddress('pool', secret))
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  expect(server.asked(processPaymentSuccess)).toEqual([])
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeVisible()

  await provider.confirm(secret)
  creditPayment(server, ownerWith(542), { creditsAdded: 500, monthlyCreditsAdded: 0 })
  const pay = () => page.goto(returnAddress('pool', secret))
  await expectPoolPaid({ pay, said: '500 minutes were added to the pool.' })
  await expect(page.getByRole('banner').getByRole('button', { name: 'Acme Consulting 542 credits' })).toBeVisible()
})
