import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { signIn } from '../people.ts'

test(
  'the demo people sign in and reach their homes, or the address that they wanted',
  tagged('S007 S018 S029 D1'),
  async ({ page, context }) => {
    for (const [email, home] of [
      ['admin@luna.test', '/dashboard'],
      ['ana@luna.test', '/marketplace'],
      ['new@luna.test', '/register?step=package'],
    ] as const) {
      await page.goto('/login')
      await signIn(page, email, 'luna-demo-1')
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.clearCookies()
    }
    await page.goto('/account')
    await page.getByRole('link', { name: 'Sign in to continue' }).click()
    await signIn(page, 'ana@luna.test', 'luna-demo-1')
    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('main')).toContainText('ana@luna.test')
  },
)
