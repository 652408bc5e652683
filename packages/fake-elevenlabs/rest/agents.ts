/** Agents as the provider keeps them: what a caller sent, merged over the provider's defaults. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { documentTypes } from '../knowledge/documents.ts'
import { embeddingModels } from '../knowledge/rag-index.ts'
import { extraField, need, read, Refusal, type FieldFault } from '../vendor-errors.ts'
import { agentModels } from './voices.ts'
import contract from './agent-fields.json' with { type: 'json' }

/**
 * The fields of an agent that the provider's contract names (its OpenAPI document of 2026-08-22; `queueing_config` is
 * only in its samples). The contract does not say that others are refused, so the provider may silently drop them. The
 * stand-in refuses them, so that a wrong name of ours is noticed.
 */
const fields: Fields = contract

/** Event kinds that are sent when an agent's `client_events` says nothing. */
const defaultClientEvents = [
  'audio',
  'interruption',
  'agent_response',
  'user_transcript',
  'tentative_user_transcript',
  'conversation_initiation_metadata',
  'ping',
]

const dynamicValue = z.union([z.string(), z.number(), z.boolean()])

export const knowledgeLocator = z.strictObject({
  type: z.enum(documentTypes),
  id: z.string(),
  name: z.string(),
  usage_mode: z._default(z.enum(['auto', 'prompt']), 'auto'),
})
/** How an agent names a document. */
export type KnowledgeLocator = z.infer<typeof knowledgeLocator>

const retrieval = z.looseObject({
  enabled: z.optional(z.boolean()),
  embedding_model: z.optional(z.enum(embeddingModels)),
  max_vector_distance: z.optional(z.number().check(z.gt(0), z.lt(1))),
  max_documents_length: z.optional(z.int().check(z.minimum(1), z.maximum(9_999_999))),
  max_retrieved_rag_chunks_count: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
})

/** A tool of the provider's own; `name` and `params` are required. */
function systemTool<const Type extends string>(type: Type) {
  return z.looseObject({ name: z.string(), params: z.looseObject({ system_tool_type: z.literal(type) }) })
}

const conversationConfig = z.looseObject({
  agent: z.looseObject({
    first_message: z.string(),
    language: z.string(),
    prompt: z.looseObject({
      prompt: z.string(),
      knowledge_base: z.optional(z.array(knowledgeLocator)),
      rag: z.optional(retrieval),
      tool_ids: z.optional(z.array(z.string())),
      built_in_tools: z.optional(z.looseObject({ end_call: z.optional(z.nullable(systemTool('end_call'))) })),
    }),
    dynamic_variables: z.optional(
      z.looseObject({ dynamic_variable_placeholders: z.optional(z.record(z.string(), dynamicValue)) }),
    ),
  }),
  tts: z.looseObject({
    voice_id: z.string(),
    model_id: z.enum(agentModels),
    speed: z.number().check(z.minimum(0.7), z.maximum(1.2)),
  }),
  conversation: z.looseObject({
    max_duration_seconds: z.int().check(z.positive()),
    text_only: z.boolean(),
    client_events: z.array(z.string()),
    source_attribution: z.optional(z.boolean()),
  }),
})

const criterion = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z._default(z.literal('prompt'), 'prompt'),
  conversation_goal_prompt: z.string().check(z.maxLength(2000)),
  use_knowledge_base: z._default(z.boolean(), false),
  scope: z._default(z.enum(['conversation', 'agent']), 'conversation'),
  scoring_mode: z._default(z.enum(['binary', 'numeric_uniform']), 'binary'),
})
/** What the analysis judges of a conversation. */
export type Criterion = z.infer<typeof criterion>

/** What the analysis collects; a constant or a variable needs no model. */
const collected = z.strictObject({
  type: z.enum(['boolean', 'string', 'integer', 'number']),
  description: z.string(),
  enum: z.optional(z.array(z.string())),
})
export type CollectedItem = z.infer<typeof collected>

const agentSettings = z.object({
  name: z.string(),
  tags: z.array(z.string()),
  conversation_config: conversationConfig,
  platform_settings: z.looseObject({
    evaluation: z.optional(z.looseObject({ criteria: z.array(criterion).check(z.maxLength(30)) })),
    data_collection: z.optional(z.record(z.string(), collected)),
    overrides: z.optional(z.looseObject({ conversation_config_override: z.optional(z.looseObject({})) })),
    call_limits: z.optional(z.looseObject({ agent_concurrency_limit: z.optional(z.int().check(z.minimum(-1))) })),
    queueing_config: z.optional(
      z.looseObject({
        enabled: z.optional(z.boolean()),
        wait_timeout_seconds: z.optional(z.number().check(z.positive())),
      }),
    ),
  }),
})

/** What a caller may set. */
export type AgentSettings = z.infer<typeof agentSettings>

/** An agent as the provider returns it. */
export interface Agent extends AgentSettings {
  agent_id: string
  /** Another one with each change. */
  version_id: string
  metadata: { created_at_unix_secs: number; updated_at_unix_secs: number }
}

const defaultSettings: AgentSettings = {
  name: 'Untitled agent',
  tags: [],
  conversation_config: {
    asr: { quality: 'high', provider: 'scribe_realtime', user_input_audio_format: 'pcm_16000', keywords: [] },
    turn: { turn_timeout: 7, silence_end_call_timeout: -1, turn_eagerness: 'normal' },
    tts: {
      model_id: 'eleven_flash_v2',
      // A premade voice, which accounts created since March 2026 do not have, so that an agent without a voice of its
      // own is refused.
      voice_id: 'cjVigY5qzO86Huf0OWal',
      agent_output_audio_format: 'pcm_16000',
      stability: 0.5,
      similarity_boost: 0.8,
      speed: 1,
    },
    conversation: { text_only: false, max_duration_seconds: 600, client_events: defaultClientEvents },
    agent: { first_message: '', language: 'en', prompt: { prompt: '', llm: 'gemini-2.5-flash', temperature: 0 } },
  },
  platform_settings: { auth: { enable_auth: false, allowlist: [] } },
}

/** What the account has, which agents may name. */
export interface Account {
  hasVoice(voiceId: string): boolean
  hasDocument(documentId: string): boolean
  hasTool(toolId: string): boolean
}

/** Returns the agent that a create request asks for. Refuses wrong settings. */
export function createAgent(body: unknown, account: Account, nowMs: number): Agent {
  const settings = readSettings(defaultSettings, body, account)
  const seconds = Math.floor(nowMs / 1000)
  const metadata = { created_at_unix_secs: seconds, updated_at_unix_secs: seconds }
  return { agent_id: newId('agent'), version_id: newId('agtvrsn'), ...settings, metadata }
}

/** Returns the agent with the sent parts changed and all others kept. Refuses wrong settings. */
export function patchAgent(agent: Agent, body: unknown, account: Account, nowMs: number): Agent {
  const { agent_id, metadata, version_id: _version, ...former } = agent
  const settings = readSettings(former, body, account)
  if (isDeepStrictEqual(settings, former)) return agent
  const changed = { ...metadata, updated_at_unix_secs: Math.floor(nowMs / 1000) }
  return { agent_id, version_id: newId('agtvrsn'), ...settings, metadata: changed }
}

function newId(kind: string): string {
  return `${kind}_${randomBytes(14).toString('hex')}`
}

/** Returns settings with the sent parts. Refuses unknown fields, wrong ones, and what the account does not have. */
function readSettings(base: AgentSettings, body: unknown, account: Account): AgentSettings {
  if (!isPlainObject(body)) {
    throw new Refusal(422, [{ type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid object' }])
  }
  const unknown = unknownFields(body, fields, ['body'])
  if (unknown.length > 0) throw new Refusal(422, unknown)
  const settings = read('body', agentSettings, merge(base, body))
  const { agent, tts } = settings.conversation_config
  need(account.hasVoice(tts.voice_id) || undefined, 'voice', tts.voice_id)
  for (const { id } of agent.prompt.knowledge_base ?? []) need(account.hasDocument(id) || undefined, 'document', id)
  for (const id of agent.prompt.tool_ids ?? []) need(account.hasTool(id) || undefined, 'tool', id)
  return settings
}

/** Names with their contents; null for values and for objects whose contents we never send. */
interface Fields {
  [name: string]: Fields | null
}

/** Returns the fields of a body that the provider's contract does not name. */
function unknownFields(value: object, known: Fields, path: string[]): FieldFault[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const loc = [...path, name]
    const contents = Object.hasOwn(known, name) ? known[name] : undefined
    if (contents === undefined) return [extraField(loc)]
    return contents !== null && isPlainObject(inner) ? unknownFields(inner, contents, loc) : []
  })
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges objects and replaces everything else; `null` leaves a field unchanged, as at the provider. */
function merge(base: unknown, change: unknown): unknown {
  if (change === null || change === undefined) return base
  if (!isPlainObject(base) || !isPlainObject(change)) return change
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(change)) merged[key] = merge(base[key], value)
  return merged
}
