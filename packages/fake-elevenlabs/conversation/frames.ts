/**
 * Every frame that the provider sends on its conversation socket, written from its own contract (agent.asyncapi.yaml of
 * 2026-08-22) and independently of this product, so that a wrong name in the product does not fit here.
 */

/** Sub-protocol that clients offer and expect back. */
export const subprotocol = 'convai'

export type SentFrame =
  /** The first frame of a conversation, sent once. */
  | {
      type: 'conversation_initiation_metadata'
      conversation_initiation_metadata_event: {
        conversation_id: string
        agent_output_audio_format: string
        user_input_audio_format: string
      }
    }
  /** Sound of the agent: base64 in the format that the metadata names. */
  | { type: 'audio'; audio_event: { audio_base_64: string; event_id: number } }
  | { type: 'agent_response'; agent_response_event: { agent_response: string; event_id: number } }
  /** The heard part of an answer that was interrupted. */
  | {
      type: 'agent_response_correction'
      agent_response_correction_event: {
        original_agent_response: string
        corrected_agent_response: string
        event_id: number
      }
    }
  | { type: 'user_transcript'; user_transcription_event: { user_transcript: string; event_id: number } }
  /** Sound up to this event id must be dropped. */
  | { type: 'interruption'; interruption_event: { event_id: number } }
  /** `ping_ms` is the round trip of the ping before, null with the first. */
  | { type: 'ping'; ping_event: { event_id: number; ping_ms: number | null } }
  | { type: 'queue_status'; queue_status_event: { status: 'waiting' | 'admitted' | 'timed_out' } }
  | { type: 'error'; error_event: { code: number; message: string; error_type: string; reason: string } }
  /** The provider's other form of an error, with nothing but a message. */
  | { type: 'error'; message: string }
  /** A tool ran; `end_call` means that the agent hung up. */
  | {
      type: 'agent_tool_response'
      agent_tool_response: {
        tool_name: string
        tool_call_id: string
        tool_type: 'system' | 'client' | 'webhook' | 'mcp'
        event_id: number
        is_error: boolean
        is_called: boolean
      }
    }
  /** The agent asks its caller to do something. */
  | {
      type: 'client_tool_call'
      client_tool_call: {
        tool_name: string
        tool_call_id: string
        parameters: Record<string, string>
        event_id: number
      }
    }
