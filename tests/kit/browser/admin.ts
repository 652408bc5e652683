import type { Locator, Page } from '@playwright/test'

/** Returns the rows of the visible list, without its header, even while a dialog covers them. */
export function rowsOf(page: Page): Locator {
  return page.locator('tbody tr')
}

/** Opens the actions of a row and chooses one. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
