import { openApiDocument } from '#contract/openapi.ts'
import * as luna from '#tests/pages.ts'
import { apiDocument, expect, main, page, press, server, tagged, test } from '#tests/pages.ts'

/** /docs/api: the calls as the server describes them (D155, D156). */

const description = openApiDocument() as { paths: Record<string, Record<string, unknown>> }
const signatures = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()}${path}`),
)

const login = () => page.locator('#post-api-auth-login')
const row = (words: RegExp) => login().getByRole('listitem').filter({ hasText: words })
const navigation = () => page.getByRole('navigation', { name: 'Calls' })
const filter = () => page.getByRole('searchbox', { name: 'Filter endpoints' })

test('shows every call of our own document, with input, answer and refusals', tagged('D156'), async () => {
  server.cut(apiDocument)
  await page.goto('/docs/api')
  await expect(page.getByText('We could not load the list of calls')).toBeVisible()
  server.say(apiDocument, 200, description)
  await press(main(), 'Retry')
  // Each method has a T.
  await filter().fill('t')
  const links = navigation().getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(signatures.length)
  const texts = await links.evaluateAll((all) => all.map((one) => one.textContent))
  expect(texts.toSorted()).toEqual(signatures.map((one) => one.replace('/api', '')).toSorted())
  await navigation().getByRole('link', { name: 'Auth', exact: true }).click()
  await expect(page).toHaveURL('/docs/api/auth')
  await expect(main()).not.toContainText(/\(D\d/)
  await expect(login()).toContainText('Open to everyone.')
  await expect(row(/^password/)).toContainText('string')
  await login()
    .getByText(/^Answer 200/)
    .click()
  await expect(row(/^creditBalance/)).toBeVisible()
  await login()
    .getByText(/^\d+ errors$/)
    .click()
  await expect(login().getByText('Invalid email or password.')).toBeVisible()
  await page.goto('/docs/api#get-api-organization-usage')
  await expect(page.locator('#get-api-organization-usage')).toContainText('For admins of the organization.')
  await page.goto('/docs/api/nothing')
  await expect(page.getByText('Page Not Found')).toBeVisible()
})

test('has an example of each call for curl and fetch, which can be copied', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/docs/api/auth')
  const code = login().getByRole('group', { name: 'Example of POST /api/auth/login' })
  await luna.expectWords(code, '/api/auth/login', '-c luna.cookies')
  // Long code scrolls in its own box.
  expect(await code.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await press(login(), 'fetch')
  await expect(code).toContainText('await fetch(')
  // The choice holds for all of them.
  const other = page.locator('#get-api-auth-user').getByRole('group', { name: 'Example of GET /api/auth/user' })
  await expect(other).toContainText('await fetch(')
  await press(login(), 'Copy')
  await expect(login().getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("method: 'POST'")
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await press(page.locator('#get-api-auth-user'), 'Copy')
  await expect(luna.toastOf(page)).toContainText('Copy Failed')
})

test('filters the calls, counts them, and leads to each', async () => {
  await page.goto('/docs/api')
  await filter().fill('auth login')
  await expect(navigation().getByRole('listitem')).toHaveCount(1)
  await expect(main().getByRole('status').filter({ hasText: '1 call' })).toHaveCount(1)
  await navigation().getByRole('link', { name: 'POST /auth/login', exact: true }).click()
  await expect(page).toHaveURL('/docs/api/auth#post-api-auth-login')
  await expect(login()).toBeInViewport()

  // On a phone the filter and the list are in a box that opens.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/api')
  await expect(navigation()).toBeHidden()
  await page.getByText('Find an endpoint').click()
  await filter().fill('status')
  await navigation().getByRole('link', { name: 'GET /status', exact: true }).click()
  await expect(page).toHaveURL('/docs/api/status#get-api-status')
})
