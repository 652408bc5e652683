/** What applies to one conversation: the agent's settings, the caller's overrides, and the filled-in variables. */
import type { Agent, KnowledgeLocator } from '../rest/agents.ts'
import type { ClientTool, Tool } from '../tools.ts'
import type { ConfigOverride, InitiationFrame } from './client-frames.ts'
import { soundOfVoice, type VoiceSound } from '../speech/speech.ts'
import { unknownVoiceText } from '../vendor-errors.ts'

export interface ConversationSettings {
  prompt: string
  firstMessage: string
  sound: VoiceSound
  textOnly: boolean
  longestMs: number
  /** Whether it has the tool to hang up by itself. */
  canHangUp: boolean
  /** Its client tools by their names; none while its clients do not subscribe to calls of tools. */
  tools: Map<string, ClientTool>
  /** Whether answers say which documents they used. */
  attributesSources: boolean
  /** The documents of this conversation. */
  knowledge: KnowledgeLocator[]
  /** Kinds of frames that the agent's clients subscribe to. */
  events: Set<string>
}

/** What the account has, which settings may name. */
export interface SettingsAccount {
  hasVoice(voiceId: string): boolean
  tool(toolId: string): Tool | undefined
}

export type SettingsFault = {
  errorType: 'override_error' | 'missing_dynamic_variable' | 'voice_not_found'
  reason: string
}

/**
 * Returns the settings. Overrides count only where the agent's `platform_settings.overrides` allow them, as at the
 * provider.
 */
export function settleSettings(
  agent: Agent,
  initiation: Partial<InitiationFrame>,
  { hasVoice, tool }: SettingsAccount,
): { settings: ConversationSettings } | { fault: SettingsFault } {
  const override: ConfigOverride = initiation.conversation_config_override ?? {}
  const allowed = agent.platform_settings.overrides?.conversation_config_override ?? {}
  const refused = firstRefusedField(override, allowed)
  if (refused) {
    return {
      fault: { errorType: 'override_error', reason: `Override for field '${refused}' is not allowed by config.` },
    }
  }
  const config = agent.conversation_config
  const variables = {
    ...config.agent.dynamic_variables?.dynamic_variable_placeholders,
    ...initiation.dynamic_variables,
  }
  const prompt = fillVariables(override.agent?.prompt?.prompt ?? config.agent.prompt.prompt, variables)
  const firstMessage = fillVariables(override.agent?.first_message ?? config.agent.first_message, variables)
  const missing = [...prompt.missing, ...firstMessage.missing]
  if (missing.length > 0) {
    const reason = `Missing required dynamic variables: ${missing.join(', ')}`
    return { fault: { errorType: 'missing_dynamic_variable', reason } }
  }
  const voiceId = override.tts?.voice_id ?? config.tts.voice_id
  if (!hasVoice(voiceId)) return { fault: { errorType: 'voice_not_found', reason: unknownVoiceText(voiceId) } }
  const events = new Set(override.conversation?.client_events ?? config.conversation.client_events)
  const named = events.has('client_tool_call') ? (config.agent.prompt.tool_ids ?? []) : []
  const tools = named.flatMap((id) => tool(id)?.tool_config ?? [])
  const settings: ConversationSettings = {
    prompt: prompt.text,
    firstMessage: firstMessage.text,
    sound: soundOfVoice(voiceId, override.tts?.speed ?? config.tts.speed),
    textOnly: override.conversation?.text_only ?? config.conversation.text_only,
    longestMs: 1000 * (override.conversation?.max_duration_seconds ?? config.conversation.max_duration_seconds),
    canHangUp: Boolean(config.agent.prompt.built_in_tools?.end_call),
    events,
    tools: new Map(tools.map((each) => [each.name, each])),
    attributesSources: config.conversation.source_attribution ?? false,
    knowledge: override.agent?.prompt?.knowledge_base ?? config.agent.prompt.knowledge_base ?? [],
  }
  return { settings }
}

/** Returns the path of the first overridden field whose switch is not `true`. */
function firstRefusedField(override: object, allowed: object, path: string[] = []): string | undefined {
  for (const [key, value] of Object.entries(override) as [string, unknown][]) {
    if (value === null || value === undefined) continue
    const field = [...path, key]
    const permission = (allowed as Record<string, unknown>)[key]
    if (typeof value === 'object' && !Array.isArray(value)) {
      const inner = typeof permission === 'object' && permission !== null ? permission : {}
      const refused = firstRefusedField(value, inner, field)
      if (refused) return refused
    } else if (permission !== true) {
      return field.join('.')
    }
  }
  return undefined
}

/** Returns a text with the values of its variables, and the names of those without one. */
export function fillVariables(
  text: string,
  variables: Readonly<Record<string, string | number | boolean>>,
): { text: string; missing: string[] } {
  const missing: string[] = []
  const filled = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
    const value = variables[name]
    if (value === undefined) missing.push(name)
    return value === undefined ? placeholder : String(value)
  })
  return { text: filled, missing }
}
