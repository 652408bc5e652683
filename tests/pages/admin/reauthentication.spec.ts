import { adjustUserMinutes, type AdminUser } from '#contract/admin/users.ts'
import { reauthenticate } from '#contract/identity/auth.ts'
import { refusals } from '#server/kernel/problem.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test, type Page } from '../fixtures.ts'
import type { FakeServer } from '../fake-server.ts'
import { adminMe } from '../people.ts'
import { ben, openUsers, serveUsers } from './users.ts'

const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })

/** Fills in a correction for Ben, which the server accepts only after a proof. */
async function correct(page: Page, server: FakeServer): Promise<void> {
  let user: AdminUser = ben
  serveUsers(server, () => [user])
  await openUsers(page)
  server.refuseWith(adjustUserMinutes, refusals.reauthenticationRequired())
  server.answer(reauthenticate, () => {
    server.answer(adjustUserMinutes, ({ body: { minutes } }) => {
      user = { ...ben, creditBalance: ben.creditBalance + minutes }
      return { success: true as const, creditBalance: user.creditBalance }
    })
    return { provenUntil: '2026-11-23T12:05:00.000Z' }
  })
  await act(page, 'Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog', { name: /Adjust/ })
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Lost call')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
}

test('an act on money asks for the password over its own dialog, and then completes by itself (D27 [S])', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  await correct(page, server)
  await expect(question(page).getByLabel('Your password')).toBeFocused()
  await expect(question(page).getByRole('button', { name: /code/ })).toHaveCount(0)
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page).getByText('Your current password is required')).toBeVisible()
  expect(server.asked(reauthenticate)).toEqual([])

  await question(page).getByLabel('Your password').fill('luna-demo-1')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(toastOf(page)).toContainText('The balance is')
  await expect(rowsOf(page)).toContainText([String(ben.creditBalance + 50)])
  expect(server.asked(reauthenticate).map(({ body }) => body)).toEqual([{ currentPassword: 'luna-demo-1' }])
  // The same act, sent twice.
  const [first, second, ...others] = server.asked(adjustUserMinutes).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('a wrong password can be corrected; canceling keeps what was typed, and nothing is sent (D27 [S])', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  await correct(page, server)
  server.refuse(reauthenticate, 'wrong_password', { field: 'currentPassword' })
  await question(page).getByLabel('Your password').fill('wrong-horse-1')
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page).getByText('This is not your current password.')).toBeVisible()
  await closeToasts(page)
  await question(page).getByLabel('Your password').focus()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Please confirm your identity')
  const dialog = page.getByRole('dialog', { name: /Adjust/ })
  await expect(dialog.getByLabel('Minutes')).toHaveValue('50')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Lost call')
  expect(server.asked(adjustUserMinutes)).toHaveLength(1)
})

test('an admin with two-factor can enter a code instead (D27)', async ({ page, server, as }) => {
  as({ ...adminMe, hasTwoFactor: true })
  await correct(page, server)
  await question(page).getByRole('button', { name: 'Use a code instead' }).click()
  await question(page).getByRole('button', { name: 'Use your password instead' }).click()
  await expect(question(page).getByLabel('Your password')).toBeFocused()
  await question(page).getByRole('button', { name: 'Use a code instead' }).click()
  await expect(question(page).getByLabel('Code', { exact: true })).toBeFocused()
  await question(page).getByLabel('Code', { exact: true }).fill('123456')
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(toastOf(page)).toContainText('The balance is')
  expect(server.asked(reauthenticate).map(({ body }) => body)).toEqual([{ code: '123456' }])
})
