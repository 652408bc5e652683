/** Agents as the provider keeps them: what a caller sent, merged over the provider's defaults. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { unknownFields } from './agent-fields.ts'
import { toFieldFaults, type FieldFault } from '../vendor-errors.ts'
import { agentModels } from './voices.ts'

/** Event kinds that are sent when an agent's `client_events` says nothing. */
export const defaultClientEvents = [
  'audio',
  'interruption',
  'agent_response',
  'user_transcript',
  'tentative_user_transcript',
  'conversation_initiation_metadata',
  'ping',
]

const dynamicValue = z.union([z.string(), z.number(), z.boolean()])

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
  }),
})

const agentSettings = z.object({
  name: z.string(),
  tags: z.array(z.string()),
  conversation_config: conversationConfig,
  platform_settings: z.looseObject({
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

/** Why an agent is refused: fields that are wrong or unknown, or a voice that the account does not have. */
export type AgentFault = { faults: FieldFault[] } | { unknownVoice: string }

/** Returns the agent that a create request asks for, or why there is none. */
export function createAgent(
  body: unknown,
  hasVoice: (voiceId: string) => boolean,
  nowMs: number,
): { agent: Agent } | AgentFault {
  const checked = checkSettings(defaultSettings, body, hasVoice)
  if (!('settings' in checked)) return checked
  const seconds = Math.floor(nowMs / 1000)
  const metadata = { created_at_unix_secs: seconds, updated_at_unix_secs: seconds }
  return { agent: { agent_id: `agent_${randomBytes(14).toString('hex')}`, ...checked.settings, metadata } }
}

/** Returns the agent with the sent parts changed and all others kept, or why it stays as it is. */
export function patchAgent(
  agent: Agent,
  body: unknown,
  hasVoice: (voiceId: string) => boolean,
  nowMs: number,
): { agent: Agent } | AgentFault {
  const { agent_id, metadata, ...settings } = agent
  const checked = checkSettings(settings, body, hasVoice)
  if (!('settings' in checked)) return checked
  if (isDeepStrictEqual(checked.settings, settings)) return { agent }
  const changed = { ...metadata, updated_at_unix_secs: Math.floor(nowMs / 1000) }
  return { agent: { agent_id, ...checked.settings, metadata: changed } }
}

function checkSettings(
  base: AgentSettings,
  body: unknown,
  hasVoice: (voiceId: string) => boolean,
): { settings: AgentSettings } | AgentFault {
  if (!isPlainObject(body)) {
    return { faults: [{ type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid object' }] }
  }
  const unknown = unknownFields(body)
  if (unknown.length > 0) return { faults: unknown }
  const merged = merge(base, body)
  const parsed = agentSettings.safeParse(merged)
  if (!parsed.success) return { faults: toFieldFaults('body', parsed.error, merged) }
  const { voice_id: voiceId } = parsed.data.conversation_config.tts
  return hasVoice(voiceId) ? { settings: parsed.data } : { unknownVoice: voiceId }
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
