import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { enter, type Person, sql, subscriber } from '../people.ts'

/** Opens the account page of a person who has paid for Uplift with a Visa, or of the given person. */
export async function openAccount(page: Page, given?: Person): Promise<Person> {
  const person = given ?? (await subscriber())
  await enter(page.context(), person)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return person
}

/** Returns fields of a row of automatic purchases as the database has them. */
export async function readAutoPurchase(person: Person) {
  const [row] = await sql<{ enabled: boolean; tier: string; threshold_minutes: number; monthly_cap_cents: number }>(
    'select enabled, tier, threshold_minutes, monthly_cap_cents from auto_purchase where account_id = $1',
    [person.accountId],
  )
  return row
}
