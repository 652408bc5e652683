import { adminRequests, type AdminRequest, setRequestStatus } from '#contract/agents/admin-requests.ts'
import { rowsOf } from '../../../kit/browser/admin.ts'
import { choose } from '../../../kit/browser/choosing.ts'
import { expectTitle } from '../../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../../kit/browser/watch.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { ben, downloadList } from '../admin.ts'
import {
  chooseStatus,
  coach,
  openRequests,
  request,
  serveRequests,
  setStatus,
  statuses,
  statusOf,
  withStatus,
} from './requests.ts'

test('the tab lists requests with their person and a select of the seven values, which asks first (S433, S489, S651, D60, D61)', async ({
  page,
  server,
  as,
}) => {
  let shown: AdminRequest = request
  as(adminMe)
  serveRequests(server, () => shown)
  await page.goto('/admin?tab=users')
  await page.getByRole('tab', { name: 'Agent Requests' }).click()
  await expect(page).toHaveURL('/admin?tab=requests')
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('hard')
  await expect.poll(() => server.asked(adminRequests).at(-1)?.query.search).toBe('hard')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(['Hard BuyerSales Training · High priority'])
  await expect(rowsOf(page)).toContainText(`Ben Reed${ben.email}`)
  const select = statusOf(page)
  await expect(select).toHaveText('received')
  await select.click()
  await expect(page.getByRole('option')).toHaveText(statuses)
  await page.keyboard.press('Escape')
  server.answer(setRequestStatus, ({ body }) => {
    shown = withStatus(body.status)
    return shown
  })
  await chooseStatus(page, 'in progress')
  await setStatus(page)
  await expectTitle(page, 'Agent request status updated successfully')
  await expect(toastOf(page)).toContainText('Ben Reed gets a message in 10 seconds.')
  await expect(select).toHaveText('in progress')
  expect(server.asked(setRequestStatus)).toEqual([
    { params: { id: request.id }, query: undefined, body: { status: 'in progress' } },
  ])
  const lines = await downloadList(page)
  expect(lines.join('\n')).toContain('Sales Training,High,In progress,Ben Reed,ben.reed@example.com')
})

test('the person and the organization lead to their pages, for staff who may see people', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveRequests(server, () => ({ ...request, organization: { id: 100_001, name: 'Acme Consulting' } }))
  await openRequests(page)
  await expect(page.getByRole('link', { name: 'Ben Reed' })).toHaveAttribute('href', `/admin/users/${ben.id}`)
  const organization = page.getByRole('link', { name: 'Acme Consulting' })
  await expect(organization).toHaveAttribute('href', '/admin/organizations/100001')
  as({ ...adminMe, staffRole: 'content' })
  await openRequests(page)
  await expect(rowsOf(page)).toContainText(['Ben Reed'])
  await expect(rowsOf(page).getByRole('link')).toHaveCount(0)
})

test('each status has its badge (S491)', async ({ page, server, as }) => {
  as(adminMe)
  const looks = new Map<string, string>()
  for (const status of [
    'received',
    'reviewed',
    'approved',
    'in progress',
    'published',
    'denied',
    'already exists',
  ] as const) {
    serveRequests(server, () => withStatus(status))
    await openRequests(page)
    // The selection beside it has the specification's spelling.
    const badge = rowsOf(page).getByText(`${status.slice(0, 1).toUpperCase()}${status.slice(1)}`, { exact: true })
    await expect(badge).toBeVisible()
    looks.set(status, (await badge.getAttribute('class')) ?? '')
  }
  const groups = Map.groupBy(statuses, (status) => looks.get(status))
  expect([...groups.values()]).toEqual([
    ['received'],
    ['reviewed', 'in progress'],
    ['approved', 'published'],
    ['denied', 'already exists'],
  ])
  expect(looks.get('published')).toContain('before:bg-primary')
  expect(looks.get('denied')).toContain('danger')
  expect(looks.get('reviewed')).toContain('before:border')
})

test('the dialog shows the request and its result, and accepts a note and an agent (D61, D150)', async ({
  page,
  server,
  as,
}) => {
  let shown: AdminRequest = { ...request, organization: { id: 100_001, name: 'Acme Consulting' } }
  as(adminMe)
  serveRequests(server, () => shown)
  await openRequests(page)
  await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Plays a hard buyer.')
  await expect(dialog).toContainText(`Ben Reed, ${ben.email}, Acme Consulting`)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('combobox', { name: 'Linked agent' })).toHaveCount(0)
  await choose(page, 'New status', 'published')
  await choose(page, 'Linked agent', coach.name)
  await dialog.getByLabel('Note (optional)').fill('Have fun with it.')
  server.refuse(setRequestStatus, 'agent_not_found', { field: 'agentId' })
  await dialog.getByRole('button', { name: 'Save Status' }).click()
  await expect(dialog.getByText('This agent does not exist.')).toBeVisible()
  await closeToasts(page)
  server.answer(setRequestStatus, () => {
    shown = { ...withStatus('published', 'Have fun with it.'), agentId: coach.id, agent: coach }
    return shown
  })
  await dialog.getByRole('button', { name: 'Save Status' }).click()
  await expect(toastOf(page)).toContainText('Agent request status updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Details: Hard Buyer' })).toBeFocused()
  expect(server.asked(setRequestStatus).at(-1)?.body).toEqual({
    status: 'published',
    note: 'Have fun with it.',
    agentId: coach.id,
    before: { status: 'received', agentId: null },
  })
  await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
  await expect(dialog.getByRole('listitem').last()).toContainText('Have fun with it.')
  await expect(dialog.getByRole('listitem').last()).toContainText('Ada Admin')
  await expect(dialog.getByRole('combobox', { name: 'Linked agent' })).toHaveText(coach.name)
})

test('the list is filtered by status, and fits every screen (D150)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => request)
  await openRequests(page)
  await choose(page, 'Filter by status', 'denied')
  await expect(page.getByText('No requests found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf(page)).toContainText(['Hard Buyer'])
  await expect(page).toHaveURL('/admin?tab=requests')
})
