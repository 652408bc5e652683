import { validateOrganization } from '#contract/organizations/joining.ts'
import { closeToasts, expect, page, server } from '#tests/pages.ts'

/** Steps of joining Acme Consulting by the link of an invitation. */

export const secret = 'K7sXw2m9Qe4RtYuIoPaSdFgHjKlZxCvBnM1234567-_'
export const arriving = `/organization-signup?orgId=100001&orgName=Acme+Consulting&invite=${secret}`

export const opened = { valid: true, organizationName: 'Acme Consulting', firstName: 'Mia', lastName: 'Mendel' }

/** Goes from the link of an invitation to the form of step 2. */
export async function reachStepTwo(): Promise<void> {
  server.answer(validateOrganization, opened)
  await page.goto(arriving)
  await page.getByLabel('Email', { exact: true }).fill('mia.member@example.com')
  await page.getByRole('button', { name: 'Verify Invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Registration' })).toBeVisible()
  await closeToasts(page)
}

export async function fillPasswords(first = 'correct-horse-7', second = first): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(first)
  await page.getByLabel('Confirm password', { exact: true }).fill(second)
}
