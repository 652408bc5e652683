import { type AdminOrganization, setOrganizationStatus } from '#contract/admin/organizations.ts'
import { acme, serveOrganizations } from '#tests/pages/admin/organizations.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, chooseIn, closeToasts, expectAsked, expectSent, expectTitle } from '#tests/components/admin/panel.ts'
import { openDetails, openOrganizations, openTab, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('the details set a status; canceling names who loses access', tags('S430 S650 D149'), async () => {
  let firm: AdminOrganization = acme
  serveOrganizations(server, () => [firm])
  server.answer(setOrganizationStatus, ({ body: { status } }) => {
    firm = { ...acme, subscriptionStatus: status, givesAccess: status === 'active' }
    return firm
  })
  await openTab('organizations')
  const status = (await openDetails()).getByRole('combobox', { name: 'Subscription status' })
  await expect(status).toHaveText('Active')
  await status.click()
  await expect(page.getByRole('option')).toHaveText(['Active', 'Canceled'])
  await page.getByRole('option', { name: 'Canceled' }).click()
  const question = page.getByRole('alertdialog', { name: `Cancel ${acme.name}?` })
  await expect(question).toContainText('2 members lose access right away')
  await question.getByRole('button', { name: 'Keep Organization' }).click()
  await expect(status).toHaveText('Active')
  await expectSent(setOrganizationStatus)
  await status.click()
  await page.getByRole('option', { name: 'Canceled' }).click()
  await question.getByRole('button', { name: 'Cancel Organization' }).click()
  await expectTitle('Organization status updated successfully')
  await expect(status).toHaveText('Canceled')
  await closeToasts()
  await chooseIn(status, 'Active')
  await expect(toastOf()).toContainText('Organization status updated successfully')
  await expect(status).toHaveText('Active')
  const params = { id: String(acme.id) }
  await expectAsked(setOrganizationStatus, [params, { status: 'canceled' }], [params, { status: 'active' }])
})

it('a status that cannot be set is reverted, with a toast', tags('S633 D161'), async () => {
  let firm: AdminOrganization = acme
  await openOrganizations(() => [firm])
  server.break(setOrganizationStatus)
  const release = server.hold(setOrganizationStatus)
  const cancel = async () => {
    await act(acme.name, 'Set Canceled')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Organization' }).click()
  }
  await cancel()
  await expect(rowsOf()).toContainText('Canceled')
  release()
  await expect(toastOf()).toContainText('Failed to update organization status')
  await expect(rowsOf()).not.toContainText('Canceled')
  server.answer(setOrganizationStatus, ({ body: { status } }) => {
    firm = { ...acme, subscriptionStatus: status }
    return firm
  })
  await closeToasts()
  await cancel()
  await expect(toastOf()).toContainText('Organization status updated successfully')
  await expect(rowsOf()).toContainText('Canceled')
  await closeToasts()
  await act(acme.name, 'Set Active')
  await expect(toastOf()).toContainText('Organization status updated successfully')
  await expect(rowsOf()).not.toContainText('Canceled')
})
