import * as luna from '#tests/screens.ts'
import { expect, page, registered, signIn, sql, tagged, test, toastOf, url } from '#tests/screens.ts'
import { type Organization, organizationWith } from './organizations.ts'

/** Returns who belongs there besides the person who runs it. */
const membersOf = ({ id }: Organization, owner: luna.Person) =>
  sql(
    `select users.email, organization_user.role, organization_user.is_active
     from organization_user join users on users.id = user_id where organization_id = $1 and user_id <> $2`,
    [id, owner.id],
  )

test('an account signs in on the way and accepts there', tagged('gate S487 D111'), async () => {
  const [owner, person] = [await registered('Olga'), await registered('Mia')]
  const firm = await organizationWith(owner)
  const { id } = await luna.callAs<{ id: string }>(owner, '/api/organization/invite', { email: person.email })
  const link = await luna.mailedLink(url, person.email, 'You are invited to join an organization on Luna')
  const opened = await page.goto(link)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signIn(person.email)
  await expect(page).toHaveURL(link)
  await expect(page.getByText(`You'll join as ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: `Join ${firm.name}` }).click()
  await expect(toastOf(page)).toContainText(`You're now part of ${firm.name}.`)
  await expect(page).toHaveURL('/organization-dashboard')
  expect(await membersOf(firm, owner)).toEqual([{ email: person.email, role: 'member', is_active: true }])
  expect(await sql('select status from organization_invitation where id = $1', [id])).toEqual([{ status: 'accepted' }])
})
