import { adjustUserMinutes, type AdminUser } from '#contract/admin/users.ts'
import { reauthenticate } from '#contract/identity/auth.ts'
import { accessRefusals } from '#server/identity/access.ts'
import { ben } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, closeToasts, expectSent, openUsers, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

const question = () => page.getByRole('dialog', { name: "Confirm it's you" })

/** Fills in a correction for Ben, which the server accepts only after a proof. */
async function correct(): Promise<void> {
  let user: AdminUser = ben
  await openUsers(() => [user])
  server.refuseWith(adjustUserMinutes, accessRefusals.reauthenticationRequired())
  server.answer(reauthenticate, () => {
    server.answer(adjustUserMinutes, ({ body: { minutes } }) => {
      user = { ...ben, creditBalance: ben.creditBalance + minutes }
      return { success: true as const, creditBalance: user.creditBalance }
    })
    return { provenUntil: '2026-11-23T12:05:00.000Z' }
  })
  await act('Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog', { name: /Adjust/ })
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Lost call')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
}

it('an act on money asks for the password over its own dialog, and then completes by itself', tags('D27'), async () => {
  await correct()
  await expect(question().getByLabel('Your password')).toBeFocused()
  await expect(question().getByRole('button', { name: /code/ })).toHaveCount(0)
  await question().getByRole('button', { name: 'Confirm' }).click()
  await expect(question().getByText('Your current password is required')).toBeVisible()
  await expectSent(reauthenticate)

  await question().getByLabel('Your password').fill('luna-demo-1')
  await page.keyboard.press('Enter')
  await expect(question()).toHaveCount(0)
  await expect(toastOf()).toContainText('The balance is')
  await expect(rowsOf()).toContainText([String(ben.creditBalance + 50)])
  await expectSent(reauthenticate, { currentPassword: 'luna-demo-1' })
  // The same act, sent twice.
  const [first, second, ...others] = server.asked(adjustUserMinutes).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

it('a wrong password can be corrected; canceling keeps what was typed, and nothing is sent', tags('D27'), async () => {
  await correct()
  server.refuse(reauthenticate, 'wrong_password', { field: 'currentPassword' })
  await question().getByLabel('Your password').fill('wrong-horse-1')
  await question().getByRole('button', { name: 'Confirm' }).click()
  await expect(question().getByText('This is not your current password.')).toBeVisible()
  await closeToasts()
  await question().getByLabel('Your password').focus()
  await page.keyboard.press('Escape')
  await expect(question()).toHaveCount(0)
  await expect(toastOf()).toContainText('Please confirm your identity')
  const dialog = page.getByRole('dialog', { name: /Adjust/ })
  await expect(dialog.getByLabel('Minutes')).toHaveValue('50')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Lost call')
  await expect.poll(() => server.asked(adjustUserMinutes)).toHaveLength(1)
})

it('an admin with two-factor can enter a code instead', tags('D27'), async () => {
  as({ ...adminMe, hasTwoFactor: true })
  await correct()
  await question().getByRole('button', { name: 'Use a code instead' }).click()
  await question().getByRole('button', { name: 'Use your password instead' }).click()
  await expect(question().getByLabel('Your password')).toBeFocused()
  await question().getByRole('button', { name: 'Use a code instead' }).click()
  await expect(question().getByLabel('Code', { exact: true })).toBeFocused()
  await question().getByLabel('Code', { exact: true }).fill('123456')
  await question().getByRole('button', { name: 'Confirm' }).click()
  await expect(toastOf()).toContainText('The balance is')
  await expectSent(reauthenticate, { code: '123456' })
})
