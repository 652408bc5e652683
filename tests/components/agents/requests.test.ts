import { agentRequests, type AgentRequest, submitRequest } from '#contract/agents/requests.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, optionsOf } from '#tests/components/admin/panel.ts'
import { click, expectRow, field, fill, main, toastOf } from '#tests/components/words.ts'
import { hoursBefore, noStats, request, serveDashboard } from '#tests/pages/conversations/home.ts'
import { subscriberMe } from '#tests/pages/people.ts'

const coach = request('Negotiation Coach', 0)
const rowsOf = (hasText: string) => main().getByRole('listitem').filter({ hasText })

beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
})

const sending = 'S112 S116 S189 S190 S231 S273 S274 S275'

it('a request is sent, listed and counted at once; a failure keeps the words', tags(sending), async () => {
  let sent: AgentRequest[] = []
  server.answer(agentRequests, () => sent)
  server.answer(userStats, () => ({ ...noStats, agentsRequested: sent.length }))
  server.break(submitRequest)
  await page.goto('/dashboard')
  await expect(page.getByText('No requests yet')).toBeVisible()
  await click('Submit Request')
  const purposes = ['Sales Training', 'Marketing Strategy', 'Operations & Systems', 'Mindset & Performance']
  expect(await optionsOf('Use case')).toEqual([...purposes, 'Team Management', 'Other'])
  expect(await optionsOf('Priority')).toEqual(['Low', 'Medium', 'High'])
  const { agentName, description, useCase, priority } = coach
  await fill({ 'Agent name': agentName, Description: description })
  await choose('Use case', useCase)
  await choose('Priority', 'Medium')
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit Request' })
  await submit.click()
  await expectRow('S274')
  await expect(field('Agent name')).toHaveValue(agentName)
  server.answer(submitRequest, ({ body }) => {
    const received = { ...coach, ...body }
    sent = [received]
    return received
  })
  await submit.click()
  await expectRow('S275')
  expect(server.asked(submitRequest).at(-1)?.body).toEqual({ agentName, description, useCase, priority })
  await expect(rowsOf(agentName)).toContainText(/Sales Training.*Received|Received.*Sales Training/)
  const counted = main().getByText('Agents Requested', { exact: true }).all()[0]?.parentElement
  await expect.poll(() => counted?.textContent).toBe('Agents Requested1')

  // The session has ended by the next request.
  await click('Submit Request')
  await fill({ 'Agent name': agentName, Description: description })
  await choose('Use case', useCase)
  await choose('Priority', 'Medium')
  server.refuseWith(submitRequest, refusals.signedOut())
  as(null)
  await submit.click()
  await expectRow('S273')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

const listed = 'S111 S179 S249 S305 D38 D58 D60 D61'

it('the dashboard has four requests, the list all of them with their results', tags(listed), async () => {
  const requests = Array.from({ length: 21 }, (_, index) => request(`Request number ${21 - index}.`, index))
  const rows = rowsOf('Request number')
  server.break(agentRequests)
  await page.goto('/dashboard/requests')
  await expect(page.getByText('We could not load your requests')).toBeVisible()
  await expect(toastOf()).toContainText('Part of this page is missing. Please try again.')
  server.answer(agentRequests, requests.slice(-4))
  await click('Retry')
  await expect(toastOf()).toHaveCount(0)
  await expect(rows).toHaveCount(4)
  await page.goto('/dashboard')
  await expect(rows).toHaveCount(4)
  await expect(page.getByText(/more request/)).toHaveCount(0)
  server.answer(agentRequests, requests)
  await page.reload()
  await expect(rows.first()).toContainText('Request number 21.')
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: '+17 more requests' }).click()
  await expect(page).toHaveURL('/dashboard/requests')
  await expect(rows).toHaveCount(20)
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/requests?page=2')
  await expect(rows).toHaveText([/Request number 1\./])

  // The result has its note, and nobody changes it here.
  const note = 'Please try Sales Call Coach.'
  const answered = { status: 'already exists' as const, note, changedAt: hoursBefore(1) }
  const sent = request('Buyer', 3)
  server.answer(agentRequests, [{ ...sent, status: 'already exists', history: [...sent.history, answered] }])
  await page.goto('/dashboard/requests')
  const row = rowsOf('Buyer').first()
  await expect(row.getByText(note).first()).toBeVisible()
  await expect(row.getByText(sent.description)).toBeHidden()
  await row.getByText('Details').click()
  await expect(row.getByText(sent.description)).toBeVisible()
  const history = row.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toContainText(['Received', 'Already exists'])
  await expect(row.locator('button, select, input')).toHaveCount(0)
})
