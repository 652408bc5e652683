import { publicConfig } from '#contract/settings/platform.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { expectAccessible } from '../../kit/browser/accessible.ts'
import { apiDocument, readiness } from '../fake-server.ts'
import { expect, test } from '../fixtures.ts'
import { config } from '../people.ts'

/** The pages behind the footer's links (D155). */

const document = openApiDocument() as { paths: Record<string, Record<string, unknown>> }

test('Help Center shows topics, and answers that open', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Talking', 'Minutes', 'Paying', 'Account'])
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Paying' }).click()
  await expect(page).toHaveURL('/help#paying')
  await expect(page.getByRole('heading', { name: 'Paying' })).toBeInViewport()
  await page.getByText('What does Luna cost?').click()
  await expect(page.getByText('Platform access is $2.97 a month and includes 30 minutes.')).toBeVisible()
  await page.getByRole('link', { name: 'prices' }).click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByRole('heading', { name: 'Pay for the minutes you talk' })).toBeInViewport()
})

test('About Us says what Luna is for and leads on', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByText('made by a digital company').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Your time',
    'Your money',
    'Your words',
    'The truth',
  ])
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/register')
})

test('Contact Support shows the configured ways, and no placeholder (D154)', async ({ page, server }) => {
  const bare = { ...config, supportEmail: null, contactEmail: null, communityUrl: 'https://community.example' }
  server.answer(publicConfig, bare)
  await page.goto('/contact')
  const main = page.getByRole('main')
  // The settings have arrived with it.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Community' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Already have an account?' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /Write to support|Everything else|Call us/ })).toHaveCount(0)
  server.answer(publicConfig, {
    ...config,
    supportEmail: 'help@luna.example',
    contactEmail: 'hello@luna.example',
    contactPhone: '+1 (801) 555-0100',
  })
  await page.goto('/contact')
  for (const [name, address] of [
    ['help@luna.example', 'mailto:help@luna.example'],
    ['hello@luna.example', 'mailto:hello@luna.example'],
    ['+1 (801) 555-0100', 'tel:+18015550100'],
  ] as const) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
})

test.describe('System Status', () => {
  test('shows what the server says: asking, ready, not ready, and ready again', async ({ page, server }) => {
    const release = server.hold(readiness)
    await page.goto('/status')
    const main = page.getByRole('main')
    const state = main
      .getByRole('status')
      .filter({ hasText: /Luna|Checking/ })
      .first()
    await expect(state).toHaveText('Checking…')
    release()
    await expect(state).toHaveText('Luna is up and running')
    await expect(main.getByText(/^Checked at \d+:\d\d:\d\d [AP]M/)).toBeVisible()

    server.say(readiness, 503, { status: 'not ready' })
    await main.getByRole('button', { name: 'Check Again' }).click()
    await expect(state).toHaveText("Luna isn't ready right now")
    await expect(main.getByText('Not ready', { exact: true })).toBeVisible()
    await expect(main.getByText('Responding', { exact: true })).toBeVisible()
    server.say(readiness, 200, { status: 'ready', voice: 'up' })
    await main.getByRole('button', { name: 'Check Again' }).click()
    await expect(state).toHaveText('Luna is up and running')
  })

  test('says when the voices are unreachable, and when they are back', async ({ page, server }) => {
    await page.clock.install()
    await page.goto('/status')
    const state = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /Luna|Conversations/ })
      .first()
    await expect(state).toHaveText('Luna is up and running')
    server.say(readiness, 200, { status: 'ready', voice: 'away' })
    await page.getByRole('button', { name: 'Check Again' }).click()
    await expect(state).toHaveText("Conversations can't start right now")
    await expect(page.getByText('Not responding', { exact: true })).toBeVisible()
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    server.say(readiness, 200, { status: 'ready', voice: 'up' })
    // It asks by itself.
    await page.clock.runFor(30_000)
    await expect(state).toHaveText('Luna is up and running')
  })

  test('says when the server does not answer', async ({ page, server }) => {
    await page.goto('/status')
    await expect(page.getByText('Luna is up and running')).toBeVisible()
    server.cut(readiness)
    await page.getByRole('button', { name: 'Check Again' }).click()
    await expect(page.getByText("Luna can't be reached")).toBeVisible()
    await expect(page.getByText('Not responding')).toBeVisible()
    server.say(readiness, 200, { status: 'ready', voice: 'up' })
    await page.getByRole('button', { name: 'Check Again' }).click()
    await expect(page.getByText('Luna is up and running')).toBeVisible()
  })
})

test.describe('API Documentation', () => {
  test('shows every call of our own document, with input, answer and refusals (D156)', async ({ page }) => {
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()}${path}`),
    )
    await page.goto('/docs/api')
    const shown = page.getByRole('main').locator('summary')
    await expect(shown).toHaveCount(calls.length)
    const texts = await shown.evaluateAll((lines) =>
      lines.map((line) => `${line.children[0]?.textContent}${line.querySelector('code')?.textContent}`),
    )
    expect(texts.toSorted()).toEqual(calls.toSorted())
    await expect(page.getByRole('main')).not.toContainText(/\(D\d/)

    const login = page.locator('details').filter({ hasText: '/api/auth/login' })
    await login.locator('summary').click()
    await expect(login).toContainText('Open to everyone.')
    await expect(login.getByRole('listitem').filter({ hasText: /^password/ })).toContainText('string')
    await expect(login).toContainText('Answer 200')
    await expect(login).toContainText('Refusal 401')
    await expect(login).toContainText('Invalid email or password.')
  })

  test('says when the document cannot be loaded, and tries again', async ({ page, server }) => {
    server.cut(apiDocument)
    await page.goto('/docs/api')
    await expect(page.getByText('We could not load the list of calls')).toBeVisible()
    server.say(apiDocument, 200, document)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('summary').first()).toBeVisible()
  })
})

test.describe('accessibility', () => {
  for (const [path, shown] of [
    ['/help', 'Account'],
    ['/about', 'The truth'],
    ['/contact', 'Already have an account?'],
    ['/status', 'Luna is up and running'],
    ['/docs/api', '/api/auth/login'],
  ] as const)
    test(`${path} in both themes, narrow and wide`, async ({ page, server }) => {
      // All calls look alike, and there are many.
      const few = Object.entries(document.paths).filter(([address]) => address.startsWith('/api/auth/'))
      server.say(apiDocument, 200, { ...document, paths: Object.fromEntries(few) })
      await page.goto(path)
      await expect(page.getByRole('main').getByText(shown, { exact: true }).first()).toBeVisible()
      await page
        .locator('details')
        .evaluateAll((all: HTMLDetailsElement[]) => all.slice(0, 3).forEach((one) => (one.open = true)))
      await expectAccessible(page)
    })
})
