/** An agent in the voice provider's format, for both creating and changing it. */
import { createHash } from 'node:crypto'
import { evaluation } from './evaluation.ts'
import { type KnowledgeLocator, toProviderKnowledge } from './knowledge.ts'
import { variableDefaults, withOwnLines } from './own-lines.ts'
import { tools, toProviderTool } from './tools.ts'
import { toCollectedSteps } from './results.ts'

export interface AgentDefinition {
  /** Our id, by which an agent is found again whose creation got no answer. */
  id: string
  name: string
  prompt: string
  firstMessage: string
  /** The provider's id of its voice, always sent, because the provider's default is not in every account (D186). */
  providerVoiceId: string
  maxDurationSeconds: number
  /** The documents that it answers from. */
  knowledge: readonly KnowledgeLocator[]
  /** The provider's ids of the tools that it may call. */
  toolIds: readonly string[]
}

/** Speaks every language that the provider has. Its default changes over time, and the first spoke only English. */
export const speechModel = 'eleven_flash_v2_5'

/** The provider keeps no sound, and words no longer than we would ourselves (D90). */
const privacy = { record_voice: false, retention_days: 90, delete_transcript_and_pii: true, delete_audio: true }

/** Events that the product needs; interruption and correction are not provider defaults (voice notes 1.4). */
const clientEvents = [
  'audio',
  'interruption',
  'agent_response',
  'agent_response_correction',
  'user_transcript',
  'conversation_initiation_metadata',
  'ping',
  // Stays at our gateway, which answers it.
  'client_tool_call',
]

/** An agent created by a call cannot hang up: only the provider's own pages add this tool automatically (D186). */
const builtInTools = {
  end_call: { type: 'system', name: 'end_call', description: '', params: { system_tool_type: 'end_call' } },
}

/** Returns the body with everything that we set of an agent. What it omits stays unchanged at the provider. */
export function toProviderAgent(agent: AgentDefinition): object {
  return {
    name: agent.name,
    conversation_config: {
      agent: {
        first_message: agent.firstMessage,
        language: 'en',
        dynamic_variables: { dynamic_variable_placeholders: variableDefaults },
        prompt: {
          prompt: withOwnLines(agent.prompt),
          built_in_tools: builtInTools,
          tool_ids: agent.toolIds,
          ...toProviderKnowledge(agent.knowledge),
        },
      },
      tts: { voice_id: agent.providerVoiceId, model_id: speechModel, agent_output_audio_format: 'pcm_16000' },
      asr: { user_input_audio_format: 'pcm_16000' },
      conversation: {
        max_duration_seconds: agent.maxDurationSeconds,
        client_events: clientEvents,
        // The record then says which passages an answer used.
        source_attribution: true,
      },
    },
    platform_settings: {
      auth: { enable_auth: true },
      privacy,
      data_collection: toCollectedSteps(),
      evaluation,
      overrides: {
        conversation_config_override: {
          agent: { first_message: true, prompt: { prompt: true } },
          // An admin may try words and a voice before saving them.
          tts: { voice_id: true },
          conversation: { max_duration_seconds: true },
        },
      },
    },
  }
}

const anyAgent: AgentDefinition = {
  id: '',
  name: '',
  prompt: '',
  firstMessage: '',
  providerVoiceId: '',
  maxDurationSeconds: 0,
  knowledge: [],
  toolIds: tools.map(({ name }) => name),
}

/**
 * Identifies what we send of every agent apart from its own words. It changes with this code and with the tools, after
 * which each agent is sent again.
 */
export const definitionMark = markOf([toProviderAgent(anyAgent), ...tools.map((tool) => toProviderTool(tool, ''))])

/** Returns a short text that changes with a definition. */
export function markOf(definition: unknown): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('base64url').slice(0, 16)
}
