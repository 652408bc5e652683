import type { Locator, Page } from '@playwright/test'
import { choose } from './choosing.ts'

/** A choice as the pages pass it on, with a wrong total. */
export const chosen =
  'userCount=5&agentType=single&numberOfAgents=1&minutePackage=growth&brandedPWA=true&ongoingOptimization=true&totalAmount=1'

/** What both forms need. */
export async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Organization name').fill('Acme & Sons')
  await page.getByLabel('Contact name').fill('Olive Owner')
  await page.getByLabel('Contact email').fill(email)
  await choose(page, 'Industry', 'Consulting')
  await choose(page, 'Company size', '11–50 people')
}

export function submitButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Continue to Payment' })
}
