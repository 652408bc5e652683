import type { Page } from '@playwright/test'
import { find } from '../../kit/browser/admin-agents.ts'
import { url } from '../fixtures.ts'
import { organizationWith } from '../organizations/organizations.ts'
import { type Person, sql } from '../people.ts'

/** What tests of the agents tab share. */

let count = 0
/** Returns a name that no other test uses. */
export const freshName = () => `Zephyr ${process.pid}-${++count}-${Date.now()}`

/** Creates an organization under a name that no other test uses. */
export async function freshOrganization(by: Person) {
  const { id } = await organizationWith(by)
  const name = `Harbour ${process.pid}-${++count}-${Date.now()}`
  await sql('update organization set name = $1 where id = $2', [name, id])
  return { id, name }
}

/** Opens the tab and searches for one agent. */
export async function openAgents(page: Page, name?: string): Promise<void> {
  await page.goto('/admin?tab=users')
  await page.getByRole('tab', { name: 'Agents' }).click()
  if (name) await find(page, name)
}

/** Returns the agents that a person sees. */
export async function marketplaceOf({ cookie }: Person): Promise<{ name: string }[]> {
  const answer = await fetch(`${url}/api/agents`, { headers: { cookie } })
  return (await answer.json()) as { name: string }[]
}
