import { type AdminUser, setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { ben, birch, member } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import {
  act,
  closeToasts,
  deactivate,
  expectTitle,
  findAndChoose,
  openUsers,
  rowsOf,
  toastOf,
} from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('a role changes in its dialog; a refusal reverts it', tags('S423 S633 S648 D145 D161'), async () => {
  let user: AdminUser = member
  await openUsers(() => [user])
  await act('Ben Reed', 'Change Role')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await dialog.getByRole('radio', { name: 'Organization Admin' }).click()
  server.refuse(setUserRole, 'organization_required')
  const release = server.hold(setUserRole)
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expect(rowsOf()).toContainText(['Organization Admin'])
  release()
  await expect(toastOf()).toContainText('This user belongs to several organizations. Please choose one.')
  // The row is reverted.
  await expect(rowsOf()).not.toContainText('Organization Admin')
  await findAndChoose('Organization', `${birch.name} (member)`)
  server.answer(setUserRole, ({ body: { role } }) => {
    user = { ...member, role }
    return user
  })
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expectTitle('User role updated successfully')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(() => server.asked(setUserRole))
    .toEqual([
      { params: { id: ben.id }, query: undefined, body: { role: 'organization_admin' } },
      { params: { id: ben.id }, query: undefined, body: { role: 'organization_admin', organizationId: birch.id } },
    ])
  await page.reload()
  await expect(rowsOf()).toContainText(['Organization Admin'])
})

it('a person is deactivated and activated; a failure reverts it', tags('S424 S633 S647 D161'), async () => {
  let user: AdminUser = ben
  await openUsers(() => [user])
  server.break(setUserStatus)
  const release = server.hold(setUserStatus)
  await deactivate('Ben Reed')
  await expect(rowsOf()).toContainText('Inactive')
  release()
  await expect(toastOf()).toContainText('Failed to update user status')
  await expect(toastOf()).toContainText('No changes were saved. Please try again.')
  await expect(rowsOf()).not.toContainText('Inactive')
  server.answer(setUserStatus, ({ body: { isActive } }) => {
    user = { ...ben, isActive }
    return user
  })
  await closeToasts()
  await deactivate('Ben Reed')
  await expectTitle('User status updated successfully')
  await expect(rowsOf()).toContainText('Inactive')
  await closeToasts()
  await act('Ben Reed', 'Activate')
  await expect(toastOf()).toContainText('User status updated successfully')
  await expect(rowsOf()).not.toContainText('Inactive')
  await expect
    .poll(() => server.asked(setUserStatus).map(({ params, body }) => [params.id, body]))
    .toEqual([
      [ben.id, { isActive: false }],
      [ben.id, { isActive: false }],
      [ben.id, { isActive: true }],
    ])
})
