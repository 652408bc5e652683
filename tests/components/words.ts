import { expect, page } from '#tests/components.ts'
import { toastOf } from './admin/panel.ts'

export { closeToasts, downloadList, expectRow, toastOf } from './admin/panel.ts'

export const main = () => page.getByRole('main')
export const banner = () => page.getByRole('banner').first()
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const click = (name: string) => button(name).click()
export const field = (label: string) => page.getByLabel(label, { exact: true })
export const heading = (name: string) => page.getByRole('heading', { name, exact: true })

export async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

export const cardOf = (title: string) => page.locator('section').filter({ has: heading(title) })

/** Waits for a toast with this title and text; the one before may still be leaving. */
export async function expectToast(title: string, text = ''): Promise<void> {
  await expect(toastOf().filter({ hasText: title }).filter({ hasText: text })).toBeVisible()
}

/** Simulates what a browser tells the page when a person returns to its window. */
export const comeBack = () => page.window.dispatchEvent(new page.window.Event('focus'))
