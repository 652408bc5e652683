import { resumePayment } from '#contract/billing/auto-purchase.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, expect, page, registeredMe, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { visa } from '../account/account.ts'
import { withMinutes } from '../account/auto-purchases.ts'
import { serveDashboard } from '../../conversations/home.ts'
import {
  accessSummary,
  boughtMe,
  creditPayment,
  expectPaid,
  packageSummary,
  serveAccess,
  servePackages,
  watchPaying,
} from './payments.ts'
import { returnAddress } from './returning.ts'

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
const accessMe = { ...subscriberMe, creditBalance: 30, balanceSeconds: 1800, purchasedCredits: 0 } satisfies Me
const overdueMe = { ...subscriberMe, subscriptionStatus: 'past_due', hasAccess: false } satisfies Me

const flows = [
  {
    after: 'registration',
    me: registeredMe,
    cents: 2797,
    tryAgain: '/register?step=payment',
    given: { creditsAdded: 120, monthlyCreditsAdded: 30 },
    paidMe: subscriberMe,
    said: '150 minutes were added to your balance.',
    balance: '150 minutes',
    delayMs: 1000,
  },
  {
    after: 'purchase',
    me: subscriberMe,
    cents: 1500,
    tryAgain: '/checkout',
    given: { creditsAdded: 60, monthlyCreditsAdded: 0 },
    paidMe: boughtMe(60),
    said: '60 minutes were added to your balance.',
    balance: '210 minutes',
    delayMs: 2000,
  },
  {
    after: 'subscription',
    me: registeredMe,
    cents: 297,
    tryAgain: '/subscribe',
    given: { creditsAdded: 0, monthlyCreditsAdded: 30 },
    paidMe: accessMe,
    said: 'Your access is ready, with 30 minutes for this month.',
    balance: '30 minutes',
    delayMs: 2000,
  },
  {
    after: 'overdue',
    me: overdueMe,
    cents: 297,
    tryAgain: '/subscribe',
    given: { creditsAdded: 0, monthlyCreditsAdded: 30 },
    paidMe: subscriberMe,
    said: 'Your access is ready, with 30 minutes for this month.',
    balance: '150 minutes',
    delayMs: 2000,
  },
]

test.beforeEach(({ provider }) => {
  servePackages(server, provider)
  serveAccess(server, provider)
  serveDashboard(server)
  server.answer(payOverdue, async () => ({ clientSecret: await provider.openPayment(297), summary: accessSummary }))
})

async function expectRefused(): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
}

for (const flow of flows)
  test(`${flow.after}: continues after the bank's page, refused or paid (D18, D39)`, async ({ provider }) => {
    as(flow.me)
    const secret = await provider.openPayment(flow.cents)
    const address = returnAddress(flow.after, secret)
    await watchPaying()
    await page.goto(address)
    await expectRefused()
    await expect(toastOf(page)).toContainText('Payment Failed')
    expect(page.url()).not.toContain('_secret_')
    expect(server.asked(processPaymentSuccess)).toEqual([])
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(page).toHaveURL(flow.tryAgain)

    await provider.confirm(secret)
    creditPayment(server, flow.paidMe, flow.given)
    await expectPaid({ pay: () => page.goto(address), said: flow.said, delayMs: flow.delayMs })
    const paymentIntentId = secret.split('_secret_')[0]
    expect(server.asked(processPaymentSuccess).map(({ body }) => body)).toEqual([{ paymentIntentId }])
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(flow.balance)
  })

test('the words of a refusal are the provider’s, even after a reload', tagged('D18 D39'), async ({ provider }) => {
  as(subscriberMe)
  const secret = await provider.openPayment(1500)
  await provider.confirm(secret, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => undefined)
  await page.goto(returnAddress('purchase', secret))
  await expect(page.getByRole('main')).toContainText('Your card has insufficient funds.')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Your card has insufficient funds.')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
})

test('a stopped automatic purchase: a refusal leads back to its own page, and a payment adds the minutes (D39, D47)', async ({
  provider,
}) => {
  as(withMinutes(subscriberMe, 5))
  const { clientSecret, paymentMethodId } = await provider.openKeptPayment(2500, 'pm_card_visa')
  const card = { ...visa, last4: '3184' }
  server.answer(resumePayment, {
    clientSecret,
    paymentMethodId,
    card,
    summary: packageSummary('uplift'),
    organizationName: null,
  })
  const address = returnAddress('resume', clientSecret, checkoutId)
  await watchPaying()
  await page.goto(address)
  await expectRefused()
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(`/checkout?resume=${checkoutId}`)
  await expect(page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })).toBeEnabled()

  await provider.confirm(clientSecret)
  creditPayment(server, withMinutes(subscriberMe, 125), { creditsAdded: 120, monthlyCreditsAdded: 0 })
  await expectPaid({
    pay: () => page.goto(address),
    said: '120 minutes were added to your balance.',
  })
  await expect(page.getByRole('banner')).toContainText('125 minutes')
})
