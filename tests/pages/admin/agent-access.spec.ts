import { testAgent } from '#contract/conversations/agent-tests.ts'
import { act } from '../../kit/browser/admin.ts'
import { adminMe, as, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { planner, serveAgents } from './agents.ts'

test('a test conversation says that nobody pays for it, and offers no credits', tagged('D56'), async () => {
  as({ ...adminMe, voiceConsent: true })
  serveAgents(server, () => [{ ...planner, isActive: false }])
  await page.goto('/admin?tab=agents')
  await act(page, planner.name, 'Test Conversation')
  const dialog = page.getByRole('dialog', { name: planner.name })
  await expect(dialog).toContainText("This is a test. It's free and doesn't count toward any total.")
  await expect(dialog.getByRole('link', { name: 'Buy Credits' })).toHaveCount(0)
  server.refuse(testAgent, 'voice_busy')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('All agents are busy. Please try again in a few minutes.')
  expect(server.asked(testAgent)).toEqual([{ params: { id: planner.id }, query: undefined, body: {} }])
})
