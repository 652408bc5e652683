import {
  type AdminAgent,
  changeAgent,
  createAgent,
  createPrivateAgent,
  syncAgent,
} from '#contract/agents/admin-agents.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { acme, pageOf, planner } from '#tests/pages/admin/agents.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import {
  act,
  closeToasts,
  expectRow,
  expectSent,
  findAndChoose,
  rowsOf,
  toastOf,
} from '#tests/components/admin/panel.ts'
import { choosePrivate, fillIn, openAgents, openCreate } from '#tests/components/admin/agents.ts'

beforeEach(() => as(adminMe))

it('a failure says so, and nothing typed is lost', tags('S631 S632 D161'), async () => {
  await openAgents()
  const dialog = await openCreate()
  const create = () => dialog.getByRole('button', { name: 'Create Agent' }).click()
  await fillIn(planner.name)
  server.refuse(createAgent, 'name_taken', { field: 'name' })
  await create()
  await expect(toastOf()).toContainText('Failed to create agent')
  await expect(toastOf()).toContainText('An agent with this name already exists.')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveValue('Plans the week with you')
  await closeToasts()
  server.break(createAgent)
  await dialog.getByLabel('Name', { exact: true }).fill('Zephyr')
  await create()
  await expectRow('S631')
  await closeToasts()
  await choosePrivate(dialog, acme.name)
  server.break(createPrivateAgent)
  await create()
  await expect(toastOf()).toContainText('Failed to create private agent')
  await closeToasts()
  server.answer(createPrivateAgent, pageOf({ ...planner, name: 'Zephyr', isPrivate: true, organizations: [acme] }))
  await create()
  await expect(toastOf()).toContainText('Private agent created successfully with organization access')
  await expect(dialog).toHaveCount(0)
  await closeToasts()

  server.break(addAgentToOrganization)
  await act(planner.name, 'Add to Organization')
  const access = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await findAndChoose('Organization', acme.name)
  await access.getByRole('button', { name: 'Add Agent' }).click()
  await expectRow('S632')
  await expect(access.getByRole('combobox', { name: 'Organization' })).toContainText(acme.name)
})

it('an unreachable provider does not stop saving; its error shows until it has the change', tags('D148'), async () => {
  let agent: AdminAgent = planner
  await openAgents(() => [agent])
  await expect(rowsOf()).toContainText(['Synced'])
  const syncError = 'The voice provider did not answer. Please try again.'
  server.answer(changeAgent, () => {
    agent = { ...planner, isPremium: true, syncState: 'failed', syncError }
    return pageOf(agent)
  })
  await act(planner.name, 'Make Premium')
  await expect(toastOf()).toContainText('Agent updated successfully')
  await expect(toastOf()).toContainText(`Not synced: ${syncError}`)
  await expect(rowsOf()).toContainText([`Not synced${syncError}`])
  await expectSent(changeAgent, { isPremium: true })
  await closeToasts()
  server.answer(syncAgent, () => agent)
  await act(planner.name, 'Sync with Provider')
  await expect(toastOf()).toContainText(`Not synced${syncError}`)
  await closeToasts()
  server.answer(syncAgent, () => {
    agent = { ...planner, isPremium: true }
    return agent
  })
  await act(planner.name, 'Sync with Provider')
  await expect(toastOf()).toContainText('The voice provider has the latest version.')
  await expect(rowsOf()).not.toContainText('Not synced')
})
