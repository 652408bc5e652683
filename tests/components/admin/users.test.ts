import {
  type AdminUser,
  adminUsers,
  deleteUser,
  restoreUser,
  setUserRole,
  setUserStatus,
} from '#contract/admin/users.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { acme, ben, birch, member } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, closeToasts, deactivate, expectAsked, expectSent } from '#tests/components/admin/panel.ts'
import { expectTitle, findAndChoose, openUsers, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('a list with more people than are counted says so', tags('D150'), async () => {
  await openUsers()
  server.answer(adminUsers, [ben], { total: 10_001 })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'users' })).toContainText('10,000+ users')
})

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
  const role = 'organization_admin'
  await expectAsked(setUserRole, [{ id: ben.id }, { role }], [{ id: ben.id }, { role, organizationId: birch.id }])
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
  await expectSent(setUserStatus, { isActive: false }, { isActive: false }, { isActive: true })
  expect(new Set(server.asked(setUserStatus).map(({ params }) => params.id))).toEqual(new Set([ben.id]))
})

it('a user is deleted by typing their email, and can be restored', tags('S425 S633 S649 D143 D161'), async () => {
  const alone: AdminUser = { ...ben, organizations: [{ ...acme, role: 'admin', isOnlyAdmin: true }] }
  const erasedAt = '2026-12-22T08:00:00.000Z'
  let user = alone
  await openUsers(() => [user])
  await act('Ben Reed', 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${acme.name} would be left without an admin.`)
  const remove = async (email: string) => {
    await dialog.getByLabel('Email of this user').fill(email)
    await dialog.getByRole('button', { name: 'Delete User' }).click()
  }
  await remove('somebody@else.test')
  await expect(dialog.getByText(`Please type ${ben.email}`)).toBeVisible()
  expect(server.asked(deleteUser)).toEqual([])
  server.break(deleteUser)
  await remove(ben.email.toUpperCase())
  await expectTitle('Failed to delete user')
  await expect(rowsOf()).toContainText([ben.email])
  server.answer(deleteUser, () => {
    user = { ...alone, isActive: false, deletedAt: '2026-11-22T08:00:00.000Z', erasedAt }
    return { success: true as const, erasedAt }
  })
  server.answer(restoreUser, () => (user = alone))
  await closeToasts()
  await remove(ben.email)
  await expectTitle('User deleted successfully')
  await expect(page.getByText('No users yet')).toBeVisible()
  await expect(page.getByText('0 users')).toBeFocused()
  await toastOf().getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf()).toContainText([ben.email])
  // The toast goes, and the keyboard focus does not start over at the top of the page.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  await expect(toastOf()).toContainText('User Restored')
  await closeToasts()
  await act('Ben Reed', 'Delete')
  await remove(ben.email)
  await expectTitle('User deleted successfully')
  await closeToasts()
  await choose('Filter by status', 'Deleted')
  await expect(rowsOf()).toContainText([/Deleted\s*Will be erased Dec 22, 2026/])
  await act('Ben Reed', 'Restore')
  await expect(toastOf()).toContainText('User Restored')
  await expect(page.getByText('No users found')).toBeVisible()
  expect(server.asked(deleteUser).map(({ params }) => params.id)).toEqual([ben.id, ben.id, ben.id])
  expect(server.asked(restoreUser).map(({ params }) => params.id)).toEqual([ben.id, ben.id])
})

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
