import { autoPurchase, resumePayment } from '#contract/billing/auto-purchase.ts'
import { card, setUpCard } from '#contract/billing/cards.ts'
import { transactions } from '#contract/billing/account.ts'
import { debts } from '#contract/billing/debts.ts'
import { createSubscriptionPayment, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { fakeOf } from '../pages/fake-answer.ts'
import { autoPurchaseOff, firstPackage, serveAccount, visa } from '../pages/billing/account/account.ts'
import { packageReceipt } from '../pages/billing/account/receipts.ts'
import { packageSummary, serveAccess, servePackages } from '../pages/billing/paying/payments.ts'
import { cardOf } from '../kit/browser/account.ts'
import { hoursBefore, talk } from '../pages/conversations/home.ts'
import { as, closeToasts, expect, memberMe, page, registeredMe, server, subscriberMe, test } from '#tests/pages.ts'
import { toastOf } from '#tests/pages.ts'
import { serveFirstPayment } from '../pages/identity/registration.ts'
import { looksOf } from './look.ts'

const overdueMe = {
  ...subscriberMe,
  subscriptionStatus: 'past_due',
  graceEndsAt: '2026-11-28T08:00:00.000Z',
  debt: 12.5,
}
const expired = { ...visa, expMonth: 1, expYear: 2026 }

const entry = fakeOf(minutes, {
  at: hoursBefore(2),
  what: 'Session with Mindset Coach',
  note: 'Not charged: under 10 seconds',
  balanceBefore: 150,
  balanceAfter: 150,
  sessionId: talk('Mindset Coach', 2, 9).id,
})

const looks = looksOf('billing', {
  '/register': {
    serveCard: serveFirstPayment,
    states: {
      'with its errors': async () => {
        await page.getByRole('button', { name: 'Create Account' }).click()
        await expect(page.getByLabel('First name')).toBeFocused()
      },
      packages: { me: registeredMe, shows: ['radio', /uplift/i] },
      'the card form': async () => {
        await page.getByRole('button', { name: /\$27\.97/ }).click()
        await expect(page.getByLabel('Card number')).toBeVisible()
      },
    },
  },
  '/payment-return': {
    at: '/payment-return?after=purchase&payment_intent=pi_1',
    me: subscriberMe,
    serve: () => server.refuse(processPaymentSuccess, 'payment_not_completed'),
    // The toast goes away by itself, in the middle of a walk by keyboard.
    ready: async () => {
      await expect(toastOf(page)).toBeVisible()
      await closeToasts(page)
    },
  },
  '/subscribe': {
    me: registeredMe,
    serveCard: serveAccess,
    ready: () => expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled(),
    states: {
      'no payment': {
        serve: () => server.refuse(createSubscriptionPayment, 'payment_unavailable'),
        shows: ['button', 'Retry'],
      },
      ending: { me: { ...subscriberMe, cancelAtPeriodEnd: true }, shows: ['button', 'Resume Subscription'] },
    },
  },
  '/checkout': [
    {
      me: subscriberMe,
      serveCard: async (server, provider) => {
        servePackages(server, provider, { card: visa, magicId: 'pm_card_visa' })
        server.answer(resumePayment, {
          ...(await provider.openKeptPayment(2500, 'pm_card_authenticationRequired')),
          summary: packageSummary('uplift'),
          card: { ...visa, last4: '3184' },
          organizationName: null,
        })
      },
      title: 'Buy Credits',
      states: {
        'the saved card': async () => {
          await page.getByRole('button', { name: 'Choose Launch' }).click()
          await expect(page.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })).toBeEnabled()
        },
        'another card': async () => {
          await page.getByRole('button', { name: 'Use another card' }).click()
          await expect(page.getByLabel('Card number')).toBeVisible()
        },
        'to confirm': async () => {
          await page.goto('/checkout?resume=0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003')
          await expect(page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })).toBeEnabled()
        },
        'of a member': async () => {
          as(memberMe)
          await page.goto('/checkout')
          await expect(page.getByRole('main')).toContainText('Acme Consulting pays for your sessions')
        },
      },
    },
  ],
  '/account': [
    {
      me: overdueMe,
      serveCard: (server, provider) => {
        serveAccount(server, overdueMe)
        server.answer(card, { card: expired })
        server.answer(setUpCard, async () => ({ clientSecret: await provider.openCardSetup() }))
        server.answer(autoPurchase, {
          ...autoPurchaseOff,
          enabled: true,
          card: expired,
          problem: {
            code: 'on_hold',
            message: 'Auto-purchase is on hold until a disputed payment is settled.',
            retryAt: null,
            checkoutId: null,
          },
        })
        server.answer(debts, [fakeOf(debts, { amount: 12.5, description: 'Minutes used from a disputed payment' })])
      },
      title: 'Account',
      ready: async () => {
        await expect(page.getByRole('heading', { name: 'Open debt' })).toBeVisible()
        await expect(page.getByText('This card has expired')).toBeVisible()
      },
      states: {
        'a wrong threshold': {
          fill: { 'Threshold (minutes)': '51' },
          shows: 'Threshold must be a whole number from 1 to 50',
        },
        'the card': async () => {
          await cardOf(page, 'Saved card').getByRole('button', { name: 'Update Card' }).click()
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Save Card' })).toBeEnabled()
        },
        cancelling: async () => {
          as(subscriberMe)
          serveAccount(server)
          server.answer(card, { card: null })
          server.answer(autoPurchase, { ...autoPurchaseOff, card: null })
          server.answer(transactions, [])
          await page.reload()
          await expect(page.getByText('No transactions yet')).toBeVisible()
          await page.getByRole('button', { name: 'Cancel Subscription' }).click()
          await expect(page.getByRole('alertdialog')).toBeVisible()
        },
      },
    },
  ],
  '/account/minutes': {
    me: subscriberMe,
    serve: () => server.answer(minutes, [entry]),
    title: 'Minutes',
    ready: () => expect(page.getByRole('link', { name: 'Session with Mindset Coach' })).toBeVisible(),
  },
  '/account/receipts': {
    me: { ...subscriberMe, hasAccess: false, subscriptionStatus: 'canceled' },
    serve: () => server.answer(transactions, [firstPackage]),
    title: 'Payments and Receipts',
    ready: () => expect(page.getByRole('link', { name: 'Receipt L-000001' })).toBeVisible(),
  },
  '/account/receipts/:id': {
    at: `/account/receipts/${packageReceipt.id}`,
    me: subscriberMe,
    serve: () => server.answer(receipt, packageReceipt),
    title: 'Receipt L-000001',
    ready: () => expect(page.getByRole('table')).toBeVisible(),
  },
  '/invitations': {
    me: subscriberMe,
    serve: () =>
      server.answer(
        referrals,
        fakeOf(referrals, {
          offer: { rewardMinutes: 30, code: 'ROBIN234', link: 'https://luna.test/register?ref=ROBIN234' },
          referrals: [{ status: 'completed', completedAt: '2026-11-05T08:00:00.000Z', rewardMinutes: 30 }],
        }),
      ),
    ready: () => expect(page.getByRole('heading', { name: 'Completed (1)' })).toBeVisible(),
  },
})

for (const look of looks) test(...look)
