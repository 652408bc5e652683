import { readStatus } from '#contract/status/status.ts'
import { expect, expectWords, main, page, press, readiness, server, test } from '#tests/pages.ts'
import { services } from './services.ts'

/** /status: the live answer, and what the servers observed over 90 days (D155). */

test.beforeEach(() => server.answer(readStatus, { services }))

const service = (name: string) => page.getByRole('region', { name, exact: true })
const expectState = async (words: string) => {
  const states = main().getByRole('status')
  await expect(states.filter({ hasText: /Luna|Checking|Conversations/ }).first()).toHaveText(words)
}

test('shows what the server says, on its own or when asked', async () => {
  await page.clock.install()
  const release = server.hold(readiness)
  await page.goto('/status')
  await expectState('Checking…')
  release()
  await expectState('Luna is up and running')
  await expect(main().getByText(/^Checked at \d+:\d\d:\d\d [AP]M/)).toBeVisible()
  server.say(readiness, 503, { status: 'not ready' })
  await press(main(), 'Check Again')
  await expectState("Luna isn't ready right now")
  server.say(readiness, 200, { status: 'ready', voice: 'away' })
  await press(main(), 'Check Again')
  await expectState("Conversations can't start right now")
  server.say(readiness, 200, { status: 'ready', voice: 'up' })
  // It asks by itself.
  await page.clock.runFor(30_000)
  await expectState('Luna is up and running')
})

test('says when the server does not answer, or not with its history', async () => {
  server.break(readStatus)
  await page.goto('/status')
  await expect(page.getByText('We could not load the history')).toBeVisible()
  await expectState('Luna is up and running')
  server.answer(readStatus, { services })
  await press(main(), 'Retry')
  await expect(service('Payments')).toBeVisible()
  server.cut(readiness)
  server.cut(readStatus)
  await press(main(), 'Check Again')
  await expect(page.getByText("Luna can't be reached")).toBeVisible()
  // What was known stays.
  await expect(service('Voices')).toBeVisible()
  server.say(readiness, 200, { status: 'ready', voice: 'up' })
  server.answer(readStatus, { services })
  await press(main(), 'Check Again')
  await expect(page.getByText('Luna is up and running')).toBeVisible()
})

test('shows one word for each service, since when, its uptime, and 90 days', async () => {
  await page.goto('/status')
  const names = ['Web app and API', 'Voices', 'Payments', 'Email']
  await expect(main().getByRole('heading', { level: 2 })).toHaveText(names)
  await expectWords(service('Web app and API'), 'Up since May 1, 2026, 12:00 PM', '100.00% uptime')
  await expectWords(service('Voices'), 'Down since May 10, 2026, 10:30 AM', '99.98% uptime')
  await expectWords(service('Email'), 'Unknown', 'No data yet')
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
