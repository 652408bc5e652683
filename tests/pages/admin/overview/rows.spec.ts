import { overview, overviewHealth } from '#contract/admin/overview.ts'
import { adminMe, as, expect, page, server, test } from '#tests/pages.ts'
import { fakeOf } from '../../fake-answer.ts'
import { servePanel } from '../admin.ts'
import { busyOverview, serveEmptyOverview } from './answers.ts'

test('background work has names, and a phone says which figure is that of before', async () => {
  as(adminMe)
  servePanel(server)
  serveEmptyOverview(server)
  server.answer(overview, busyOverview)
  const jobs = [{ work: 'agentSounds', waiting: 2, oldestSeconds: 42, failed: 1 } as const]
  server.answer(overviewHealth, fakeOf(overviewHealth, { jobs }))
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/admin/overview?part=reports')
  await expect(
    page.getByText('Sounds of agents: 2 jobs waiting, the oldest for 0:42; 1 job failed for good.'),
  ).toBeVisible()
  const revenue = page.getByRole('row', { name: 'Refunds' })
  await expect(revenue).toContainText('Before: $0.00')
  await expect(revenue).toContainText('Payments: 1')
})
