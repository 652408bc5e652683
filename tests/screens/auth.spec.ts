import { createHash } from 'node:crypto'
import { passBorder } from '../limit-windows.ts'
import { expect, test } from './fixtures.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { breakWrites } from './faults.ts'
import { enter, password, registered, signIn, sql, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, toastOf, watchRequests, countOf } from '../kit/watch.ts'

const login = 'POST /api/auth/login'

test('sign-in has two fields, says what is missing, and leads on (S015, S061, S062, S180, S287, D12)', async ({
  page,
}) => {
  const seen = watchRequests(page)
  await page.goto('/login')
  const email = page.getByLabel('Email', { exact: true })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(email).toBeFocused()

  await email.fill('nobody@nowhere')
  await expect(page.getByText('Valid email is required')).toBeVisible()
  await email.fill('nobody@example.com')
  await expect(page.getByText(/email is required/i)).toBeHidden()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(email).toHaveValue('nobody@example.com')
  expect(countOf(seen, login)).toBe(0)
  await expect(toastOf(page)).toHaveCount(0)

  for (const [link, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Create an account', '/register'],
    ['Back to home', '/'],
  ] as const) {
    await page.goto('/login')
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
  }
})

test('a refused sign-in says why and loses nothing; the right password leads home (S027, S029, S063, S250, D13)', async ({
  page,
}) => {
  const person = await subscriber()
  await page.goto('/login')
  await signIn(page, 'unknown@example.com', 'wrong-horse-7')
  await expectRow(page, 'S250', 'Invalid email or password.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-horse-7')

  await closeToasts(page)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('Invalid email or password.')

  const mend = await breakWrites('session', 'insert', person)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectRow(page, 'S250')
  await mend()

  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
})

test('a deactivated account is told so, and only with its password (D14, S250)', async ({ page }) => {
  const person = await registered()
  await sql('update users set is_active = false where id = $1', [person.id])
  await page.goto('/login')
  await signIn(page, person.email.toUpperCase())
  await expectRow(page, 'S250', 'This account is deactivated. Contact support.')
  await expect(page).toHaveURL('/login')
})

test('too many attempts are told as such, also with the right password (D13, S250)', async ({ page }) => {
  await passBorder()
  const person = await registered()
  await page.goto('/login')
  await signIn(page, person.email, 'wrong-horse-7')
  await expect(toastOf(page)).toContainText('Invalid email or password.')
  const used = await sql('update rate_limit set hits = 1000000 where key = $1 returning key', [
    `sign-in:account:${createHash('sha256').update(person.email).digest('base64url')}`,
  ])
  expect(used).toHaveLength(1)
  await signIn(page, person.email)
  await expectRow(page, 'S250', 'Too many attempts. Please try again later.')
  await expect(page).toHaveURL('/login')
})

test('after sign-in the return path is followed, but never off the site (D2, D4)', async ({ page }) => {
  const person = await subscriber()
  await page.goto('/login?next=%2Fdashboard%2Fsessions%3Fpage%3D1')
  await signIn(page, person.email)
  await expect(page).toHaveURL('/dashboard/sessions?page=1')

  for (const away of [
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:1',
  ])
    await test.step(away, async () => {
      await page.goto(`/login?next=${encodeURIComponent(away)}`)
      await expect(page).toHaveURL('/marketplace')
    })
})

test('sign-out says so twice, loads the home page anew and leaves nothing behind (S047, S154, S272, S301, D17)', async ({
  page,
  context,
}) => {
  const person = await subscriber('Olga')
  await enter(context, person)
  await recordMoments(page)
  await page.goto('/marketplace')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  const seen = watchRequests(page)
  await page.getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
  await expectRow(page, 'S272')
  await page.waitForURL('/')
  await expectRow(page, 'S272')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(seen.find(({ isDocument }) => isDocument)?.call).toBe('GET /')
  await expectDelay(page, 'answer 200 POST /api/auth/logout', 'load /', 100)
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toEqual([])

  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  await expect(page.getByText('Your Dashboard')).toHaveCount(0)
})

test('a sign-out that fails says so and leaves one signed in (S271)', async ({ page, context }) => {
  const person = await subscriber('Nils')
  await enter(context, person)
  await page.goto('/dashboard')
  const mend = await breakWrites('session', 'delete', person)
  await page.getByRole('button', { name: 'Nils' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
  await expectRow(page, 'S271')
  await mend()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
})

test('the address /api/logout asks first when it was not reached from Luna (S242, D17)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/api/logout')
  await expect(page.getByRole('heading', { name: 'Sign out of Luna?' })).toBeVisible()
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toEqual([])
})
