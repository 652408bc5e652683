import * as luna from '#tests/screens.ts'
import { expect, page, registered, signIn, sql, tagged, test, toastOf, url } from '#tests/screens.ts'
import { organizationWith } from './organizations.ts'

test('an account signs in on the way and accepts there', tagged('gate S487 D111'), async () => {
  const [owner, person] = [await registered('Olga'), await registered('Mia')]
  const firm = await organizationWith(owner)
  const { id } = await luna.callAs<{ id: string }>(owner, '/api/organization/invite', { email: person.email })
  const link = await luna.mailedLink(url, person.email, `You are invited to join ${firm.name}`)
  const opened = await page.goto(link)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signIn(person.email)
  await expect(page).toHaveURL(link)
  await expect(page.getByText(`You'll join as ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: `Join ${firm.name}` }).click()
  await expect(toastOf(page)).toContainText(`You're now part of ${firm.name}.`)
  await expect(page).toHaveURL('/organization-dashboard')
  const membership = 'select role, is_active from organization_user where organization_id = $1 and user_id = $2'
  expect(await sql(membership, [firm.id, person.id])).toEqual([{ role: 'member', is_active: true }])
  expect(await sql('select status from organization_invitation where id = $1', [id])).toEqual([{ status: 'accepted' }])
})
