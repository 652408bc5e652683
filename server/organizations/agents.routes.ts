import type { FastifyInstance } from 'fastify'
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
import { type Context, serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { maySeeInstructions } from './policies.ts'

const everyRank = 4

/** The calls of the person's current organization and those by its id do the same. */
export function organizationAgentRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  const list = async ({ member, membership, person }: Caller) => {
    const rows = await listAssignments(read, member.organizationId, member.rank)
    return toAssignments(read, rows, { member, membership, person })
  }
  const remove = (write: Context['write'], member: Membership, id: string) =>
    write((tx) => removeAssignment(tx, member.organizationId, id))

  serve(app, services, organizationAgents, {
    organizationAgents: list,
    agentsOfOrganization: list,
    availableAgents: async ({ member }) => listAvailable(read, member.organizationId),

    addAgents: async ({ person, member, body, at, write, fail }) => {
      const { organizationId } = member
      const addedCount = await write((tx) => assignAgents(tx, { ...body, organizationId, assignedBy: person.id, at }))
      if (addedCount === null) throw fail('agent_not_found')
      return { addedCount }
    },
    addAgentsToOrganization: async ({ person, member, body, at, write, fail }) => {
      const { organizationId } = member
      const addedCount = await write((tx) => assignAgents(tx, { ...body, organizationId, assignedBy: person.id, at }))
      if (addedCount === null) throw fail('agent_not_found')
      return { addedCount }
    },
    addAgentToOrganization: async ({ person, member, body: given, at, write, fail }) => {
      const { agentId, isPrivate: _mirror, ...body } = given
      const { organizationId } = member
      const assigned = { ...body, organizationId, agentIds: [agentId], assignedBy: person.id, at }
      if ((await write((tx) => assignAgents(tx, assigned))) === null) throw fail('agent_not_found')
      const added = (await listAssignments(read, organizationId, everyRank)).find((row) => row.agentId === agentId)
      if (!added) throw fail('agent_not_found')
      return toAssignment(added, member)
    },

    changeOrganizationAgent: async ({ member, params, body, write, fail }) => {
      if (!(await write((tx) => changeAssignment(tx, member.organizationId, params.id, body))))
        throw fail('assignment_not_found')
      const changed = (await listAssignments(read, member.organizationId, everyRank)).find(({ id }) => id === params.id)
      if (!changed) throw fail('assignment_not_found')
      return toAssignment(changed, member)
    },

    removeOrganizationAgent: async ({ member, params, write, fail }) => {
      if (!(await remove(write, member, params.id))) throw fail('assignment_not_found')
    },
    removeAgentFromOrganization: async ({ member, params, write, fail }) => {
      if (!(await remove(write, member, params.id))) throw fail('assignment_not_found')
    },
  })
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
  const { id, organizationId, agentId, isPrivate, accessLevel, assignedAt, isActive } = row
  const { name, description, imageUrl, category, isPremium, isAgentActive, sessionCount } = row
  const agent = { name, description, imageUrl, category, isPremium, isActive: isAgentActive, sessionCount }
  const shown = {
    id,
    organizationId,
    agentId,
    isPrivate,
    accessLevel,
    assignedAt,
    addedAt: assignedAt,
    isActive,
    agent,
  }
  const { assignedBy, customInstructions } = row
  return maySeeInstructions(member) ? { ...shown, assignedBy, customInstructions } : shown
}
