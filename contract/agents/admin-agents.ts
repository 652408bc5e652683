import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { agentFields, organizationMissingText, settledFields } from './agent-fields.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { imageErrors, imageField } from '../images/images.ts'
import { organizationId } from '../organizations/ranks.ts'
import { isoTime } from '../identity/people.ts'
import { field } from '../field-words.ts'
import { agentCard } from './agents.ts'

const organizationIds = z
  .array(organizationId, { error: organizationMissingText })
  .check(z.minLength(1, { error: organizationMissingText }), z.maxLength(1000))

/** Whether the voice provider has the latest version of an agent, an older one, or none (D148). */
export const syncStates = ['synced', 'failed', 'waiting'] as const
export type SyncState = (typeof syncStates)[number]

export const adminAgent = z.object({
  ...agentCard,
  elevenLabsAgentId: z.nullable(z.string()),
  isActive: z.boolean(),
  isPremium: z.boolean(),
  isPrivate: z.boolean(),
  price: z.string(),
  /** As an admin set it. */
  rating: z.number(),
  /** The rating that people see (D55), and the number of ratings it is based on. */
  shownRating: z.number(),
  ratingCount: z.number(),
  /** Conversations of 10 s or more, without tests (D56). */
  sessionCount: z.number(),
  /** For a private agent, the organizations that can use it; for a public one, those that have assigned it. */
  organizations: z.array(z.object({ id: z.number(), name: z.string() })),
  syncState: z.enum(syncStates),
  /** Why the agent could not be sent to the provider. */
  syncError: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AdminAgent = z.output<typeof adminAgent>

export const adminAgentPage = z.extend(adminAgent, {
  systemPrompt: z.string(),
  firstMessage: z.string(),
  voiceId: z.nullable(z.string()),
  /** The picture as a data address; null without one, and for pictures of the product itself. */
  imageData: z.nullable(z.string()),
})
export type AdminAgentPage = z.output<typeof adminAgentPage>

/** The columns that the list can be sorted by. */
export const agentColumns = ['name', 'category', 'rating', 'sessions', 'updated'] as const

const agent_not_found = [404, 'This agent no longer exists.'] as const
const name_taken = [409, 'An agent with this name already exists. Please choose another name.'] as const
const unknown_image = [400, 'Please upload the image first.'] as const
const unknown_voice = [400, 'This voice does not exist. Please choose another one.'] as const
const organization_required = [400, organizationMissingText] as const
const organization_not_found = [404, 'One of these organizations does not exist.'] as const
const documents_of_organization = [
  409,
  "This agent answers from an organization's own documents. Remove them before you give it to others.",
] as const

export const adminAgents = call('GET /api/admin/agents', {
  who: 'agents.read',
  summary: 'Lists every agent that is not archived, by name unless sorted otherwise (S426, D150).',
  query: z.extend(sortedListQuery(agentColumns), {
    status: z.optional(z.enum(['active', 'inactive'])),
    access: z.optional(z.enum(['public', 'private'])),
    tier: z.optional(z.enum(['free', 'premium'])),
  }),
  answer: z.array(adminAgent),
})

export const readAdminAgent = call('GET /api/admin/agents/:id', {
  who: 'agents.read',
  summary: 'Returns one agent with all its settings.',
  answer: adminAgentPage,
  errors: { agent_not_found },
})

export const createAgent = call('POST /api/admin/agents', {
  who: 'agents.change',
  summary:
    'Creates a public agent and sends it to the voice provider; a failure there is reported, and the agent is still saved (D147, D148).',
  body: agentFields,
  answer: adminAgentPage,
  failed: ['Failed to create agent', 'The agent was not created. Please try again.'],
  status: 201,
  errors: { organization_required, name_taken, unknown_image, unknown_voice, ...imageErrors },
})

export const createPrivateAgent = call('POST /api/admin/agents/with-access', {
  who: 'agents.change',
  summary: 'Creates a private agent for the named organizations and their members (D125); takes JSON or a form.',
  body: z.object({
    agent: agentFields,
    organizationIds,
    /** Only in a form; the other fields of the form are JSON text. */
    image: z.optional(imageField),
  }),
  answer: adminAgentPage,
  failed: ['Failed to create private agent', 'The agent was not created. Please try again.'],
  status: 201,
  errors: { organization_not_found, name_taken, unknown_image, unknown_voice, ...imageErrors },
})

/** The same fields, all optional; omitted fields keep their value. */
const changedFields = z.object({
  name: z.optional(agentFields.shape.name),
  description: z.optional(agentFields.shape.description),
  category: z.optional(agentFields.shape.category),
  imageUrl: agentFields.shape.imageUrl,
  imageData: agentFields.shape.imageData,
  elevenLabsAgentId: agentFields.shape.elevenLabsAgentId,
  voiceId: agentFields.shape.voiceId,
  ...z.partial(z.object(settledFields)).shape,
  /** For a private agent, the full list of organizations that can use it from now on. */
  organizationIds: field(z.optional(z.array(organizationId).check(z.maxLength(1000))), { label: 'Organizations' }),
  before: beforeFields,
})
export type AgentChange = z.output<typeof changedFields>

export const changeAgent = call('PATCH /api/admin/agents/:id', {
  who: 'agents.change',
  summary: 'Changes the given fields and sends them to the voice provider; the next conversation uses them (D148).',
  body: changedFields,
  answer: adminAgentPage,
  failed: ['Failed to update agent', 'No changes were saved. Please try again.'],
  errors: {
    agent_not_found,
    changed_meanwhile,
    organization_required,
    organization_not_found,
    documents_of_organization,
    name_taken,
    unknown_image,
    unknown_voice,
    ...imageErrors,
  },
})

export const deleteAgent = call('DELETE /api/admin/agents/:id', {
  who: 'agents.change',
  summary: 'Deletes an agent, or archives it if it has a history, which keeps its name (D146).',
  answer: z.object({ success: z.literal(true), isArchived: z.boolean() }),
  failed: ['Failed to delete agent', 'The agent was not deleted. Please try again.'],
  errors: { agent_not_found },
})

export const syncAgent = call('POST /api/admin/agents/:id/sync', {
  who: 'agents.change',
  summary: 'Sends the saved version of an agent to the voice provider again (D148).',
  answer: adminAgent,
  failed: ['Failed to sync agent', 'Please try again.'],
  errors: { agent_not_found },
})
