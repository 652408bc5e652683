import { userTransactions } from '#contract/admin/users.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, expect, page, server, test } from '#tests/pages.ts'
import { acme, birch, member, serveUsers } from './users.ts'

test('the panel is accessible, empty, full and with each dialog, even at 320 px', async () => {
  as(adminMe)
  serveUsers(server, () => [member])
  await page.goto('/admin?tab=users')
  await expect(rowsOf(page)).toHaveCount(1)
  for (const [action, button] of [
    ['Change Role', 'Cancel'],
    ['Adjust Credits', 'Cancel'],
    ['Refund a Payment', 'Cancel'],
    ['Delete', 'Keep User'],
  ] as const) {
    await act(page, 'Ben Reed', action)
    await expect(page.getByRole('dialog').getByRole('button', { name: button })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
  }
  server.answer(userTransactions, [])
  await act(page, 'Ben Reed', 'Refund a Payment')
  await expect(page.getByText('Nothing to refund')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(
    `Payments by ${acme.name}, ${birch.name} are refunded under Organizations.`,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this name')
  await expect(page.getByText('No users found')).toBeVisible()
})
