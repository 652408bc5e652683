import { expect, type Locator, type Page } from '@playwright/test'
import { rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { url } from './fixtures.ts'
import { organizationWith } from './organizations.ts'
import { callAs, type Person, sql } from './people.ts'

/** What tests of the agents tab share. */

let count = 0
/** No other test gives it. */
export const freshName = () => `Zephyr ${process.pid}-${++count}-${Date.now()}`

/** An organization under a name that no other test gives. */
export async function freshOrganization(by: Person) {
  const { id } = await organizationWith(by)
  const name = `Harbour ${process.pid}-${++count}-${Date.now()}`
  await sql('update organization set name = $1 where id = $2', [name, id])
  return { id, name }
}

/** An agent as an admin's call makes it. */
export async function madeBy(admin: Person, more: object = {}): Promise<{ id: string; name: string }> {
  const fields = { name: freshName(), description: 'Helps in tests', category: 'Technology', systemPrompt: 'You help.' }
  return callAs<{ id: string; name: string }>(admin, '/api/admin/agents', { ...fields, ...more })
}

/** Opens the tab, with one agent looked for. */
export async function openAgents(page: Page, name?: string): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Agents' }).click()
  if (name) await find(page, name)
}

export async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(name)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
}

/** Opens the dialog of a new agent. */
export async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Agent' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Fills in what an agent must have. */
export async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Plans the week with you')
  await choose(page, 'Category', 'Systems')
}

/** What a list offers, in its order. */
export async function optionsOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label }).click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const names = await options.allTextContents()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  return names
}

/** The agents that somebody sees. */
export async function marketplaceOf({ cookie }: Person): Promise<{ name: string }[]> {
  const answer = await fetch(`${url}/api/agents`, { headers: { cookie } })
  return (await answer.json()) as { name: string }[]
}

/** Makes the agent of an open dialog private for one organization. */
export async function choosePrivate(dialog: Locator, organizationName: string): Promise<void> {
  const box = dialog.getByRole('checkbox', { name: 'Private' })
  if (!(await box.isChecked())) await box.check()
  // The field to search stands above a long list only.
  await expect(
    dialog
      .getByRole('group', { name: /^Organizations/ })
      .getByRole('checkbox')
      .first(),
  ).toBeVisible()
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  if ((await search.count()) > 0) await search.fill(organizationName)
  await dialog.getByRole('checkbox', { name: organizationName }).check()
}
