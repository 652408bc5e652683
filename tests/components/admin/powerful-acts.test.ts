import { type AdminUser, setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { adminMe } from '#tests/pages/people.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { acme, ben, serveUsers } from '#tests/pages/admin/users.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { act, openTab, rowsOf } from '#tests/components/admin/panel.ts'

it('deactivating a person asks first and says what it means', tags('D188'), async () => {
  const alone: AdminUser = { ...ben, organizations: [{ ...acme, role: 'admin', isOnlyAdmin: true }] }
  as(adminMe)
  serveUsers(server, () => [alone])
  await openTab('users')
  await act('Ben Reed', 'Deactivate')
  const question = page.getByRole('alertdialog', { name: 'Deactivate Ben Reed?' })
  await expect(question).toContainText('Ben Reed is signed out right away, any live conversation ends')
  await expect(question).toContainText(`${acme.name} would be left without an admin.`)
  await question.getByRole('button', { name: 'Keep Active' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions: Ben Reed' })).toBeFocused()
  await expect.poll(() => server.asked(setUserStatus)).toEqual([])
})

it('the role dialog says what the chosen role changes', tags('D188'), async () => {
  const runs: AdminUser = {
    ...ben,
    role: 'organization_admin',
    organizations: [{ ...acme, role: 'admin', isOnlyAdmin: false }],
  }
  as(adminMe)
  serveUsers(server, () => [runs])
  await openTab('users')
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
  await expect.poll(() => server.asked(setUserRole)).toEqual([])
})

it("the admin's own row among users is marked", tags('D188'), async () => {
  as(adminMe)
  serveUsers(server, () => [ben, { ...ben, ...ada, role: 'admin' }])
  await page.goto('/admin?tab=users')
  const own = rowsOf().filter({ hasText: ada.email })
  await expect(own.getByText('You', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You', { exact: true })).toHaveCount(1)
})
