import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { setSwitches } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { callAs, sql, subscriber } from './people.ts'
import { hold, whenTakenOver } from '../kit/watch.ts'

/** The pages behind the footer's links (D155). */

test('Help Center: topics, and answers that open', async ({ page }) => {
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

test('Contact Support shows the ways that are set, and no placeholder (D154)', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'You have an account?' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /Write to support|Everything else|Call us/ })).toHaveCount(0)
  await sql(
    `insert into platform_setting (setting_key, setting_value, updated_at)
     values ('supportEmail', '"help@luna.example"', now()), ('contactEmail', '"hello@luna.example"', now()),
       ('contactPhone', '"+1 (801) 555-0100"', now())`,
  )
  try {
    await page.goto('/contact')
    for (const [name, address] of [
      ['help@luna.example', 'mailto:help@luna.example'],
      ['hello@luna.example', 'mailto:hello@luna.example'],
      ['+1 (801) 555-0100', 'tel:+18015550100'],
    ] as const) {
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    }
  } finally {
    await sql(`delete from platform_setting where setting_key in ('supportEmail', 'contactEmail', 'contactPhone')`)
  }
})

test.describe('System Status', () => {
  test.use({ expectedNoise: /readyz/ })

  test('says what the server says: asking, ready, not ready, and ready again', async ({ page }) => {
    const release = await hold(page, '**/readyz')
    await page.goto('/status')
    const main = page.getByRole('main')
    const state = main
      .getByRole('status')
      .filter({ hasText: /Luna|Asking/ })
      .first()
    await expect(state).toHaveText('Asking…')
    await release()
    await expect(state).toHaveText('Luna is up and running')
    await expect(main.getByText(/^Asked at \d+:\d\d:\d\d [AP]M/)).toBeVisible()

    await sql(`update migration set name = 'x' || name where name like '001%'`)
    try {
      await main.getByRole('button', { name: 'Ask Again' }).click()
      await expect(state).toHaveText('Luna is not ready right now')
      await expect(main.getByText('Not ready', { exact: true })).toBeVisible()
      await expect(main.getByText('Answers', { exact: true })).toBeVisible()
    } finally {
      await sql(`update migration set name = substr(name, 2) where name like 'x001%'`)
    }
    await main.getByRole('button', { name: 'Ask Again' }).click()
    await expect(state).toHaveText('Luna is up and running')
  })

  test('says when the voices are away, and when they are back', async ({ page }) => {
    const person = await subscriber()
    await callAs(person, '/api/account/voice-consent')
    const [agent] = await sql<{ id: string }>('select id from agent where is_active and not is_premium limit 1')
    const start = () => callAs(person, '/api/sessions', { agentId: agent?.id })
    await page.goto('/status')
    const state = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /Luna|Conversations/ })
      .first()
    await expect(state).toHaveText('Luna is up and running')
    await setSwitches({ apiFault: { elevenlabs: 'error' } })
    try {
      for (let i = 0; i < 5; i++) await expect(start()).rejects.toThrow('503')
      await page.getByRole('button', { name: 'Ask Again' }).click()
      await expect(state).toHaveText('Conversations cannot start right now')
      await expect(page.getByText('Do not answer', { exact: true })).toBeVisible()
      await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    } finally {
      await setSwitches({ apiFault: { elevenlabs: null } })
    }
    await expect(async () => {
      await page.getByRole('button', { name: 'Ask Again' }).click()
      await expect(state).toHaveText('Luna is up and running', { timeout: 1000 })
    }).toPass({ timeout: 40_000 })
  })

  test('says when nobody answers', async ({ page, context }) => {
    await page.goto('/status')
    await expect(page.getByText('Luna is up and running')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Ask Again' }).click()
    await expect(page.getByText('Luna cannot be reached')).toBeVisible()
    await expect(page.getByText('No answer')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Ask Again' }).click()
    await expect(page.getByText('Luna is up and running')).toBeVisible()
  })
})

test.describe('API Documentation', () => {
  test.use({ expectedNoise: /openapi|ERR_INTERNET_DISCONNECTED/ })

  test('shows every call of our own document, with input, answer and refusals (D156)', async ({ page, context }) => {
    const document = (await (await context.request.get('/api/openapi.json')).json()) as Document
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
    await expect(login).toContainText('Open to everybody.')
    await expect(login.getByRole('listitem').filter({ hasText: /^password/ })).toContainText('string')
    await expect(login).toContainText('Answer 200')
    await expect(login).toContainText('Refusal 401')
    await expect(login).toContainText('Invalid email or password.')
  })

  test('says when the document cannot be read, and tries again', async ({ page, context }) => {
    // The code of the page is kept by the browser from here on, so that only the reading fails.
    await page.goto('/docs/api')
    await expect(page.locator('summary').first()).toBeVisible()
    await page.goto('/about')
    await whenTakenOver(page)
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'API Documentation' }).click()
    await expect(page.getByText('We could not load the list of calls')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('summary').first()).toBeVisible()
  })
})

interface Document {
  paths: Record<string, Record<string, unknown>>
}

test.describe('accessibility', () => {
  test.use({ expectedNoise: checkerNoise })

  for (const path of [
    '/help',
    '/about',
    '/contact',
    '/status',
    '/docs/api',
    '/organization-info',
    '/privacy-policy',
    '/terms-of-service',
  ])
    test(`${path} in both themes, narrow and wide`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page
        .locator('details')
        .evaluateAll((all: HTMLDetailsElement[]) => all.slice(0, 3).forEach((one) => (one.open = true)))
      await expectAccessible(page)
    })
})
