import { tagged } from '../../kit/tags.ts'
import { codeOf } from '../../kit/identity/app-codes.ts'
import { expect, test } from '../fixtures.ts'
import { enter, password, registered, signIn, sql } from '../people.ts'

test(
  'two-factor is turned on, requested at the next sign-in, and replaced by a recovery code',
  tagged('gate D27 D2'),
  async ({ page, context }) => {
    const person = await registered()
    await enter(context, person)
    await page.goto('/profile')
    const section = page.getByRole('region', { name: 'Two-factor sign-in' })
    await section.getByRole('button', { name: 'Turn On' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    const recoveryCode = await dialog.getByRole('listitem').first().innerText()
    await dialog.getByRole('button', { name: 'I Saved Them' }).click()
    await expect(section).toContainText('10 recovery codes left')

    await context.clearCookies()
    // As if the code used so far were long past.
    await sql('update two_factor set last_step = last_step - 100 where user_id = $1', [person.id])
    await page.goto('/login?next=%2Fprofile')
    await signIn(page, person.email)
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(section).toContainText('10 recovery codes left')

    await context.clearCookies()
    await page.goto('/login?next=%2Fprofile')
    await signIn(page, person.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(section).toContainText('9 recovery codes left')
  },
)
