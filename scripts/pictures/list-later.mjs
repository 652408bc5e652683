// The last screens of `npm run pictures`: a new password, and an organization from within.
import { callAs, openMailedLink, password, visit } from './steps.mjs'

/** Continues as one of the demo people. */
async function enterAs(page, email) {
  await callAs(page, '/api/auth/logout')
  await callAs(page, '/api/auth/login', { email, password: 'luna-demo-1' })
}

/** Opens a tab of an organization's dashboard and waits for these words. */
function dashboardTab(tab, words) {
  return {
    name: `organization-${tab}`,
    whole: true,
    open: async (page) => {
      await page.goto(`/organization-dashboard?tab=${tab}`)
      await page.getByText(words).first().waitFor()
    },
  }
}

export const laterScreens = [
  {
    name: 'reset-password',
    group: 'A new password',
    open: async (page) => {
      await callAs(page, '/api/auth/logout')
      await callAs(page, '/api/auth/forgot-password', { email: 'ada@example.com' })
      await openMailedLink(page, 'ada@example.com', 'Reset your password')
      await page.getByLabel('Confirm password').waitFor()
    },
  },
  {
    name: 'reset-password-done',
    open: async (page) => {
      await page.getByLabel('New password').fill(`${password}-too`)
      await page.getByLabel('Confirm password').fill(`${password}-too`)
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await page.getByText('Your password has been changed').waitFor()
    },
  },
  {
    name: 'organization-bulk-invitations',
    group: 'An organization from within',
    whole: true,
    open: async (page) => {
      await enterAs(page, 'owner@acme.test')
      await callAs(page, '/api/organization/invitation-links', { batchName: 'Open day', maxUses: 25 })
      await page.goto('/organization-dashboard?tab=bulk')
      await page.getByText('Open day').waitFor()
      await page
        .getByLabel('People')
        .fill(
          'ada@example.com, Ada, Lovelace\nalan@example.com, Alan, Turing\nada@example.com\nmember@acme.test\nnobody',
        )
    },
  },
  {
    name: 'organization-bulk-checked',
    whole: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Review List' }).click()
      await page.getByText('Will be invited').waitFor()
    },
  },
  dashboardTab('overview', 'Recent Sessions'),
  dashboardTab('users', 'Invite a Member'),
  dashboardTab('agents', 'Add Agents'),
  dashboardTab('usage', 'No sessions in this period'),
  dashboardTab('billing', 'Organization Registration'),
  dashboardTab('settings', 'Archive'),
  {
    name: 'organization-pwa-builder',
    whole: true,
    open: async (page) => {
      await page.goto('/organization-dashboard?tab=pwa')
      await page.getByRole('region', { name: 'Preview of the app' }).waitFor()
    },
  },
  {
    name: 'branded-app-agents',
    whole: true,
    open: async (page) => {
      await enterAs(page, 'member@acme.test')
      await page.goto('/o/acme-consulting/agents')
      await page.getByRole('article').first().waitFor()
    },
  },
  { name: 'branded-app', open: visit('/o/acme-consulting/'), whole: true },
]
