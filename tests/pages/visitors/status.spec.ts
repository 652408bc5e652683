import { readStatus } from '#contract/status/status.ts'
import { expect, page, type Page, readiness, server, test } from '#tests/pages.ts'
import { services } from './services.ts'

/** /status: the live answer, and what the servers observed over 90 days (D155). */

test.beforeEach(() => server.answer(readStatus, { services }))

const stateOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Luna|Checking|Conversations/ })
    .first()

test('shows what the server says: asking, ready, not ready, and ready again', async () => {
  const release = server.hold(readiness)
  await page.goto('/status')
  const main = page.getByRole('main')
  await expect(stateOf(page)).toHaveText('Checking…')
  release()
  await expect(stateOf(page)).toHaveText('Luna is up and running')
  await expect(main.getByText(/^Checked at \d+:\d\d:\d\d [AP]M/)).toBeVisible()

  server.say(readiness, 503, { status: 'not ready' })
  await main.getByRole('button', { name: 'Check Again' }).click()
  await expect(stateOf(page)).toHaveText("Luna isn't ready right now")
  server.say(readiness, 200, { status: 'ready', voice: 'up' })
  await main.getByRole('button', { name: 'Check Again' }).click()
  await expect(stateOf(page)).toHaveText('Luna is up and running')
})

test('says when the voices are unreachable, and when they are back', async () => {
  await page.clock.install()
  await page.goto('/status')
  await expect(stateOf(page)).toHaveText('Luna is up and running')
  server.say(readiness, 200, { status: 'ready', voice: 'away' })
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(stateOf(page)).toHaveText("Conversations can't start right now")
  server.say(readiness, 200, { status: 'ready', voice: 'up' })
  // It asks by itself.
  await page.clock.runFor(30_000)
  await expect(stateOf(page)).toHaveText('Luna is up and running')
})

test('says when the server does not answer', async () => {
  await page.goto('/status')
  await expect(page.getByText('Luna is up and running')).toBeVisible()
  server.cut(readiness)
  server.cut(readStatus)
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByText("Luna can't be reached")).toBeVisible()
  // What was known stays.
  await expect(page.getByRole('region', { name: 'Voices' })).toBeVisible()
  server.say(readiness, 200, { status: 'ready', voice: 'up' })
  server.answer(readStatus, { services })
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(page.getByText('Luna is up and running')).toBeVisible()
})

test('shows one word for each service, since when, its uptime, and 90 days', async () => {
  await page.goto('/status')
  const service = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Web app and API',
    'Voices',
    'Payments',
    'Email',
  ])
  await expect(service('Web app and API')).toContainText('Up since May 1, 2026, 12:00 PM')
  await expect(service('Web app and API')).toContainText('100.00% uptime')
  await expect(service('Voices')).toContainText('Down since May 10, 2026, 10:30 AM')
  await expect(service('Voices')).toContainText('99.98% uptime')
  await expect(service('Email')).toContainText('Unknown')
  await expect(service('Email')).toContainText('No data yet')
  await expect(service('Email')).not.toContainText('since')

  const picture = service('Voices').getByRole('img')
  await expect(picture).toHaveAccessibleName('The last 90 days: 59 days up, 1 with an outage, 30 without data.')
  await expect(picture.locator('> *')).toHaveCount(90)
  await service('Voices').getByText('Show daily history').click()
  const rows = service('Voices').getByRole('row')
  await expect(rows).toHaveCount(91)
  await expect(rows.nth(1)).toHaveText(/May 10, 2026\s*Up/)
  await expect(rows.nth(2)).toHaveText(/May 9, 2026\s*Down for 12 min/)
  await expect(rows.last()).toHaveText(/Feb 10, 2026\s*No data/)
  await expect(page.getByText('time without a check counts neither way')).toBeVisible()
})

test('says when the history cannot be loaded, and tries again', async () => {
  server.break(readStatus)
  await page.goto('/status')
  await expect(page.getByText('We could not load the history')).toBeVisible()
  await expect(stateOf(page)).toHaveText('Luna is up and running')
  server.answer(readStatus, { services })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible()
})
