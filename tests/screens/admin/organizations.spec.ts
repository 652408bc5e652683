import { tagged } from '../../kit/tags.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { openOrganization, platformAdmin } from './admin.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { addPoolSession, assignAgent, organizationWith, putInto } from '../organizations/organizations.ts'
import { enter, registered, sql } from '../people.ts'

test(
  'an admin manages an organization, with each act on record, and opens it',
  tagged('gate S429 S430 S431 S432 S435 D130 D140 D149 D153'),
  async ({ page, context }) => {
    const [ada, olga] = [await platformAdmin(), await registered('Olga')]
    const firm = await organizationWith(olga)
    await putInto(firm.id, await registered('Ben'))
    await assignAgent(firm.id, olga, 'Mindset Coach')
    await addPoolSession(firm, olga, 'Mindset Coach', 90, 1)
    await enter(context, ada)
    await openOrganization(page, firm)
    await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
    const dialog = page.getByRole('dialog', { name: firm.name })
    await expect(dialog.getByRole('region', { name: 'Users' })).toContainText(olga.email)
    await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Mindset Coach')
    await choose(page, 'Agent', 'Hiring Partner')
    await choose(page, 'Access level', 'Premium: premium members')
    await dialog.getByRole('button', { name: 'Add Agent' }).click()
    await expect(toastOf(page)).toContainText(`${firm.name} can now use Hiring Partner.`)
    expect(
      await sql(
        `select link.access_level, link.is_private from organization_agent as link join agent on agent.id = agent_id
       where organization_id = $1 and agent.name = 'Hiring Partner'`,
        [firm.id],
      ),
    ).toEqual([{ access_level: 'premium', is_private: false }])
    await closeToasts(page)
    await dialog.getByRole('button', { name: 'Grant App' }).click()
    await expect(toastOf(page)).toContainText('Branded App Granted')
    await expect(dialog.getByRole('button', { name: 'Withdraw App' })).toBeVisible()
    await closeToasts(page)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await takeMinutes(page, firm.name)
    await act(page, firm.name, 'Set Canceled')
    const question = page.getByRole('alertdialog', { name: `Cancel ${firm.name}?` })
    await expect(question).toContainText('2 members lose access right away')
    await question.getByRole('button', { name: 'Cancel Organization' }).click()
    await expectTitle(page, 'Organization status updated successfully')
    expect(await sql('select subscription_status from organization where id = $1', [firm.id])).toEqual([
      { subscription_status: 'canceled' },
    ])
    await closeToasts(page)
    await act(page, firm.name, 'Set Active')
    await expectTitle(page, 'Organization status updated successfully')
    await closeToasts(page)

    await createAndOpen(page)
    const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [ada.id])
    expect(acts.map(({ action }) => action)).toEqual([
      'organization.addAgentToOrganization',
      'organization.appGrant',
      'credits.adjust',
      'organization.status',
      'organization.status',
      'organization.create',
    ])
  },
)

async function takeMinutes(page: Page, name: string): Promise<void> {
  await act(page, name, 'Adjust Credits')
  await choose(page, 'Change', 'Remove')
  await page.getByRole('dialog').getByLabel('Minutes').fill('12')
  await page.getByRole('dialog').getByLabel('Reason').fill('Booked twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The pool now has 28.50 credits.')
  await closeToasts(page)
}

/** Creates an organization and opens it by a press and by keyboard. */
async function createAndOpen(page: Page): Promise<void> {
  const name = `Northwind ${Date.now()}`
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Organization name').fill(name)
  await form.getByLabel('Contact email').fill('contact@northwind.test')
  await form.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toastOf(page)).toContainText('Organization Created')
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
  await rowsOf(page).click()
  await expect(page).toHaveURL(/^[^?]*\/organization-dashboard\?organizationId=\d+&adminMode=true$/)
  await expect(page.getByText('Platform Admin View')).toBeVisible()
  await page.goBack()
  await rowsOf(page).getByRole('link').press('Enter')
  await expect(page.getByText('Platform Admin View')).toBeVisible()
}
