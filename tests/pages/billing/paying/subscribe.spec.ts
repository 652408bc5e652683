import { createSubscriptionPayment } from '#contract/billing/purchases.ts'
import type { Me } from '#contract/identity/people.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { as, expect, page, registeredMe, server, subscriberMe, tagged, test, watchRequests } from '#tests/pages.ts'
import { serveDashboard } from '../../conversations/home.ts'
import { creditPayment, expectPaid, serveAccess, watchPaying } from './payments.ts'

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

async function openPage(): Promise<void> {
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

test('the plan with its price, its credits and the card form', tagged('S008 S093 S094 S218 S288'), async () => {
  await openPage()
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

test('a payment is reported, leads on after 2 s, and opens the guard', tagged('S095 S158 S161 S301 D39'), async () => {
  await watchPaying()
  await openPage()
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await expectPaid({
    pay: () => page.getByRole('button', { name: 'Pay $2.97' }).click(),
    said: accessOpen,
  })
  await expect(page.getByRole('banner')).toContainText('30 minutes')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  const told = server.calls.indexOf('POST /api/process-payment-success')
  expect(server.calls.slice(told)).toContain('GET /api/auth/user')
})
