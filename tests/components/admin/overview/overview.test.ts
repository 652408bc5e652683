import { overview, overviewAgents, overviewHealth } from '#contract/admin/overview.ts'
import { overviewConversations } from '#contract/admin/overview-rows.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import { servePanel } from '#tests/pages/admin/admin.ts'
import { busyOverview, emptyOverview, serveEmptyOverview } from '#tests/pages/admin/overview/answers.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, expectQuery } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  servePanel(server)
  serveEmptyOverview(server)
  server.answer(overview, busy)
})

const { now, before } = busyOverview
const busy: typeof busyOverview = {
  ...busyOverview,
  now: { ...now, minutesSold: 360, minutesUsed: 1042.5, minutesLapsed: 12, minutesOwed: 4000 },
  before: { ...before, minutesLapsed: 30 },
}

it('the overview has the figures of the last 30 days next to those before', tags('D205'), async () => {
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Users', selected: true })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/admin/overview')
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('Net revenue$125.00$100.00 before, +25.0%')
  await expect(figures).toContainText('Subscribers4240 before, +5.0%')
  await expect(figures).toContainText('Margin on talk−$3.50')
  await expect(figures).toContainText('(assumed; set it under Settings)')
  await expectQuery(overview, { days: '30' })
  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/admin/overview?part=reports')
  await expect(page.getByRole('row', { name: 'Packages 6 $150.00 $100.00' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Period before' })).toHaveCount(2)
  const minutes = page.getByRole('table', { name: 'Minutes' }).getByRole('row')
  await expect(minutes).toContainText([
    'This period',
    /^Soldof packages and paid months360/,
    /^Usedcharged talk time1,042/,
    /^Lapsedleft over when their month ended12.*30/,
    /^Owed at the end.*4,000/,
  ])
})

it('agents with failed calls come apart, the worst first, and lead to those calls', async () => {
  const agent = fakeOf(overviewAgents, { name: 'Cash Flow Explainer', failedCalls: 2, failedPercent: 20 })
  server.answer(overviewAgents, [
    { ...agent, id: '01890000-0000-7000-8000-0000000000a1' },
    { ...agent, id: '01890000-0000-7000-8000-0000000000a2', name: 'Steady', failedCalls: 0, failedPercent: 0 },
    { ...agent, id: '01890000-0000-7000-8000-0000000000a3', name: 'Broken', failedCalls: 9, failedPercent: 90 },
  ])
  await page.goto('/admin/overview?part=reports')
  const failing = page.getByRole('table', { name: 'Failing agents' })
  await expect(failing.getByRole('row')).toContainText(['Failed calls', /^Broken9.*90/, /^Cash Flow Explainer2.*20/])
  server.answer(overviewConversations, [])
  await failing.getByRole('link', { name: 'Broken' }).click()
  await expect(page).toHaveURL(/rows=conversations/)
  await expect(page).toHaveURL(/outcome=failed/)
  await expect(page.getByText('No calls found')).toBeVisible()
  await expect(page).toHaveURL(/agentId=01890000-0000-7000-8000-0000000000a3/)
})

it('another period is in the address, and every part asks for it', async () => {
  await page.goto('/admin/overview?part=reports')
  await choose('Period', 'Last 90 days')
  await expect(page).toHaveURL('/admin/overview?part=reports&period=90')
  await expectQuery(overview, { days: '90' })
  await expectQuery(overviewAgents, { days: '90' })
  await page.goto('/admin/overview?period=own&from=2026-11-02&to=2026-11-01')
  await expect(page.getByText('The last day must not be before the first')).toBeVisible()
})

it('a part that fails says so, and the others stay; an empty installation says that, too', async () => {
  server.break(overviewAgents)
  await page.goto('/admin/overview?part=reports')
  await expect(page.getByRole('alert')).toContainText('We could not load the agents')
  await expect(page.getByRole('region', { name: 'Other figures' })).toBeVisible()
  server.answer(overviewAgents, [])
  server.answer(overview, emptyOverview)
  await page.goto('/admin/overview')
  await expect(page.getByText('No figures yet')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('No backup has been made yet.')
  const lastBackupAt = '2026-11-20T02:00:00.000Z'
  server.answer(overviewHealth, fakeOf(overviewHealth, { lastBackupAt }))
  await page.reload()
  await expect(main).toContainText('The last good backup is from Nov 20, 2026')
})
