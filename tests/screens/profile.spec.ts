import { breakWrites } from './faults.ts'
import { expect, test, url, type Page } from './fixtures.ts'
import { callAs, enter, freshEmail, makeAdmin, password, registered, signIn, sql, type Person } from './people.ts'
import { hold, mailedLink, toastOf } from '../kit/watch.ts'

async function open(page: Page, person: Person): Promise<void> {
  await enter(page.context(), person)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
}

async function confirmed(firstName?: string): Promise<Person> {
  const person = await registered(firstName)
  await sql('update users set email_verified = true where id = $1', [person.id])
  return person
}

test('everybody finds Profile & security in the account menu (D25, D5)', async ({ page, context }) => {
  const admin = await registered('Ada')
  await makeAdmin(admin)
  for (const person of [await registered('Ines'), admin]) {
    await enter(context, person)
    await page.goto('/subscribe')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Ines|Ada/ })
      .click()
    await page.getByRole('menuitem', { name: 'Profile & security' }).press('Enter')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
  }
})

test('names are saved, shown at once, and wrong ones named (D25, D12)', async ({ page }) => {
  const person = await registered('Robin')
  await open(page, person)
  const first = page.getByLabel('First name')
  await first.fill('')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(first).toBeFocused()
  await first.fill('Roberta')
  const mend = await breakWrites('users', 'update', person)
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toastOf(page)).toContainText('Failed to save your name.')
  await expect(first).toHaveValue('Roberta')
  await mend()
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toastOf(page).filter({ hasText: 'Name Saved' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Roberta' })).toBeVisible()
})

test('an address that is not confirmed says so and sends its link again (D24)', async ({ page }) => {
  const person = await registered()
  await open(page, person)
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText('Not confirmed')
  await expect(email.getByRole('button', { name: 'Change Email' })).toHaveCount(0)
  await email.getByRole('button', { name: 'Send Link Again' }).click()
  await expect(toastOf(page)).toContainText(`Please open the link that we sent to ${person.email}.`)
  await page.goto(await mailedLink(url, person.email, 'Confirm your e-mail address'))
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.goto('/profile')
  await expect(email.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a new address becomes the own one when its link is opened (D25)', async ({ page }) => {
  const person = await confirmed()
  const address = freshEmail()
  await open(page, person)
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your email', exact: true })
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await expect(dialog.getByLabel('New email')).toBeFocused()
  await dialog.getByLabel('New email').fill(address)
  await dialog.getByLabel('Current password').fill('wrong-horse-1')
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expect(dialog.getByLabel('New email')).toHaveValue(address)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(section.getByRole('status')).toContainText(`link that we sent to ${address}`)
  await expect(section.getByText(person.email)).toBeVisible()

  await page.goto(await mailedLink(url, address, 'Confirm your new e-mail address'))
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await expect(page.getByText(`Your account now belongs to ${address}.`)).toBeVisible()
  expect(page.url()).not.toContain('token')
  await page.goto('/profile')
  await expect(section.getByText(address)).toBeVisible()
})

test('a new password ends the other sign-ins and keeps this one (D25, D11, D15)', async ({ page, browser }) => {
  const person = await confirmed()
  await open(page, person)
  const other = await browser.newContext({ baseURL: url })
  const otherPage = await other.newPage()
  await otherPage.goto('/login')
  await signIn(otherPage, person.email)
  await otherPage.waitForURL((address) => address.pathname !== '/login')

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password', exact: true })
  const [current, fresh, repeat] = ['Current password', 'New password', 'Repeat new password'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>]
  const save = dialog.getByRole('button', { name: 'Save Password' })
  await current.fill('wrong-horse-1')
  await fresh.fill('seven-7')
  await save.click()
  await expect(dialog.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(fresh).toBeFocused()
  await fresh.fill('another-horse-8')
  await repeat.fill('another-horse-9')
  await save.click()
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()
  await repeat.fill('another-horse-8')
  await save.click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(password)
  const release = await hold(page, '**/api/account/password')
  await save.click()
  await expect(dialog.getByText('Saving…')).toBeVisible()
  await release()
  await expect(toastOf(page).filter({ hasText: 'Password Changed' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign Out Everywhere Else' })).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
  await otherPage.reload()
  await expect(otherPage.getByRole('link', { name: 'Login' })).toBeVisible()
  await other.close()
})

test('own sign-ins are listed, and end one by one or all others at once (D25)', async ({ page }) => {
  const person = await registered()
  for (let i = 0; i < 3; i++)
    await callAs({ ...person, cookie: '' }, '/api/auth/login', { email: person.email, password })
  const release = await hold(page, '**/api/account/sign-ins')
  await open(page, person)
  await expect(page.getByText('Loading where you are signed in…')).toBeAttached()
  await release()
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(4)
  await expect(section.getByRole('listitem').first()).toContainText('This browser')
  await expect(section.getByText('This browser')).toHaveCount(1)
  const mend = await breakWrites('session', 'delete', person)
  await section.getByRole('button', { name: 'Sign out Unknown browser' }).first().click()
  await expect(toastOf(page)).toContainText('Failed to sign out')
  await mend()
  await section.getByRole('button', { name: 'Sign out Unknown browser' }).first().click()
  await expect(toastOf(page).filter({ hasText: 'Signed Out There' })).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(3)

  await section.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2 other browsers are signed out.')
  await question.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  expect(await sql('select 1 from session where user_id = $1', [person.id])).toHaveLength(1)
})

test('a list that cannot be read says so and can be tried again', async ({ page }) => {
  const person = await registered()
  await sql('alter table session rename column user_agent to user_agent_away')
  await open(page, person)
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section).toContainText('We could not load where you are signed in')
  await sql('alter table session rename column user_agent_away to user_agent')
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('both theme switches show the same choice (D25)', async ({ page }) => {
  await open(page, await registered())
  const switches = page.getByRole('group', { name: 'Theme' })
  await expect(switches).toHaveCount(2)
  await switches.first().getByTitle('Dark theme').click()
  await expect(switches.last().getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await switches.last().getByTitle('System theme').click()
  await expect(switches.first().getByRole('radio', { name: 'System theme' })).toBeChecked()
})
