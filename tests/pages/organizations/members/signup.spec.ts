import { expect, page, server, tagged, test } from '#tests/pages.ts'
import { secret, serveInvitation, shared } from './invitation.ts'
import { arriving } from './signup.ts'

test('values from the link are kept out of the address, and over a reload', tagged('S375 S463 S681 D107'), async () => {
  serveInvitation(server, shared)
  await page.goto(arriving)
  await expect(page).toHaveURL('/organization-signup')
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(page.getByLabel('Organization ID')).toHaveValue('100001')
    await expect(page.getByText("You're invited to Acme Consulting.", { exact: true })).toBeVisible()
    await expect(page.getByText('The address your invitation was sent to.')).toHaveCount(0)
  }
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  await expect(signIn).toHaveAttribute('href', `/login?next=${encodeURIComponent(`/join/${secret}`)}`)
})
