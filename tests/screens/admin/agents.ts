import type { Page } from '@playwright/test'
import { find } from '../../kit/browser/admin-agents.ts'
import { url } from '../fixtures.ts'
import { organizationWith } from '../organizations/organizations.ts'
import { callAs, type Person, sql } from '../people.ts'

/** What tests of the agents tab share. */

let count = 0
/** No other test gives it. */
export const freshName = () => `Zephyr ${process.pid}-${++count}-${Date.now()}`

/** An organization under a name that no other test gives. */
export async function freshOrganization(by: Person) {
  const { id } = await organizationWith(by)
  const name = `Harbour ${process.pid}-${++count}-${Date.now()}`
  await sql('update organization set name = $1 where id = $2', [name, id])
  return { id, name }
}

/** An agent as an admin's call makes it. */
export async function madeBy(admin: Person, more: object = {}): Promise<{ id: string; name: string }> {
  const fields = { name: freshName(), description: 'Helps in tests', category: 'Technology', systemPrompt: 'You help.' }
  return callAs<{ id: string; name: string }>(admin, '/api/admin/agents', { ...fields, ...more })
}

/** Opens the tab, with one agent looked for. */
export async function openAgents(page: Page, name?: string): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Agents' }).click()
  if (name) await find(page, name)
}

/** The agents that somebody sees. */
export async function marketplaceOf({ cookie }: Person): Promise<{ name: string }[]> {
  const answer = await fetch(`${url}/api/agents`, { headers: { cookie } })
  return (await answer.json()) as { name: string }[]
}
