import { agentRequests, submitRequest, type AgentRequest } from '#contract/agents/requests.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import * as luna from '#tests/pages.ts'
import { as, chooseIn, expect, expectRow, main, page, press, server, tagged, test } from '#tests/pages.ts'
import { hoursBefore, noStats, request, serveDashboard } from '../conversations/home.ts'

const coach = request('Negotiation Coach', 0)
const dialog = () => page.getByRole('dialog', { name: 'Request New Agent' })
const nameField = () => dialog().getByLabel('Agent name')
const list = (name: string) => dialog().getByRole('combobox', { name })

/** Accepts requests, and lists and counts them. */
function serveRequests(): void {
  let sent: AgentRequest[] = []
  server.answer(agentRequests, () => sent)
  server.answer(userStats, () => ({ ...noStats, agentsRequested: sent.length }))
  server.answer(submitRequest, ({ body }) => {
    const received = { ...coach, ...body }
    sent = [received, ...sent]
    return received
  })
}

async function openDialog(): Promise<void> {
  await page.goto('/dashboard')
  await press(main(), 'Submit Request')
  await expect(dialog()).toBeVisible()
}

async function fillAndSubmit(): Promise<void> {
  await nameField().fill(coach.agentName)
  await dialog().getByLabel('Description').fill(coach.description)
  await chooseIn(list('Use case'), coach.useCase)
  await chooseIn(list('Priority'), 'Medium')
  await press(dialog(), 'Submit Request')
}

test.beforeEach(() => {
  as(luna.subscriberMe)
  serveDashboard(server)
  serveRequests()
})

test('a request is filled in, sent and listed at once', tagged('S112 S116 S189 S190 S231 S275'), async () => {
  await openDialog()
  await expect(page.getByText('No requests yet')).toBeAttached()
  const purposes = ['Sales Training', 'Marketing Strategy', 'Operations & Systems', 'Mindset & Performance']
  for (const [name, options] of Object.entries({
    'Use case': [...purposes, 'Team Management', 'Other'],
    Priority: ['Low', 'Medium', 'High'],
  })) {
    await list(name).click()
    await expect(page.getByRole('option')).toHaveText(options)
    await page.keyboard.press('Escape')
  }
  await fillAndSubmit()
  await expectRow(page, 'S275')
  const { agentName, description, useCase, priority } = coach
  expect(server.asked(submitRequest).map(({ body }) => body)).toEqual([{ agentName, description, useCase, priority }])
  const row = page.getByRole('listitem').filter({ hasText: agentName })
  await expect(row).toContainText(/Sales Training.*Received|Received.*Sales Training/)
  await expect(page.getByText('Agents Requested').locator('..').getByRole('definition')).toHaveText('1')
})

test('missing words are named, nothing is sent and nothing is lost', tagged('S187 S188'), async () => {
  await openDialog()
  await press(dialog(), 'Submit Request')
  await expectRow(page, 'S188')
  await expect(nameField()).toBeFocused()
  await nameField().fill('   ')
  await dialog().getByLabel('Description').fill(coach.description)
  await press(dialog(), 'Submit Request')
  await expect(dialog().getByText('Agent name is required')).toBeVisible()
  await expect(nameField()).toBeFocused()
  await nameField().fill(coach.agentName)
  await press(dialog(), 'Submit Request')
  await expect(dialog().getByText('Please choose a use case')).toBeVisible()
  await expect(list('Use case')).toBeFocused()
  await expect(dialog().getByLabel('Description')).toHaveValue(coach.description)
  expect(server.asked(submitRequest)).toEqual([])
})

test('a failure keeps the words, and an ended session leads to sign-in', tagged('S273 S274'), async () => {
  server.break(submitRequest)
  await openDialog()
  await fillAndSubmit()
  await expectRow(page, 'S274')
  await expect(nameField()).toHaveValue(coach.agentName)
  server.refuseWith(submitRequest, refusals.signedOut())
  as(null)
  await press(dialog(), 'Submit Request')
  await expectRow(page, 'S273')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('the dashboard has four requests, the list all of them', tagged('S111 S249 S305 D38 D58'), async () => {
  const requests = Array.from({ length: 21 }, (_, index) => request(`Request number ${21 - index}.`, index))
  server.break(agentRequests)
  await page.goto('/dashboard/requests')
  await expect(page.getByText('We could not load your requests')).toBeVisible()
  await luna.expectWords(luna.toastOf(page), 'Loading Failed', 'Part of this page is missing. Please try again.')
  server.answer(agentRequests, requests.slice(-4))
  await press(main(), 'Retry')
  await expect(luna.toastOf(page)).toHaveCount(0)
  const rows = main().getByRole('listitem').filter({ hasText: 'Request number' })
  await expect(rows).toHaveCount(4)
  const release = server.hold(agentRequests)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your requests…')).toBeAttached()
  release()
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
  await expect(rows).toHaveText([/Request number 1\./])
})

test('the result of a request has its note, and nobody changes it here', tagged('S179 D60 D61'), async () => {
  const note = 'Please try Sales Call Coach.'
  const answered = { status: 'already exists' as const, note, changedAt: hoursBefore(1) }
  const sent = request('Buyer', 3)
  server.answer(agentRequests, [{ ...sent, status: 'already exists', history: [...sent.history, answered] }])
  await page.goto('/dashboard/requests')
  const row = main().getByRole('listitem').filter({ hasText: 'Buyer' }).first()
  await expect(row.getByText(note).first()).toBeVisible()
  await expect(row.getByText(sent.description)).toBeHidden()
  await row.getByText('Details').press('Enter')
  await expect(row.getByText(sent.description)).toBeVisible()
  const history = row.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toContainText(['Received', 'Already exists'])
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.getByRole('combobox')).toHaveCount(0)
})
