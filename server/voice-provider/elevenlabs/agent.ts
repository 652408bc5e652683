/** An agent as the voice provider takes it: the body of both making and changing one. */

export interface AgentDefinition {
  /** Ours: by it an agent is found again whose making was not answered. */
  id: string
  name: string
  prompt: string
  firstMessage: string
  /** The provider's id of its voice; never left out, since the provider's own default is none of every account (D186). */
  providerVoiceId: string
  maxDurationSeconds: number
}

/** Speaks every language that the provider has; its default changes with time, and the first ones spoke English only. */
export const speechModel = 'eleven_flash_v2_5'

/** The provider keeps no sound, and words no longer than we would by ourselves (D90). */
const privacy = { record_voice: false, retention_days: 90, delete_transcript_and_pii: true, delete_audio: true }

/** Events that the product needs; interruption and correction are not in the provider's default (voice notes 1.4). */
const clientEvents = [
  'audio',
  'interruption',
  'agent_response',
  'agent_response_correction',
  'user_transcript',
  'conversation_initiation_metadata',
  'ping',
]

/** Made by a call an agent cannot hang up: only the provider's own pages add this by themselves (D186). */
const builtInTools = {
  end_call: { type: 'system', name: 'end_call', description: '', params: { system_tool_type: 'end_call' } },
}

/** The body that says all that we set of an agent; what it leaves out stays as it is there. */
export function toProviderAgent(agent: AgentDefinition): object {
  return {
    name: agent.name,
    conversation_config: {
      agent: {
        first_message: agent.firstMessage,
        language: 'en',
        prompt: { prompt: agent.prompt, built_in_tools: builtInTools },
      },
      tts: { voice_id: agent.providerVoiceId, model_id: speechModel, agent_output_audio_format: 'pcm_16000' },
      asr: { user_input_audio_format: 'pcm_16000' },
      conversation: { max_duration_seconds: agent.maxDurationSeconds, client_events: clientEvents },
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
