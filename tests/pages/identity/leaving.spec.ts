import { deleteAccount } from '#contract/departure/departure.ts'
import { adminMe, as, expect, page, registeredMe, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { openProfile, password, serveProfile } from './identity.ts'

test('deleting the account says what is lost, requires the password, names each refusal, and signs out (D28)', async () => {
  as(subscriberMe)
  serveProfile(server)
  await openProfile(page)
  const button = page.getByRole('region', { name: 'Delete account' }).getByRole('button', { name: 'Delete Account' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('If you sign in within 7 days, your account is restored.')
  await expect(dialog).toContainText('Your 150 minutes will be lost.')
  await expect(dialog).toContainText("Your subscription will be canceled right away, and we won't charge you again.")
  await expect(dialog).toContainText('If you come back before Dec 15, 2026, you can resume it.')
  await dialog.getByRole('button', { name: 'Keep Account' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.press('Enter')
  const confirmDeletion = dialog.getByRole('button', { name: 'Delete Account' })
  await confirmDeletion.click()
  await expect(dialog.getByText('Your current password is required')).toBeVisible()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  expect(server.asked(deleteAccount)).toEqual([])
  server.refuse(deleteAccount, 'wrong_password', { field: 'currentPassword' })
  await dialog.getByLabel('Current password').fill('wrong-horse-1')
  await confirmDeletion.click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  server.refuse(deleteAccount, 'payment_unavailable')
  await dialog.getByLabel('Current password').fill(password)
  await confirmDeletion.click()
  await expect(toastOf(page).filter({ hasText: 'Your subscription cannot be canceled right now.' })).toBeVisible()
  server.break(deleteAccount)
  await confirmDeletion.click()
  await expect(toastOf(page).filter({ hasText: 'Nothing was deleted.' })).toBeVisible()
  server.answer(deleteAccount, () => {
    as(null)
    return { success: true as const, erasedAt: '2026-11-30T08:00:00.000Z' }
  })
  const release = server.hold(deleteAccount)
  await confirmDeletion.click()
  await expect(dialog.getByText('Deleting…')).toBeVisible()
  release()
  await expect(page).toHaveURL('/')
  await expect(toastOf(page).filter({ hasText: 'Account Deleted' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(server.asked(deleteAccount).at(-1)?.body).toEqual({ currentPassword: password })
})

test('the dialog says what happens to a subscription, a waiting payment, and minutes', tagged('D28'), async () => {
  serveProfile(server)
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  for (const [subscriptionStatus, cancelAtPeriodEnd, shown] of [
    [null, false, null],
    ['active', false, /Your subscription will be canceled right away, and we won't charge you again/],
    ['active', true, /Your subscription stays canceled, and we won't charge you again/],
    ['past_due', false, /Your subscription ends now, and we won't collect the outstanding payment/],
    ['canceled', false, null],
  ] as const) {
    as({ ...registeredMe, subscriptionStatus, cancelAtPeriodEnd })
    await openProfile(page)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog).toContainText('We keep records of payments and minutes')
    if (shown) await expect(dialog).toContainText(shown)
    else await expect(dialog).not.toContainText('subscription')
    await expect(dialog).not.toContainText('minutes will be lost')
  }
})

test('the last platform admin cannot leave', tagged('D28'), async () => {
  as(adminMe)
  serveProfile(server)
  server.refuse(deleteAccount, 'last_admin')
  await openProfile(page)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(toastOf(page)).toContainText('You are the last admin of the platform or of an organization.')
  await expect(dialog).toBeVisible()
})
