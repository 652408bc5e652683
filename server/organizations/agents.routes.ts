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
import type { Membership } from '../identity/memberships.ts'
import { type Context, serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'

const everyRank = 4

/** The calls of the person's current organization and those by its id do the same. */
export function organizationAgentRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  const list = async (seat: Membership) =>
    (await listAssignments(read, seat.organizationId, seat.rank)).map((row) => toAssignment(row, seat))
  const remove = (write: Context['write'], seat: Membership, id: string) =>
    write((tx) => removeAssignment(tx, seat.organizationId, id))

  serve(app, services, organizationAgents, {
    organizationAgents: async ({ seat }) => list(seat),
    agentsOfOrganization: async ({ seat }) => list(seat),
    availableAgents: async ({ seat }) => listAvailable(read, seat.organizationId),

    addAgents: async ({ person, seat, body, at, write, fail }) => {
      const { organizationId } = seat
      const addedCount = await write((tx) => assignAgents(tx, { ...body, organizationId, assignedBy: person.id, at }))
      if (addedCount === null) throw fail('agent_not_found')
      return { addedCount }
    },
    addAgentsToOrganization: async ({ person, seat, body, at, write, fail }) => {
      const { organizationId } = seat
      const addedCount = await write((tx) => assignAgents(tx, { ...body, organizationId, assignedBy: person.id, at }))
      if (addedCount === null) throw fail('agent_not_found')
      return { addedCount }
    },
    addAgentToOrganization: async ({ person, seat, body: given, at, write, fail }) => {
      const { agentId, isPrivate: _mirror, ...body } = given
      const { organizationId } = seat
      const assigned = { ...body, organizationId, agentIds: [agentId], assignedBy: person.id, at }
      if ((await write((tx) => assignAgents(tx, assigned))) === null) throw fail('agent_not_found')
      const added = (await listAssignments(read, organizationId, everyRank)).find((row) => row.agentId === agentId)
      if (!added) throw fail('agent_not_found')
      return toAssignment(added, seat)
    },

    changeOrganizationAgent: async ({ seat, params, body, write, fail }) => {
      if (!(await write((tx) => changeAssignment(tx, seat.organizationId, params.id, body))))
        throw fail('assignment_not_found')
      const changed = (await listAssignments(read, seat.organizationId, everyRank)).find(({ id }) => id === params.id)
      if (!changed) throw fail('assignment_not_found')
      return toAssignment(changed, seat)
    },

    removeOrganizationAgent: async ({ seat, params, write, fail }) => {
      if (!(await remove(write, seat, params.id))) throw fail('assignment_not_found')
      return { success: true }
    },
    removeAgentFromOrganization: async ({ seat, params, write, fail }) => {
      if (!(await remove(write, seat, params.id))) throw fail('assignment_not_found')
      return { success: true }
    },
  })
}

/** What members never see stays away: the instructions, and who assigned (D127). */
export function toAssignment(row: AgentAssignment, seat: Membership) {
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
  return seat.role === 'admin' ? { ...shown, assignedBy, customInstructions } : shown
}
