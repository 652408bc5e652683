import * as z from 'zod/mini'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field } from '../field-words.ts'
import { accessLevel, byAdmins, byGuests } from './ranks.ts'
import { isoTime } from '../identity/people.ts'
import { agentCard } from '../agents/agents.ts'

/** The maximum length in characters, and the number of agents assigned at a time. */
export const assignmentLimits = { customInstructions: 2000, atOnce: 100 }

/** An agent assigned to an organization. */
export const agentAssignment = z.object({
  /** The id of the assignment; calls that change it take this id (D126). */
  id: z.string(),
  organizationId: z.number(),
  agentId: z.string(),
  isPrivate: z.boolean(),
  accessLevel,
  assignedAt: isoTime,
  addedAt: isoTime,
  isActive: z.boolean(),
  agent: z.object({
    name: z.string(),
    description: z.string(),
    imageUrl: z.nullable(z.string()),
    category: z.string(),
    isPremium: z.boolean(),
    isActive: z.boolean(),
    /** Everyone's conversations with it of 10 s or more (D56). */
    sessionCount: z.number(),
  }),
  /** The fields from here on are for the organization's admins only. */
  assignedBy: z.optional(z.string()),
  customInstructions: z.optional(z.string()),
  /** Whether this person manages what the agent has read, in lists (D183). */
  managesDocuments: z.optional(z.boolean()),
})

const availableAgent = z.object({
  ...agentCard,
  isPremium: z.boolean(),
  isPrivate: z.boolean(),
})

const instructions = z
  .string()
  .check(z.trim(), z.maxLength(assignmentLimits.customInstructions, { error: 'Please use at most 2,000 characters' }))
const agentId = z.uuid({ error: 'Please choose an agent' })
const manyAgents = z.object({
  agentIds: z.array(agentId, { error: 'Please select at least one agent' }).check(
    z.minLength(1, { error: 'Please select at least one agent' }),
    z.maxLength(assignmentLimits.atOnce, {
      error: `Please select at most ${assignmentLimits.atOnce} agents at once`,
    }),
  ),
  accessLevel: field(z._default(accessLevel, 'standard'), { label: 'Access level' }),
})
const added = z.object({ addedCount: z.number() })
const change = z.object({
  accessLevel: z.optional(accessLevel),
  customInstructions: field(z.optional(instructions), { label: 'Custom instructions', kind: 'area', rows: 8 }),
  before: beforeFields,
})
const agent_not_found = [404, 'This agent does not exist or is not available to your organization.'] as const
const assignment_not_found = [404, 'This agent is not assigned to the organization.'] as const

export const organizationAgents = call('GET /api/organization/agents', {
  ...byGuests,
  summary: 'Lists the assigned agents at or below the person’s level, by name; admins see all of them (D124, D126).',
  answer: z.array(agentAssignment),
})

export const availableAgents = call('GET /api/organization/available-agents', {
  ...byAdmins,
  summary: 'Lists the agents that can still be assigned, by name (D126).',
  answer: z.array(availableAgent),
})

export const addAgents = call('POST /api/organization/agents/bulk', {
  ...byAdmins,
  summary: 'Assigns agents; those already assigned get the new level and are not counted (D126).',
  body: manyAgents,
  answer: added,
  failed: ['Failed to add agents to organization', 'Please try again.'],
  status: 201,
  errors: { agent_not_found },
})

export const changeOrganizationAgent = call('PATCH /api/organization/agents/:id', {
  ...byAdmins,
  summary: 'Changes the level or instructions of an assigned agent (D127).',
  body: change,
  answer: agentAssignment,
  done: ['Agent Updated'],
  failed: ['Failed to update agent', 'No changes were saved. Please try again.'],
  errors: { assignment_not_found, changed_meanwhile },
})

export const removeOrganizationAgent = call('DELETE /api/organization/agents/:id', {
  ...byAdmins,
  summary: 'Removes an agent from the organization and ends live conversations with it.',
  done: ['Agent Removed', 'Members no longer see it.'],
  failed: ['Failed to remove agent from organization', 'Please try again.'],
  errors: { assignment_not_found },
})

export const agentsOfOrganization = call('GET /api/organizations/:organizationId/agents', {
  who: 'organization_guest',
  summary: 'Lists the assigned agents of the organization with this id.',
  answer: z.array(agentAssignment),
})

export const addAgentToOrganization = call('POST /api/organizations/:organizationId/agents', {
  who: 'organization_admin',
  summary: 'Assigns one agent; `isPrivate` mirrors the agent’s own setting and has no effect (D125).',
  body: z.object({
    agentId,
    accessLevel: z._default(accessLevel, 'standard'),
    customInstructions: z.optional(instructions),
    isPrivate: z._default(z.boolean(), false),
  }),
  answer: agentAssignment,
  failed: ['Failed to add agent to organization', 'No changes were saved. Please try again.'],
  status: 201,
  errors: { agent_not_found },
})

export const addAgentsToOrganization = call('POST /api/organizations/:organizationId/agents/bulk', {
  who: 'organization_admin',
  summary: 'Assigns agents to the organization with this id (D126).',
  body: manyAgents,
  answer: added,
  status: 201,
  errors: { agent_not_found },
})

export const removeAgentFromOrganization = call('DELETE /api/organizations/:organizationId/agents/:id', {
  who: 'organization_admin',
  summary: 'Removes an agent from the organization with this id.',
  errors: { assignment_not_found },
})
