import { expect, type Locator, type Page } from '@playwright/test'
import { toastOf } from './watch.ts'

/** Returns the card of a page with this heading. */
export function cardOf(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Returns the dialog with this title; toasts are dialogs as well. */
export function dialogOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Waits for a toast with this title and text; the one before may still be leaving. */
export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  await expect(toastOf(page).filter({ hasText: title }).filter({ hasText: text })).toBeVisible()
}

/** Returns the switch of automatic purchases. */
export function switchOf(page: Page): Locator {
  return page.getByRole('switch', { name: 'Buy minutes automatically' })
}

/** Switches automatic purchases on through the page's own dialog. */
export async function switchOn(page: Page): Promise<void> {
  await switchOf(page).click()
  await dialogOf(page, 'Switch on auto-purchase?')
    .getByRole('button', { name: /^Switch On/ })
    .click()
  await expect(switchOf(page)).toBeChecked()
}
