import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { enter, type Person, subscriber } from '../people.ts'

/** Opens the account page of a person who has paid for Uplift with a Visa, or of the given person. */
export async function openAccount(page: Page, given?: Person): Promise<Person> {
  const person = given ?? (await subscriber())
  await enter(page.context(), person)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return person
}
