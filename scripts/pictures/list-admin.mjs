import { callAs, visit } from './steps.mjs'

/** What platform admins manage, as the admin of the demo. */
export const adminScreens = [
  {
    name: 'admin-overview',
    group: 'For platform admins',
    whole: true,
    open: async (page) => {
      await callAs(page, '/api/auth/logout')
      await callAs(page, '/api/auth/login', { email: 'admin@luna.test', password: 'luna-demo-1' })
      await page.goto('/admin/overview')
      await page.getByRole('region', { name: 'Figures' }).waitFor()
      await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor()
    },
  },
  {
    name: 'admin-figure-rows',
    whole: true,
    open: async (page) => {
      await page.goto('/admin/overview?rows=money')
      await page.getByRole('link', { name: 'Platform access' }).waitFor()
    },
  },
  {
    name: 'admin-users',
    whole: true,
    open: async (page) => {
      await page.goto('/admin')
      await page.getByRole('button', { name: 'Actions: Olivia Owner' }).waitFor()
    },
  },
  {
    name: 'admin-role',
    open: async (page) => {
      await page.getByRole('button', { name: 'Actions: Olivia Owner' }).click()
      await page.getByRole('menuitem', { name: 'Change Role' }).click()
      await page.getByRole('combobox', { name: 'Organization' }).waitFor()
    },
  },
  {
    name: 'admin-agents',
    whole: true,
    open: async (page) => {
      await page.goto('/admin?tab=agents')
      await page.getByRole('button', { name: 'Actions: Mindset Coach' }).waitFor()
    },
  },
  {
    name: 'admin-agent',
    open: async (page) => {
      await page.getByRole('button', { name: 'Actions: Mindset Coach' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Save Agent' }).waitFor()
    },
  },
  {
    name: 'admin-agent-quality',
    open: async (page) => {
      await visit('/admin?tab=agents')(page)
      await page.getByRole('button', { name: 'Actions: Mindset Coach' }).click()
      await page.getByRole('menuitem', { name: 'Quality and Versions' }).click()
      await page.getByRole('dialog').getByRole('table', { name: 'Versions' }).waitFor()
    },
  },
  {
    name: 'agent-documents',
    whole: true,
    open: async (page) => {
      const agents = await (await page.request.get('/api/agents')).json()
      const { id } = agents.find(({ name }) => name === 'Mindset Coach')
      const text = 'Parents take fourteen weeks of parental leave with full pay. Please speak early. '.repeat(60)
      await callAs(page, `/api/agents/${id}/documents`, { kind: 'text', title: 'Handbook', text })
      await page.goto(`/agents/${id}`)
      await page.getByRole('textbox', { name: 'Question' }).fill('How long is parental leave?')
      await page.getByRole('button', { name: 'Find Passages' }).click()
      await page.getByRole('list', { name: 'Passages' }).waitFor()
    },
  },
  {
    name: 'agent-document',
    open: async (page) => {
      await page.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Handbook', exact: true }).click()
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
    },
  },
  {
    name: 'agent-documents-add',
    open: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add Documents' }).click()
      await page.getByRole('button', { name: 'Choose Files' }).waitFor()
    },
  },
  {
    name: 'admin-organizations',
    whole: true,
    open: async (page) => {
      await page.goto('/admin?tab=organizations')
      await page.getByRole('button', { name: 'Create Organization' }).waitFor()
      await page
        .getByRole('button', { name: /^Details: / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'admin-organization-details',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Details: / })
        .first()
        .click()
      await page.getByRole('region', { name: 'Services Purchased' }).waitFor()
    },
  },
  {
    name: 'admin-payments',
    whole: true,
    open: async (page) => {
      await page.goto('/admin/payments')
      await page
        .getByRole('status')
        .filter({ hasText: /payment/ })
        .waitFor()
    },
  },
  {
    name: 'admin-payment',
    whole: true,
    open: async (page) => {
      await page.locator('tbody tr a').first().click()
      await page.getByRole('button', { name: 'Check Now' }).waitFor()
      await page.getByText(/^They (agree|differ)$/).waitFor()
    },
  },
  {
    name: 'admin-dispute',
    whole: true,
    open: async (page) => {
      const [payment] = await (await page.request.get('/api/admin/payments?state=paid&limit=1')).json()
      const dispute = { payment: payment.stripePaymentId, action: 'open' }
      await page.request.post('/standins/control.json', { data: { dispute } })
      await page.waitForFunction(async () => (await (await fetch('/api/admin/disputes')).json()).length > 0)
      await page.goto('/admin/payments?tab=disputes')
      await page.locator('tbody tr a').first().click()
      await page.getByRole('form', { name: 'Evidence' }).waitFor()
    },
  },
  {
    name: 'admin-requests',
    whole: true,
    open: async (page) => {
      await page.goto('/admin?tab=requests')
      await page.getByRole('searchbox', { name: 'Search requests' }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /request/ })
        .waitFor()
    },
  },
  {
    name: 'admin-communications',
    whole: true,
    open: async (page) => {
      await page.goto('/admin?tab=communications')
      await page
        .getByRole('status')
        .filter({ hasText: /thread/ })
        .waitFor()
    },
  },
  {
    name: 'admin-message',
    open: async (page) => {
      await page.getByRole('button', { name: 'New Message' }).click()
      await page.getByLabel('Subject').fill('New agents for negotiations')
      await page
        .getByLabel('Message', { exact: true })
        .fill('Two agents play hard buyers. You find them in the library.')
    },
  },
  { name: 'admin-audit', whole: true, open: visit('/admin/audit') },
  {
    name: 'admin-customer',
    whole: true,
    open: async (page) => {
      await page.goto('/admin?tab=users&q=ana@luna.test')
      await page.getByRole('link', { name: /^Ana/ }).click()
      await page.getByRole('list', { name: 'Timeline' }).waitFor()
    },
  },
  {
    name: 'admin-organization',
    whole: true,
    open: async (page) => {
      await page.goto('/admin/organizations/100001')
      await page.getByRole('list', { name: 'Timeline' }).waitFor()
    },
  },
  { name: 'admin-settings', whole: true, open: visit('/admin/settings') },
]
