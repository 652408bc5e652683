import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test, url } from './fixtures.ts'
import { enter, registered, sql, subscriber } from './people.ts'
import { becomeTalker } from './talkers.ts'
import { openAgent } from './talking.ts'
import { mailedLink } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('screens for everybody', async ({ page }) => {
  for (const path of ['/nowhere', '/verify-email?token=bad', '/reset-password?token=bad']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('forms of visitors, with everything they can find wrong', async ({ page }) => {
  const { email } = await registered()
  await page.request.post('/api/auth/forgot-password', { data: { email } })
  const resetLink = await mailedLink(url, email, 'Reset your password')
  for (const [path, submit] of [
    ['/login', 'Sign In'],
    ['/register', 'Create Account'],
    ['/forgot-password', 'Send Reset Link'],
    [resetLink, 'Reset Password'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: submit }).click()
    await expect(page.getByRole('main').locator('[aria-invalid]').first()).toBeFocused()
    await expectAccessible(page)
  }
})

test('the steps of registration that pay', async ({ page, context }) => {
  await enter(context, await registered())
  await page.goto('/register')
  await expect(page.getByRole('radio', { name: /uplift/i })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: /\$27\.97/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectAccessible(page)
})

test('screens of a subscriber', async ({ page, context }) => {
  await enter(context, await subscriber())
  for (const path of [
    '/marketplace',
    '/dashboard',
    '/dashboard/requests',
    '/dashboard/messages',
    '/checkout',
    '/account',
    '/profile',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
  }
})

test('the voice dialog: ready, talking, recap (D88-D90)', async ({ page }) => {
  await becomeTalker(page, { agreed: false })
  const dialog = await openAgent(page)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expectAccessible(page)
})

test('the dialogs of the profile (D25, D28)', async ({ page, context }) => {
  // Three dialogs, each looked at four times.
  test.slow()
  const person = await subscriber()
  await sql('update users set email_verified = true where id = $1', [person.id])
  await enter(context, person)
  await page.goto('/profile')
  for (const name of ['Change Email', 'Change Password', 'Delete Account']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByLabel('Current password')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
