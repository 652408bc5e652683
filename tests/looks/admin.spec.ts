import { actChain, actPeople, adminActs, actSubjects } from '#contract/audit/acts.ts'
import { customer } from '#contract/admin/customers.ts'
import { overview, overviewAgents, overviewOrganizations } from '#contract/admin/overview.ts'
import { overviewMoney } from '#contract/admin/overview-rows.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { findInboxThread, inbox } from '#contract/messages/inbox.ts'
import { savedAnswers } from '#contract/messages/saved-answers.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { openCreate } from '../kit/browser/admin-agents.ts'
import { act, rowsOf } from '../kit/browser/admin.ts'
import { adminMe, expect, page, server, test } from '#tests/pages.ts'
import { fakeOf } from '../pages/fake-answer.ts'
import { ada, ben, servePanel } from '../pages/admin/admin.ts'
import { planner, serveAgents } from '../pages/admin/agents.ts'
import { acmePage, benPage, serveCustomers, talk } from '../pages/admin/customers/customers.ts'
import { apology, fromBen, question, read, reply, serveMessages } from '../pages/admin/messages.ts'
import { acme, serveOrganizations } from '../pages/admin/organizations.ts'
import { busyOverview, serveEmptyOverview } from '../pages/admin/overview/answers.ts'
import { disputed, paid, servePayments, waitingRefund } from '../pages/admin/payments/payments.ts'
import { request, serveRequests } from '../pages/admin/requests/requests.ts'
import { member, serveUsers } from '../pages/admin/users.ts'
import { serveVersions } from '../pages/admin/versions.ts'
import { looksOf } from './look.ts'

const closeDialog = async () => {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]:not([data-toast]), [role=alertdialog]')).toHaveCount(0)
}

/** Closes the dialog before, and opens another one of a row. */
const open = async (name: string, action: string, shown = 'Cancel') => {
  await closeDialog()
  await act(page, name, action)
  await expect(page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name: shown })).toBeVisible()
}

const refund = {
  id: 'refund 1',
  kind: 'refund',
  amount: -25,
  item: 'Sound was bad',
  receiptNumber: 'L-000042',
} as const

/** An agent with everything that a row can tell. */
const zephyr: typeof planner = {
  ...planner,
  id: planner.id.replace(/1$/, '2'),
  name: 'Zephyr',
  isActive: false,
  isPremium: true,
  isPrivate: true,
  organizations: [{ id: 100_001, name: 'Acme' }],
  syncState: 'failed',
  syncError: 'The voice provider did not answer. Please try again.',
}

const looks = looksOf('admin', {
  '/admin/overview': {
    serve: () => {
      servePanel(server)
      serveEmptyOverview(server)
      server.answer(overview, busyOverview)
      const failing = { id: planner.id, name: 'Cash Flow Explainer', failedCalls: 2, failedPercent: 20 }
      server.answer(overviewAgents, [fakeOf(overviewAgents, failing)])
      server.answer(overviewOrganizations, [fakeOf(overviewOrganizations, { name: 'Acme Consulting' })])
      server.answer(overviewMoney, [fakeOf(overviewMoney, { ...refund, userId: ben.id, payer: ben.email })])
    },
    ready: () => expect(page.getByRole('region', { name: 'Figures' })).toBeVisible(),
    states: {
      reports: { at: '/admin/overview?part=reports', shows: ['table', 'Failing agents'] },
      'rows of a figure': {
        at: '/admin/overview?part=reports',
        press: ['link', /^Refunds$/],
        shows: ['heading', 'Refunds'],
      },
    },
    tag: ['@D205'],
  },
  '/admin': [
    {
      me: { ...adminMe, isTwoFactorSuggested: true },
      serve: () => {
        serveUsers(server, () => [member])
        server.answer(waitingWork, [
          { kind: 'approvals', count: 2, at: '2026-11-20T08:00:00.000Z' },
          { kind: 'findings', count: 1, at: '2026-11-20T08:00:00.000Z' },
        ])
      },
      ready: () => expect(rowsOf(page)).toHaveCount(1),
      states: {
        role: () => open('Ben Reed', 'Change Role'),
        refund: () => open('Ben Reed', 'Refund a Payment'),
        deletion: () => open('Ben Reed', 'Delete', 'Keep User'),
      },
    },
    {
      at: '/admin?tab=organizations',
      serve: () => serveOrganizations(server, () => [acme]),
      ready: () => expect(rowsOf(page)).toHaveCount(1),
      states: {
        details: async () => {
          await page.getByRole('button', { name: `Details: ${acme.name}` }).click()
          const dialog = page.getByRole('dialog', { name: acme.name })
          await expect(dialog.getByRole('region', { name: 'Users' })).toContainText('olga.owner@example.com')
        },
        adjusting: () => open(acme.name, 'Adjust Credits'),
        canceling: () => open(acme.name, 'Set Canceled', 'Keep Organization'),
      },
    },
    {
      at: '/admin?tab=agents',
      serve: () => {
        serveAgents(server, () => [planner, zephyr])
        serveVersions(server)
      },
      ready: () => expect(rowsOf(page)).toHaveCount(2),
      states: {
        'a new one': async () => {
          const dialog = await openCreate(page)
          await dialog.getByRole('checkbox', { name: 'Private' }).check()
          await dialog.getByRole('button', { name: 'Create Agent' }).click()
          await expect(dialog.getByText('Name is required')).toBeVisible()
        },
        quality: async () => {
          await open(planner.name, 'Quality and Versions', 'View version 2')
          await expect(page.getByRole('img', { name: /^Goal met, percent by version/ })).toBeVisible()
        },
        'a version': async () => {
          await page.getByRole('button', { name: 'View version 2' }).click()
          await expect(page.getByRole('region', { name: 'System prompt' }).locator('ins')).toBeVisible()
        },
      },
    },
    {
      at: '/admin?tab=requests',
      serve: () => serveRequests(server, () => request),
      ready: () => expect(rowsOf(page)).toHaveCount(1),
      states: {
        details: async () => {
          await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
          await expect(page.getByRole('dialog')).toContainText('Plays a hard buyer.')
        },
      },
      tag: ['@D150'],
    },
    {
      at: '/admin?tab=communications',
      serve: () => {
        serveMessages(server, () => [read, reply])
        server.answer(inbox, [fromBen])
        server.answer(savedAnswers, [apology])
      },
      ready: () => expect(rowsOf(page)).toHaveCount(1),
      states: {
        'a new message': async () => {
          await page.getByRole('button', { name: 'New Message' }).click()
          await page.getByLabel('Subject').fill('News')
          await page.getByLabel('Message', { exact: true }).fill('There is something new.')
        },
        'the question': async () => {
          await page.getByRole('button', { name: 'Send Message' }).click()
          await expect(page.getByRole('alertdialog')).toContainText('Send to 1,234 people?')
        },
        'saved answers': {
          at: '/admin?tab=communications',
          press: 'Saved Answers',
          shows: ['list', 'Saved answers'],
        },
        'a thread': async () => {
          server.answer(findInboxThread, { thread: fromBen, contact: null })
          await page.goto(`/admin?tab=communications&message=${question.id}`)
          await expect(page.getByRole('main')).toContainText('On your account page.')
          await expect(page.getByRole('main')).toContainText('PlanStarterBalance12:30')
        },
      },
      tag: ['@D65'],
    },
  ],
  '/admin/audit': {
    serve: () => {
      servePanel(server)
      server.answer(adminActs, [
        fakeOf(adminActs, { adminEmail: ada.email, action: 'credits.adjust', reason: 'Good will' }),
      ])
      server.answer(actChain, { place: 1, checkedAt: '2026-11-21T08:00:00.000Z', isIntact: true })
      server.answer(actPeople, [])
      server.answer(actSubjects, [])
    },
    title: 'Audit Log',
    ready: () => expect(rowsOf(page)).toHaveCount(1),
    tag: ['@D153'],
  },
  '/admin/payments': {
    serve: () => {
      servePayments(server)
      server.answer(refundRequests, [waitingRefund])
    },
    ready: () => expect(rowsOf(page)).toHaveCount(2),
    states: {
      debts: { at: '/admin/payments?tab=debts', press: 'Forgive: Ben Reed, $15.47', shows: ['dialog'] },
      disputes: async () => {
        await page.goto('/admin/payments?tab=disputes')
        await expect(rowsOf(page)).toHaveCount(1)
      },
      findings: async () => {
        await page.goto('/admin/payments?tab=findings')
        await expect(rowsOf(page)).toHaveCount(1)
      },
      approvals: { at: '/admin/payments?tab=approvals', press: /^Approve/, shows: ['alertdialog'] },
    },
    tag: ['@D44'],
  },
  '/admin/payments/:id': {
    at: `/admin/payments/${paid.id}`,
    serve: () => servePayments(server),
    ready: () => expect(page.getByText('In sync')).toBeVisible(),
  },
  '/admin/payments/disputes/:id': {
    at: `/admin/payments/disputes/${disputed.id}`,
    serve: () => servePayments(server),
    ready: () => expect(page.getByLabel('Your statement')).toBeVisible(),
  },
  '/admin/users/:id': {
    at: `/admin/users/${ben.id}`,
    serve: () => {
      serveCustomers(server)
      const note = { id: '1', text: 'Pays late', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
      server.answer(customer, { ...benPage, notes: [note] })
    },
    title: 'Ben Reed',
    ready: async () => {
      await page.getByText('Explain this charge').first().click()
      await expect(page.getByText('Card declined: Uplift').or(page.getByText('Payment declined')).first()).toBeVisible()
    },
    states: {
      crediting: async () => {
        await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
        await expect(page.getByRole('dialog', { name: 'Credit Time Back' }).getByLabel('Time')).toBeVisible()
      },
      'deleting a note': async () => {
        await closeDialog()
        await page.getByRole('button', { name: 'Delete the note: Pays late' }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    tag: ['@D153', '@D188'],
  },
  '/admin/organizations/:id': {
    at: '/admin/organizations/100001',
    serve: () => serveCustomers(server, () => [talk]),
    title: acmePage.organization.name,
    ready: () => expect(page.getByRole('list', { name: 'Members' })).toBeVisible(),
  },
  '/admin/settings': {
    serve: () => servePanel(server),
    ready: () => expect(page.getByRole('form', { name: 'Platform settings' })).toBeVisible(),
    states: {
      'with its errors': async () => {
        await page.getByRole('textbox', { name: 'Product name' }).fill('')
        await page.getByRole('textbox', { name: 'LinkedIn' }).fill('linkedin.com/luna')
        await page.getByRole('button', { name: 'Save Settings' }).click()
        await expect(page.getByText('Product name is required')).toBeVisible()
      },
    },
  },
})

for (const look of looks) test(...look)
