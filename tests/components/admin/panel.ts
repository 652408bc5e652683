import { type CatalogueId, errorCatalogue } from '../../kit/error-catalogue/error-catalogue.ts'
import type { Call } from '#contract/call.ts'
import type { AdminOrganization } from '#contract/admin/organizations.ts'
import type { AdminUser } from '#contract/admin/users.ts'
import { acme, serveOrganizations } from '#tests/pages/admin/organizations.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { expect, page, server } from '#tests/components.ts'
import type { Locator } from '../../kit/component/locator.ts'

/** Opens a tab of the panel with this many rows in its list. */
export async function openTab(tab: string, count = 1): Promise<void> {
  await page.goto(`/admin?tab=${tab}`)
  await expect(rowsOf()).toHaveCount(count)
}

/** Opens the list of users, which are those that the function returns at each moment. */
export async function openUsers(all: () => readonly AdminUser[] = () => [ben]): Promise<void> {
  serveUsers(server, all)
  await openTab('users', all().length)
}

export async function openOrganizations(all: () => readonly AdminOrganization[] = () => [acme]): Promise<void> {
  serveOrganizations(server, all)
  await openTab('organizations', all().length)
}

export const expectSent = (call: Call, ...bodies: unknown[]) =>
  expect.poll(() => server.asked(call).map(({ body }) => body)).toEqual(bodies)

export const expectAsked = (call: Call, ...asked: [params: unknown, body: unknown][]) =>
  expect.poll(() => server.asked(call).map(({ params, body }) => [params, body])).toEqual(asked)

export const expectQuery = (call: Call, query: unknown) =>
  expect.poll(() => server.asked(call).at(-1)?.query).toEqual(query)

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

export async function expectOneToast(title: string): Promise<void> {
  await expect(page.locator('[data-toast]:not([data-ending-style])')).toContainText([title])
}

export async function expectTitle(title: string): Promise<void> {
  await expect(toastOf().locator('h2')).toHaveText(title)
}

/** Waits until the toast shows a row of the error catalogue, with these words where the row leaves them open. */
export async function expectRow(id: CatalogueId, text = errorCatalogue[id].text): Promise<void> {
  await expectTitle(errorCatalogue[id].title)
  if (text) await expect(toastOf().locator('p')).toHaveText(text)
  else await expect(toastOf().locator('p')).toHaveCount(0)
}

/** Opens a row's menu. Returns the words of its items, in order. */
export async function actsOf(name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  const items = page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return items
}

export async function choose(label: string, option: string): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: label }), option)
}

export async function chooseIn(list: Locator, option: string): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
}

export async function findAndChoose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  const search = page.getByRole('dialog', { name: /^Search / })
  await search.getByRole('combobox').fill(option)
  await search.getByRole('option', { name: option, exact: true }).click()
}

export async function optionsOf(label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
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

export async function openDetails(): Promise<Locator> {
  await page.getByRole('button', { name: 'Details: Acme Consulting' }).click()
  return page.getByRole('dialog', { name: 'Acme Consulting' })
}

export async function deactivate(name: string): Promise<void> {
  await act(name, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
}

export const sendButton = () => page.getByRole('button', { name: 'Send Message' })

export async function compose(words: { subject: string; message: string }): Promise<void> {
  await page.getByRole('button', { name: 'New Message' }).click()
  await page.getByLabel('Subject').fill(words.subject)
  await page.getByLabel('Message', { exact: true }).fill(words.message)
}
