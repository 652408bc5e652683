import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import { planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { expect, page, server } from '#tests/components.ts'
import { choose, openTab, rowsOf } from '#tests/components/admin/panel.ts'
import type { Locator } from '../../kit/component/locator.ts'

/** Opens the list of agents, which are those that the function returns at each moment. */
export async function openAgents(all: () => readonly AdminAgent[] = () => [planner]): Promise<void> {
  serveAgents(server, all)
  await openTab('agents', all().length)
}

export async function find(name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(name)
  await expect(rowsOf()).toContainText([name])
}

export async function openCreate(): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Agent' }).click()
  return page.getByRole('dialog', { name: 'Create New Agent' })
}

export async function fillIn(name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Plans the week with you')
  await choose('Category', 'Systems')
}

export async function choosePrivate(dialog: Locator, organizationName: string): Promise<void> {
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('checkbox', { name: organizationName }).check()
}
