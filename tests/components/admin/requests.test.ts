import {
  type AdminRequest,
  adminRequests,
  setRequestStatus,
  undoRequestStatus,
} from '#contract/agents/admin-requests.ts'
import type { RequestStatus } from '#contract/agents/requests.ts'
import { ben } from '#tests/pages/admin/admin.ts'
import { coach, request, serveRequests, withStatus } from '#tests/pages/admin/requests/requests.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, downloadList, expectSent, openTab, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

const statuses = ['received', 'reviewed', 'approved', 'in progress', 'published', 'denied', 'already exists'] as const

const acme = { id: 100_001, name: 'Acme Consulting' }

let shown: AdminRequest

async function openRequests(one: AdminRequest = request): Promise<void> {
  shown = one
  serveRequests(server, () => shown)
  server.answer(setRequestStatus, ({ body }) => {
    shown = {
      ...withStatus(body.status, body.note ?? null),
      ...(body.agentId ? { agentId: coach.id, agent: coach } : {}),
    }
    return shown
  })
  await openTab('requests')
}

const status = page.getByRole('combobox', { name: 'Status: Hard Buyer' })
const dialog = page.getByRole('dialog')
const note = page.getByLabel('Note (optional)')
const save = page.getByRole('button', { name: 'Save Status' })

async function setStatus(to: RequestStatus): Promise<void> {
  await choose('Status: Hard Buyer', to)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set Status' }).click()
}

const openDetails = () => page.getByRole('button', { name: 'Details: Hard Buyer' }).click()

it('lists requests with their person and a select of the seven values', tags('S433 S489 D60 D61'), async () => {
  await openRequests()
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('hard')
  await expect.poll(() => server.asked(adminRequests).at(-1)?.query.search).toBe('hard')
  await expect(rowsOf()).toContainText(['Hard BuyerSales Training · High priority'])
  await expect(rowsOf()).toContainText(`Ben Reed${ben.email}`)
  await status.click()
  await expect(page.getByRole('option')).toHaveText(statuses)
})

it('a new status asks first and says that the person gets a message', tags('S489 S651 D60 D61 D188'), async () => {
  await openRequests()
  await choose('Status: Hard Buyer', 'in progress')
  const question = page.getByRole('alertdialog', { name: 'Set Hard Buyer to “in progress”?' })
  await expect(question).toContainText('Ben Reed will get a message in ten seconds, saying that the request changed')
  await question.getByRole('button', { name: 'Keep Status' }).click()
  await expect(question).toHaveCount(0)
  await expect(status).toHaveText('received')
  await expectSent(setRequestStatus)
  await setStatus('in progress')
  await expect(toastOf()).toHaveText(
    /Agent request status updated successfully.*Ben Reed gets a message in 10 seconds\./,
  )
  await expect(status).toHaveText('in progress')
  expect(server.asked(setRequestStatus)).toMatchObject([
    { params: { id: request.id }, body: { status: 'in progress' } },
  ])
})

it('a new status can be undone for ten seconds from its toast', tags('D188'), async () => {
  await openRequests()
  server.answer(undoRequestStatus, () => (shown = request))
  await setStatus('denied')
  await expect(status).toHaveText('denied')
  await toastOf().getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf()).toContainText('Status UndoneThe request is “received” again. Ben Reed gets no message.')
  await expect(status).toHaveText('received')
  expect(server.asked(undoRequestStatus).map(({ params }) => params.id)).toEqual([request.id])
})

it('a change that fails is reverted with a message', tags('S633 D161'), async () => {
  await openRequests()
  server.break(setRequestStatus)
  const release = server.hold(setRequestStatus)
  await setStatus('denied')
  await expect(rowsOf().getByText('denied', { exact: true }).first()).toBeVisible()
  release()
  await expect(toastOf()).toContainText('Failed to update agent request status')
  await expect(status).toHaveText('received')
})

it('the dialog shows the request and its result, and accepts a note and an agent', tags('D61 D150'), async () => {
  await openRequests({ ...request, organization: acme })
  await openDetails()
  await expect(dialog).toContainText('Plays a hard buyer.')
  await expect(dialog).toContainText(`Ben Reed, ${ben.email}, Acme Consulting`)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('combobox', { name: 'Linked agent' })).toHaveCount(0)
  await choose('New status', 'published')
  await choose('Linked agent', coach.name)
  await note.fill('Have fun with it.')
  await save.click()
  await expect(toastOf()).toContainText('Agent request status updated successfully')
  await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Details: Hard Buyer' })).toBeFocused()
  expect(server.asked(setRequestStatus).at(-1)?.body).toEqual({
    status: 'published',
    note: 'Have fun with it.',
    agentId: coach.id,
    before: { status: 'received', agentId: null },
  })
  await openDetails()
  await expect(dialog.getByRole('listitem').last()).toHaveText(/Have fun with it\..*Ada Admin|Ada Admin.*Have fun/)
  await expect(dialog.getByRole('combobox', { name: 'Linked agent' })).toHaveText(coach.name)
})

it('the person and the organization lead to their pages, for staff who may see people', async () => {
  await openRequests({ ...request, organization: acme })
  await expect(page.getByRole('link', { name: 'Ben Reed' })).toHaveAttribute('href', `/admin/users/${ben.id}`)
  const organization = page.getByRole('link', { name: 'Acme Consulting' })
  await expect(organization).toHaveAttribute('href', '/admin/organizations/100001')
  as({ ...adminMe, staffRole: 'content' })
  await openRequests()
  await expect(rowsOf()).toContainText(['Ben Reed'])
  await expect(rowsOf().getByRole('link')).toHaveCount(0)
})

it('each status has its badge', tags('S491'), async () => {
  const looks = new Map<string, string>()
  for (const one of statuses) {
    await openRequests(withStatus(one))
    // The selection in the same row has the specification's spelling.
    const badge = rowsOf().getByText(`${one.slice(0, 1).toUpperCase()}${one.slice(1)}`, { exact: true })
    looks.set(one, (await badge.getAttribute('class')) ?? '')
  }
  const groups = Map.groupBy(statuses, (one) => looks.get(one))
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

it('the list is filtered by status and downloaded', tags('D60 D150'), async () => {
  await openRequests(withStatus('in progress'))
  expect((await downloadList()).join('\n')).toContain('Sales Training,High,In progress,Ben Reed,ben.reed@example.com')
  await choose('Filter by status', 'denied')
  await expect(page.getByText('No requests found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf()).toContainText(['Hard Buyer'])
  await expect(page).toHaveURL('/admin?tab=requests')
})

it('a note does not revert the status that another admin has set', tags('D187'), async () => {
  await openRequests()
  await openDetails()
  await note.fill('Thank you.')
  server.refuse(setRequestStatus, 'changed_meanwhile', { details: { present: { status: 'approved' } } })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Status' })).toContainText('TheirsapprovedYoursreceived')
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'New status' })).toHaveText('approved')
  await expect(note).toHaveValue('Thank you.')
  server.answer(setRequestStatus, () => withStatus('approved', 'Thank you.'))
  await save.click()
  await expect(toastOf()).toContainText('Agent request status updated successfully')
  await expectSent(
    setRequestStatus,
    { status: 'received', note: 'Thank you.', before: { status: 'received' } },
    { status: 'approved', note: 'Thank you.', before: { status: 'approved' } },
  )
})

it('a refused agent keeps the dialog open, and the toast says why', tags('D61'), async () => {
  await openRequests(withStatus('published'))
  server.refuse(setRequestStatus, 'agent_not_found', { field: 'agentId' })
  await openDetails()
  await choose('Linked agent', coach.name)
  await save.click()
  await expect(toastOf()).toContainText('This agent does not exist.')
  await expect(save).toBeVisible()
})
