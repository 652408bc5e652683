import type { Locator, Page } from '@playwright/test'
import { expect, fillCard } from './fixtures.ts'
import { enter, type Person, sql, subscriber } from './people.ts'
import { toastOf } from '../kit/watch.ts'

/** Opens the account page of somebody who has paid for Uplift with a Visa, or of the given person. */
export async function openAccount(page: Page, given?: Person): Promise<Person> {
  const person = given ?? (await subscriber())
  await enter(page.context(), person)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return person
}

/** The card of the account page with this heading. */
export function cardOf(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** The dialog with this title; toasts are dialogs, too. */
export function dialogOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Waits for a toast of this title with this text; the one before may still be leaving. */
export async function expectToast(page: Page, title: string, text = ''): Promise<void> {
  await expect(toastOf(page).filter({ hasText: title }).filter({ hasText: text })).toBeVisible()
}

/** Forgets the saved card, as if it had been taken away at the provider. */
export async function loseCard(person: Person): Promise<void> {
  await sql(
    `update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
       card_exp_year = null, card_fingerprint = null where account_id = $1`,
    [person.accountId],
  )
}

/** Types a card into the open dialog and saves it. */
export async function saveCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByRole('button', { name: 'Save Card' }).click()
}

/** Fields of a row of automatic purchases as the database has them. */
export async function readAutoPurchase(person: Person) {
  const [row] = await sql<{ enabled: boolean; tier: string; threshold_minutes: number; monthly_cap_cents: number }>(
    'select enabled, tier, threshold_minutes, monthly_cap_cents from auto_purchase where account_id = $1',
    [person.accountId],
  )
  return row
}

/** Switches automatic purchases on through the page's own dialog. */
export async function switchOn(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Buy minutes automatically' }).click()
  await dialogOf(page, 'Switch on auto-purchase?')
    .getByRole('button', { name: /^Switch On/ })
    .click()
  await expect(page.getByRole('switch', { name: 'Buy minutes automatically' })).toBeChecked()
}
