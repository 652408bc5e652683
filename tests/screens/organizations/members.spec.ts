import * as luna from '#tests/screens.ts'
import { enter, expect, page, registered, signIn, sql, tagged, test, toastOf, url } from '#tests/screens.ts'
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

test('a shared link admits one person and is used up', tagged('gate S387 S446 D119'), async ({ browser }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(owner)
  await page.goto('/organization-dashboard?tab=bulk')
  await page.getByRole('button', { name: 'Create a Shared Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shared Link' })
  await dialog.getByLabel('Name (optional)').fill('Open day')
  await dialog.getByLabel('Maximum uses').fill('1')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const address = await dialog.getByLabel('Address of the link').inputValue()

  const visitor = await browser.newContext()
  const seen = await visitor.newPage()
  await seen.goto(address)
  await expect(seen.getByRole('heading', { name: 'Open day' })).toBeVisible()
  await expect(seen.getByText(firm.name).first()).toBeVisible()
  const joiner = await registered('Jo')
  await enter(joiner, visitor)
  await seen.reload()
  await seen.getByRole('button', { name: `Join ${firm.name}` }).click()
  await expect(toastOf(seen)).toContainText('Welcome to the Team')
  expect(await membersOf(firm, owner)).toEqual([{ email: joiner.email, role: 'member', is_active: true }])
  await page.reload()
  const row = page.getByRole('list', { name: 'Batches and shared links' }).getByRole('listitem')
  await expect(row).toContainText('1 of 1 uses')
  await expect(row).toContainText('Used up')
  await visitor.clearCookies()
  await seen.goto(address)
  await expect(seen.getByText('This invitation was already used.')).toBeVisible()
})
