import { expect, type Locator, type Page } from '@playwright/test'

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: label }), option)
}

export async function chooseIn(list: Locator, label: string | RegExp): Promise<void> {
  await list.click()
  await list
    .page()
    .getByRole('option', { name: label, exact: typeof label === 'string' })
    .click()
  await expect(list).toContainText(label)
}

export async function findAndChoose(page: Page, label: string, option: string): Promise<void> {
  const list = page.getByRole('combobox', { name: label, exact: true })
  await list.click()
  const search = page.getByRole('dialog', { name: /^Search / })
  await search.getByRole('combobox').fill(option)
  await search.getByRole('option', { name: option, exact: true }).click()
  await expect(search).toBeHidden()
  await expect(list).toContainText(option)
}
