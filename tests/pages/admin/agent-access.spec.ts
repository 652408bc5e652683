import { type AdminAgent, createAgent, createPrivateAgent } from '#contract/agents/admin-agents.ts'
import { testAgent } from '#contract/conversations/agent-tests.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choosePrivate, fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { choose, findAndChoose, optionsOf } from '../../kit/browser/choosing.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { acme, assigned, birch, openAgents, pageOf, planner, serveAgents } from './agents.ts'

test('a private agent needs an organization, and is created with its access (S493, S494, S535, S655, D147)', async ({
  page,
  server,
  as,
}) => {
  const all: AdminAgent[] = []
  as(adminMe)
  serveAgents(server, () => all)
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  await fillIn(page, 'Zephyr')
  // The list of organizations loads at its own time; what is missing is reported in its place, before and after.
  const release = server.hold(organizationChoices)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  const missing = dialog.getByText('Please select at least one organization for private agent access')
  await expect(missing).toBeVisible()
  release()
  await expect(dialog.getByRole('checkbox', { name: acme.name })).toBeVisible()
  await expect(missing).toBeVisible()
  expect(server.asked(createPrivateAgent)).toEqual([])
  await choosePrivate(dialog, acme.name)
  server.answer(createPrivateAgent, ({ body: { agent } }) => {
    const made: AdminAgent = { ...planner, name: agent.name, isPrivate: true, organizations: [acme] }
    all.push(made)
    return pageOf(made)
  })
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S655')
  const [sent] = server.asked(createPrivateAgent)
  expect(sent?.body).toMatchObject({ agent: { name: 'Zephyr', isPrivate: true }, organizationIds: [acme.id] })
  expect(server.asked(createAgent)).toEqual([])
  await find(page, 'Zephyr')
  await expect(rowsOf(page)).toContainText([`Private: ${acme.name}`])
})

test('eight or more organizations can be searched, and a search without results says so', async ({
  page,
  server,
  as,
}) => {
  const many = Array.from({ length: 120 }, (_one, place) => ({ id: 100_001 + place, name: `Firm ${place}` }))
  as(adminMe)
  serveAgents(server, () => [planner])
  server.answer(organizationChoices, many)
  await openAgents(page)
  const dialog = await openCreate(page)
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

test('an agent is added to an organization with level and private flag (S435, S519)', async ({ page, server, as }) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await openAgents(page)
  await act(page, planner.name, 'Add to Organization')
  const dialog = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toContainText(planner.name)
  await expect(dialog.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  await expect(dialog.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  expect(await optionsOf(page, 'Access level')).toEqual([
    'Standard: all members',
    'Premium: premium members',
    'Full: members with full access',
  ])
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(dialog.getByText('Please choose an organization')).toBeVisible()
  await findAndChoose(page, 'Organization', birch.name)
  await choose(page, 'Access level', 'Full: members with full access')
  server.answer(addAgentToOrganization, { ...assigned, organizationId: birch.id, accessLevel: 'full' })
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText(`${birch.name} can now use ${planner.name}.`)
  await expect(dialog).toHaveCount(0)
  expect(server.asked(addAgentToOrganization)).toEqual([
    {
      params: { organizationId: String(birch.id) },
      query: undefined,
      body: { agentId: planner.id, accessLevel: 'full', isPrivate: false },
    },
  ])
})

test('a test conversation says that nobody pays for it, and offers no credits (D56)', async ({ page, server, as }) => {
  as({ ...adminMe, voiceConsent: true })
  serveAgents(server, () => [{ ...planner, isActive: false }])
  await openAgents(page)
  await act(page, planner.name, 'Test Conversation')
  const dialog = page.getByRole('dialog', { name: planner.name })
  await expect(dialog).toContainText("This is a test. It's free and doesn't count toward any total.")
  await expect(dialog.getByRole('link', { name: 'Buy Credits' })).toHaveCount(0)
  server.refuse(testAgent, 'voice_busy')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('All agents are busy. Please try again in a few minutes.')
  expect(server.asked(testAgent)).toEqual([{ params: { id: planner.id }, query: undefined, body: {} }])
})
