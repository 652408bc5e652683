import { logout } from '#contract/identity/current-user.ts'
import { communications } from '#contract/messages/messages.ts'
import { expectDelay, recordMoments } from '../../kit/browser/moments.ts'
import { as, expect, expectRow, page, type Page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Robin' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

test('sign-out says so twice, reloads the home page and leaves nothing behind (S047, S154, S272, S301, D17)', async () => {
  as(subscriberMe)
  server.answer(communications, [])
  server.answer(logout, () => {
    as(null)
    return { success: true as const }
  })
  await recordMoments(page)
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('heading', { name: 'Your Messages' })).toBeVisible()
  await signOut(page)
  await expectRow(page, 'S272')
  await page.waitForURL('/')
  await expectRow(page, 'S272')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expectDelay(page, 'answer 200 POST /api/auth/logout', 'load /', 100)
  expect(server.asked(logout)).toHaveLength(1)

  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  await expect(page.getByText('Your Messages')).toHaveCount(0)
})

test('a failed sign-out says so and leaves the person signed in', tagged('S271'), async () => {
  as(subscriberMe)
  server.answer(communications, [])
  server.break(logout)
  await page.goto('/dashboard/messages')
  await signOut(page)
  await expectRow(page, 'S271')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Messages' })).toBeVisible()
})
