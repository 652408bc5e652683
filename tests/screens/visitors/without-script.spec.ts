import { expect, page, type Page, tagged, test as base, url } from '#tests/screens.ts'

/** What visitors can read and follow before, or without, any script (D157, D158). */

const test = base.extend<{ page: Page }>({
  page: async ({ browser }, use) => {
    const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
    await use(await context.newPage())
    await context.close()
  },
})

const headings = {
  '/': [
    'Talk it through. Get it done.',
    'Your ideas deserve to be heard, read, seen, watched, understood',
    'Meet the agents',
    'A voice that helps you learn, understand, navigate, apply',
    'Pay for the minutes you talk',
    'Every second accounted for',
    'Good questions',
    'Bring the whole team',
  ],
  '/organization-info': [
    'Built for teams, not for one more login',
    'Talking by this afternoon',
    'Ready for the enterprise',
    'Your price, to the cent',
    'All prices',
    'Talk to a person',
  ],
}

test('the selling pages can be read and followed at 320 and 1280 px', tagged('D157'), async () => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [path, names] of Object.entries(headings)) {
      await page.goto(path)
      for (const name of names) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      await expect(page.getByText('needs JavaScript')).toHaveCount(0)
    }
    const rows = page.getByRole('table', { name: 'Minutes for the pool, per month' }).getByRole('row')
    await expect(rows).toHaveCount(6)
    await expect(rows.nth(2)).toHaveText('Growth1,000$135$0.135')
    await expect(page.getByRole('table', { name: 'Users, per month' }).getByRole('row')).toHaveCount(6)
  }
  await page.goto('/')
  await expect(page.locator('[data-typewriter]').first()).toBeHidden()
  const answer = page.getByText(/^The minutes you buy never do\./)
  await expect(answer).toBeHidden()
  await page.getByText('Do minutes expire?').click()
  await expect(answer).toBeVisible()
  for (const name of ['Login', 'Get Started'])
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  expect(await page.getByRole('main').locator('details').count()).toBeGreaterThan(30)
  await page.getByText('What is not charged?').click()
  await expect(page.getByText(/^Conversations under 10 seconds, waiting in line/)).toBeVisible()
})

/** Which page says what (D158). */
const statements = [
  ['S325', /voice technology comes from a third-party voice provider/, 'both'],
  ['S326', /You must be at least 18 years old/, 'terms'],
  ['S327', /Fees are non-refundable except where required by law/, 'terms'],
  ['S328', /Subscriptions auto-renew/, 'terms'],
  ['S329', /law of the State of Utah, United States, governs these terms/, 'terms'],
] as const

test('Privacy Policy and Terms of Use are complete, with their date', tagged('S323 S324 D158'), async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, title, name] of [
    ['/privacy-policy', 'Privacy Policy', 'privacy'],
    ['/terms-of-service', 'Terms of Use', 'terms'],
  ] as const) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(main.getByText('Last updated July 2, 2025', { exact: true })).toBeVisible()
    for (const [id, statement, where] of statements)
      await expect(main.getByText(statement), id).toHaveCount(where === 'both' || where === name ? 1 : 0)
  }
  expect(asked.filter((address) => address.startsWith('/api/'))).toEqual([])
})
