import * as luna from '#tests/screens.ts'
import { act, choose, expect, page, rowsOf, sql, tagged, test, toastOf } from '#tests/screens.ts'
import * as firms from '../organizations/organizations.ts'
import { actsOf, openRow, platformAdmin } from './admin.ts'

const { closeToasts, enter, expectTitle, registered } = luna

const managing = 'gate S429 S430 S431 S432 S435 D130 D140 D149 D153'
test('an admin manages an organization, with each act on record, and opens it', tagged(managing), async () => {
  const [ada, olga] = [await platformAdmin(), await registered('Olga')]
  const firm = await firms.organizationWith(olga)
  await firms.putInto(firm.id, await registered('Ben'))
  await firms.assignAgent(firm.id, olga, 'Mindset Coach')
  await firms.addPoolSession(firm, olga, 'Mindset Coach', 90)
  await enter(ada)
  await openRow('organizations', firm.id, firm.name)
  await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
  const dialog = page.getByRole('dialog', { name: firm.name })
  await expect(dialog.getByRole('region', { name: 'Users' })).toContainText(olga.email)
  await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Mindset Coach')
  await choose(page, 'Agent', 'Hiring Partner')
  await choose(page, 'Access level', 'Premium: premium members')
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText(`${firm.name} can now use Hiring Partner.`)
  const added = `select link.access_level, link.is_private from organization_agent as link
    join agent on agent.id = agent_id where organization_id = $1 and agent.name = 'Hiring Partner'`
  expect(await sql(added, [firm.id])).toEqual([{ access_level: 'premium', is_private: false }])
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Grant App' }).click()
  await expect(toastOf(page)).toContainText('Branded App Granted')
  await expect(dialog.getByRole('button', { name: 'Withdraw App' })).toBeVisible()
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await takeMinutes(firm.name)
  await act(page, firm.name, 'Set Canceled')
  const question = page.getByRole('alertdialog', { name: `Cancel ${firm.name}?` })
  await expect(question).toContainText('2 members lose access right away')
  await question.getByRole('button', { name: 'Cancel Organization' }).click()
  await expectTitle(page, 'Organization status updated successfully')
  const status = await sql('select subscription_status as status from organization where id = $1', [firm.id])
  expect(status).toEqual([{ status: 'canceled' }])
  await closeToasts(page)
  await act(page, firm.name, 'Set Active')
  await expectTitle(page, 'Organization status updated successfully')
  await closeToasts(page)

  await rowsOf(page).getByRole('link').press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/organization-dashboard\?organizationId=\d+&adminMode=true$/)
  await expect(page.getByText('Platform Admin View')).toBeVisible()
  expect(await actsOf(ada)).toEqual([
    'organization.addAgentToOrganization',
    'organization.appGrant',
    'credits.adjust',
    'organization.status',
    'organization.status',
  ])
})

async function takeMinutes(name: string): Promise<void> {
  await act(page, name, 'Adjust Credits')
  await choose(page, 'Change', 'Remove')
  await page.getByRole('dialog').getByLabel('Minutes').fill('12')
  await page.getByRole('dialog').getByLabel('Reason').fill('Booked twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The pool now has 28.50 credits.')
  await closeToasts(page)
}
