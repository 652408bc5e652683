import { overview, overviewHealth } from '#contract/admin/overview.ts'
import type { Answer } from '#contract/call.ts'
import { adminMe, as, expect, page, server, test } from '#tests/pages.ts'
import { servePanel } from '../admin.ts'
import { emptyOverview, serveEmptyOverview } from './answers.ts'

const busy = {
  ...emptyOverview,
  isEmpty: false,
  now: { ...emptyOverview.now, gross: 150, back: 25, net: 125, subscribers: 42 },
  revenue: [{ kind: 'refund' as const, count: 1, amount: -25, before: 0 }],
  endings: [{ reason: 'user' as const, conversations: 12 }],
} satisfies Answer<typeof overview>

test('background work has names, and a phone says which figure is that of before', async () => {
  as(adminMe)
  servePanel(server)
  serveEmptyOverview(server)
  server.answer(overview, busy)
  server.answer(overviewHealth, {
    services: [],
    events: { waiting: 0, oldestSeconds: 0 },
    jobs: [{ work: 'agentSounds', waiting: 2, oldestSeconds: 42, failed: 1 }],
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/admin')
  await expect(
    page.getByText('Sounds of agents: 2 jobs waiting, the oldest for 0:42; 1 job failed for good.'),
  ).toBeVisible()
  const revenue = page.getByRole('row', { name: 'Refunds' })
  await expect(revenue).toContainText('Before: $0.00')
  await expect(revenue).toContainText('Payments: 1')
})
