import { expect, page, server } from '#tests/pages.ts'
import { mailed, secret, serveInvitation } from './invitation.ts'

/** Steps of joining Acme Consulting by the link of an invitation. */

export const arriving = `/organization-signup?orgId=100001&orgName=Acme+Consulting&invite=${secret}`

/** Goes from the link of a personal invitation to the form of the account. */
export async function reachStepTwo(): Promise<void> {
  serveInvitation(server, mailed.invitation)
  await page.goto(arriving)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Registration' })).toBeVisible()
}
