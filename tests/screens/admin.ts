import { expect, type Locator, type Page } from '@playwright/test'
import { makeAdmin, type Person, registered } from './people.ts'

/** What tests of the admin panel share. */

export async function platformAdmin(firstName = 'Ada'): Promise<Person> {
  const person = await registered(firstName)
  await makeAdmin(person)
  return person
}

/** The rows of the list that is shown, without its head; also while a dialog covers them. */
export function rowsOf(page: Page): Locator {
  return page.locator('tbody tr')
}

/** Opens the actions of a row and chooses one. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Looks for one person in the list of users. */
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
