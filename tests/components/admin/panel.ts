import { type CatalogueId, errorCatalogue } from '../../kit/error-catalogue/error-catalogue.ts'
import { expect, page } from '#tests/components.ts'
import type { Locator } from '../../kit/component/locator.ts'

/** What component tests of the admin panel share. */

/** Opens a tab of the panel with this many rows in its list. */
export async function openTab(tab: string, count = 1): Promise<void> {
  await page.goto(`/admin?tab=${tab}`)
  await expect(rowsOf()).toHaveCount(count)
}

/** Returns the rows of the visible list, without its header. */
export const rowsOf = () => page.locator('tbody tr')

/** Opens the actions of a row and chooses one. */
export async function act(name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export const toastOf = () => page.locator('[data-toast]:not([data-ending-style])').filter({ visible: true })

/** Closes every toast, so that the next one is certainly new. */
export async function closeToasts(): Promise<void> {
  for (const button of page.locator('[data-toast]').getByLabel('Close').all()) (button as HTMLElement).click()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
}

/** Checks that there is one toast, with this title (S249). */
export async function expectOneToast(title: string): Promise<void> {
  await expect(page.locator('[data-toast]:not([data-ending-style])')).toContainText([title])
}

export async function expectTitle(title: string): Promise<void> {
  await expect(toastOf().locator('h2')).toHaveText(title)
}

/** Waits until the toast shows a row of the error catalogue. */
export async function expectRow(id: CatalogueId): Promise<void> {
  const { title, text } = errorCatalogue[id]
  await expectTitle(title)
  if (text) await expect(toastOf().locator('p')).toHaveText(text)
  else await expect(toastOf().locator('p')).toHaveCount(0)
}

/** Chooses from a list that opens. */
export async function choose(label: string, option: string): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: label }), option)
}

export async function chooseIn(list: Locator, option: string): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
}

/** Chooses from a long list by typing a search. */
export async function findAndChoose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  const search = page.getByRole('dialog', { name: /^Search / })
  await search.getByRole('combobox').fill(option)
  await search.getByRole('option', { name: option, exact: true }).click()
}

/** Returns what a list offers, in order. */
export async function optionsOf(label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label }).click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const names = options.allTextContents()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  return names
}

/** Returns the lines of the file that the list offers. */
export async function downloadList(): Promise<string[]> {
  await page.getByRole('button', { name: 'Download CSV' }).click()
  return (await page.savedText()).trim().split('\r\n')
}

/** Opens the details of an organization in its row. */
export async function openDetails(): Promise<Locator> {
  await page.getByRole('button', { name: 'Details: Acme Consulting' }).click()
  return page.getByRole('dialog', { name: 'Acme Consulting' })
}

/** Deactivates a person and confirms the question. */
export async function deactivate(name: string): Promise<void> {
  await act(name, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
}

/** Searches for one agent in the list. */
export async function find(name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(name)
  await expect(rowsOf()).toContainText([name])
}

/** Opens the dialog of a new agent. */
export async function openCreate(): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Agent' }).click()
  return page.getByRole('dialog', { name: 'Create New Agent' })
}

/** Fills in the required fields of an agent. */
export async function fillIn(name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Plans the week with you')
  await choose('Category', 'Systems')
}

/** Makes the agent of an open dialog private for one organization. */
export async function choosePrivate(dialog: Locator, organizationName: string): Promise<void> {
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('checkbox', { name: organizationName }).check()
}

export const sendButton = () => page.getByRole('button', { name: 'Send Message' })

/** Opens the dialog of a new message and fills in its words. */
export async function compose(words: { subject: string; message: string }): Promise<void> {
  await page.getByRole('button', { name: 'New Message' }).click()
  await page.getByLabel('Subject').fill(words.subject)
  await page.getByLabel('Message', { exact: true }).fill(words.message)
}
