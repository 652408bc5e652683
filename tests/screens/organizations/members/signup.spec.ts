import { tagged } from '../../../kit/tags.ts'
import { mailedLink } from '../../../kit/browser/watch.ts'
import { expect, test, url } from '../../fixtures.ts'
import { fillPasswords, firm, invite, membersOf } from './joining.ts'
import { freshEmail } from '../../people.ts'

/** /organization-signup in three steps: verify, register, welcome. */

test(
  'an invitation without its link leads through a new mail and three steps to the dashboard',
  tagged('S375 S377 S378 S463 S482 S483 S484 S557 S558 S559 D107 D110 D117'),
  async ({ page }) => {
    const to = await firm()
    const invitation = await invite(to, freshEmail(), { firstName: 'Mia', lastName: 'Mendel' })
    const main = page.getByRole('main')
    await page.goto('/organization-signup')
    await main.getByLabel('Email', { exact: true }).fill(invitation.email)
    await main.getByLabel('Organization ID').fill(String(to.id))
    await main.getByRole('button', { name: 'Verify Invitation' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Check Your Email')
    // The mail brings a new link, and the invitation's own ends.
    const mailed = () => mailedLink(url, invitation.email, `You are invited to join ${to.name}`)
    await expect.poll(mailed).not.toContain(invitation.secret)
    await page.goto(await mailed())
    await main.getByRole('link', { name: `Join ${to.name}` }).click()
    await expect(page).toHaveURL('/organization-signup')
    await expect(main.getByLabel('Organization ID')).toHaveValue(String(to.id))
    await main.getByLabel('Email', { exact: true }).fill(invitation.email)
    await main.getByRole('button', { name: 'Verify Invitation' }).click()
    await expect(main).toContainText(`Create your account at ${to.name} for ${invitation.email}.`)
    await expect(main.getByLabel('First name')).toHaveValue('Mia')
    await main.getByLabel('First name').fill('')
    await main.getByLabel('Last name').fill('')
    await fillPasswords(page)
    await main.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/organization-dashboard')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(to.name)
    expect(await membersOf(to)).toEqual([{ email: invitation.email, role: 'member', is_active: true }])
    await expect(page.getByRole('banner').getByRole('button', { name: 'Mia' })).toBeVisible()
  },
)
