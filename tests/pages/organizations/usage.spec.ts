import fs from 'node:fs/promises'
import type { Answer } from '#contract/call.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { expectAccessible } from '../../kit/browser/accessible.ts'
import { chooseIn } from '../../kit/browser/choosing.ts'
import { expect, test } from '../fixtures.ts'
import { ownerMe } from '../people.ts'
import { coach, hiringPartner, mia, serveDashboard } from './organization.ts'

type Usage = Answer<typeof organizationUsage>

/** Thirty days; Mia talked on two of them. */
const days: Usage['days'] = Array.from({ length: 30 }, (_, index) => {
  const date = new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10)
  const seconds = index === 27 ? 30 : index === 28 ? 90 : 0
  return { date, seconds, minutes: seconds / 60, sessions: seconds ? 1 : 0 }
})

const usage = {
  days,
  members: [{ userId: mia.id, userName: 'Mia Member', minutes: 2, seconds: 120, sessions: 2 }],
  agents: [
    { agentId: coach.agentId, agentName: 'Mindset Coach', minutes: 1.5, seconds: 90, sessions: 1 },
    { agentId: hiringPartner.agentId, agentName: 'Hiring Partner', minutes: 0.5, seconds: 30, sessions: 1 },
  ],
} satisfies Usage

test('an admin sees who used how many minutes with which agent, as plot, table and file (S411, D131)', async ({
  page,
  server,
  as,
}) => {
  as(ownerMe)
  serveDashboard(server)
  const nothing = days.map(({ date }) => ({ date, minutes: 0, seconds: 0, sessions: 0 }))
  server.answer(organizationUsage, { days: nothing, members: [], agents: [] })
  await page.goto('/organization-dashboard?tab=usage')
  await expect(page.getByText('No conversations in this period')).toBeVisible()
  server.answer(organizationUsage, usage)
  await page.reload()
  const main = page.getByRole('main')
  await expect(main.getByText('2 minutes in 2 sessions over the last 30 days.')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Minutes per member' }).getByRole('listitem')).toHaveText([
    /Mia Member.*2 min/,
  ])
  await expect(main.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')).toHaveText([
    /Mindset Coach.*1\.50 min/,
    /Hiring Partner.*0\.50 min/,
  ])
  await expect(
    main
      .getByRole('img', { name: /Minutes per day/ })
      .locator('svg')
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Show as Table' }).click()
  await expect(main.getByRole('table', { name: 'Minutes per agent' })).toContainText('Hiring Partner')
  await expect(main.getByRole('table', { name: 'Minutes per day' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Minutes per agent' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('usage-by-agent.csv')
  expect(await fs.readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFAgent,Minutes,Sessions\r\nMindset Coach,1.5,1\r\nHiring Partner,0.5,1\r\n',
  )
  await chooseIn(main.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
  await expect
    .poll(() => server.asked(organizationUsage).at(-1)?.query)
    .toEqual({ days: '7', timeZone: 'Europe/Berlin' })
})
