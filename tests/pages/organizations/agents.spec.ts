import {
  addAgents,
  availableAgents,
  changeOrganizationAgent,
  organizationAgents,
  removeOrganizationAgent,
} from '#contract/organizations/agents.ts'
import {
  as,
  chooseIn,
  closeToasts,
  expect,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { assigned, coach, hiringPartner, offered, serveDashboard } from './organization.ts'

const agentsTab = '/organization-dashboard?tab=agents'
const rows = (page: Page) => page.getByRole('list', { name: 'Assigned agents' }).getByRole('listitem')
const titleOf = (page: Page) => toastOf(page).getByRole('heading')

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(availableAgents, [...offered])
})

test('agents are added several at once, found beyond the first six, at one level (S397-S399, S517, S638, D126)', async () => {
  server.answer(organizationAgents, [])
  const [first, second] = offered
  const last = offered[7]
  server.answer(addAgents, ({ body }) => {
    const added = offered.filter(({ id }) => body.agentIds.includes(id))
    server.answer(
      organizationAgents,
      added.map((agent) => assigned(agent, body.accessLevel)),
    )
    return { addedCount: added.length }
  })
  await page.goto(agentsTab)
  await expect(page.getByText('No agents yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agents' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(6)
  await dialog.getByRole('button', { name: 'Add Selected' }).click()
  await expect(dialog.getByText('Please select at least one agent')).toBeVisible()
  await dialog.getByRole('checkbox', { name: first.name }).click()
  await dialog.getByRole('checkbox', { name: second.name }).click()
  await dialog.getByRole('searchbox', { name: 'Search agents' }).fill(last.name)
  await dialog.getByRole('checkbox', { name: last.name }).click()
  await chooseIn(dialog.getByRole('combobox', { name: 'Access level', exact: true }), 'Premium')
  await dialog.getByRole('button', { name: 'Add 3 Selected' }).click()
  await expect(toastOf(page)).toContainText('Agents Added')
  await expect(toastOf(page)).toContainText('Your members can talk to 3 more agents.')
  await closeToasts(page)
  await expect(rows(page)).toHaveCount(3)
  expect(server.asked(addAgents).map(({ body }) => body)).toEqual([
    { agentIds: [first.id, second.id, last.id], accessLevel: 'premium' },
  ])
})

test('an assigned agent gets another level and instructions, and is removed (S397, S641, D126, D127)', async () => {
  server.answer(organizationAgents, [hiringPartner, coach])
  server.answer(changeOrganizationAgent, ({ body: { before: _before, ...body } }) => {
    const changed = { ...coach, accessLevel: 'admin-only' as const, ...body }
    server.answer(organizationAgents, [hiringPartner, changed])
    return changed
  })
  server.answer(removeOrganizationAgent, () => {
    server.answer(organizationAgents, [coach])
    return { success: true as const }
  })
  await page.goto(agentsTab)
  await chooseIn(page.getByRole('combobox', { name: 'Access level of Mindset Coach' }), 'Admin only')
  await expect(toastOf(page)).toContainText('Agent Updated')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Instructions: Mindset Coach' }).click()
  await page.getByLabel('Custom instructions').fill('Speak of our products.')
  await page.getByRole('button', { name: 'Save Instructions' }).click()
  await expect(toastOf(page)).toContainText('Agent Updated')
  await closeToasts(page)
  await expect(rows(page).filter({ hasText: 'Mindset Coach' })).toContainText('With custom instructions')
  await page.getByRole('button', { name: 'Remove: Hiring Partner' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  await expect(toastOf(page)).toContainText('Agent Removed')
  await expect(rows(page)).toHaveCount(1)
  expect(server.asked(changeOrganizationAgent).map(({ params, body }) => [params.id, body])).toEqual([
    [coach.id, { accessLevel: 'admin-only' }],
    [coach.id, { customInstructions: 'Speak of our products.', before: { customInstructions: '' } }],
  ])
  expect(server.asked(removeOrganizationAgent).map(({ params }) => params.id)).toEqual([hiringPartner.id])
})

test('agents that cannot be added or removed are reported, and stay as they were', tagged('S611 S612'), async () => {
  server.answer(organizationAgents, [coach])
  server.break(removeOrganizationAgent)
  server.break(addAgents)
  await page.goto(agentsTab)
  await page.getByRole('button', { name: 'Remove: Mindset Coach' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Agent' }).click()
  await expect(titleOf(page)).toHaveText('Failed to remove agent from organization')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Agents' })
  await dialog.getByRole('checkbox').first().click()
  await dialog.getByRole('button', { name: 'Add 1 Selected' }).click()
  await expect(titleOf(page)).toHaveText('Failed to add agents to organization')
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
})
