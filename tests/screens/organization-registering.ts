import { choose } from '../kit/choosing.ts'
import type { Page } from './fixtures.ts'
import { sql } from './people.ts'

/** Steps of the forms with which organizations register. */

/** A choice as the pages pass it on; its total is a lie. */
export const chosen =
  'userCount=5&agentType=single&numberOfAgents=1&minutePackage=growth&brandedPWA=true&ongoingOptimization=true&totalAmount=1'
export interface RegistrationRow {
  [column: string]: unknown
}

/** Registrations of this contact, the oldest first. */
export async function registrationsOf(email: string): Promise<RegistrationRow[]> {
  return sql<RegistrationRow>('select * from business_registration where contact_email = $1 order by created_at', [
    email,
  ])
}

/** What both forms need. */
export async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Organization name').fill('Acme & Sons')
  await page.getByLabel('Contact name').fill('Olive Owner')
  await page.getByLabel('Contact email').fill(email)
  await choose(page, 'Industry', 'Consulting')
  await choose(page, 'Company size', '11–50 people')
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' })
