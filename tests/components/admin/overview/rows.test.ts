import { overview, overviewAgents, overviewOrganizations } from '#contract/admin/overview.ts'
import {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import { ben, servePanel } from '#tests/pages/admin/admin.ts'
import { busyOverview, serveEmptyOverview } from '#tests/pages/admin/overview/answers.ts'
import { adminMe, as, beforeEach, expect, it, page, server } from '#tests/components.ts'
import { downloadList, expectQuery } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  servePanel(server)
  serveEmptyOverview(server)
  server.answer(overview, busyOverview)
})

const agentId = '7a1d2c34-0002-4b11-8c22-000000000002'

const refund = fakeOf(overviewMoney, {
  id: 'refund 1',
  receiptId: '7a1d2c34-0003-4b11-8c22-000000000003',
  kind: 'refund',
  amount: -25,
  item: 'Sound was bad',
  receiptNumber: 'L-000042',
  userId: ben.id,
  payer: ben.email,
})

it('a figure leads to the rows that it counts, for the same days, and back', async () => {
  server.answer(overviewMoney, [refund])
  await page.goto('/admin/overview?part=reports&period=90')
  await page.getByRole('link', { name: 'Refunds', exact: true }).click()
  await expect(page).toHaveURL('/admin/overview?rows=money&kind=refund&period=90')
  await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  const row = page.getByRole('row', { name: 'Sound was bad' })
  await expect(row).toContainText('−$25.00')
  await expectQuery(overviewMoney, expect.objectContaining({ days: '90', kind: 'refund' }))
  await expect(row.getByRole('link', { name: 'Sound was bad' })).toHaveAttribute(
    'href',
    `/admin/payments/${refund.receiptId}`,
  )
  await expect(row.getByRole('link', { name: ben.email })).toHaveAttribute('href', `/admin/users/${ben.id}`)
  expect((await downloadList())[1]).toContain('Refunds,Sound was bad,L-000042,ben.reed@example.com,-25')
  await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).first().click()
  await expect(page).toHaveURL('/admin/overview?period=90')
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
})

it('an agent’s failed calls, a tile and an organization open what they name', async () => {
  const agent = { id: agentId, name: 'Tender Guide', failedCalls: 1, failedPercent: 25 }
  server.answer(overviewAgents, [fakeOf(overviewAgents, agent)])
  server.answer(overviewOrganizations, [fakeOf(overviewOrganizations, { id: 100_001, name: 'Acme Consulting' })])
  const outcome = { outcome: 'silent', endReason: 'fault' } as const
  const failed = { ...outcome, agentId, agentName: 'Tender Guide', userId: ben.id, personName: 'Ben Reed' }
  server.answer(overviewConversations, [fakeOf(overviewConversations, failed)])
  server.answer(overviewSubscriptions, [])
  await page.goto('/admin/overview?part=reports')
  await expect(page.getByRole('link', { name: 'Acme Consulting' })).toHaveAttribute(
    'href',
    '/admin/overview?rows=conversations&outcome=counted&organization=100001',
  )
  await page.getByRole('link', { name: '1 (25.00%)' }).click()
  const row = page.getByRole('row', { name: 'Ben Reed' })
  await expect(row).toContainText('The agent said nothing, voice provider error')
  await expect(page.getByRole('status').filter({ hasText: '1 call with Tender Guide' })).toBeVisible()
  await expectQuery(overviewConversations, expect.objectContaining({ days: '30', outcome: 'failed', agentId }))
  await expect(row.getByRole('link', { name: 'Tender Guide' })).toHaveAttribute(
    'href',
    '/admin?tab=agents&q=Tender+Guide',
  )
  await page.goto('/admin/overview?part=reports&period=2026-10')
  await page.getByRole('link', { name: 'Canceled subscribers' }).click()
  await expect(page.getByText('No subscribers found')).toBeVisible()
  await expectQuery(overviewSubscriptions, expect.objectContaining({ month: '2026-10', what: 'ended' }))
})

it('minutes and what is owed lead to entries and balances; prices are those of the present', async () => {
  const holder = { id: agentId, userId: ben.id, organizationId: null, payer: ben.email }
  server.answer(overviewMinutes, [
    { ...holder, at: '2026-11-20T10:00:00.000Z', entry: 'monthly_lapse', minutes: -12.5 },
  ])
  server.answer(overviewOwed, [{ ...holder, minutes: 130, purchasedMinutes: 100, paid: 49 }])
  await page.goto('/admin/overview?part=reports&period=2026-10')
  await page.getByRole('link', { name: 'Lapsed' }).click()
  await expect(page).toHaveURL('/admin/overview?rows=minutes&kind=lapsed&period=2026-10')
  const lapsed = page.getByRole('row', { name: ben.email })
  await expect(lapsed).toContainText('Unused minutes of a month that ended')
  await expect(lapsed).toContainText('−12.5')
  await expectQuery(overviewMinutes, expect.objectContaining({ month: '2026-10', kind: 'lapsed' }))
  await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).first().click()
  await page.getByRole('tab', { name: 'Reports' }).click()
  await page.getByRole('link', { name: 'Owed at the end' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Customer', 'Minutes'])
  await page.goto('/admin/overview')
  await page.getByText('Customers hold').getByRole('link').click()
  await expect(page).toHaveURL('/admin/overview?rows=owed')
  await expect(page.getByRole('row', { name: ben.email })).toContainText('$49.00')
  await expect(page.getByRole('link', { name: ben.email })).toHaveAttribute('href', `/admin/users/${ben.id}`)
  expect((await downloadList())[1]).toContain('ben.reed@example.com,130,100,49')
})
