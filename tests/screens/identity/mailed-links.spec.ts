import { tagged } from '../../kit/tags.ts'
import { expect, test, url } from '../fixtures.ts'
import { enter, freshEmail, password, registered, sql } from '../people.ts'
import { mailedLink } from '../../kit/browser/watch.ts'

test('mailed links confirm the address, once, and activate a new one', tagged('D24 D25'), async ({ page, context }) => {
  const person = await registered()
  const link = await mailedLink(url, person.email, 'Confirm your email address')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  const [row] = await sql<{ email_verified: boolean }>('select email_verified from users where id = $1', [person.id])
  expect(row?.email_verified).toBe(true)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible()

  const address = freshEmail()
  await enter(context, person)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your email', exact: true })
  await dialog.getByLabel('New email').fill(address)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await page.goto(await mailedLink(url, address, 'Confirm your new email address'))
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await expect(page.getByText(`Your email is now ${address}.`)).toBeVisible()
  expect(page.url()).not.toContain('token')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Email' }).getByText(address)).toBeVisible()
})
