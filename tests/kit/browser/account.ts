import { expect, type Locator, type Page } from '@playwright/test'
import { toastOf } from './watch.ts'

export function cardOf(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Returns the dialog with this title; toasts are dialogs as well. */
export function dialogOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  await expect(toastOf(page).filter({ hasText: title }).filter({ hasText: text })).toBeVisible()
}
