import type { Locator, Page } from '@playwright/test'

/** What tests of the admin panel share. */

/** The rows of the list that is shown, without its head; also while a dialog covers them. */
export function rowsOf(page: Page): Locator {
  return page.locator('tbody tr')
}

/** Deactivates somebody, and says yes to the question. */
export async function deactivate(page: Page, name: string): Promise<void> {
  await act(page, name, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
}

/** Opens the actions of a row and chooses one. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
