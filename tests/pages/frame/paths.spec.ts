import fs from 'node:fs'
import path from 'node:path'
import { agentPage } from '#contract/agents/agents.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { userOrganizations } from '#contract/organizations/management.ts'
import { readStatus } from '#contract/status/status.ts'
import { as, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { services } from '../visitors/services.ts'

/** Every path of the product with who sees it, as web/app/routes.tsx lists them. */
const routes = [
  ...fs
    .readFileSync(path.resolve(import.meta.dirname, '../../../web/app/routes.tsx'), 'utf8')
    .matchAll(/screen\(\s*'(\/[^']*)',\s*'([a-z-]+)'/g),
].map(([, pattern = '', access = '']) => ({ address: pattern.replaceAll(/:\w+/g, 'unknown'), access }))
// Listed there as two paths of one screen.
for (const address of ['/organization-register', '/organization-register-simple']) {
  routes.push({ address, access: 'public' })
}
const open = routes.filter(({ access }) => access === 'public').map(({ address }) => address)
const guarded = routes.filter(({ access }) => access !== 'public').map(({ address }) => address)

test('signed out, public paths show their own screen', tagged('S334 S337 S548'), async () => {
  server.refuse(agentPage, 'agent_not_found')
  server.refuse(invitationPage, 'invitation_not_found')
  server.answer(verifyResetToken, { valid: false })
  server.answer(readStatus, { services })
  expect(open).toEqual(
    expect.arrayContaining([
      '/organization-info',
      '/package-builder',
      '/calculator',
      '/organization-checkout',
      '/organization-success',
      '/organization-signup',
      '/join/unknown',
    ]),
  )
  // There is nothing to show of an app that no organization has.
  for (const address of open.filter((one) => one !== '/' && !one.startsWith('/o/'))) {
    await test.step(address, async () => {
      // Without a link there is nothing to reset, and the page leads to the sign-in.
      await page.goto(address === '/reset-password' ? `${address}?token=unknown` : address)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.getByRole('heading', { name: 'Talk it through. Get it done.' })).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Sign in to continue' })).toHaveCount(0)
      await expect(page).toHaveURL((url) => url.pathname === address)
    })
  }
})

test('private paths show the landing page with the way to sign in, and request nothing (S331, S548, D1)', async () => {
  expect(guarded).toEqual(
    expect.arrayContaining([
      '/dashboard',
      '/account',
      '/checkout',
      '/marketplace',
      '/organizations',
      '/organization-dashboard',
    ]),
  )
  for (const address of [...guarded, '/organization-dashboard?organizationId=1&adminMode=true']) {
    await test.step(address, async () => {
      await page.goto(address)
      const link = page.getByRole('link', { name: 'Sign in to continue' })
      await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(address)}`)
      await expect(page.getByRole('heading', { name: 'Talk it through. Get it done.' })).toBeVisible()
      await expect(page).toHaveURL(address)
    })
  }
  expect([...new Set(server.calls)].toSorted()).toEqual([
    'GET /api/auth/user',
    'GET /api/config',
    'GET /api/hours-saved',
  ])

  as(subscriberMe)
  server.answer(userOrganizations, [])
  await page.goto('/organizations')
  await expect(page.getByRole('heading', { level: 1, name: /Organizations/ })).toBeVisible()
})

const unknown = ['/organization-xyz', '/organization-dashboard/xyz', '/organizations/xyz', '/join', '/admin-xyz']

async function expectNotFound(page: Page): Promise<void> {
  for (const address of unknown) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveURL(address)
  }
}

test('any other path is not found, on the organization side as well, for everybody', tagged('S338'), async () => {
  await expectNotFound(page)
  as(subscriberMe)
  await expectNotFound(page)
  await expect(page.getByRole('banner')).toContainText('150 minutes')
})
