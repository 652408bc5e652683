import { expect, test } from './fixtures.ts'
import { organizationWith } from './organizations.ts'
import { enter, registered, sql, subscriber } from './people.ts'

const phone = { width: 320, height: 640 }

test('a member sees the pool and asks for minutes where others buy them, once a day (S053, D49)', async ({
  page,
  context,
}) => {
  const person = await registered()
  const { id, name } = await organizationWith(person, 'member')
  const boss = await registered('Bo')
  await sql(
    "insert into organization_user (organization_id, user_id, role, joined_at) values ($1, $2, 'admin', now())",
    [id, boss.id],
  )
  await enter(context, person)
  await page.goto('/marketplace')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: `${name} 42 credits` })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
  await header.getByRole('button', { name: 'Request minutes' }).click()
  await expect(page.getByText('Request Sent', { exact: true })).toBeVisible()
  await header.getByRole('button', { name: 'Request minutes' }).click()
  await expect(
    page.getByText('You have asked for minutes today already. Your admins have your message.').first(),
  ).toBeVisible()
  const rows = await sql('select audience, organization_id from user_communication where from_user_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([{ audience: 'organization', organization_id: id }])
})

test('an admin of an organization keeps Add Credits (D49)', async ({ page, context }) => {
  const person = await registered()
  await organizationWith(person, 'admin')
  await enter(context, person)
  await page.goto('/marketplace')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Add Credits' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Request minutes' })).toHaveCount(0)
})

test('who could work in several contexts switches in the menu, and everything follows (D122)', async ({
  page,
  context,
}) => {
  const person = await subscriber('Robin')
  const { name } = await organizationWith(person, 'member')
  await enter(context, person)
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: '42 credits' })).toBeVisible()
  await header.getByRole('button', { name: 'Robin' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio', { name, checked: true })).toBeVisible()
  await menu.getByRole('menuitemradio', { name: 'Personal' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(header.getByRole('button', { name: '150 minutes' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')

  await page.setViewportSize(phone)
  await header.getByRole('button', { name: 'Open menu' }).click()
  await header.getByRole('button', { name: `Work in: ${name}` }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  await header.getByRole('button', { name: 'Open menu' }).click()
  await expect(header.getByText('42 credits').last()).toBeVisible()
})

test('who has one context only has nothing to switch', async ({ page, context }) => {
  const person = await subscriber('Robin')
  await enter(context, person)
  await page.goto('/marketplace')
  await page.getByRole('banner').getByRole('button', { name: 'Robin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
})

test('of an organization that has ended its people are told so on guarded screens (D129)', async ({
  page,
  context,
}) => {
  const person = await registered()
  const { id, name } = await organizationWith(person, 'member')
  await sql("update organization set subscription_status = 'canceled' where id = $1", [id])
  await enter(context, person)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: "Your organization's access has ended." })).toBeVisible()
  await expect(page.getByText(`The minutes, people and history of ${name} are kept.`)).toBeVisible()
})
