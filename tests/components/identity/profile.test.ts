import { askForExport, deleteAccount, exportFilePath, newestExport } from '#contract/departure/departure.ts'
import {
  changeEmail,
  changePassword,
  endOtherSignIns,
  endSignIn,
  resendVerification,
  signIns,
  updateNames,
} from '#contract/identity/profile.ts'
import { logout } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, button, click, closeToasts, expectRow, field, fill, heading } from '#tests/components/words.ts'
import { toastOf } from '#tests/components/words.ts'
import { letSignOut } from '#tests/pages/sign-in.ts'
import { password, serveProfile, thisBrowser, unconfirmedMe, unknownBrowser } from '#tests/pages/identity/identity.ts'
import { adminMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'

const region = (name: string) => page.getByRole('region', { name })
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true })

async function open(me: Me = registeredMe): Promise<void> {
  as(me)
  await page.goto('/profile')
  await expect(heading('Profile & security')).toBeVisible()
}

beforeEach(() => serveProfile(server))

const menu = 'S047 S154 S271 S272 S301 D5 D17 D25'

it('the account menu leads to the profile, and signs out with a word on both pages', tags(menu), async () => {
  const choose = async ({ firstName }: Me, item: string) => {
    await banner().getByRole('button', { name: firstName }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  for (const me of [registeredMe, adminMe]) {
    as(me)
    await page.goto('/help')
    await choose(me, 'Profile & security')
    await expect(page).toHaveURL('/profile')
    await expect(heading('Profile & security')).toBeVisible()
  }
  server.break(logout)
  await choose(adminMe, 'Sign Out')
  await expectRow('S271')
  await expect(heading('Profile & security')).toBeVisible()
  await closeToasts()
  letSignOut(server)
  await choose(adminMe, 'Sign Out')
  await expectRow('S272')
  await expect(page).toHaveURL('/')
  // A browser loads the page there.
  await page.goto('/')
  await expectRow('S272')
  await expect(banner().getByRole('link', { name: 'Login' })).toBeVisible()
  await page.reload()
  await expect(banner().getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(toastOf()).toHaveCount(0)
  expect(server.asked(logout)).toHaveLength(2)
})

it('names are saved and shown at once, and a failure keeps them typed', tags('D25 D12'), async () => {
  await open()
  await expect(field('First name')).toHaveValue('Robin')
  await expect(field('Last name')).toHaveValue('Reed')
  server.break(updateNames)
  await field('First name').fill('Roberta')
  await click('Save Name')
  await expect(toastOf()).toContainText('Failed to save your name.')
  await expect(field('First name')).toHaveValue('Roberta')
  server.answer(updateNames, { ...registeredMe, firstName: 'Roberta' })
  await click('Save Name')
  await expect(toastOf().filter({ hasText: 'Name Saved' })).toBeVisible()
  await expect(button('Save Name')).toBeFocused()
  await expect(banner().getByRole('button', { name: 'Roberta' })).toBeVisible()
  expect(server.asked(updateNames).at(-1)?.body).toEqual({ firstName: 'Roberta', lastName: 'Reed' })
})

it('an unconfirmed address sends its link again, and cannot change or export yet', tags('D24'), async () => {
  await open(unconfirmedMe)
  await expect(region('Email')).toContainText('Not confirmed')
  await expect(button('Change Email')).toHaveCount(0)
  await expect(region('Your data')).toContainText('Please confirm your email address first')
  await expect(region('Your data').getByRole('button')).toHaveCount(0)
  server.refuse(resendVerification, 'too_many_attempts')
  await click('Send Link Again')
  await expect(toastOf()).toContainText('Too many attempts. Please try again later.')
  await closeToasts()
  server.answer(resendVerification, { success: true })
  await click('Send Link Again')
  await expect(toastOf()).toContainText('Please open the link we sent to robin.reed@example.com.')
  // The link may be opened in another tab, so the person is loaded again.
  await open()
  await expect(region('Email').getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(button('Send Link Again')).toHaveCount(0)
})

it('a new address is requested with the password, and waits for its link', tags('D25'), async () => {
  await open()
  await click('Change Email')
  await fill({ 'New email': 'new@example.com', 'Current password': password })
  server.break(changeEmail)
  await click('Send Link')
  await expect(toastOf()).toContainText("Your email hasn't changed. Please try again.")
  await expect(field('New email')).toHaveValue('new@example.com')
  server.answer(changeEmail, { success: true })
  await click('Send Link')
  await expect(region('Email').getByRole('status')).toHaveText(
    'Please open the link we sent to new@example.com. Until then, your email stays the same.',
  )
  await expect(dialogOf('Change your email')).toBeHidden()
  await expect(region('Email').getByText('robin.reed@example.com')).toBeVisible()
  expect(server.asked(changeEmail).at(-1)?.body).toEqual({ email: 'new@example.com', currentPassword: password })
})

it('a new password is saved, and the other sign-ins are gone', tags('D25 D11 D15'), async () => {
  server.answer(signIns, [thisBrowser, unknownBrowser(1)])
  await open()
  await expect(button('Sign Out Everywhere Else')).toBeVisible()
  await click('Change Password')
  const dialog = dialogOf('Change your password')
  await expect(dialog).toContainText('Saving it signs you out on all your other devices.')
  const newPassword = 'another-horse-8'
  await fill({ 'Current password': password, 'New password': newPassword, 'Repeat new password': newPassword })
  server.break(changePassword)
  await click('Save Password')
  await expect(toastOf()).toContainText("Your password hasn't changed. Please try again.")
  server.answer(changePassword, { success: true })
  server.answer(signIns, [thisBrowser])
  const release = server.hold(changePassword)
  await click('Save Password')
  await expect(dialog.getByText('Saving…')).toBeVisible()
  release()
  await expect(toastOf().filter({ hasText: 'Password Changed' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(button('Sign Out Everywhere Else')).toHaveCount(0)
  expect(server.asked(changePassword).at(-1)?.body).toEqual({ currentPassword: password, newPassword })
})

it('sign-ins are listed, and end one by one or all others at once, with the focus kept', tags('D25'), async () => {
  let browsers = [thisBrowser, unknownBrowser(1), unknownBrowser(2), unknownBrowser(3)]
  server.break(signIns)
  const release = server.hold(signIns)
  await open()
  await expect(page.getByText("Loading where you're signed in…")).toBeVisible()
  release()
  server.answer(signIns, () => browsers)
  await click('Retry')
  const section = region('Where you are signed in')
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(rows.first()).toHaveText(/^Chrome on WindowsThis browserSince Nov 20, 2026.*9:00/)
  await expect(rows.nth(1)).toHaveText(/^Unknown browserSince Nov 18, 2026.*last used Nov 21, 2026/)
  await expect(section.getByText('This browser')).toHaveCount(1)
  const signOut = section.getByRole('button', { name: 'Sign out Unknown browser' }).first()
  server.break(endSignIn)
  await signOut.click()
  await expect(toastOf()).toHaveText(/Failed to sign out.*That browser is still signed in. Please try again./)
  server.answer(endSignIn, ({ params: { id } }) => {
    browsers = browsers.filter((one) => one.id !== id)
    return { success: true as const }
  })
  await signOut.press('Enter')
  await expect(toastOf().filter({ hasText: 'Browser Signed Out' })).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(section.getByRole('list')).toBeFocused()
  expect(server.asked(endSignIn).at(-1)?.params).toEqual({ id: unknownBrowser(1).id })

  server.answer(endOtherSignIns, () => {
    browsers = [thisBrowser]
    return { ended: 2 }
  })
  await button('Sign Out Everywhere Else').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Everywhere Else' }).press('Enter')
  await expect(rows).toHaveCount(1)
})

it('an export that fails says why; one being made is announced, and appears by itself', tags('D28'), async () => {
  server.break(newestExport)
  await open()
  const section = region('Your data')
  await expect(section).toContainText('We could not load your export')
  server.answer(newestExport, { export: null })
  await section.getByRole('button', { name: 'Retry' }).click()
  server.break(askForExport)
  await click('Export My Data')
  await expect(toastOf()).toContainText('Failed to start your export')
  await closeToasts()
  server.refuse(askForExport, 'too_many_exports')
  await click('Export My Data')
  await expect(toastOf()).toContainText('You have requested 3 exports today. Please try again tomorrow.')
  await closeToasts()

  const id = '9e1d7f8e-0001-4a61-8f0e-6f2f3b1c0001'
  const asked = { id, requestedAt: '2026-11-22T08:00:00.000Z' }
  const preparing = { ...asked, state: 'preparing', expiresAt: null } as const
  server.answer(askForExport, () => {
    server.answer(newestExport, { export: preparing })
    return preparing
  })
  await click('Export My Data')
  const leave = "We're preparing your archive. You can leave this page: we'll also send the link to"
  await expect(section).toContainText(`${leave} ${registeredMe.email}`)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(toastOf()).toHaveCount(0)
  server.answer(newestExport, { export: { ...asked, state: 'ready', expiresAt: '2026-11-23T08:00:00.000Z' } })
  const link = section.getByRole('link', { name: 'Download Archive' })
  await expect(link).toHaveAttribute('href', exportFilePath(id))
  await expect(section).toContainText('Until Nov 23, 2026')
  await expect(section.getByRole('button', { name: 'Export Again' })).toBeVisible()
})

it('deleting the account requires the password, names each refusal, and signs out', tags('D28'), async () => {
  await open(subscriberMe)
  const dialog = dialogOf('Delete your account?')
  await click('Delete Account')
  for (const text of [
    'If you sign in within 7 days, your account is restored.',
    'Your 150 minutes will be lost.',
    "Your subscription will be canceled right away, and we won't charge you again.",
    'If you come back before Dec 15, 2026, you can resume it.',
  ])
    await expect(dialog).toContainText(text)
  await dialog.getByRole('button', { name: 'Keep Account' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button('Delete Account')).toBeFocused()

  await button('Delete Account').press('Enter')
  const confirm = dialog.getByRole('button', { name: 'Delete Account' })
  await confirm.click()
  await expect(dialog.getByText('Your current password is required')).toBeVisible()
  await expect(field('Current password')).toBeFocused()
  expect(server.asked(deleteAccount)).toEqual([])
  server.refuse(deleteAccount, 'wrong_password', { field: 'currentPassword' })
  await fill({ 'Current password': password })
  await confirm.click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await closeToasts()
  for (const [refuse, text] of [
    [() => server.refuse(deleteAccount, 'payment_unavailable'), 'Your subscription cannot be canceled right now.'],
    [() => server.refuse(deleteAccount, 'last_admin'), 'You are the last admin of the platform or of an organization.'],
    [() => server.break(deleteAccount), 'Nothing was deleted.'],
  ] as const) {
    refuse()
    await confirm.click()
    await expect(toastOf().filter({ hasText: text })).toBeVisible()
  }
  server.answer(deleteAccount, () => {
    as(null)
    return { success: true as const, erasedAt: '2026-11-30T08:00:00.000Z' }
  })
  const release = server.hold(deleteAccount)
  await confirm.click()
  await expect(dialog.getByText('Deleting…')).toBeVisible()
  release()
  await expect(page).toHaveURL('/')
  await expect(toastOf().filter({ hasText: 'Account Deleted' })).toBeVisible()
  expect(server.asked(deleteAccount).at(-1)?.body).toEqual({ currentPassword: password })
})

it('the question says what happens to a subscription, a waiting payment, and minutes', tags('D28'), async () => {
  const dialog = dialogOf('Delete your account?')
  for (const [subscriptionStatus, cancelAtPeriodEnd, shown] of [
    [null, false, null],
    ['active', false, "Your subscription will be canceled right away, and we won't charge you again"],
    ['active', true, "Your subscription stays canceled, and we won't charge you again"],
    ['past_due', false, "Your subscription ends now, and we won't collect the outstanding payment"],
    ['canceled', false, null],
  ] as const) {
    await open({ ...registeredMe, subscriptionStatus, cancelAtPeriodEnd })
    await click('Delete Account')
    await expect(dialog).toContainText('We keep records of payments and minutes')
    if (shown) await expect(dialog).toContainText(shown)
    else await expect(dialog).not.toContainText('subscription')
    await expect(dialog).not.toContainText('minutes will be lost')
  }
})
