import type { Page } from '@playwright/test'

/** Chooses from a list that opens, by the names that a person reads. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
