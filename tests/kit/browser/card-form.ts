import type { Page } from '@playwright/test'

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

export async function saveCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByRole('button', { name: 'Save Card' }).click()
}
