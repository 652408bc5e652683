import { type AdminAgent, changeAgent } from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { openCreate } from '../../kit/browser/admin-agents.ts'
import { adminMe, as, choose, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { coach } from '../agents/agents.ts'
import { handbook, serveDocuments } from '../agents/documents.ts'
import { pageOf, planner, serveAgents } from './agents.ts'

test('words are talked with before they are saved, and stay in the form', tagged('D56'), async () => {
  as({ ...adminMe, voiceConsent: true })
  serveAgents(server, () => [planner])
  await page.goto('/admin?tab=agents')
  await act(page, planner.name, 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit Agent' })
  await form.getByLabel('System prompt').fill('You plan the month.')
  await form.getByLabel('First message').fill('Which month?')
  await choose(page, 'Voice', 'Angus · German, English')
  await form.getByRole('button', { name: 'Test This Draft' }).click()
  const room = page.getByRole('dialog', { name: planner.name })
  await expect(room).toContainText("This is a test. It's free and doesn't count toward any total.")
  server.refuse(testAgent, 'voice_busy')
  await expect(room.getByRole('link', { name: 'Buy Credits' })).toHaveCount(0)
  await room.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('All agents are busy. Please try again in a few minutes.')
  const words = { systemPrompt: 'You plan the month.', firstMessage: 'Which month?', voiceId: 'angus' }
  expect(server.asked(testAgent)).toEqual([{ params: { id: planner.id }, query: undefined, body: { words } }])
  await room.getByRole('button', { name: 'Close' }).click()
  await expect(room).toHaveCount(0)
  await expect(form.getByLabel('System prompt')).toHaveValue('You plan the month.')
  await expect(form.getByRole('button', { name: 'Test This Draft' })).toBeFocused()
  server.answer(changeAgent, pageOf(planner))
  await form.getByRole('button', { name: 'Save Agent' }).click()
  await expect(form).toHaveCount(0)
  expect(server.asked(changeAgent).map(({ body }) => body.systemPrompt)).toEqual(['You plan the month.'])
})

test('an agent can be saved from anywhere in its long form', async () => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  const save = dialog.getByRole('button', { name: 'Create Agent' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('Voice', { exact: true }).scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  // The focused element is not behind the buttons.
  await dialog.getByLabel('First message').focus()
  const [field, buttons] = [await dialog.getByLabel('First message').boundingBox(), await save.boundingBox()]
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
})

test('a deactivated agent can be activated again for ten seconds', tagged('D188'), async () => {
  let agent: AdminAgent = planner
  as(adminMe)
  serveAgents(server, () => [agent])
  server.answer(changeAgent, ({ body: { isActive = true } }) => {
    agent = { ...planner, isActive }
    return pageOf(agent)
  })
  await page.clock.install()
  await page.goto('/admin?tab=agents')
  await act(page, planner.name, 'Deactivate')
  const undo = toastOf(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.clock.fastForward(5500)
  await undo.click()
  await expect(rowsOf(page)).not.toContainText('Inactive')
  await act(page, planner.name, 'Deactivate')
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(undo).toHaveCount(0)
  expect(server.asked(changeAgent).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: true },
    { isActive: false },
  ])
})

test('the list of agents leads to what each of them has read', tagged('D183'), async () => {
  as(adminMe)
  serveAgents(server, () => [{ ...planner, id: coach.id, name: coach.name }])
  serveDocuments(server, [handbook])
  await page.goto('/admin?tab=agents')
  await act(page, coach.name, 'Documents')
  await expect(page).toHaveURL(`/agents/${coach.id}#documents`)
  await expect(page.getByRole('heading', { name: `What ${coach.name} has read` })).toBeInViewport()
})
