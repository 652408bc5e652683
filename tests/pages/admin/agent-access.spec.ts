import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import { act } from '../../kit/browser/admin.ts'
import { openCreate } from '../../kit/browser/admin-agents.ts'
import { expectNoSidewaysScrolling } from '../../kit/browser/accessible.ts'
import { adminMe, as, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { acme, birch, planner, serveAgents } from './agents.ts'

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

test('the agents tab and its dialogs are accessible, even at 320 px', async () => {
  const unsynced: AdminAgent = {
    ...planner,
    id: '5b0c7a52-8f6a-4a0e-9f0a-000000000002',
    name: 'Zephyr',
    isActive: false,
    isPremium: true,
    isPrivate: true,
    organizations: [acme, birch],
    syncState: 'failed',
    syncError: 'The voice provider did not answer. Please try again.',
  }
  as(adminMe)
  serveAgents(server, () => [planner, unsynced])
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await expect(dialog.getByRole('group', { name: /^Organizations/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScrolling(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expectNoSidewaysScrolling(page)
  for (const [action, button] of [
    ['Edit', 'Cancel'],
    ['Add to Organization', 'Cancel'],
  ] as const) {
    await act(page, planner.name, action)
    const opened = page.getByRole('dialog')
    await expect(opened.getByRole('button', { name: button })).toBeVisible()
    await opened.getByRole('button', { name: button }).click()
    await expect(opened).toHaveCount(0)
  }
})
