import { msToMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { as, expect, figureOf, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { idOfAgent, serveDashboard, serveMarketplace, talkedOn } from './home.ts'

type TalkedAgent = Answer<typeof talkTime>['agents'][number]

const card = () =>
  main()
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Talk Time' }) })

/** Days without a conversation have none. */
const columns = () => card().locator('.recharts-bar-rectangle path')

function talkedTo(name: Parameters<typeof idOfAgent>[0], seconds: number, sessions: number): TalkedAgent {
  return { agentId: idOfAgent(name), agentName: name, seconds, minutes: msToMinutes(seconds * 1000), sessions }
}

const newest = { '2026-11-20': { seconds: 90, sessions: 1 }, '2026-11-18': { seconds: 900, sessions: 2 } }

test.beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
})

test('a person who has not talked is led to the agents, and loads no chart', tagged('S107 S109'), async () => {
  serveMarketplace(server)
  const files: string[] = []
  page.on('request', (request) => {
    if (/column-chart[^/]*\.js$/.test(request.url())) files.push(request.url())
  })
  await page.goto('/dashboard')
  await expect(card().getByText('No conversations of 10 seconds or more in the last 30 days.')).toBeVisible()
  await card().getByRole('radio', { name: '7 days' }).click()
  await expect(card().getByText('No conversations of 10 seconds or more in the last 7 days.')).toBeVisible()
  await expect(card().getByRole('button', { name: 'Show as Table' })).toHaveCount(0)
  expect(files).toEqual([])
  for (const name of ['Total Sessions', 'Agents Requested', 'Minutes Used', 'Credits Used'])
    await expect(figureOf(name)).toHaveText('0')
  const recent = main().getByText('No sessions yet').locator('..')
  await recent.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('minutes per day and per agent are a plot and a table of the same figures', tagged('D62'), async () => {
  const agents = [talkedTo('Hiring Partner', 600, 1), talkedTo('Growth Strategist', 390, 2)]
  const older = { '2026-10-31': { seconds: 1200, sessions: 1 } }
  server.answer(talkTime, ({ query: { days } }) =>
    days === '7'
      ? { days: talkedOn('7', newest), agents }
      : { days: talkedOn('30', { ...newest, ...older }), agents: [talkedTo('Mindset Coach', 1200, 1), ...agents] },
  )
  const release = server.hold(talkTime)
  await page.goto('/dashboard')
  await expect(card().getByText('Loading your talk time…')).toBeAttached()
  release()
  await expect(card().getByText('36.50 minutes in 4 sessions over the last 30 days.')).toBeVisible()
  expect(server.asked(talkTime).map(({ query }) => query)).toEqual([{ days: '30', timeZone: 'Europe/Berlin' }])
  const most = { name: 'Minutes per day, last 30 days. Most on Oct 31: 20 minutes.', exact: true }
  await expect(card().getByRole('img', most)).toBeVisible()
  await expect(columns()).toHaveCount(3)
  const bars = card().getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')
  const shown = ['Hiring Partner10 minutes', 'Growth Strategist6.50 minutes']
  await expect(bars).toHaveText(['Mindset Coach20 minutes', ...shown])

  await press(card(), 'Show as Table')
  const rowsOf = (name: string) => card().getByRole('table', { name }).getByRole('row')
  await expect(rowsOf('Minutes per agent')).toHaveCount(4)
  await expect(rowsOf('Minutes per agent').nth(3)).toContainText(/Growth Strategist.*6\.50.*2/)
  const byDay = rowsOf('Minutes per day, newest first')
  await expect(byDay).toHaveText([
    /^Day/,
    /Nov 20.*1\.50.*1 session$/,
    /Nov 18.*15.*2 sessions$/,
    /Oct 31.*20.*1 session$/,
  ])

  await card().getByRole('radio', { name: '7 days' }).press('Space')
  await expect(card().getByText('16.50 minutes in 3 sessions over the last 7 days.')).toBeVisible()
  await expect(rowsOf('Minutes per agent')).toHaveCount(3)
  await press(card(), 'Show as Chart')
  await expect(bars).toHaveText(shown)
  await expect(columns()).toHaveCount(2)
})

test.describe('files that are away', () => {
  test.use({ expectedNoise: /column-chart|Failed to fetch dynamically imported module|ERR_FAILED/ })

  test('without its code the plot says where the figures are', async () => {
    server.answer(talkTime, { days: talkedOn('30', newest), agents: [talkedTo('Growth Strategist', 90, 1)] })
    await page.route(/column-chart[^/]*\.js$/, (route) => route.abort())
    await page.goto('/dashboard')
    await expect(card().getByText("We couldn't load the chart. The table has the same figures.")).toBeVisible()
    await press(card(), 'Show as Table')
    await expect(card().getByRole('table', { name: 'Minutes per agent' })).toContainText('1.50')
  })
})
