import { tagged } from '../../../kit/tags.ts'
import { expect, test } from '../../fixtures.ts'
import { firm, invite, membersOf } from './joining.ts'
import { registered, signIn, sql } from '../../people.ts'
import { toastOf } from '../../../kit/browser/watch.ts'

test('an account signs in on the way and accepts there', tagged('gate S487 D111'), async ({ page }) => {
  const to = await firm()
  const person = await registered('Mia')
  const { path, id } = await invite(to, person.email)
  const opened = await page.goto(path)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signIn(page, person.email)
  await expect(page).toHaveURL(path)
  await expect(page.getByText(`You'll join as ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: `Join ${to.name}` }).click()
  await expect(toastOf(page)).toContainText(`You're now part of ${to.name}.`)
  await expect(page).toHaveURL('/organization-dashboard')
  expect(await membersOf(to)).toEqual([{ email: person.email, role: 'member', is_active: true }])
  expect(await sql('select status from organization_invitation where id = $1', [id])).toEqual([{ status: 'accepted' }])
})
