import { expect, test, url } from '../fixtures.ts'

/** Which page says what (D158); `null`: it does not say it. */
const statements = [
  ['S325', /voice technology comes from a third-party voice provider/, 'both'],
  ['S326', /You must be at least 18 years old/, 'terms'],
  ['S327', /Fees are non-refundable except where required by law/, 'terms'],
  ['S328', /Subscriptions auto-renew/, 'terms'],
  ['S329', /law of the State of Utah, United States, governs these terms/, 'terms'],
] as const

const pages = [
  ['/privacy-policy', 'Privacy Policy', 'privacy'],
  ['/terms-of-service', 'Terms of Use', 'terms'],
] as const

test('Privacy Policy and Terms of Use are static: complete without any script or call, with their date and statements (S323, S324, S325-S329, D158)', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, title, name] of pages) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(main.getByText('Last updated July 2, 2025', { exact: true })).toBeVisible()
    for (const [id, statement, where] of statements) {
      const count = where === 'both' || where === name ? 1 : 0
      await expect(main.getByText(statement), id).toHaveCount(count)
    }
  }
  expect(asked.filter((address) => address.startsWith('/api/'))).toEqual([])
  await context.close()
})
