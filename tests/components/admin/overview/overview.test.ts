import { overview, overviewAgents } from '#contract/admin/overview.ts'
import { overviewConversations } from '#contract/admin/overview-rows.ts'
import { adminMe } from '#tests/pages/people.ts'
import { servePanel } from '#tests/pages/admin/admin.ts'
import { emptyOverview } from '#tests/pages/admin/overview/answers.ts'
import { as, expect, it, page, server } from '#tests/components.ts'
import { choose } from '#tests/components/admin/panel.ts'

const busy = {
  ...emptyOverview,
  isEmpty: false,
  now: {
    ...emptyOverview.now,
    gross: 150,
    back: 25,
    net: 125,
    subscribers: 42,
    minutesSold: 360,
    minutesUsed: 1042.5,
    minutesLapsed: 12,
    minutesOwed: 4000,
    margin: -3.5,
  },
  before: { ...emptyOverview.before, net: 100, subscribers: 40, minutesLapsed: 30 },
  revenue: [{ kind: 'package' as const, count: 6, amount: 150, before: 100 }],
  endings: [{ reason: 'user' as const, conversations: 12 }],
}

it('the panel opens with the figures of the last 30 days, beside those before', async () => {
  as(adminMe)
  servePanel(server)
  server.answer(overview, busy)
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('Net revenue$125.00$100.00 before, +25.0%')
  await expect(figures).toContainText('Subscribers4240 before, +5.0%')
  await expect(figures).toContainText('Margin on talk−$3.50')
  await expect(figures).toContainText('which is an assumption until someone sets it')
  await expect.poll(() => server.asked(overview).at(-1)?.query).toEqual({ days: '30' })
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
  as(adminMe)
  servePanel(server)
  server.answer(overview, busy)
  const agent = {
    conversations: 8,
    minutes: 40,
    earned: 10,
    voiceMinutes: 42,
    voiceCost: 4,
    margin: 6,
    failedCalls: 2,
    failedPercent: 20,
  }
  server.answer(overviewAgents, [
    { ...agent, id: '01890000-0000-7000-8000-0000000000a1', name: 'Cash Flow Explainer' },
    { ...agent, id: '01890000-0000-7000-8000-0000000000a2', name: 'Steady', failedCalls: 0, failedPercent: 0 },
    { ...agent, id: '01890000-0000-7000-8000-0000000000a3', name: 'Broken', failedCalls: 9, failedPercent: 90 },
  ])
  await page.goto('/admin')
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
  as(adminMe)
  servePanel(server)
  server.answer(overview, busy)
  await page.goto('/admin')
  await choose('Period', 'Last 90 days')
  await expect(page).toHaveURL('/admin?period=90')
  await expect.poll(() => server.asked(overview).at(-1)?.query).toEqual({ days: '90' })
  await expect.poll(() => server.asked(overviewAgents).at(-1)?.query).toEqual({ days: '90' })
  await page.goto('/admin?period=own&from=2026-11-02&to=2026-11-01')
  await expect(page.getByText('The last day must not be before the first')).toBeVisible()
})

it('a part that fails says so, and the others stay; an empty installation says that, too', async () => {
  as(adminMe)
  servePanel(server)
  server.answer(overview, busy)
  server.break(overviewAgents)
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('We could not load the agents')
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  server.answer(overviewAgents, [])
  server.answer(overview, emptyOverview)
  await page.goto('/admin')
  await expect(page.getByText('No figures yet')).toBeVisible()
})
