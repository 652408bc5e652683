import * as organizationAgents from '#contract/organizations/agents.ts'
import {
  assignAgents,
  type AgentAssignment,
  changeAssignment,
  listAssignments,
  listAvailable,
  removeAssignment,
} from '../agents/assignments.ts'
import { listKept } from '../agents/knowledge/policies.ts'
import type { Read } from '../database/sql.ts'
import type { Membership } from '../identity/memberships.ts'
import type { Person } from '../identity/users.ts'
import { routes, type Context } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { maySeeInstructions } from './policies.ts'
import { refuse } from '../kernel/problem.ts'

const everyRank = 4

/** The calls of the person's current organization and those by its id do the same. */
export const organizationAgentRoutes = routes<typeof organizationAgents, Services>(organizationAgents, {
  organizationAgents: (context) => list(context),
  agentsOfOrganization: (context) => list(context),
  availableAgents: ({ read, member }) => listAvailable(read, member.organizationId),
  addAgents: (context) => addAgents(context),
  addAgentsToOrganization: (context) => addAgents(context),

  addAgentToOrganization: async ({ read, person, member, body: given, at, write }) => {
    const { agentId, isPrivate: _mirror, ...body } = given
    const { organizationId } = member
    const assigned = { ...body, organizationId, agentIds: [agentId], assignedBy: person.id, at }
    await write((tx) => assignAgents(tx, assigned))
    const added = (await listAssignments(read, organizationId, everyRank)).find((row) => row.agentId === agentId)
    return toAssignment(added ?? refuse('agent_not_found'), member)
  },

  changeOrganizationAgent: async ({ read, member, params, body, write }) => {
    await write((tx) => changeAssignment(tx, member.organizationId, params.id, body))
    const changed = (await listAssignments(read, member.organizationId, everyRank)).find(({ id }) => id === params.id)
    return toAssignment(changed ?? refuse('assignment_not_found'), member)
  },

  removeOrganizationAgent: ({ member, params, write }) =>
    write((tx) => removeAssignment(tx, member.organizationId, params.id)),

  removeAgentFromOrganization: ({ member, params, write }) =>
    write((tx) => removeAssignment(tx, member.organizationId, params.id)),
})

async function list({ read, ...caller }: Caller & { read: Read }) {
  return toAssignments(read, await listAssignments(read, caller.member.organizationId, caller.member.rank), caller)
}

type Adding = Pick<Context<typeof organizationAgents.addAgents>, 'person' | 'member' | 'body' | 'at' | 'write'>

async function addAgents({ person, member: { organizationId }, body, at, write }: Adding) {
  const addedCount = await write((tx) => assignAgents(tx, { ...body, organizationId, assignedBy: person.id, at }))
  return { addedCount }
}

interface Caller {
  person: Person
  /** Where the person works, which decides on documents. */
  membership: Membership | null
  member: Membership
}

/** Returns a list of assignments; admins learn which agents' documents they manage (D183). */
export async function toAssignments(read: Read, rows: readonly AgentAssignment[], caller: Caller) {
  const { member, membership, person } = caller
  if (!maySeeInstructions(member)) return rows.map((row) => toAssignment(row, member))
  const ids = rows.map(({ agentId }) => agentId)
  const kept = new Set(await listKept(read, person, membership, { agentIds: ids, duty: 'agents.change' }))
  return rows.map((row) => ({ ...toAssignment(row, member), managesDocuments: kept.has(row.agentId) }))
}

/** Leaves out what members never see: the instructions, and who assigned the agent (D127). */
function toAssignment(row: AgentAssignment, member: Membership) {
  const { assignedBy, customInstructions, ...open } = row
  const shown = { ...open, addedAt: row.assignedAt, agent: { ...open, isActive: row.isAgentActive } }
  return maySeeInstructions(member) ? { ...shown, assignedBy, customInstructions } : shown
}
