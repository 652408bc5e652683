import {
  updateNames,
  changeEmail,
  changePassword,
  endOtherSignIns,
  endSignIn,
  resendVerification,
  signIns,
} from '#contract/identity/profile.ts'
import { adminMe, as, expect, page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import { openProfile, password, serveProfile, thisBrowser, unconfirmedMe, unknownBrowser } from './identity.ts'

test('everybody finds Profile & security in the account menu', tagged('D25 D5'), async () => {
  serveProfile(server)
  for (const me of [registeredMe, adminMe]) {
    as(me)
    await page.goto('/help')
    await page.getByRole('banner').getByRole('button', { name: me.firstName }).click()
    await page.getByRole('menuitem', { name: 'Profile & security' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
  }
})

test('names are saved and shown at once, and wrong ones named', tagged('D25 D12'), async () => {
  as(registeredMe)
  serveProfile(server)
  await openProfile(page)
  const first = page.getByLabel('First name')
  await expect(first).toHaveValue('Robin')
  await expect(page.getByLabel('Last name')).toHaveValue('Reed')
  await first.fill('')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(first).toBeFocused()
  await first.fill('Roberta')
  server.break(updateNames)
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toastOf(page)).toContainText('Failed to save your name.')
  await expect(first).toHaveValue('Roberta')
  const renamed = { ...registeredMe, firstName: 'Roberta' }
  server.answer(updateNames, renamed)
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toastOf(page).filter({ hasText: 'Name Saved' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Roberta' })).toBeVisible()
  expect(server.asked(updateNames).at(-1)?.body).toEqual({ firstName: 'Roberta', lastName: 'Reed' })
})

test('an unconfirmed address says so and sends its link again', tagged('D24'), async () => {
  as(unconfirmedMe)
  serveProfile(server)
  await openProfile(page)
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText('Not confirmed')
  await expect(email.getByRole('button', { name: 'Change Email' })).toHaveCount(0)
  const again = email.getByRole('button', { name: 'Send Link Again' })
  server.refuse(resendVerification, 'too_many_attempts')
  await again.click()
  await expect(toastOf(page)).toContainText('Too many attempts. Please try again later.')
  server.answer(resendVerification, { success: true })
  await again.click()
  await expect(toastOf(page)).toContainText('Please open the link we sent to robin.reed@example.com.')

  // The link may be opened in another tab, so the person is loaded again.
  as(registeredMe)
  await page.reload()
  await expect(email.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('a new address is requested with the password, and waits for its link', tagged('D25'), async () => {
  as(registeredMe)
  serveProfile(server)
  await openProfile(page)
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your email', exact: true })
  await dialog.getByLabel('New email').fill('new@example.com')
  await dialog.getByLabel('Current password').fill(password)
  server.break(changeEmail)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(toastOf(page)).toContainText("Your email hasn't changed. Please try again.")
  await expect(dialog.getByLabel('New email')).toHaveValue('new@example.com')
  server.answer(changeEmail, { success: true })
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(section.getByRole('status')).toHaveText(
    'Please open the link we sent to new@example.com. Until then, your email stays the same.',
  )
  await expect(dialog).toBeHidden()
  await expect(section.getByText('robin.reed@example.com')).toBeVisible()
  expect(server.asked(changeEmail).at(-1)?.body).toEqual({ email: 'new@example.com', currentPassword: password })
})

test('a new password is saved with a confirmation, and the other sign-ins are gone (D25, D11, D15)', async () => {
  as(registeredMe)
  serveProfile(server)
  server.answer(signIns, [thisBrowser, unknownBrowser(1)])
  await openProfile(page)
  const others = page.getByRole('button', { name: 'Sign Out Everywhere Else' })
  await expect(others).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password', exact: true })
  await expect(dialog).toContainText('Saving it signs you out on all your other devices.')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('another-horse-8')
  await dialog.getByLabel('Repeat new password').fill('another-horse-8')
  const save = dialog.getByRole('button', { name: 'Save Password' })
  server.break(changePassword)
  await save.click()
  await expect(toastOf(page)).toContainText("Your password hasn't changed. Please try again.")
  server.answer(changePassword, { success: true })
  server.answer(signIns, [thisBrowser])
  const release = server.hold(changePassword)
  await save.click()
  await expect(dialog.getByText('Saving…')).toBeVisible()
  release()
  await expect(toastOf(page).filter({ hasText: 'Password Changed' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(others).toHaveCount(0)
  expect(server.asked(changePassword).at(-1)?.body).toEqual({
    currentPassword: password,
    newPassword: 'another-horse-8',
  })
})

test("a person's sign-ins are listed, and end one by one or all others at once", tagged('D25'), async () => {
  as(registeredMe)
  serveProfile(server)
  let browsers = [thisBrowser, unknownBrowser(1), unknownBrowser(2), unknownBrowser(3)]
  server.answer(signIns, () => browsers)
  const release = server.hold(signIns)
  await openProfile(page)
  await expect(page.getByText("Loading where you're signed in…")).toBeAttached()
  release()
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toHaveText(/^Chrome on WindowsThis browserSince Nov 20, 2026.*9:00/)
  await expect(rows.nth(1)).toContainText(/^Unknown browserSince Nov 18, 2026.*last used Nov 21, 2026/)
  await expect(section.getByText('This browser')).toHaveCount(1)
  const signOut = section.getByRole('button', { name: 'Sign out Unknown browser' }).first()
  server.break(endSignIn)
  await signOut.click()
  await expect(toastOf(page)).toContainText('Failed to sign out')
  await expect(toastOf(page)).toContainText('That browser is still signed in. Please try again.')
  server.answer(endSignIn, ({ params: { id } }) => {
    browsers = browsers.filter((one) => one.id !== id)
    return { success: true as const }
  })
  await signOut.click()
  await expect(toastOf(page).filter({ hasText: 'Browser Signed Out' })).toBeVisible()
  await expect(rows).toHaveCount(3)
  expect(server.asked(endSignIn).at(-1)?.params).toEqual({ id: unknownBrowser(1).id })

  server.answer(endOtherSignIns, () => {
    browsers = [thisBrowser]
    return { ended: 2 }
  })
  await section.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('This signs out 2 other browsers. This browser stays signed in.')
  await question.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expect(toastOf(page).filter({ hasText: 'Signed Out Everywhere Else' })).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(server.asked(endOtherSignIns)).toHaveLength(1)
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  as(registeredMe)
  serveProfile(server)
  server.break(signIns)
  await openProfile(page)
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section).toContainText('We could not load your sign-ins')
  server.answer(signIns, [thisBrowser])
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('both theme switches show the same choice', tagged('D25'), async () => {
  as(registeredMe)
  serveProfile(server)
  await openProfile(page)
  const switches = page.getByRole('group', { name: 'Theme' })
  await expect(switches).toHaveCount(2)
  await switches.first().getByTitle('Dark theme').click()
  await expect(switches.last().getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await switches.last().getByTitle('System theme').click()
  await expect(switches.first().getByRole('radio', { name: 'System theme' })).toBeChecked()
})
