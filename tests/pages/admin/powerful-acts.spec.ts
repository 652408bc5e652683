import { type AdminAgent, changeAgent } from '#contract/agents/admin-agents.ts'
import { type AdminUser, setUserRole, setUserStatus } from '#contract/admin/users.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { ada } from './admin.ts'
import { openAgents, pageOf, planner, serveAgents } from './agents.ts'
import { acme, ben, openUsers, serveUsers } from './users.ts'

test('deactivating a person asks first and says what it means (D188)', async ({ page, server, as }) => {
  const alone: AdminUser = { ...ben, organizations: [{ ...acme, role: 'admin', isOnlyAdmin: true }] }
  as(adminMe)
  serveUsers(server, () => [alone])
  await openUsers(page)
  await act(page, 'Ben Reed', 'Deactivate')
  const question = page.getByRole('alertdialog', { name: 'Deactivate Ben Reed?' })
  await expect(question).toContainText('Ben Reed is signed out right away, any live conversation ends')
  await expect(question).toContainText(`${acme.name} would be left without an admin.`)
  await question.getByRole('button', { name: 'Keep Active' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions: Ben Reed' })).toBeFocused()
  expect(server.asked(setUserStatus)).toEqual([])
})

test('the role dialog says what the chosen role changes (D188)', async ({ page, server, as }) => {
  const runs: AdminUser = {
    ...ben,
    role: 'organization_admin',
    organizations: [{ ...acme, role: 'admin', isOnlyAdmin: false }],
  }
  as(adminMe)
  serveUsers(server, () => [runs])
  await openUsers(page)
  await act(page, 'Ben Reed', 'Change Role')
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
  expect(server.asked(setUserRole)).toEqual([])
})

test("the admin's own row among users is marked (D188)", async ({ page, server, as }) => {
  as(adminMe)
  serveUsers(server, () => [ben, { ...ben, ...ada, role: 'admin' }])
  await page.goto('/admin?tab=users')
  const own = rowsOf(page).filter({ hasText: ada.email })
  await expect(own.getByText('You', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You', { exact: true })).toHaveCount(1)
})

test('a deactivated agent can be activated again for ten seconds (D188)', async ({ page, server, as }) => {
  let agent: AdminAgent = planner
  as(adminMe)
  serveAgents(server, () => [agent])
  server.answer(changeAgent, ({ body: { isActive = true } }) => {
    agent = { ...planner, isActive }
    return pageOf(agent)
  })
  await page.clock.install()
  await openAgents(page)
  await act(page, planner.name, 'Deactivate')
  const undo = toastOf(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.clock.fastForward(5500)
  await undo.click()
  await expect(rowsOf(page)).not.toContainText('Inactive')
  await act(page, planner.name, 'Deactivate')
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(undo).toHaveCount(0)
  expect(server.asked(changeAgent).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: true },
    { isActive: false },
  ])
})
