import { logout } from '#contract/identity/current-user.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { communications, markMessageRead } from '#contract/messages/messages.ts'
import {
  organizationMessages,
  organizationOverview,
  organizationConversations,
} from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { refusals } from '#server/kernel/problem.ts'
import {
  adminMe,
  as,
  closeToasts,
  expect,
  ownerMe,
  page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { acmeId, figureOf, mia, minutesRequest, olga, overview, serveDashboard } from './organization.ts'

const dashboard = '/organization-dashboard'
const tabNames = [
  'Overview',
  'Users',
  'Bulk Invitations',
  'AI Agents',
  'PWA Builder',
  'Usage Analytics',
  'Billing',
  'Settings',
]

const session = {
  id: '10000000-0000-4000-8000-000000000001',
  userId: mia.id,
  userName: 'Mia Member',
  agentId: '0b000000-0000-4000-8000-000000000001',
  agentName: 'Mindset Coach',
  agentImageUrl: null,
  duration: 0.5,
  durationSeconds: 30,
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:30.000Z',
  status: 'completed' as const,
}

const { subject, message, inReplyTo, createdAt, isOwn, isUnread, id } = {
  ...minutesRequest,
  isOwn: false,
  isUnread: true,
}
const toAdmins = { id, inReplyTo, fromName: 'Mia Member', isOwn, isUnread, subject, message, createdAt }

test('an admin sees the organization, its figures, the newest sessions and messages (S380, S381, S385, S400, S545, S640, D64, D134)', async ({
  context,
}) => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(
    organizationConversations,
    ['1', '2', '3', '4', '5'].map((digit) => ({ ...session, id: session.id.slice(0, -1) + digit })),
  )
  server.answer(organizationMessages, [toAdmins])
  server.answer(communications, [])
  server.answer(members, [mia, olga])
  server.answer(invitations, [])
  server.answer(markMessageRead, () => {
    server.answer(organizationMessages, [{ ...toAdmins, isUnread: false }])
    return { ...minutesRequest, isOwn: false, isRead: true }
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await expect(page).toHaveURL(dashboard)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Consulting')
  const main = page.getByRole('main')
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Copy organization ID' }).click()
  await expect(toastOf(page)).toContainText('Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(acmeId))
  await closeToasts(page)
  await expect(figureOf(page, 'Total Members')).toHaveText('2')
  await expect(figureOf(page, 'Credit Balance')).toHaveText('42')
  await expect(figureOf(page, 'Active Agents')).toHaveText('1')
  await expect(figureOf(page, 'Monthly Usage')).toHaveText('3')

  const sessions = main.getByRole('list', { name: 'Recent sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(5)
  await expect(sessions.first()).toContainText('Mindset Coach')
  await expect(sessions.first()).toContainText('Mia Member')
  await expect(sessions.first()).toContainText('0:30')
  expect(server.asked(organizationConversations)[0]?.query).toEqual({ limit: 5 })
  await expect(main.getByRole('link', { name: 'View All' })).toHaveAttribute('href', /tab=usage&view=conversations$/)
  const shown = main.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(shown).toContainText('Could you add minutes to our pool?')
  await expect(shown).toContainText('Mia Member')
  await shown.getByRole('button', { name: 'Mark as Read: Request for minutes' }).click()
  await expect(toastOf(page)).toContainText('Marked as Read')
  await expect(shown.getByRole('button')).toHaveCount(0)
  await closeToasts(page)
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([id])

  const tabs = main.getByRole('tab')
  await expect(tabs).toHaveText(tabNames)
  await tabs.filter({ hasText: 'Users' }).click()
  await expect(page).toHaveURL(`${dashboard}?tab=users`)
  await page.reload()
  await expect(main.getByRole('tab', { name: 'Users', selected: true })).toBeVisible()
})

test('Logout ends the session and opens the sign-in page', tagged('S382'), async () => {
  as(ownerMe)
  serveDashboard(server)
  await page.goto(dashboard)
  server.answer(logout, () => {
    as(null)
    return { success: true as const }
  })
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(server.asked(logout)).toHaveLength(1)
})

test('a failed sign-out from the dashboard says so and leaves the person signed in', tagged('S625'), async () => {
  as(ownerMe)
  serveDashboard(server)
  server.break(logout)
  await page.goto(dashboard)
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(toastOf(page).getByRole('heading')).toHaveText('Logout failed')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Consulting')
  await expect(page).toHaveURL(dashboard)
})

test('a status other than active appears as a warning', tagged('S486'), async () => {
  as(ownerMe)
  const main = page.getByRole('main')
  for (const [more, name] of [
    [{ subscriptionStatus: 'canceled', givesAccess: false }, 'Canceled'],
    [{ subscriptionStatus: 'past_due' }, 'Past due'],
    [{ subscriptionStatus: 'inactive', givesAccess: false }, 'Not paid yet'],
    [{ isActive: false, givesAccess: false }, 'Switched off'],
  ] as const) {
    serveDashboard(server, { ...overview, ...more })
    await page.goto(dashboard)
    await expect(main.getByText(name, { exact: true })).toBeVisible()
    await expect(main.getByText('Active', { exact: true })).toHaveCount(0)
  }
})

test('a person without an organization sees that, whatever the address says (S333, S384, S390, S416, D120)', async () => {
  as(subscriberMe)
  server.refuseWith(organizationOverview, refusals.organizationNotFound())
  for (const query of ['', `?adminMode=true&organizationId=${acmeId}`]) {
    await page.goto(dashboard + query)
    await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('tab')).toHaveCount(0)
    await expect(main.getByText('Platform Admin View')).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')
    await expect(main.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout')
  }
  expect(server.asked(organizationOverview).map(({ query }) => query)).toEqual([{}, { organizationId: acmeId }])
})

test('a platform admin visits any organization, with a badge and a link back', tagged('S317 S383 S543'), async () => {
  as(adminMe)
  serveDashboard(server)
  server.answer(members, [olga])
  server.answer(invitations, [])
  await page.goto(`${dashboard}?adminMode=true&organizationId=${acmeId}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Consulting')
  await expect(main.getByText('Platform Admin View')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Back to the admin panel' })).toHaveAttribute('href', '/admin')
  await main.getByRole('tab', { name: 'Users' }).click()
  await expect(page).toHaveURL(`${dashboard}?organizationId=${acmeId}&adminMode=true&tab=users`)
  await expect(main.getByRole('table', { name: 'Members' }).locator('tbody tr')).toHaveCount(1)
  await expect(main.getByText('Olga Owner', { exact: true })).toBeVisible()
  expect(server.asked(members).map(({ query }) => query)).toEqual([{ organizationId: acmeId }])
  expect(server.asked(organizationOverview)[0]?.query).toEqual({ organizationId: acmeId })
})

test('an organization admin waits at home until the organization is known', tagged('S025'), async () => {
  as(ownerMe)
  serveDashboard(server)
  const release = server.hold(userOrganization)
  await page.goto('/')
  await expect(page.getByRole('status').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  release()
  await expect(page).toHaveURL(dashboard)
})
