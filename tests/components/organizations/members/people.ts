import { button } from '../organization.ts'
import { expect, page } from '#tests/components.ts'
import type { Locator } from '#tests/kit/component/locator.ts'

export const rows = page.getByRole('table', { name: 'Members' }).locator('tbody tr')
export const rowOf = (name: string) => rows.filter({ hasText: name })

export async function openPerson(name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click()
  const details = page.getByRole('dialog', { name, exact: true })
  await expect(details).toBeVisible()
  return details
}

export async function closePerson(name: string): Promise<void> {
  const details = page.getByRole('dialog', { name, exact: true })
  await button('Close', details).click()
  await expect(details).toHaveCount(0)
}
