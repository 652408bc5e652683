import { expect, test } from './fixtures.ts'
import { enter, makeAdmin, registered, signIn, subscriber } from './people.ts'
import { stopClock, tickUntil } from '../kit/page-clock.ts'
import { countOf, hold, toastOf, watchRequests } from '../kit/watch.ts'

test('a visitor sees the public screens (S014, S015, S021, S193, S287)', async ({ page }) => {
  for (const [path, title] of [
    ['/', 'Talk it through. Get it done.'],
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Use'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(toastOf(page)).toHaveCount(0)
  }
})

test('a visitor at a private address sees the landing page, with the way in and back (S018, S019, D1)', async ({
  page,
}) => {
  const seen = watchRequests(page)
  for (const path of [
    '/marketplace',
    '/checkout',
    '/subscribe',
    '/account',
    '/dashboard',
    '/dashboard/sessions?page=2',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: 'Meet the agents' })).toBeVisible()
    const link = page.getByRole('link', { name: 'Sign in to continue' })
    await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(path)}`)
  }
  expect(countOf(seen, 'GET /api/agents') + countOf(seen, 'GET /api/user/sessions')).toBe(0)

  const person = await subscriber()
  await page.goto('/account')
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  await signIn(page, person.email)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('main')).toContainText(person.email)
})

test('an unknown path is not found, and its button loads the home page anew (S022, S059, S060)', async ({
  page,
  context,
}) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await enter(context, await subscriber())
  await page.goto('/marketplace/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(
    page.getByText("The page you're looking for doesn't exist or may have been moved.", { exact: true }),
  ).toBeVisible()
  const seen = watchRequests(page)
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(seen.filter(({ isDocument }) => isDocument).map(({ call }) => call)).toEqual(['GET /'])
})

test('home waits for the organization with a spinner, asks once per person, and starts anew for the next one (S023, S027, S028)', async ({
  page,
  context,
}) => {
  const first = await subscriber('Fay')
  await enter(context, first)
  const seen = watchRequests(page)
  const release = await hold(page, '**/api/user/organization')
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
  await release()
  await expect(page).toHaveURL('/marketplace')
  await page.getByRole('link', { name: 'Luna, home' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(countOf(seen, 'GET /api/user/organization')).toBe(1)

  await page.getByRole('button', { name: 'Fay' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
  const second = await subscriber()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signIn(page, second.email)
  await expect(page).toHaveURL('/marketplace')
  expect(countOf(seen, 'GET /api/user/organization')).toBe(2)
})

test('home gives the organization 5 s, then shows the marketplace with a way to try again (D3)', async ({
  page,
  context,
}) => {
  await enter(context, await subscriber())
  const release = await hold(page, '**/api/user/organization')
  await stopClock(page)
  const asked = page.waitForRequest('**/api/user/organization')
  await page.goto('/')
  await tickUntil(page, () => asked)
  const unread = page.getByText('We could not load your organization.')
  await page.clock.runFor(4000)
  await expect(unread).toBeHidden()
  await page.clock.runFor(1000)
  await tickUntil(page, () => unread.waitFor())
  await expect(page).toHaveURL('/marketplace')
  await release()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('We could not load your organization.')).toBeHidden()
})

test('an admin lives at the dashboard (S020, S024, S029, S200)', async ({ page }) => {
  const person = await registered()
  await makeAdmin(person)
  await page.goto('/login')
  await signIn(page, person.email)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

for (const [email, home] of [
  ['admin@luna.test', '/dashboard'],
  ['ana@luna.test', '/marketplace'],
  ['new@luna.test', '/register?step=payment'],
] as const)
  test(`the demo person ${email} signs in and comes to ${home} (S007, S029)`, async ({ page }) => {
    await page.goto('/login')
    await signIn(page, email, 'luna-demo-1')
    await expect(page).toHaveURL(home)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('signed in, sign-in leads home and the password pages stay usable (S014, D4)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/login')
  await expect(page).toHaveURL('/marketplace')
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.goto('/reset-password?token=bad')
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()
})
