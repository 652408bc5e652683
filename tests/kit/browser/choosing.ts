import { expect, type Locator, type Page } from '@playwright/test'

/** Chooses from a list that opens, by the names that a person reads. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: label }), option)
}

/** Chooses from this list, again if the press came while it was opening. */
export async function chooseIn(list: Locator, label: string | RegExp): Promise<void> {
  const option = list.page().getByRole('option', { name: label, exact: typeof label === 'string' })
  let isPressed = false
  await expect(async () => {
    // A slow page shows what was pressed a while later.
    if (isPressed && (await isShown(list, label))) return
    if ((await option.count()) === 0) await list.click()
    await option.click({ timeout: 2000 })
    isPressed = true
    await expect(list).toContainText(label, { timeout: 2000 })
  }).toPass()
}

async function isShown(list: Locator, label: string | RegExp): Promise<boolean> {
  const text = await list.innerText()
  return typeof label === 'string' ? text.includes(label) : label.test(text)
}

/** Chooses from a long list by typing a search. */
export async function findAndChoose(page: Page, label: string, option: string): Promise<void> {
  const list = page.getByRole('combobox', { name: label, exact: true })
  await list.click()
  const search = page.getByRole('dialog', { name: /^Search / })
  await search.getByRole('combobox').fill(option)
  await search.getByRole('option', { name: option, exact: true }).click()
  await expect(search).toBeHidden()
  await expect(list).toContainText(option)
}
