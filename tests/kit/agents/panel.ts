import * as adminAgents from '#contract/agents/admin-agents.ts'
import type { TestPerson } from '../world/people.ts'

let count = 0

export const agentFields = (more: object = {}) => ({
  name: `Helper ${++count} of ${process.pid}`,
  description: 'Helps with everything',
  category: 'Systems',
  ...more,
})

export function createAs(admin: TestPerson, more: object = {}) {
  return admin.client.call(adminAgents.createAgent, { body: agentFields(more) })
}

export function createPrivateAs(admin: TestPerson, organizationIds: number[], more: object = {}) {
  return admin.client.call(adminAgents.createPrivateAgent, { body: { agent: agentFields(more), organizationIds } })
}

export function changeAgentAs(admin: TestPerson, id: string, body: adminAgents.AgentChange) {
  return admin.client.call(adminAgents.changeAgent, { params: { id }, body })
}
