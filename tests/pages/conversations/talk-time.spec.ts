import type { Locator } from '@playwright/test'
import { msToMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { as, expect, page, type Page, server, subscriberMe, test } from '#tests/pages.ts'
import { idOfAgent, serveDashboard, serveMarketplace, talkedOn } from './home.ts'

type TalkedAgent = Answer<typeof talkTime>['agents'][number]

function cardOf(page: Page) {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Talk Time' }) })
}

/** Days without a conversation have none. */
function columnsOf(card: Locator) {
  return card.locator('.recharts-bar-rectangle path')
}

/** Returns the names of the chart's files that the page requested. */
function watchChart(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    if (/column-chart[^/]*\.js$/.test(new URL(request.url()).pathname)) files.push(request.url())
  })
  return files
}

function talkedTo(name: Parameters<typeof idOfAgent>[0], seconds: number, sessions: number): TalkedAgent {
  return { agentId: idOfAgent(name), agentName: name, seconds, minutes: msToMinutes(seconds * 1000), sessions }
}

const newest = {
  '2026-11-20': { seconds: 90, sessions: 1 },
  '2026-11-18': { seconds: 900, sessions: 2 },
}

test.beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
})

test('a person who has not talked is told so, and no code for drawing is loaded', async () => {
  serveMarketplace(server)
  const files = watchChart(page)
  await page.goto('/dashboard')
  const card = cardOf(page)
  await expect(card.getByText('No conversations of 10 seconds or more in the last 30 days.')).toBeVisible()
  await card.getByRole('radio', { name: '7 days' }).click()
  await expect(card.getByText('No conversations of 10 seconds or more in the last 7 days.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Show as Table' })).toHaveCount(0)
  expect(files).toEqual([])
})

test('minutes per day and per agent are shown as a plot and as a table of the same figures (D62)', async () => {
  server.answer(talkTime, ({ query: { days } }) =>
    days === '7'
      ? {
          days: talkedOn('7', newest),
          agents: [talkedTo('Hiring Partner', 600, 1), talkedTo('Growth Strategist', 390, 2)],
        }
      : {
          days: talkedOn('30', { ...newest, '2026-10-31': { seconds: 1200, sessions: 1 } }),
          agents: [
            talkedTo('Mindset Coach', 1200, 1),
            talkedTo('Hiring Partner', 600, 1),
            talkedTo('Growth Strategist', 390, 2),
          ],
        },
  )
  const release = server.hold(talkTime)
  await page.goto('/dashboard')
  const card = cardOf(page)
  await expect(card.getByText('Loading your talk time…')).toBeAttached()
  release()
  await expect(card.getByText('36.50 minutes in 4 sessions over the last 30 days.')).toBeVisible()
  expect(server.asked(talkTime).map(({ query }) => query)).toEqual([{ days: '30', timeZone: 'Europe/Berlin' }])
  const most = { name: 'Minutes per day, last 30 days. Most on Oct 31: 20 minutes.', exact: true }
  await expect(card.getByRole('img', most)).toBeVisible()
  await expect(columnsOf(card)).toHaveCount(3)
  const bars = card.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')
  await expect(bars).toHaveText([
    'Mindset Coach20 minutes',
    'Hiring Partner10 minutes',
    'Growth Strategist6.50 minutes',
  ])

  await card.getByRole('button', { name: 'Show as Table' }).click()
  const byAgent = card.getByRole('table', { name: 'Minutes per agent' }).getByRole('row')
  await expect(byAgent).toHaveCount(4)
  await expect(byAgent.nth(3).getByRole('cell')).toContainText(['Growth Strategist', '6.50', '2'])
  const byDay = card.getByRole('table', { name: 'Minutes per day, newest first' }).getByRole('row')
  await expect(byDay).toHaveCount(4)
  await expect(byDay.nth(1).getByRole('cell')).toContainText(['Nov 20', '1.50', '1'])
  await expect(byDay.nth(3).getByRole('cell')).toContainText(['Oct 31', '20', '1'])

  await card.getByRole('radio', { name: '7 days' }).press('Space')
  await expect(card.getByText('16.50 minutes in 3 sessions over the last 7 days.')).toBeVisible()
  await expect(byAgent).toHaveCount(3)
  await card.getByRole('button', { name: 'Show as Chart' }).click()
  await expect(bars).toHaveText(['Hiring Partner10 minutes', 'Growth Strategist6.50 minutes'])
  await expect(card.getByRole('img', { name: /^Minutes per day, last 7 days\./ })).toBeVisible()
  await expect(columnsOf(card)).toHaveCount(2)
})

test.describe('files that are away', () => {
  test.use({ expectedNoise: /column-chart|Failed to fetch dynamically imported module|ERR_FAILED/ })

  test('without its code the plot says where the figures are', async () => {
    server.answer(talkTime, {
      days: talkedOn('30', { '2026-11-20': { seconds: 90, sessions: 1 } }),
      agents: [talkedTo('Growth Strategist', 90, 1)],
    })
    await page.route(/column-chart[^/]*\.js$/, (route) => route.abort())
    await page.goto('/dashboard')
    const card = cardOf(page)
    await expect(card.getByText("We couldn't load the chart. The table has the same figures.")).toBeVisible()
    await card.getByRole('button', { name: 'Show as Table' }).click()
    await expect(card.getByRole('table', { name: 'Minutes per agent' })).toContainText('1.50')
  })
})
