import { type AdminUser, setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { acme, ben } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, tags } from '#tests/components.ts'
import { act, expectSent, openUsers, rowsOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('deactivating a person asks first and says what it means', tags('D188'), async () => {
  const alone: AdminUser = { ...ben, organizations: [{ ...acme, role: 'admin', isOnlyAdmin: true }] }
  await openUsers(() => [alone])
  await act('Ben Reed', 'Deactivate')
  const question = page.getByRole('alertdialog', { name: 'Deactivate Ben Reed?' })
  await expect(question).toContainText('Ben Reed is signed out right away, any live conversation ends')
  await expect(question).toContainText(`${acme.name} would be left without an admin.`)
  await question.getByRole('button', { name: 'Keep Active' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions: Ben Reed' })).toBeFocused()
  await expectSent(setUserStatus)
})

it('the role dialog says what the chosen role changes', tags('D188'), async () => {
  const runs: AdminUser = {
    ...ben,
    role: 'organization_admin',
    organizations: [{ ...acme, role: 'admin', isOnlyAdmin: false }],
  }
  as(adminMe)
  await openUsers(() => [runs])
  await act('Ben Reed', 'Change Role')
  const dialog = page.getByRole('dialog')
  const effect = dialog.getByRole('status')
  await expect(effect).toBeEmpty()
  await dialog.getByRole('radio', { name: 'Admin', exact: true }).click()
  await dialog.getByRole('radio', { name: 'Support' }).click()
  await expect(effect).toContainText('Ben Reed can then open the Admin Panel')
  await dialog.getByRole('radio', { name: 'Owner' }).click()
  await expect(effect).toContainText('Ben Reed can then change every user, agent, organization and setting')
  await expect(effect).toContainText('including you')
  await dialog.getByRole('radio', { name: 'User', exact: true }).click()
  await expect(effect).toContainText(`Ben Reed becomes an ordinary member of ${acme.name}`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectSent(setUserRole)
})

it("the admin's own row among users is marked", tags('D188'), async () => {
  await openUsers(() => [ben, { ...ben, ...ada, role: 'admin' }])
  const own = rowsOf().filter({ hasText: ada.email })
  await expect(own.getByText('You', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You', { exact: true })).toHaveCount(1)
})
