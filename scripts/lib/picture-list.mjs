// What `npm run pictures` shows, in the order in which a person meets it; each step goes on where the last one ended.

import { publicScreens } from './picture-list-public.mjs'
import {
  password,
  fillDetails,
  fillCard,
  openAgent,
  callAs,
  keepFailingCard,
  openFirstAgentPage,
  openLatestSession,
  passTime,
  visit,
} from './picture-steps.mjs'

export const screens = [
  ...publicScreens,
  { name: 'login', open: visit('/login') },
  {
    name: 'login-refused',
    open: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: /^(sign|log) in$/i }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  { name: 'forgot-password', open: visit('/forgot-password') },
  { name: 'reset-password-invalid', open: visit('/reset-password?token=unknown') },
  { name: 'register-details', open: visit('/register') },
  {
    name: 'register-details-wrong',
    open: async (page) => {
      await page.getByRole('button', { name: /^(continue|create account|next)/i }).click()
    },
  },
  {
    name: 'register-package',
    whole: true,
    open: async (page, { unique }) => {
      await fillDetails(page, `ada.${unique}@example.com`)
      await page.getByRole('button', { name: /^(continue|create account|next)/i }).click()
      await page.getByRole('radio', { name: /uplift/i }).waitFor()
    },
  },
  {
    name: 'subscribe',
    whole: true,
    open: async (page) => {
      await page.goto('/subscribe')
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-payment',
    whole: true,
    open: async (page) => {
      await page.goto('/register?step=payment')
      await page.getByRole('button', { name: /\$27\.97/ }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-declined',
    open: async (page) => {
      await fillCard(page, '4000000000000002')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  {
    name: 'dashboard-new',
    whole: true,
    open: async (page) => {
      await fillCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.waitForURL('**/dashboard')
    },
  },
  { name: 'marketplace', open: visit('/marketplace') },
  { name: 'marketplace-empty', open: visit('/marketplace?q=zzzz') },
  { name: 'agent', open: openFirstAgentPage, whole: true },
  { name: 'checkout', open: visit('/checkout'), whole: true },
  { name: 'account', open: visit('/account'), whole: true },
  {
    name: 'account-cancel',
    open: async (page) => {
      await page.getByRole('button', { name: 'Cancel Subscription' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'account-card',
    open: async (page) => {
      await page.getByRole('button', { name: 'Keep Subscription' }).click()
      await page.getByRole('button', { name: 'Update Card' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'account-auto-purchase-question',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('switch', { name: 'Buy minutes automatically' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-auto-purchase',
    whole: true,
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Switch On' }).click()
      await page.getByLabel('Threshold (minutes)').waitFor()
    },
  },
  {
    name: 'receipt',
    whole: true,
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Receipt/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Print' }).waitFor()
    },
  },
  { name: 'profile', open: visit('/profile'), whole: true },
  {
    name: 'profile-password',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change Password' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'conversation-ready', open: openAgent },
  {
    name: 'conversation',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'I agree' }).check()
      await dialog.getByRole('button', { name: 'Start' }).click()
      await dialog
        .getByRole('timer')
        .filter({ hasText: /0:0[6-9]/ })
        .waitFor()
    },
  },
  {
    name: 'conversation-transcript',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Message' }).fill('What should I do first?')
      await dialog.getByRole('button', { name: 'Send message' }).click()
      await dialog.getByRole('button', { name: 'Show full transcript' }).click()
      await dialog
        .getByRole('timer')
        .filter({ hasText: /0:1[2-9]/ })
        .waitFor()
    },
  },
  {
    name: 'conversation-recap',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
      await dialog.getByText('Session saved').waitFor()
    },
  },
  {
    name: 'request-incomplete',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
      await page.goto('/dashboard/requests')
      await page.getByRole('button', { name: 'Submit Request' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  {
    name: 'requests',
    open: async (page) => {
      for (const agentName of ['Grant Writer', 'Negotiation Coach']) {
        const description = 'Asks what the money is for, and writes the first draft with me.'
        await callAs(page, '/api/agent-requests', { agentName, description, useCase: 'Other', priority: 'medium' })
      }
      await visit('/dashboard/requests')(page)
      await page.getByText('Details').first().click()
    },
  },
  {
    name: 'contact-admin',
    open: async (page) => {
      await visit('/dashboard/messages')(page)
      await page.getByRole('button', { name: 'Contact Admin' }).click()
      await page.getByLabel('Subject').fill('Invoice address')
      await page.getByLabel('Message').fill('Can you put my company on the receipts?')
    },
  },
  {
    name: 'message-thread',
    open: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click()
      await page.getByRole('link', { name: 'Invoice address' }).click()
      await page.getByLabel('Your message').waitFor()
    },
  },
  {
    name: 'dashboard',
    whole: true,
    open: async (page) => {
      await page.goto('/dashboard')
      await page.getByText('Recent Sessions').waitFor()
    },
  },
  { name: 'sessions', open: visit('/dashboard/sessions'), whole: true },
  { name: 'session', open: openLatestSession, whole: true },
  { name: 'minutes', open: visit('/account/minutes'), whole: true },
  { name: 'subscribe-active', open: visit('/subscribe') },
  {
    name: 'payment-return-refused',
    open: async (page) => {
      const { clientSecret } = await callAs(page, '/api/create-payment-intent', { tier: 'launch' })
      await page.goto(`/payment-return?after=purchase&payment_intent=${clientSecret.split('_secret_')[0]}`)
      await page.getByRole('link', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'past-due',
    open: async (page) => {
      await keepFailingCard(page)
      await passTime(page, 'P1MT2H', '/dashboard', 'Payment failed.')
    },
  },
  {
    name: 'overdue',
    whole: true,
    open: async (page) => {
      await page.goto('/subscribe')
      await page.getByLabel('Card number').waitFor()
    },
  },
  { name: 'access-ended-unpaid', open: (page) => passTime(page, 'P8D', '/dashboard', 'Your access has ended') },
  { name: 'access-ended', open: (page) => passTime(page, 'P1M', '/dashboard', 'Reactivate') },
  { name: 'not-found', open: visit('/no-such-page') },
  { name: 'terms', open: visit('/terms-of-service') },
  { name: 'privacy', open: visit('/privacy-policy') },
]
