import * as agents from '#contract/organizations/agents.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { chooseIn, expectTitle } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { both, details } from '#tests/pages/organizations/managed.ts'
import { acmeId, assigned, coach, hiringPartner, offered } from '#tests/pages/organizations/organization.ts'
import { serveDashboard } from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import { bodies, button, confirm, dashboard, dialog, expectToast, itemsOf, list, press } from './organization.ts'

const agentsTab = `${dashboard}?tab=agents`
const rows = itemsOf('Assigned agents')
const boxes = dialog.getByRole('checkbox')

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(agents.availableAgents, [...offered])
})

it('adds several agents at once, beyond the first six', tags('S397 S398 S399 S517 S638 D126'), async () => {
  server.answer(agents.organizationAgents, [])
  server.answer(agents.addAgents, ({ body: { agentIds, accessLevel } }) => {
    const added = offered.filter(({ id }) => agentIds.includes(id)).map((agent) => assigned(agent, accessLevel))
    server.answer(agents.organizationAgents, added)
    return { addedCount: added.length }
  })
  await page.goto(agentsTab)
  await expect(page.getByText('No agents yet')).toBeVisible()
  await button('Add Agents').click()
  await expect(boxes).toHaveCount(6)
  await button('Add Selected', dialog).click()
  await expect(dialog.getByText('Please select at least one agent')).toBeVisible()
  const [first, second, last] = [offered[0], offered[1], offered[7]]
  for (const { name } of [first, second]) await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('searchbox', { name: 'Search agents' }).fill(last.name)
  await dialog.getByRole('checkbox', { name: last.name }).click()
  await chooseIn(dialog.getByRole('combobox', { name: 'Access level', exact: true }), 'Premium')
  await press(button('Add 3 Selected', dialog), 'Agents Added', 'Your members can talk to 3 more agents.')
  await expect(rows).toHaveCount(3)
  const chosen = { agentIds: [first.id, second.id, last.id], accessLevel: 'premium' }
  expect(bodies(agents.addAgents).at(-1)).toEqual(chosen)
})

it('changes the level and the instructions of an agent, and removes one', tags('S397 S641 D126 D127'), async () => {
  server.answer(agents.organizationAgents, [hiringPartner, coach])
  server.answer(agents.changeOrganizationAgent, ({ body: { before: _before, ...body } }) => {
    const changed = { ...coach, accessLevel: 'admin-only' as const, ...body }
    server.answer(agents.organizationAgents, [hiringPartner, changed])
    return changed
  })
  await page.goto(agentsTab)
  await chooseIn(list('Access level of Mindset Coach'), 'Admin only')
  await expectToast('Agent Updated')
  await button('Instructions: Mindset Coach').click()
  await page.getByLabel('Custom instructions').fill('Speak of our products.')
  await press(page.getByRole('button', { name: 'Save Instructions' }), 'Agent Updated')
  await expect(rows.filter({ hasText: 'Mindset Coach' })).toContainText('With custom instructions')
  // Nothing is sent when nothing was changed.
  await button('Instructions: Mindset Coach').click()
  await expect(page.getByLabel('Custom instructions')).toHaveValue('Speak of our products.')
  await page.getByRole('button', { name: 'Save Instructions' }).click()
  await expect(page.getByLabel('Custom instructions')).toHaveCount(0)
  server.break(agents.removeOrganizationAgent)
  await button('Remove: Hiring Partner').click()
  await confirm('Remove Agent', 'Failed to remove agent from organization')
  await expect(rows).toHaveCount(2)
  server.answer(agents.removeOrganizationAgent, () => {
    server.answer(agents.organizationAgents, [coach])
    return { success: true as const }
  })
  await button('Remove: Hiring Partner').click()
  await confirm('Remove Agent', 'Agent Removed')
  await expect(rows).toHaveCount(1)
  expect(server.asked(agents.changeOrganizationAgent).map(({ params, body }) => [params.id, body])).toEqual([
    [coach.id, { accessLevel: 'admin-only' }],
    [coach.id, { customInstructions: 'Speak of our products.', before: { customInstructions: '' } }],
  ])
  expect(server.asked(agents.removeOrganizationAgent).at(-1)?.params.id).toBe(hiringPartner.id)
})

it('links to what a private agent has read, and reports a failed addition', tags('S611 S612 D183'), async () => {
  const assignedAgents = [
    { ...hiringPartner, isPrivate: true, managesDocuments: true },
    { ...coach, managesDocuments: false },
  ]
  server.answer(agents.organizationAgents, assignedAgents)
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, { ...details, agents: assignedAgents })
  for (const address of [`/organizations?id=${acmeId}&tab=agents`, agentsTab]) {
    await page.goto(address)
    await expect(page.getByText(coach.agent.name, { exact: true })).toBeVisible()
    const links = page.getByRole('link', { name: /^Documents/ })
    await expect(links).toHaveAccessibleName(`Documents: ${hiringPartner.agent.name}`)
    await expect(links).toHaveAttribute('href', `/agents/${hiringPartner.agentId}#documents`)
  }
  server.break(agents.addAgents)
  await button('Add Agents').click()
  await boxes.first().click()
  await button('Add 1 Selected', dialog).click()
  await expectTitle('Failed to add agents to organization')
  await expect(boxes.first()).toBeChecked()
})
