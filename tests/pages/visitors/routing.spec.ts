import { agents } from '#contract/agents/agents.ts'
import { login } from '#contract/identity/auth.ts'
import { logout } from '#contract/identity/current-user.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import type { Me } from '#contract/identity/people.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveAccount } from '../billing/account/account.ts'
import { serveDashboard } from '../conversations/home.ts'

/** Which screen an address shows to whom, and where everybody's home is. */

test.beforeEach(() => server.answer(agents, []))

/** Fills and sends the form of the sign-in page, which the server accepts. */
async function signIn(me: Me): Promise<void> {
  server.answer(login, () => {
    as(me)
    return { ...me, isRestored: false }
  })
  await page.getByLabel('Email', { exact: true }).fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await press(main(), 'Sign In')
}

test('a visitor sees the public screens', tagged('S014 S015 S021 S193 S287'), async () => {
  for (const [path, name] of [
    ['/', 'Talk it through. Get it done.'],
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Use'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(luna.toastOf(page)).toHaveCount(0)
  }
})

test('a visitor at a private address sees the landing page, with the way in', tagged('S018 S019 D1'), async () => {
  const paths = ['/marketplace', '/checkout', '/subscribe', '/account', '/dashboard', '/dashboard/sessions?page=2']
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: 'Meet the agents' })).toBeVisible()
    const link = page.getByRole('link', { name: 'Sign in to continue' })
    await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(path)}`)
  }
  expect(new Set(server.calls)).toEqual(new Set(['GET /api/auth/user', 'GET /api/config', 'GET /api/hours-saved']))

  serveAccount(server)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  await signIn(subscriberMe)
  await expect(page).toHaveURL('/account')
  await expect(main()).toContainText(subscriberMe.email)
})

test('an unknown path is not found, offers a search, and leads home', tagged('S022 S059 S060'), async () => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(main().getByRole('button', { name: 'Search Agents' })).toHaveCount(0)
  await expect(main().getByRole('link', { name: 'Agents', exact: true })).toHaveAttribute('href', '/#agents')
  await expect(main().getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
  await main().getByRole('searchbox', { name: 'Search the Help Center' }).fill('refund')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help?q=refund')

  // People who can see agents can search them, too.
  as(subscriberMe)
  await page.goto('/marketplace/no-such-page')
  const words = "The page you're looking for doesn't exist or may have been moved."
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  await expect(main().getByRole('link', { name: 'Agents', exact: true })).toHaveAttribute('href', '/marketplace')
  const field = main().getByRole('searchbox', { name: 'Search agents and help' })
  await field.fill('coach')
  await press(main(), 'Search Help')
  await expect(page).toHaveURL('/help?q=coach')
  await page.goBack()
  await field.fill('coach')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace?q=coach')
  await page.goBack()
  const seen = luna.watchRequests(page)
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(seen.filter(({ isDocument }) => isDocument).map(({ call }) => call)).toEqual(['GET /'])
})

test('home waits for the organization and asks once per person', tagged('S023 S027 S028'), async () => {
  as({ ...subscriberMe, firstName: 'Fay' })
  const release = server.hold(userOrganization)
  await page.goto('/')
  await expect(main().getByRole('status')).toHaveText('Loading…')
  release()
  await expect(page).toHaveURL('/marketplace')
  await page.getByRole('link', { name: 'Luna, home' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(server.asked(userOrganization)).toHaveLength(1)

  server.answer(logout, () => {
    as(null)
    return { success: true as const }
  })
  await page.getByRole('button', { name: 'Fay' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signIn(subscriberMe)
  await expect(page).toHaveURL('/marketplace')
  expect(server.asked(userOrganization)).toHaveLength(2)
})

test('home waits 5 s for the organization, then offers to try again', tagged('D3'), async () => {
  await page.clock.install()
  as(subscriberMe)
  const release = server.hold(userOrganization)
  await page.goto('/')
  await expect.poll(() => server.asked(userOrganization)).toHaveLength(1)
  const unread = page.getByText('We could not load your organization.')
  await expect(main().getByRole('status')).toHaveText('Loading…')
  await expect(unread).toBeHidden()
  await page.clock.runFor(5000)
  await expect(unread).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
  await luna.expectOneToast(page, 'Loading Failed')
  release()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(unread).toBeHidden()
})

test('sign-in leads home, which is the dashboard for admins', tagged('S014 S020 S024 S029 S200 D4'), async () => {
  serveDashboard(server)
  await page.goto('/login')
  await signIn(luna.adminMe)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard')

  // A signed-in person is led home from there, and can use the password pages.
  as(subscriberMe)
  server.answer(verifyResetToken, { valid: false })
  await page.goto('/login')
  await expect(page).toHaveURL('/marketplace')
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.goto('/reset-password?token=bad')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
})
