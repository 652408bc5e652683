import { agentRequests, submitRequest, type AgentRequest } from '#contract/agents/requests.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import {
  as,
  chooseIn,
  expect,
  expectRow,
  type FakeServer,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { hoursBefore, noStats, request, serveDashboard } from '../conversations/home.ts'

const coach = request('Negotiation Coach', 0)

/** Accepts requests, and lists and counts them. */
function serveRequests(server: FakeServer): void {
  let sent: AgentRequest[] = []
  server.answer(agentRequests, () => sent)
  server.answer(userStats, () => ({ ...noStats, agentsRequested: sent.length }))
  server.answer(submitRequest, ({ body }) => {
    const received = { ...coach, ...body }
    sent = [received, ...sent]
    return received
  })
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Agent name').fill(coach.agentName)
  await page.getByLabel('Description').fill(coach.description)
  await chooseIn(page.getByRole('combobox', { name: 'Use case' }), coach.useCase)
  await chooseIn(page.getByRole('combobox', { name: 'Priority' }), 'Medium')
}

const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click()

test.beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
  serveRequests(server)
})

test('a request is filled in, sent and listed at once', tagged('S112 S116 S189 S190 S231 S275'), async () => {
  await page.goto('/dashboard')
  await expect(page.getByText('No requests yet')).toBeVisible()
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('combobox')).toHaveCount(2)
  await dialog.getByRole('combobox', { name: 'Use case' }).click()
  const purposes = ['Sales Training', 'Marketing Strategy', 'Operations & Systems', 'Mindset & Performance']
  await expect(page.getByRole('option')).toHaveText([...purposes, 'Team Management', 'Other'])
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High'])
  await page.keyboard.press('Escape')
  await fill(page)
  await submit(page)
  await expectRow(page, 'S275')
  const { agentName, description, useCase, priority } = coach
  expect(server.asked(submitRequest).map(({ body }) => body)).toEqual([{ agentName, description, useCase, priority }])
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: agentName })
  await expect(row).toContainText('Sales Training')
  await expect(row).toContainText('Received')
  await expect(page.getByText('Agents Requested').locator('..').getByRole('definition')).toHaveText('1')
})

test('missing words are named, nothing is sent and nothing is lost', tagged('S187 S188'), async () => {
  await page.goto('/dashboard')
  const dialog = await openDialog(page)
  await submit(page)
  await expectRow(page, 'S188')
  await expect(dialog.getByLabel('Agent name')).toBeFocused()
  await dialog.getByLabel('Agent name').fill('   ')
  await dialog.getByLabel('Description').fill(coach.description)
  await submit(page)
  await expect(dialog.getByText('Agent name is required')).toBeVisible()
  await expect(dialog.getByLabel('Agent name')).toBeFocused()
  await dialog.getByLabel('Agent name').fill(coach.agentName)
  await submit(page)
  await expect(dialog.getByText('Please choose a use case')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Use case' })).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue(coach.description)
  expect(server.asked(submitRequest)).toEqual([])
  await chooseIn(page.getByRole('combobox', { name: 'Use case' }), 'Other')
  await chooseIn(page.getByRole('combobox', { name: 'Priority' }), 'High')
  await submit(page)
  await expectRow(page, 'S275')
})

test('a failure is shown and the dialog keeps its words', tagged('S274'), async () => {
  server.break(submitRequest)
  await page.goto('/dashboard')
  const dialog = await openDialog(page)
  await fill(page)
  await submit(page)
  await expectRow(page, 'S274')
  await expect(dialog.getByLabel('Agent name')).toHaveValue(coach.agentName)
  serveRequests(server)
  await submit(page)
  await expectRow(page, 'S275')
})

test('a person whose session has ended is told so and led to the sign-in page', tagged('S273'), async () => {
  await page.goto('/dashboard')
  await openDialog(page)
  await fill(page)
  server.refuseWith(submitRequest, refusals.signedOut())
  as(null)
  await submit(page)
  await expectRow(page, 'S273')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('the four newest requests are on the dashboard, all of them behind the note, twenty a page (S111, S305, D58)', async () => {
  const requests = Array.from({ length: 21 }, (_, index) => request(`Request number ${21 - index}.`, index))
  server.answer(agentRequests, requests.slice(-4))
  const release = server.hold(agentRequests)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your requests…')).toBeAttached()
  release()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Request number' })
  await expect(rows).toHaveCount(4)
  await expect(page.getByText(/more request/)).toHaveCount(0)
  server.answer(agentRequests, requests)
  await page.reload()
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Request number 21.')
  await page.getByRole('link', { name: '+17 more requests' }).click()
  await expect(page).toHaveURL('/dashboard/requests')
  await expect(rows).toHaveCount(20)
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/requests?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Request number 1.')
})

test('the result of a request is shown with its note, and nobody changes it here', tagged('S179 D60 D61'), async () => {
  const note = 'Please try Sales Call Coach.'
  const answered = { status: 'already exists' as const, note, changedAt: hoursBefore(1) }
  const sent = request('Buyer', 3)
  server.answer(agentRequests, [{ ...sent, status: 'already exists', history: [...sent.history, answered] }])
  await page.goto('/dashboard/requests')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Buyer' }).first()
  await expect(row.getByText(note).first()).toBeVisible()
  await expect(row.getByText(sent.description)).toBeHidden()
  await row.getByText('Details').press('Enter')
  await expect(row.getByText(sent.description)).toBeVisible()
  await expect(row.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText([
    'Received',
    'Already exists',
  ])
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.getByRole('combobox')).toHaveCount(0)
})

test('requests that cannot be loaded can be tried again', async () => {
  server.break(agentRequests)
  await page.goto('/dashboard/requests')
  await expect(page.getByText('We could not load your requests')).toBeVisible()
  server.answer(agentRequests, [coach])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: coach.agentName })).toBeVisible()
})
