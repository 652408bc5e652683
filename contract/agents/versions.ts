import * as z from 'zod/mini'
import { adminAgentPage, changeAgent } from './admin-agents.ts'
import { namedPerson } from './admin-requests.ts'
import { criteria } from './quality.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { isoTime } from '../identity/people.ts'

/** How platform admins see what became of an agent's words, and of conversations with them. */

/** How many conversations met a criterion, failed it, or allowed no judgement. */
export const criterionCounts = z.object({
  criterion: z.enum(criteria),
  success: z.number(),
  failure: z.number(),
  unknown: z.number(),
})
export type CriterionCounts = z.output<typeof criterionCounts>

export const agentVersion = z.object({
  /** The state of the agent in which these words came. */
  revision: z.number(),
  /** Counts the versions of an agent, from 1. */
  number: z.number(),
  savedAt: isoTime,
  /** Null for an agent that came with the product. */
  savedBy: z.nullable(namedPerson),
  isCurrent: z.boolean(),
  /** One entry for each criterion; all counts are 0 before the first judged conversation. */
  counts: z.array(criterionCounts),
})
export type AgentVersion = z.output<typeof agentVersion>

/** A part of two texts: in both, only in the older one, or only in the newer one. */
export const textPart = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })
export type TextPart = z.output<typeof textPart>

const agentWords = z.object({ systemPrompt: z.string(), firstMessage: z.string() })
export type AgentWords = z.output<typeof agentWords>

const params = { revision: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }
const version_not_found = [404, 'This version does not exist.'] as const

export const agentVersions = call('GET /api/admin/agents/:id/versions', {
  who: 'agents.read',
  summary: "Lists the versions of an agent's words, newest first, with counts of how their conversations were judged.",
  query: z.object({
    /** Only versions before this revision. */
    before: z.optional(params.revision),
  }),
  answer: z.object({
    versions: z.array(agentVersion),
    hasOlder: z.boolean(),
    /** The counts of all versions together. */
    total: z.array(criterionCounts),
  }),
  errors: { agent_not_found: changeAgent.errors.agent_not_found },
})

export const readAgentVersion = call('GET /api/admin/agents/:id/versions/:revision', {
  who: 'agents.read',
  summary: 'Returns the words of a version, how they differ from the version before, and the words of today.',
  params,
  answer: z.extend(agentVersion, {
    words: agentWords,
    /** Null for the first version. */
    changes: z.nullable(z.object({ systemPrompt: z.array(textPart), firstMessage: z.array(textPart) })),
    /** The words that the agent has now. */
    present: agentWords,
  }),
  errors: { agent_not_found: changeAgent.errors.agent_not_found, version_not_found },
})

export const bringBackVersion = call('POST /api/admin/agents/:id/versions/:revision/bring-back', {
  who: 'agents.change',
  summary: 'Gives an agent the words of an earlier version again, as a new version; the next conversation uses them.',
  params,
  body: z.object({ before: beforeFields }),
  answer: adminAgentPage,
  failed: ['Failed to bring back this version', 'No changes were saved. Please try again.'],
  errors: { agent_not_found: changeAgent.errors.agent_not_found, version_not_found, changed_meanwhile },
})
