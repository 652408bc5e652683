// What `npm run pictures` shows, in the order in which a person meets it; each step continues where the last one ended.
// `group` begins a part of the page that shows them, `whole` captures the page down to its end, `only` is for a state
// that exists at one width, and `moves` for one whose picture would be lost to reduced motion. What `open` resolves
// with is called once the pictures are taken.

import { adminScreens } from './list-admin.mjs'
import { joiningScreens } from './list-joining.mjs'
import { laterScreens } from './list-later.mjs'
import { organizationScreens } from './list-organizations.mjs'
import { publicScreens } from './list-public.mjs'
import { resultScreens } from './list-results.mjs'
import { talkingScreens } from './list-talking.mjs'
import {
  callAs,
  fillCard,
  hold,
  keepFailingCard,
  openFirstAgentPage,
  openLatestSession,
  passTime,
  password,
  visit,
} from './steps.mjs'

export const screens = [
  ...publicScreens,
  ...joiningScreens,
  {
    name: 'marketplace-loading',
    group: 'Agents',
    open: async (page) => {
      const release = await hold(page, '**/api/agents')
      await page.goto('/marketplace')
      await page.getByRole('heading', { level: 1 }).waitFor()
      return release
    },
  },
  { name: 'marketplace', open: visit('/marketplace') },
  { name: 'marketplace-empty', open: visit('/marketplace?q=zzzz') },
  { name: 'agent', open: openFirstAgentPage, whole: true },
  {
    name: 'agent-locked',
    open: async (page) => {
      await page.goto('/marketplace?show=locked')
      await page.getByRole('article').first().getByRole('link').click()
      await page.getByRole('button', { name: 'Unlock Agent' }).waitFor()
    },
  },
  {
    name: 'menu',
    only: 'phone',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'You' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-menu',
    only: 'wide',
    open: async (page) => {
      await page.goto('/marketplace')
      await page.getByRole('banner').getByRole('button', { name: 'Ada' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'checkout', group: 'Minutes and account', open: visit('/checkout'), whole: true },
  {
    name: 'checkout-payment',
    whole: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Choose Launch' }).click()
      await page.getByRole('button', { name: 'Use another card' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'checkout-done',
    open: async (page) => {
      await fillCard(page, '4242424242424242')
      const release = await hold(page, '**/api/process-payment-success')
      await page.getByRole('button', { name: 'Pay $15.00' }).click()
      await page.getByText('Payment received').waitFor()
      return async () => {
        await release()
        await page.waitForURL('**/dashboard')
      }
    },
  },
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
    name: 'profile-delete',
    open: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile-two-factor',
    open: async (page) => {
      await visit('/profile')(page)
      await page.getByRole('button', { name: 'Turn On' }).click()
      await page.getByLabel('Current password').fill(password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('img', { name: /^QR code/ }).waitFor()
    },
  },
  ...talkingScreens,
  {
    name: 'request-incomplete',
    group: 'Dashboard',
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
  ...resultScreens,
  {
    name: 'dashboard',
    whole: true,
    open: async (page) => {
      await page.goto('/dashboard')
      await page.locator('.recharts-bar-rectangle path').first().waitFor()
    },
  },
  { name: 'dashboard-table', open: (page) => page.getByRole('button', { name: 'Show as Table' }).click(), whole: true },
  { name: 'sessions', open: visit('/dashboard/sessions'), whole: true },
  {
    name: 'invitations',
    whole: true,
    open: async (page, { setPlatform }) => {
      await setPlatform('referralRewardMinutes', 30)
      await page.goto('/invitations')
      await page.getByRole('heading', { name: 'Your link' }).waitFor()
    },
  },
  {
    name: 'session',
    whole: true,
    open: async (page) => {
      await openLatestSession(page)
      await page.getByRole('button', { name: 'Keep transcript' }).click()
      await page.getByText('thirteen columns').waitFor()
    },
  },
  { name: 'minutes', open: visit('/account/minutes'), whole: true },
  { name: 'receipts', open: visit('/account/receipts'), whole: true },
  ...organizationScreens,
  { name: 'subscribe-active', group: 'Plan in every state', open: visit('/subscribe') },
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
  ...laterScreens,
  ...adminScreens,
]
