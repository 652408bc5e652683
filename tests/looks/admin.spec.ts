import { actPeople, type AdminAct, adminActs, actSubjects } from '#contract/audit/acts.ts'
import { adminDebts } from '#contract/admin/debts.ts'
import { customer } from '#contract/admin/customers.ts'
import { disputes } from '#contract/admin/disputes.ts'
import { overview, overviewAgents, overviewOrganizations } from '#contract/admin/overview.ts'
import { overviewMoney } from '#contract/admin/overview-rows.ts'
import { findInboxThread, inbox } from '#contract/messages/inbox.ts'
import { savedAnswers } from '#contract/messages/saved-answers.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { openCreate } from '../kit/browser/admin-agents.ts'
import { act, rowsOf } from '../kit/browser/admin.ts'
import { adminMe, as, expect, page, type Page, server, test } from '#tests/pages.ts'
import { ada, ben } from '../pages/admin/admin.ts'
import { planner, serveAgents } from '../pages/admin/agents.ts'
import { acmePage, benPage, serveCustomers, talk } from '../pages/admin/customers/customers.ts'
import { apology, fromBen, question, read, reply, serveMessages } from '../pages/admin/messages.ts'
import { acme, serveOrganizations } from '../pages/admin/organizations.ts'
import { emptyOverview } from '../pages/admin/overview/answers.ts'
import { servePanel } from '../pages/admin/admin.ts'
import { disputed, paid, servePayments, waitingRefund } from '../pages/admin/payments/payments.ts'
import { request, serveRequests } from '../pages/admin/requests/requests.ts'
import { member, serveUsers } from '../pages/admin/users.ts'
import { serveVersions } from '../pages/admin/versions.ts'
import { looksOf } from './look.ts'

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]:not([data-toast]), [role=alertdialog]')).toHaveCount(0)
}

/** Closes the dialog before, and opens another one of a row. */
const open = async (page: Page, name: string, action: string, shown = 'Cancel') => {
  await closeDialog(page)
  await act(page, name, action)
  await expect(page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name: shown })).toBeVisible()
}

const talked = {
  conversations: 8,
  minutes: 40,
  earned: 10,
  voiceMinutes: 42,
  voiceCost: 4,
  margin: 6,
}

const adjustment = {
  id: '1',
  at: '2026-11-20T08:00:00.000Z',
  adminId: ada.id,
  adminEmail: ada.email,
  action: 'credits.adjust',
  targetKind: 'user',
  targetId: ben.id,
  targetName: ben.email,
  before: { minutes: 0 },
  after: { minutes: 12 },
  reason: 'Good will',
  requestId: 'request-1',
} satisfies AdminAct

const looks = looksOf('admin', {
  '/admin': [
    {
      me: { ...adminMe, isTwoFactorSuggested: true },
      serve: ({ server }) => {
        servePanel(server)
        server.answer(overview, {
          ...emptyOverview,
          isEmpty: false,
          now: { ...emptyOverview.now, gross: 150, back: 25, net: 125, subscribers: 42, margin: -3.5 },
          before: { ...emptyOverview.before, net: 100, subscribers: 40 },
          revenue: [
            { kind: 'package', count: 6, amount: 150, before: 100 },
            { kind: 'refund', count: 1, amount: -25, before: 0 },
          ],
          endings: [{ reason: 'user', conversations: 12 }],
        })
        server.answer(overviewAgents, [
          { ...talked, id: planner.id, name: 'Cash Flow Explainer', failedCalls: 2, failedPercent: 20 },
        ])
        server.answer(overviewOrganizations, [{ ...talked, id: 100_001, name: 'Acme Consulting' }])
        server.answer(overviewMoney, [
          {
            id: 'refund 1',
            receiptId: paid.id,
            at: '2026-11-20T10:00:00.000Z',
            kind: 'refund',
            amount: -25,
            item: 'Sound was bad',
            receiptNumber: 'L-000042',
            userId: ben.id,
            organizationId: null,
            payer: ben.email,
          },
        ])
      },
      title: /./,
      ready: (page) => expect(page.getByRole('table', { name: 'Failing agents' })).toBeVisible(),
      states: {
        'rows of a figure': async ({ page }) => {
          await page.getByRole('link', { name: 'Refunds', exact: true }).click()
          await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
        },
      },
    },
    {
      at: '/admin?tab=users',
      me: adminMe,
      serve: ({ server }) => serveUsers(server, () => [member]),
      title: /./,
      ready: (page) => expect(rowsOf(page)).toHaveCount(1),
      states: {
        role: ({ page }) => open(page, 'Ben Reed', 'Change Role'),
        refund: ({ page }) => open(page, 'Ben Reed', 'Refund a Payment'),
        deletion: ({ page }) => open(page, 'Ben Reed', 'Delete', 'Keep User'),
        'nothing found': async ({ page }) => {
          await closeDialog(page)
          await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this name')
          await expect(page.getByText('No users found')).toBeVisible()
        },
      },
    },
    {
      at: '/admin?tab=organizations',
      me: adminMe,
      serve: ({ server }) => serveOrganizations(server, () => [acme]),
      title: /./,
      ready: (page) => expect(rowsOf(page)).toHaveCount(1),
      states: {
        details: async ({ page }) => {
          await page.getByRole('button', { name: `Details: ${acme.name}` }).click()
          const dialog = page.getByRole('dialog', { name: acme.name })
          await expect(dialog.getByRole('region', { name: 'Users' })).toContainText('olga.owner@example.com')
        },
        adjusting: ({ page }) => open(page, acme.name, 'Adjust Credits'),
        canceling: ({ page }) => open(page, acme.name, 'Set Canceled', 'Keep Organization'),
      },
    },
    {
      at: '/admin?tab=agents',
      me: adminMe,
      serve: ({ server }) => {
        const faulty = {
          isActive: false,
          isPremium: true,
          isPrivate: true,
          organizations: [{ id: 100_001, name: 'Acme' }],
        }
        const failed = {
          syncState: 'failed' as const,
          syncError: 'The voice provider did not answer. Please try again.',
        }
        serveAgents(server, () => [
          planner,
          { ...planner, ...faulty, ...failed, id: planner.id.replace(/1$/, '2'), name: 'Zephyr' },
        ])
        serveVersions(server)
      },
      title: /./,
      ready: (page) => expect(rowsOf(page)).toHaveCount(2),
      states: {
        'a new one': async ({ page }) => {
          const dialog = await openCreate(page)
          await dialog.getByRole('checkbox', { name: 'Private' }).check()
          await dialog.getByRole('button', { name: 'Create Agent' }).click()
          await expect(dialog.getByText('Name is required')).toBeVisible()
        },
        quality: async ({ page }) => {
          await open(page, planner.name, 'Quality and Versions', 'View version 2')
          await expect(page.getByRole('img', { name: /^Goal met, percent by version/ })).toBeVisible()
        },
        'a version': async ({ page }) => {
          await page.getByRole('button', { name: 'View version 2' }).click()
          await expect(page.getByRole('region', { name: 'System prompt' }).locator('ins')).toBeVisible()
        },
      },
    },
    {
      at: '/admin?tab=requests',
      me: adminMe,
      serve: ({ server }) => serveRequests(server, () => request),
      title: /./,
      ready: (page) => expect(rowsOf(page)).toHaveCount(1),
      states: {
        details: async ({ page }) => {
          await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
          await expect(page.getByRole('dialog')).toContainText('Plays a hard buyer.')
        },
      },
      tag: ['@D150'],
    },
    {
      at: '/admin?tab=communications',
      me: adminMe,
      serve: ({ server }) => {
        serveMessages(server, () => [read, reply])
        server.answer(inbox, [fromBen])
        server.answer(savedAnswers, [apology])
      },
      title: /./,
      ready: (page) => expect(rowsOf(page)).toHaveCount(1),
      states: {
        'a new message': async ({ page }) => {
          await page.getByRole('button', { name: 'New Message' }).click()
          await page.getByLabel('Subject').fill('News')
          await page.getByLabel('Message', { exact: true }).fill('There is something new.')
        },
        'the question': async ({ page }) => {
          await page.getByRole('button', { name: 'Send Message' }).click()
          await expect(page.getByRole('alertdialog')).toContainText('Send to 1,234 people?')
        },
        'saved answers': async ({ page }) => {
          await page.goto('/admin?tab=communications')
          await page.getByRole('button', { name: 'Saved Answers' }).click()
          await expect(page.getByRole('list', { name: 'Saved answers' })).toBeVisible()
        },
        'a thread': async ({ page, server }) => {
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
    me: adminMe,
    serve: ({ server }) => {
      servePanel(server)
      server.answer(adminActs, [adjustment])
      server.answer(actPeople, [{ id: ada.id, email: ada.email }])
      server.answer(actSubjects, [])
    },
    title: 'Audit Log',
    ready: (page) => expect(rowsOf(page)).toHaveCount(1),
    tag: ['@D153'],
  },
  '/admin/payments': {
    me: adminMe,
    serve: ({ server }) => {
      servePayments(server)
      server.answer(refundRequests, [waitingRefund])
    },
    title: /./,
    ready: (page) => expect(rowsOf(page)).toHaveCount(2),
    states: {
      debts: async ({ page }) => {
        await page.goto('/admin/payments?tab=debts')
        await page.getByRole('button', { name: 'Forgive: Ben Reed, $15.47' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
      disputes: async ({ page }) => {
        await page.goto('/admin/payments?tab=disputes')
        await expect(rowsOf(page)).toHaveCount(1)
      },
      findings: async ({ page }) => {
        await page.goto('/admin/payments?tab=findings')
        await expect(rowsOf(page)).toHaveCount(1)
      },
      approvals: async ({ page }) => {
        await page.goto('/admin/payments?tab=approvals')
        await page.getByRole('button', { name: /^Approve/ }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
      'no debts': async ({ page, server }) => {
        server.answer(adminDebts, [])
        server.answer(disputes, [])
        await page.goto('/admin/payments?tab=debts')
        await expect(page.getByText('a payment that their bank took back')).toBeVisible()
      },
    },
    tag: ['@D44'],
  },
  '/admin/payments/:id': {
    at: `/admin/payments/${paid.id}`,
    me: adminMe,
    serve: ({ server }) => servePayments(server),
    title: /./,
    ready: (page) => expect(page.getByText('They agree')).toBeVisible(),
  },
  '/admin/payments/disputes/:id': {
    at: `/admin/payments/disputes/${disputed.id}`,
    me: adminMe,
    serve: ({ server }) => servePayments(server),
    title: /./,
    ready: (page) => expect(page.getByLabel('Your statement')).toBeVisible(),
  },
  '/admin/users/:id': {
    at: `/admin/users/${ben.id}`,
    me: adminMe,
    serve: ({ server }) => {
      serveCustomers(server)
      const note = { id: '1', text: 'Pays late', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
      server.answer(customer, { ...benPage, notes: [note] })
    },
    title: 'Ben Reed',
    ready: async (page) => {
      await page.getByText('Explain this charge').first().click()
      await expect(page.getByText('Card declined: Uplift').or(page.getByText('Payment declined')).first()).toBeVisible()
    },
    states: {
      crediting: async ({ page }) => {
        await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
        await expect(page.getByRole('dialog', { name: 'Credit Time Back' }).getByLabel('Time')).toBeVisible()
      },
      'deleting a note': async ({ page }) => {
        await closeDialog(page)
        await page.getByRole('button', { name: 'Delete the note: Pays late' }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    tag: ['@D153', '@D188'],
  },
  '/admin/organizations/:id': {
    at: '/admin/organizations/100001',
    me: adminMe,
    serve: ({ server }) => serveCustomers(server, () => [talk]),
    title: acmePage.organization.name,
    ready: (page) => expect(page.getByRole('list', { name: 'Members' })).toBeVisible(),
  },
  '/admin/settings': {
    me: adminMe,
    serve: ({ server }) => servePanel(server),
    title: /./,
    ready: (page) => expect(page.getByRole('form', { name: 'Platform settings' })).toBeVisible(),
    states: {
      'with its errors': async ({ page }) => {
        await page.getByRole('textbox', { name: 'Product name' }).fill('')
        await page.getByRole('textbox', { name: 'LinkedIn' }).fill('linkedin.com/luna')
        await page.getByRole('button', { name: 'Save Settings' }).click()
        await expect(page.getByText('Product name is required')).toBeVisible()
      },
    },
  },
})

for (const { title, details, judge } of looks) test(title, details, () => judge({ page, server, as }))
