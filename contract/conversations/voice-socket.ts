/**
 * Every message on the voice socket, in both directions. The provider's own messages are passed on unchanged (D78,
 * D80); the gateway adds the `session_*` messages and `step_noted`, and answers the tools that agents call, which no
 * browser sees. Field names match the wire format exactly.
 */

/** Sent once, before anything else, by the provider or by the gateway on its behalf. */
export interface InitiationMetadata {
  type: 'conversation_initiation_metadata'
  conversation_initiation_metadata_event: {
    conversation_id: string
    agent_output_audio_format: string
    user_input_audio_format?: string
  }
}

/** Base64 of signed 16-bit little-endian mono PCM; the seed spells the kind `audio_event` (D80). */
export interface AudioMessage {
  type: 'audio' | 'audio_event'
  audio_event: { audio_base_64: string; event_id: number }
}

export interface AgentResponse {
  type: 'agent_response'
  agent_response_event: { agent_response: string; event_id?: number }
}

export interface AgentResponseCorrection {
  type: 'agent_response_correction'
  agent_response_correction_event: {
    original_agent_response: string
    corrected_agent_response: string
    event_id?: number
  }
}

export interface UserTranscript {
  type: 'user_transcript'
  user_transcription_event: { user_transcript: string; event_id?: number }
}

export interface Interruption {
  type: 'interruption'
  interruption_event: { event_id: number; reason?: string }
}

export interface Ping {
  type: 'ping'
  ping_event: { event_id: number; ping_ms?: number | null }
}

/** The provider is at capacity; waiting is free (D70). */
export interface QueueStatus {
  type: 'queue_status'
  queue_status_event: { status: 'waiting' | 'admitted' | 'timed_out' }
}

/** Nested, or flat as the provider sends it for an exhausted quota. */
export interface ProviderError {
  type: 'error'
  error_event?: { code: number; message?: string; error_type?: string; reason?: string }
  message?: string
}

/** The allowance that limits a conversation: credits, or a member's monthly limit (D131). */
export type TalkBound = 'balance' | 'budget'

/** Ours, every 5 s: the seconds charged so far, the seconds left, and the allowance that they belong to (D73, D190). */
export interface SessionTick {
  type: 'session_tick'
  session_tick_event: { used_seconds: number; seconds_left: number; bound: TalkBound }
}

/**
 * Ours, with 120 and 30 s left, or right after the start when less is left (D73). `limit` means that the conversation is
 * about to reach its maximum length (D86).
 */
export interface SessionWarning {
  type: 'session_warning'
  session_warning_event: { seconds_left: number; bound: TalkBound | 'limit' }
}

/** Ours, after 3 minutes of silence on both sides; the conversation ends 30 s later unless someone speaks (D86). */
export interface SessionIdle {
  type: 'session_idle'
  session_idle_event: { seconds_left: number }
}

/** Ours, when the agent has noted a next step of the person (D184). `due_on` is `YYYY-MM-DD`. */
export interface StepNoted {
  type: 'step_noted'
  step_noted_event: { id: string; title: string; due_on: string | null; state: 'proposed' | 'open' }
}

/** Why a conversation ended (D72); `team`: a platform admin ended it. */
export const endReasons = [
  'user',
  'agent',
  'balance',
  'budget',
  'limit',
  'idle',
  'access',
  'fault',
  'gone',
  'team',
] as const
export type EndReason = (typeof endReasons)[number]

/** The cause of a `fault`, so that the page can show the right text (D88). */
export type ConversationFault = 'refused' | 'busy' | 'dropped' | 'drain'

/**
 * Ours, the last frame before the socket closes. `used_seconds` is the time charged, or null while it is still being
 * settled.
 */
export interface SessionEnded {
  type: 'session_ended'
  session_ended_event: {
    reason: EndReason
    used_seconds: number | null
    fault?: ConversationFault
    message?: string
  }
}

export type ServerMessage =
  | InitiationMetadata
  | AudioMessage
  | AgentResponse
  | AgentResponseCorrection
  | UserTranscript
  | Interruption
  | Ping
  | QueueStatus
  | ProviderError
  | SessionTick
  | SessionWarning
  | SessionIdle
  | StepNoted
  | SessionEnded

/** The only frame without a type: base64 of signed 16-bit little-endian mono PCM at 16 kHz. */
export interface UserAudioChunk {
  user_audio_chunk: string
}

/**
 * The messages that the browser sends. The turn signals, `response_request` and `continuation` stop at the gateway,
 * which records them as metrics; the gateway sends the provider its own initiation (D78, D79).
 */
export type ClientMessage =
  | UserAudioChunk
  | { type: 'conversation_initiation_client_data'; [field: string]: unknown }
  | { type: 'user_turn_start' }
  | { type: 'user_turn_stop' }
  | { type: 'response_request' }
  | { type: 'continuation'; event_id?: number }
  | { type: 'pong'; event_id: number }
  | { type: 'user_message'; text: string }

/** The sub-protocol that the provider's official client requests and expects in return. */
export const voiceSubprotocol = 'convai'

/** The largest frame in bytes; a larger one closes the socket with 1008 (D79). */
export const maxClientFrameBytes = 64 * 1024
