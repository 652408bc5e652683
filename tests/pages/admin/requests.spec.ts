import {
  adminRequests,
  agentChoices,
  type AdminRequest,
  setRequestStatus,
  undoRequestStatus,
} from '#contract/agents/admin-requests.ts'
import { adminUsers } from '#contract/admin/users.ts'
import type { RequestStatus } from '#contract/agents/requests.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { expectAccessible } from '../../kit/browser/accessible.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import type { FakeServer } from '../fake-server.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { ada, ben, downloadList, servePanel } from './admin.ts'

const statuses = ['received', 'reviewed', 'approved', 'in progress', 'published', 'denied', 'already exists']

const coach = { id: '5b0c7a52-8f6a-4a0e-9f0a-000000000009', name: 'Mindset Coach' }

const request = {
  id: '9d0c7a52-8f6a-4a0e-9f0a-000000000001',
  userId: ben.id,
  agentName: 'Hard Buyer',
  description: 'Plays a hard buyer.\nTells me what I gave away.',
  useCase: 'Sales Training',
  priority: 'high',
  status: 'received',
  agentId: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  person: ben,
  organization: null,
  agent: null,
  history: [{ status: 'received', note: null, changedAt: '2026-11-20T08:00:00.000Z', changedBy: ben }],
} satisfies AdminRequest

/** Returns the request after an admin has set its status. */
function withStatus(status: RequestStatus, note: string | null = null): AdminRequest {
  const set = { status, note, changedAt: '2026-11-21T08:00:00.000Z', changedBy: ada }
  return { ...request, status, history: [...request.history, set] }
}

/** Answers everything that the tab reads; the list is what `shown` returns at that moment. */
function serveRequests(server: FakeServer, shown: () => AdminRequest): void {
  servePanel(server)
  server.answer(adminUsers, [])
  server.answer(agentChoices, [coach])
  server.answer(adminRequests, ({ query: { status } }) => {
    const one = shown()
    return status === undefined || status === one.status ? [one] : []
  })
}

async function openRequests(page: Page): Promise<void> {
  await page.goto('/admin?tab=requests')
  await expect(rowsOf(page)).toHaveCount(1)
}

/** Chooses a status in the row, which asks first. */
async function input(page: Page, status: RequestStatus): Promise<void> {
  await statusOf(page).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

async function setStatus(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set Status' }).click()
}

const statusOf = (page: Page) => page.getByRole('combobox', { name: `Status: ${request.agentName}` })

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
  await input(page, 'in progress')
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

test('a new status asks first, because the person is notified (D188)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => request)
  await openRequests(page)
  await input(page, 'denied')
  const question = page.getByRole('alertdialog', { name: 'Set Hard Buyer to “denied”?' })
  await expect(question).toContainText('Ben Reed will get a message in ten seconds, saying that the request changed')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep Status' }).click()
  await expect(question).toHaveCount(0)
  await expect(statusOf(page)).toHaveText('received')
  expect(server.asked(setRequestStatus)).toEqual([])
})

test('a new status can be undone for ten seconds from its toast (D188)', async ({ page, server, as }) => {
  let shown: AdminRequest = request
  as(adminMe)
  serveRequests(server, () => shown)
  await openRequests(page)
  server.answer(setRequestStatus, ({ body }) => {
    shown = withStatus(body.status)
    return shown
  })
  server.answer(undoRequestStatus, () => {
    shown = request
    return shown
  })
  await input(page, 'denied')
  await setStatus(page)
  await expect(statusOf(page)).toHaveText('denied')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expectTitle(page, 'Status Undone')
  await expect(toastOf(page)).toContainText('The request is “received” again. Ben Reed gets no message.')
  await expect(statusOf(page)).toHaveText('received')
  expect(server.asked(undoRequestStatus).map(({ params }) => params.id)).toEqual([request.id])
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

test('a change that fails is reverted with a message (S633, D161)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => request)
  await openRequests(page)
  server.break(setRequestStatus)
  const release = server.hold(setRequestStatus)
  await input(page, 'denied')
  await setStatus(page)
  await expect(rowsOf(page).getByText('denied', { exact: true }).first()).toBeVisible()
  release()
  await expect(toastOf(page)).toContainText('Failed to update agent request status')
  await expect(statusOf(page)).toHaveText('received')
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
  await expectAccessible(page)
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
  await expectAccessible(page)
})

test('a note does not revert the status that another admin has set meanwhile (D187)', async ({ page, server, as }) => {
  let shown: AdminRequest = request
  as(adminMe)
  serveRequests(server, () => shown)
  await openRequests(page)
  await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
  const note = page.getByLabel('Note (optional)')
  await note.fill('Thank you.')
  shown = withStatus('approved')
  server.refuse(setRequestStatus, 'changed_meanwhile', { details: { present: { status: 'approved' } } })
  const save = page.getByRole('button', { name: 'Save Status' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Status' })).toContainText('TheirsapprovedYoursreceived')
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'New status' })).toHaveText('approved')
  await expect(note).toHaveValue('Thank you.')
  server.answer(setRequestStatus, () => withStatus('approved', 'Thank you.'))
  await save.click()
  await expect(toastOf(page)).toContainText('Agent request status updated successfully')
  expect(server.asked(setRequestStatus).map(({ body }) => body)).toEqual([
    { status: 'received', note: 'Thank you.', before: { status: 'received' } },
    { status: 'approved', note: 'Thank you.', before: { status: 'approved' } },
  ])
})
