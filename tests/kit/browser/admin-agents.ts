import { expect, type Locator, type Page } from '@playwright/test'
import { rowsOf } from './admin.ts'
import { choose } from './choosing.ts'

export async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(name)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
}

export async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Agent' })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Plans the week with you')
  await choose(page, 'Category', 'Systems')
}
