import { openApiDocument } from '#contract/openapi.ts'
import { apiDocument, expect, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'

/** /docs/api: the calls as the server describes them (D155, D156). */

const description = openApiDocument() as { paths: Record<string, Record<string, unknown>> }
const signatures = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()}${path}`),
)

const login = (page: Page) => page.locator('#post-api-auth-login')

test('shows every call of our own document, with input, answer and refusals', tagged('D156'), async () => {
  await page.goto('/docs/api')
  const shown = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(shown).toHaveCount(signatures.length)
  const texts = await shown.evaluateAll((all) =>
    all.map((one) => `${one.children[0]?.textContent}${one.querySelector('code')?.textContent}`),
  )
  expect(texts.toSorted()).toEqual(signatures.toSorted())
  await expect(page.getByRole('main')).not.toContainText(/\(D\d/)

  await expect(login(page)).toContainText('Open to everyone.')
  await expect(
    login(page)
      .getByRole('listitem')
      .filter({ hasText: /^password/ }),
  ).toContainText('string')
  await login(page)
    .getByText(/^Answer 200/)
    .click()
  await expect(
    login(page)
      .getByRole('listitem')
      .filter({ hasText: /^creditBalance/ }),
  ).toBeVisible()
  await login(page)
    .getByText(/^\d+ errors$/)
    .click()
  await expect(login(page).getByText('Invalid email or password.')).toBeVisible()
  await expect(page.locator('#get-api-organization-usage')).toContainText('For admins of the organization.')
})

test('has an example of each call for curl and fetch, which can be copied', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/api')
  const code = login(page).getByRole('group', { name: 'Example of POST /api/auth/login' })
  await expect(code).toContainText('/api/auth/login')
  await expect(code).toContainText('-c luna.cookies')
  await login(page).getByRole('button', { name: 'fetch' }).click()
  await expect(code).toContainText('await fetch(')
  // The choice holds for all of them.
  await expect(
    page.locator('#get-api-status').getByRole('group', { name: 'Example of GET /api/status' }),
  ).toContainText('await fetch(')
  await login(page).getByRole('button', { name: 'Copy' }).click()
  await expect(login(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("method: 'POST'")
})

test('says when the browser does not allow copying', async () => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.goto('/docs/api')
  await login(page).getByRole('button', { name: 'Copy' }).click()
  await expect(toastOf(page)).toContainText('Copy Failed')
})

test('long code scrolls in its own box, at 320 px too', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/docs/api')
  const code = login(page).getByRole('group', { name: /^Example/ })
  expect(await code.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('filters the calls, counts them, and leads to each', async () => {
  await page.goto('/docs/api')
  const navigation = page.getByRole('navigation', { name: 'Calls' })
  await expect(navigation.getByRole('listitem')).toHaveCount(signatures.length)
  await page.getByRole('searchbox', { name: 'Filter endpoints' }).fill('auth login')
  await expect(navigation.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '1 call' })).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Filter endpoints' }).fill('zebra')
  await expect(page.getByText('No call contains these words.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter endpoints' }).fill('')
  await navigation.getByRole('link', { name: 'POST /auth/login', exact: true }).click()
  await expect(page).toHaveURL('/docs/api#post-api-auth-login')
  await expect(login(page)).toBeInViewport()
})

test('on a phone the filter and the list are in a box that opens', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/api')
  await expect(page.getByRole('navigation', { name: 'Calls' })).toBeHidden()
  await page.getByText('Find an endpoint').click()
  await page.getByRole('searchbox', { name: 'Filter endpoints' }).fill('status')
  await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'GET /status', exact: true }).click()
  await expect(page).toHaveURL('/docs/api#get-api-status')
})

test('says when the document cannot be loaded, and tries again', async () => {
  server.cut(apiDocument)
  await page.goto('/docs/api')
  await expect(page.getByText('We could not load the list of calls')).toBeVisible()
  server.say(apiDocument, 200, description)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(login(page)).toBeAttached()
})
