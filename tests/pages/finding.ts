import type { Locator } from '@playwright/test'
import { expect, page } from './fixtures.ts'

/** The largest part of the running test's page. */
export const main = () => page.getByRole('main')

export const figureOf = (name: string) =>
  main().getByText(name, { exact: true }).locator('..').getByRole('definition').first()

export async function expectWords(part: Locator, ...words: (string | RegExp)[]): Promise<void> {
  for (const each of words) await expect(part).toContainText(each)
}

/** Presses these buttons of a part, one after the other. */
export async function press(part: Locator, ...names: string[]): Promise<void> {
  for (const name of names) await part.getByRole('button', { name, exact: true }).click()
}
