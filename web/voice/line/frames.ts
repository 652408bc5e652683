import type { ServerMessage } from '#contract/conversations/voice-socket.ts'

type FieldTypes = Record<string, 'string' | 'number'>

/** The payload of every kind we act on, with its required fields. */
const payloads: Record<Exclude<ServerMessage['type'], 'error'>, [key: string, fields: FieldTypes]> = {
  conversation_initiation_metadata: ['conversation_initiation_metadata_event', { conversation_id: 'string' }],
  audio: ['audio_event', { audio_base_64: 'string', event_id: 'number' }],
  audio_event: ['audio_event', { audio_base_64: 'string', event_id: 'number' }],
  agent_response: ['agent_response_event', { agent_response: 'string' }],
  agent_response_correction: ['agent_response_correction_event', { corrected_agent_response: 'string' }],
  user_transcript: ['user_transcription_event', { user_transcript: 'string' }],
  interruption: ['interruption_event', { event_id: 'number' }],
  ping: ['ping_event', { event_id: 'number' }],
  queue_status: ['queue_status_event', { status: 'string' }],
  session_tick: ['session_tick_event', { used_seconds: 'number', seconds_left: 'number' }],
  session_warning: ['session_warning_event', { seconds_left: 'number' }],
  session_idle: ['session_idle_event', { seconds_left: 'number' }],
  step_noted: ['step_noted_event', { id: 'string', title: 'string', state: 'string' }],
  session_ended: ['session_ended_event', { reason: 'string' }],
}

/** Parses one frame; null for an unknown kind or a wrong shape, which the caller counts (D80). */
export function readFrame(text: string): ServerMessage | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(frame) || typeof frame.type !== 'string') return null
  if (frame.type === 'error') return frame as unknown as ServerMessage
  if (!Object.hasOwn(payloads, frame.type)) return null
  const [key, fields] = payloads[frame.type as keyof typeof payloads]
  const payload = frame[key]
  if (!isRecord(payload)) return null
  for (const [field, type] of Object.entries(fields)) if (typeof payload[field] !== type) return null
  return frame as unknown as ServerMessage
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
