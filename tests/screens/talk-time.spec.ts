import type { Locator } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, type Page, test } from './fixtures.ts'
import { addSession, enter, subscriber } from './people.ts'
import { hold } from '../kit/watch.ts'

const day = 24

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

/** Names of the chart's files that the page asked for. */
function watchChart(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    if (/column-chart[^/]*\.js$/.test(new URL(request.url()).pathname)) files.push(request.url())
  })
  return files
}

test('who has not talked reads so, and no code for drawing is loaded', async ({ page, context }) => {
  await enter(context, await subscriber())
  const files = watchChart(page)
  await page.goto('/dashboard')
  const card = cardOf(page)
  await expect(card.getByText('Nothing talked in the last 30 days')).toBeVisible()
  await card.getByRole('tab', { name: '7 days' }).click()
  await expect(card.getByText('Nothing talked in the last 7 days')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Show as Table' })).toHaveCount(0)
  await card.getByRole('link', { name: 'Find an Agent' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(files).toEqual([])
})

test('minutes per day and per agent stand as a plot and as a table of the same figures (D62)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  const talks = [
    ['Growth Strategist', 0, 90],
    ['Hiring Partner', 2 * day, 600],
    ['Growth Strategist', 2 * day + 1, 300],
    ['Mindset Coach', 20 * day, 1200],
  ] as const
  for (const [agent, hoursAgo, seconds] of talks) await addSession(person, agent, hoursAgo, seconds)
  await enter(context, person)
  const release = await hold(page, '**/api/user/talk-time*')
  const files = watchChart(page)
  await page.goto('/dashboard')
  const card = cardOf(page)
  await expect(card.getByText('Loading your talk time…')).toBeAttached()
  await release()
  await expect(card.getByText('36.50 minutes in 4 sessions over the last 30 days.')).toBeVisible()
  await expect(card.getByRole('img', { name: /^Minutes per day, last 30 days\. Most on .*: 20\.$/ })).toBeVisible()
  // One column for each day on which somebody talked.
  await expect(columnsOf(card)).toHaveCount(await talkedDays(page, talks))
  expect(files).toHaveLength(1)
  const bars = card.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')
  await expect(bars).toHaveText(['Mindset Coach20 min', 'Hiring Partner10 min', 'Growth Strategist6.50 min'])

  await card.getByRole('button', { name: 'Show as Table' }).click()
  const byAgent = card.getByRole('table', { name: 'Minutes per agent' }).getByRole('row')
  await expect(byAgent).toHaveCount(4)
  await expect(byAgent.nth(3).getByRole('cell')).toContainText(['Growth Strategist', '6.50', '2'])
  const byDay = card.getByRole('table', { name: 'Minutes per day, newest first' }).getByRole('row')
  await expect(byDay).toHaveCount(1 + (await talkedDays(page, talks)))
  await expect(byDay.nth(-1).getByRole('cell')).toContainText([/^[A-Z][a-z]{2} \d+$/, '20', '1'])

  await card.getByRole('tab', { name: '7 days' }).press('Enter')
  await expect(card.getByText('16.50 minutes in 3 sessions over the last 7 days.')).toBeVisible()
  await expect(byAgent).toHaveCount(3)
  await card.getByRole('button', { name: 'Show as Plot' }).click()
  await expect(bars).toHaveText(['Hiring Partner10 min', 'Growth Strategist6.50 min'])
  await expect(card.getByRole('img', { name: /^Minutes per day, last 7 days\./ })).toBeVisible()
  await expect(columnsOf(card)).toHaveCount(await talkedDays(page, talks.slice(0, 3)))
})

/** On how many calendar days of the browser the conversations began. */
function talkedDays(page: Page, talks: readonly (readonly [string, number, number])[]): Promise<number> {
  return page.evaluate(
    (hours) => new Set(hours.map((ago) => new Date(Date.now() - ago * 3_600_000).toDateString())).size,
    talks.map(([, hoursAgo]) => hoursAgo),
  )
}

test.describe('files that are away', () => {
  test.use({ expectedNoise: /column-chart|Failed to fetch dynamically imported module|ERR_FAILED/ })

  test('without its code the plot says where the figures are', async ({ page, context }) => {
    const person = await subscriber()
    await addSession(person, 'Growth Strategist', 1, 90)
    await enter(context, person)
    await page.route(/column-chart[^/]*\.js$/, (route) => route.abort())
    await page.goto('/dashboard')
    const card = cardOf(page)
    await expect(card.getByText('The plot could not be loaded. The table has the same figures.')).toBeVisible()
    await card.getByRole('button', { name: 'Show as Table' }).click()
    await expect(card.getByRole('table', { name: 'Minutes per agent' })).toContainText('1.50')
  })
})

test.describe('everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('can read the plot and its table', async ({ page, context }) => {
    const person = await subscriber()
    for (let ago = 1; ago <= 7; ago++)
      await addSession(person, ago % 2 ? 'Growth Strategist' : 'Hiring Partner', ago * 30, ago * 100)
    await enter(context, person)
    await page.goto('/dashboard')
    await expect(columnsOf(cardOf(page)).first()).toBeVisible()
    await expectAccessible(page)
    await cardOf(page).getByRole('button', { name: 'Show as Table' }).click()
    await expect(cardOf(page).getByRole('table', { name: 'Minutes per agent' })).toBeVisible()
    await expectAccessible(page)
  })
})
