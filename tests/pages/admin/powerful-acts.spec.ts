import { type AdminAgent, changeAgent } from '#contract/agents/admin-agents.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { pageOf, planner, serveAgents } from './agents.ts'

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
