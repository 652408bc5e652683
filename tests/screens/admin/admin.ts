import { expect, type Page } from '@playwright/test'
import { rowsOf } from '../../kit/browser/admin.ts'
import { makeAdmin, type Person, registered } from '../people.ts'

/** What tests of the admin panel share. */

export async function platformAdmin(firstName = 'Ada'): Promise<Person> {
  const person = await registered(firstName)
  await makeAdmin(person)
  return person
}

/** Searches for one person in the list of users. */
export async function findUser(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(email)
}

/** Opens the tab with one organization in it. */
export async function openOrganization(page: Page, { id, name }: { id: number; name: string }): Promise<void> {
  await page.goto(`/admin?tab=organizations&q=${id}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
}
