/** An agent in the voice provider's format, for both creating and changing it. */
import { type KnowledgeLocator, toProviderKnowledge } from './knowledge.ts'

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
        prompt: { prompt: agent.prompt, built_in_tools: builtInTools, ...toProviderKnowledge(agent.knowledge) },
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
      overrides: {
        conversation_config_override: {
          agent: { first_message: true, prompt: { prompt: true } },
          conversation: { max_duration_seconds: true },
        },
      },
    },
  }
}
