import type { Answer } from '#contract/call.ts'
import { adminAgents } from '#contract/agents/admin-agents.ts'
import { adminCommunications } from '#contract/messages/admin-messages.ts'
import { adminOrganizations } from '#contract/admin/organizations.ts'
import { adminRequests } from '#contract/agents/admin-requests.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { adjustUserMinutes, adminUsers, setUserStatus, type AdminUser } from '#contract/admin/users.ts'
import { settingDefaults } from '#server/settings/settings.ts'
import { refusals } from '#server/kernel/problem.ts'
import { expectDelay, recordMoments } from '../../kit/browser/moments.ts'
import {
  adminMe,
  as,
  expect,
  type FakeServer,
  ownerMe,
  page,
  type Page,
  registeredMe,
  server,
  tagged,
  test,
  toastOf,
  watchRequests,
} from '#tests/pages.ts'
import { serveDashboard } from '../conversations/home.ts'

const tabs = ['Users', 'Agents', 'Organizations', 'Agent Requests', 'Communications']

const ada = {
  id: adminMe.id,
  email: adminMe.email,
  firstName: 'Ada',
  lastName: 'Admin',
  role: 'admin',
  isActive: true,
  creditBalance: 0,
  hasOrganizationAccess: false,
  staffRole: null,
  organizationCredits: null,
  category: '',
  organizations: [],
  createdAt: adminMe.createdAt,
  deletedAt: null,
  erasedAt: null,
} satisfies AdminUser

const robin = {
  ...ada,
  id: registeredMe.id,
  email: registeredMe.email,
  firstName: 'Robin',
  lastName: 'Reed',
  role: 'user',
} satisfies AdminUser

/** A new platform whose admins must have a second factor. */
const settings = {
  settings: { ...settingDefaults, adminTwoFactorRequired: true },
  defaults: settingDefaults,
  changes: {},
} satisfies Answer<typeof readPlatformSettings>

function servePanel(server: FakeServer): void {
  server.answer(refundRequests, [])
  server.answer(adminUsers, [ada, robin], { total: 2 })
  server.answer(adminCommunications, [], { total: 0 })
  server.answer(readPlatformSettings, settings)
}

function rowOf(page: Page, email: string) {
  return page.locator('tbody tr').filter({ hasText: email })
}

test('the panel opens with its title, its five tabs and the users', tagged('S422'), async () => {
  as(adminMe)
  serveDashboard(server)
  servePanel(server)
  server.answer(adminAgents, [], { total: 0 })
  server.answer(adminOrganizations, [], { total: 0 })
  server.answer(adminRequests, [], { total: 0 })
  await page.goto('/dashboard')
  await page.getByRole('banner').getByRole('link', { name: 'Admin Portal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel')
  await expect(page).toHaveTitle(/^Admin Panel/)
  await expect(page.getByRole('tab')).toHaveText(['Overview', ...tabs])
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Overview')
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(rowOf(page, robin.email)).toBeVisible()
  for (const name of tabs) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toContainText(name)
  }
})

test('nobody else sees the panel or loads its code; visitors see the landing page (S332, S544, D142)', async () => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  for (const address of ['/admin', '/admin/settings']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
  }
  as(ownerMe)
  for (const address of ['/admin', '/admin/settings', `/admin?organizationId=${ownerMe.organizationId}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
  }
  expect(loaded.filter((name) => /call-list|users-tab/.test(name))).toEqual([])
  expect(server.calls.filter((call) => call.includes('/api/admin'))).toEqual([])
})

test('admins cannot act on themselves here, and a demoted admin loses the panel', tagged('D142 D144'), async () => {
  as(adminMe)
  servePanel(server)
  server.refuseWith(adjustUserMinutes, refusals.forbidden())
  await page.goto('/admin?tab=users')
  await page.getByRole('button', { name: 'Actions: Ada Admin' }).click()
  for (const name of ['Change Role', 'Deactivate', 'Adjust Credits', 'Refund a Payment', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: 'Actions: Robin Reed' }).click()
  await page.getByRole('menuitem', { name: 'Adjust Credits' }).click()
  await page.getByLabel('Minutes').fill('5')
  await page.getByLabel('Reason').fill('Mine')
  as({ ...adminMe, role: 'user', hasAccess: false })
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(server.asked(adjustUserMinutes)).toHaveLength(1)
})

test('an admin whose session ends while acting is led to the sign-in page after half a second (S681, S682)', async () => {
  as(adminMe)
  servePanel(server)
  server.refuseWith(setUserStatus, refusals.signedOut())
  await recordMoments(page)
  await page.goto('/admin?tab=users')
  await expect(rowOf(page, robin.email)).toBeVisible()
  const seen = watchRequests(page)
  await page.getByRole('button', { name: 'Actions: Robin Reed' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  as(null)
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Ftab%3Dusers')
  expect(seen.some(({ isDocument }) => isDocument)).toBe(false)
  await expectDelay(page, `answer 401 PATCH /api/admin/users/${robin.id}/status`, 'screen /login', 500)
})
