import * as adminAgents from '#contract/agents/admin-agents.ts'
import type { TestPerson } from '../world/people.ts'

/** Agents as the admin panel creates and changes them. */

let count = 0

/** Returns the fields of a new agent. */
export const agentFields = (more: object = {}) => ({
  name: `Helper ${++count} of ${process.pid}`,
  description: 'Helps with everything',
  category: 'Systems',
  ...more,
})

export function createAs(admin: TestPerson, more: object = {}) {
  return admin.client.call(adminAgents.createAgent, { body: agentFields(more) })
}

/** Creates an agent that only these organizations see. */
export function createPrivateAs(admin: TestPerson, organizationIds: number[], more: object = {}) {
  return admin.client.call(adminAgents.createPrivateAgent, { body: { agent: agentFields(more), organizationIds } })
}

export function changeAgentAs(admin: TestPerson, id: string, body: adminAgents.AgentChange) {
  return admin.client.call(adminAgents.changeAgent, { params: { id }, body })
}
