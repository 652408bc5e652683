import * as organizationManagement from '#contract/organizations/management.ts'
import { registered, type TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

let count = 0

/** Returns what the form of the management page submits. */
export function organizationFields(more: object = {}) {
  const slug = `unpaid-${++count}-${process.pid}`
  return { name: `Unpaid ${count}`, slug, contactEmail: `hello@${slug}.test`, ...more }
}

export interface UnpaidOrganization {
  id: number
  name: string
  slug: string
  owner: TestPerson
}

export async function unpaidOrganization(world: World, more: object = {}): Promise<UnpaidOrganization> {
  const owner = await registered(world)
  const body = organizationFields(more)
  const { id, name, slug } = await owner.client.call(organizationManagement.createOrganization, { body })
  return { id, name, slug, owner }
}
