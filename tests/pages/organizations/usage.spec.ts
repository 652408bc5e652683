import fs from 'node:fs/promises'
import type { Answer } from '#contract/call.ts'
import { allConversations, organizationUsage } from '#contract/organizations/usage.ts'
import {
  as,
  chooseIn,
  expect,
  type FakeServer,
  findAndChoose,
  ownerMe,
  page,
  server,
  tagged,
  test,
} from '#tests/pages.ts'
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
  members: [{ userId: mia.id, userName: 'Mia Member', minutes: 2, seconds: 120, sessions: 2, cost: 0.27 }],
  agents: [
    { agentId: coach.agentId, agentName: 'Mindset Coach', minutes: 1.5, seconds: 90, sessions: 1, cost: 0.2 },
    { agentId: hiringPartner.agentId, agentName: 'Hiring Partner', minutes: 0.5, seconds: 30, sessions: 1, cost: 0.07 },
  ],
  minuteRate: 0.135,
} satisfies Usage

test('an admin sees who used how many minutes with which agent, as plot, table and file (S411, D131)', async () => {
  as(ownerMe)
  serveDashboard(server)
  const nothing = days.map(({ date }) => ({ date, minutes: 0, seconds: 0, sessions: 0 }))
  server.answer(organizationUsage, { days: nothing, members: [], agents: [], minuteRate: null })
  await page.goto('/organization-dashboard?tab=usage')
  await expect(page.getByText('No conversations in this period')).toBeVisible()
  server.answer(organizationUsage, usage)
  await page.reload()
  const main = page.getByRole('main')
  await expect(main.getByText('2 minutes in 2 sessions over the last 30 days. Costs at $0.135 a minute')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Minutes per member' }).getByRole('listitem')).toHaveText([
    /Mia Member.*2 minutes · \$0\.27/,
  ])
  await expect(main.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')).toHaveText([
    /Mindset Coach.*1\.50 minutes/,
    /Hiring Partner.*0\.50 minutes/,
  ])
  await expect(
    main
      .getByRole('img', { name: /Minutes per day/ })
      .locator('svg')
      .first(),
  ).toBeVisible()
  await main.getByRole('button', { name: 'Show as Table' }).click()
  await expect(main.getByRole('table', { name: 'Minutes per agent' })).toContainText('Hiring Partner')
  await expect(main.getByRole('table', { name: 'Minutes per day' }).getByRole('row')).toHaveCount(3)
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Minutes per agent' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('usage-by-agent.csv')
  expect(await fs.readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFAgent,Minutes,Sessions,Cost in dollars\r\nMindset Coach,1.5,1,0.2\r\nHiring Partner,0.5,1,0.07\r\n',
  )
  await chooseIn(main.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
  await expect
    .poll(() => server.asked(organizationUsage).at(-1)?.query)
    .toEqual({ days: '7', timeZone: 'Europe/Berlin' })
})

const talk = {
  id: '10000000-0000-4000-8000-000000000001',
  userId: mia.id,
  userName: 'Mia Member',
  agentId: coach.agentId,
  agentName: 'Mindset Coach',
  agentImageUrl: null,
  duration: 2.2667,
  durationSeconds: 136,
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:02:16.000Z',
  status: 'completed',
} satisfies Answer<typeof allConversations>[number]

const lastQuery = (server: FakeServer, charged: 'yes' | 'no') =>
  server
    .asked(allConversations)
    .map(({ query }) => query)
    .findLast((query) => query.charged === charged)

test('months and own days show their figures, and the address keeps them', tagged('D131'), async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationUsage, { ...usage, minuteRate: null })
  await page.clock.setFixedTime(new Date('2026-11-24T10:00:00Z'))
  await page.goto('/organization-dashboard?tab=usage')
  const main = page.getByRole('main')
  const last = () => server.asked(organizationUsage).at(-1)?.query
  const period = main.getByRole('combobox', { name: 'Period' })
  await chooseIn(period, 'October 2026')
  await expect(main.getByText('2 minutes in 2 sessions in October 2026.')).toBeVisible()
  await expect(
    main.getByText("Costs aren't shown because the pool's minutes were bought at different prices."),
  ).toBeVisible()
  expect(last()).toEqual({ from: '2026-10-01', to: '2026-10-31', timeZone: 'Europe/Berlin' })
  await chooseIn(period, 'Custom range')
  await main.getByLabel('From').fill('2026-11-09')
  await main.getByLabel('To').fill('2026-11-03')
  await expect(main.getByText('The last day must not be before the first')).toBeVisible()
  await main.getByLabel('To').fill('2026-11-15')
  await expect(main.getByText('sessions from Nov 9, 2026 to Nov 15, 2026.')).toBeVisible()
  await page.reload()
  await expect(main.getByText('sessions from Nov 9, 2026 to Nov 15, 2026.')).toBeVisible()
  expect(last()).toEqual({ from: '2026-11-09', to: '2026-11-15', timeZone: 'Europe/Berlin' })
})

test('a bar leads to the conversations behind it, which are filtered, sorted, paged and saved, with uncharged calls apart (D90, D131, D184, D189)', async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationUsage, usage)
  server.answer(
    allConversations,
    ({ query: { charged, limit = 1 } }) =>
      charged === 'no'
        ? [{ ...talk, agentName: 'Hiring Partner', duration: 0, durationSeconds: 0 }]
        : Array.from({ length: Math.min(limit, 30) }, (_, index) => ({
            ...talk,
            id: talk.id.slice(0, -2) + String(index + 10),
          })),
    { total: 30 },
  )
  await page.goto('/organization-dashboard?tab=usage&period=7')
  const main = page.getByRole('main')
  await main.getByRole('list', { name: 'Minutes per member' }).getByRole('listitem').click()
  const table = main.getByRole('table', { name: 'Sessions, page 1 of 2' })
  await expect(table.locator('tbody tr')).toHaveCount(25)
  await expect(table.locator('tbody tr').first()).toHaveText(/Mia Member.*Mindset Coach.*Nov 20, 2026, 10:00.*2:16/)
  await expect(main.getByRole('combobox', { name: 'Member' })).toContainText('Mia Member')
  const asked = { days: '7', personId: mia.id, timeZone: 'Europe/Berlin' }
  expect(lastQuery(server, 'yes')).toEqual({ ...asked, charged: 'yes', limit: 25, offset: 0 })
  await expect(main.getByRole('table', { name: 'Not charged' })).toContainText('Hiring Partner')
  expect(lastQuery(server, 'no')).toMatchObject({ ...asked, charged: 'no' })

  await main.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click()
  await expect.poll(() => lastQuery(server, 'yes')?.sort).toBe('duration')
  await findAndChoose(page, 'Agent', 'Hiring Partner')
  await expect.poll(() => lastQuery(server, 'yes')?.agentId).toBe(hiringPartner.agentId)
  await chooseIn(main.getByRole('combobox', { name: 'Period' }), 'All time')
  await expect.poll(() => lastQuery(server, 'yes')?.days).toBeUndefined()
  await main.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => lastQuery(server, 'yes')?.offset).toBe(25)
  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await fs.readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(31)
  expect(lines[1]).toBe('Mia Member,Mindset Coach,2026-11-20T09:00:00.000Z,2:16,2.2667')
  expect(lastQuery(server, 'yes')).toMatchObject({ personId: mia.id, agentId: hiringPartner.agentId, limit: 500 })

  await main.getByRole('radio', { name: 'Figures' }).click()
  await expect(main.getByRole('list', { name: 'Minutes per member' })).toBeVisible()
  await expect(page).toHaveURL('/organization-dashboard?tab=usage')
})

test('conversations that cannot be read are reported, and none are found with a way back', async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(organizationUsage, usage)
  server.break(allConversations)
  const address = '/organization-dashboard?tab=usage&view=conversations'
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main.getByText('We could not load the sessions')).toBeVisible()
  server.answer(allConversations, [], { total: 0 })
  await page.goto(`${address}&agentId=${coach.agentId}`)
  await main.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(address)
  await expect(main.getByText('No sessions yet')).toBeVisible()
})
