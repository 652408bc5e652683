import { type AdminAgent, createAgent, createPrivateAgent } from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { acme, assigned, birch, pageOf, planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, actsOf, choose, expectAsked, expectRow, expectSent, openTab } from '#tests/components/admin/panel.ts'
import { optionsOf, rowsOf, toastOf } from '#tests/components/admin/panel.ts'
import { choosePrivate, fillIn, find, openAgents, openCreate } from '#tests/components/admin/agents.ts'

beforeEach(() => as(adminMe))

it('a private agent is created with its organizations', tags('S493 S494 S535 S655 D147'), async () => {
  const all: AdminAgent[] = []
  await openAgents(() => all)
  const dialog = await openCreate()
  await fillIn('Zephyr')
  // The list of organizations loads at its own time; what is missing is reported in its place, before and after.
  const release = server.hold(organizationChoices)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  const missing = dialog.getByText('Please select at least one organization for private agent access')
  await expect(missing).toBeVisible()
  release()
  await expect(dialog.getByRole('checkbox', { name: acme.name })).toBeVisible()
  await expect(missing).toBeVisible()
  await expectSent(createPrivateAgent)
  await choosePrivate(dialog, acme.name)
  server.answer(createPrivateAgent, ({ body: { agent } }) => {
    const made: AdminAgent = { ...planner, name: agent.name, isPrivate: true, organizations: [acme] }
    all.push(made)
    return pageOf(made)
  })
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow('S655')
  const [sent] = server.asked(createPrivateAgent)
  expect(sent?.body).toMatchObject({ agent: { name: 'Zephyr', isPrivate: true }, organizationIds: [acme.id] })
  await expectSent(createAgent)
  await find('Zephyr')
  await expect(rowsOf()).toContainText([`Private: ${acme.name}`])
})

it('eight or more organizations can be searched, and a search without results says so', async () => {
  const many = Array.from({ length: 120 }, (_one, place) => ({ id: 100_001 + place, name: `Firm ${place}` }))
  serveAgents(server, () => [planner])
  server.answer(organizationChoices, many)
  await openTab('agents')
  const dialog = await openCreate()
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  const group = dialog.getByRole('group', { name: 'Organizations (0 selected)' })
  await expect(group.getByText('20 more. Search by name to find them.')).toBeVisible()
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  await search.fill('firm 119')
  await dialog.getByRole('checkbox', { name: 'Firm 119' }).check()
  await expect(dialog.getByRole('group', { name: 'Organizations (1 selected)' })).toBeVisible()
  await search.fill('nobody')
  await expect(dialog.getByText('No organizations match your search.')).toBeVisible()
})

it('an agent is added to an organization that can have it', tags('S435 S519'), async () => {
  const paused = { ...planner, id: crypto.randomUUID(), name: 'Paused Planner', isActive: false }
  await openAgents(() => [planner, paused])
  // The server would refuse a paused agent.
  expect(await actsOf(paused.name)).not.toContain('Add to Organization')
  server.answer(organizationChoices, ({ query }) => (query.agentId === planner.id ? [birch] : [acme, birch]))
  await act(planner.name, 'Add to Organization')
  const dialog = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toContainText(planner.name)
  await expect(dialog.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  await expect(dialog.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  expect(await optionsOf('Access level')).toEqual([
    'Standard: all members',
    'Premium: premium members',
    'Full: members with full access',
  ])
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(dialog.getByText('Please choose an organization')).toBeVisible()
  expect(await optionsOf('Agent')).toEqual([planner.name])
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await expect(page.getByRole('option')).toHaveText([birch.name])
  await page.getByRole('option', { name: birch.name }).click()
  await choose('Access level', 'Full: members with full access')
  server.answer(addAgentToOrganization, { ...assigned, organizationId: birch.id, accessLevel: 'full' })
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf()).toContainText(`${birch.name} can now use ${planner.name}.`)
  await expect(dialog).toHaveCount(0)
  const body = { agentId: planner.id, accessLevel: 'full', isPrivate: false }
  await expectAsked(addAgentToOrganization, [{ organizationId: String(birch.id) }, body])
})
