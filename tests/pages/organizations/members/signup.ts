import { validateOrganization } from '#contract/organizations/joining.ts'
import { closeToasts, expect, page, server } from '#tests/pages.ts'

/** Steps of joining Acme Consulting by the link of an invitation. */

export const secret = 'K7sXw2m9Qe4RtYuIoPaSdFgHjKlZxCvBnM1234567-_'
export const arriving = `/organization-signup?orgId=100001&orgName=Acme+Consulting&invite=${secret}`

/** Goes from the link of an invitation to the form of step 2. */
export async function reachStepTwo(): Promise<void> {
  const names = { firstName: 'Mia', lastName: 'Mendel' }
  server.answer(validateOrganization, { valid: true, organizationName: 'Acme Consulting', ...names })
  await page.goto(arriving)
  await page.getByLabel('Email', { exact: true }).fill('mia.member@example.com')
  await page.getByRole('button', { name: 'Verify Invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Registration' })).toBeVisible()
  await closeToasts(page)
}
