import type { ServerMessage } from '#contract/conversations/voice-socket.ts'

/** Reads the provider's messages. */

/** The agent calls a tool of ours, and waits for the answer. */
export interface ClientToolCall {
  type: 'client_tool_call'
  client_tool_call: { tool_name: string; tool_call_id: string; parameters: unknown }
}

/** The content of a frame; for sound, everything except the sound itself, and its size in bytes. */
export interface ProviderFrame {
  message: ServerMessage | ClientToolCall
  soundBytes: number
}

/** The field that holds the content of each kind that is read here. */
const contentFields = new Map<unknown, string>([
  ['conversation_initiation_metadata', 'conversation_initiation_metadata_event'],
  ['audio', 'audio_event'],
  ['audio_event', 'audio_event'],
  ['agent_response', 'agent_response_event'],
  ['agent_response_correction', 'agent_response_correction_event'],
  ['user_transcript', 'user_transcription_event'],
  ['interruption', 'interruption_event'],
  ['ping', 'ping_event'],
  ['queue_status', 'queue_status_event'],
  ['client_tool_call', 'client_tool_call'],
])

const soundKey = '"audio_base_64":'
const quoteByte = 0x22
const paddingByte = 0x3d
const usualRateHz = 16_000

/** Returns null for a frame without a kind or its content; reading on would throw and end the whole process. */
export function readProviderFrame(frame: Buffer): ProviderFrame | null {
  return readAudio(frame) ?? readAll(frame)
}

/** Returns the bytes per millisecond of sound in a format of the provider: 16-bit samples, or 8-bit ones of µ-law. */
export function bytesPerMs(format: unknown): number {
  const [, kind, rate] = /^(pcm|ulaw)_(\d{4,6})$/.exec(String(format)) ?? []
  return ((kind === 'ulaw' ? 1 : 2) * (Number(rate) || usualRateHz)) / 1000
}

/**
 * Returns a frame of sound without the sound, which is nearly all of nearly every frame; null for everything else.
 * Quotes inside a string would be escaped, so the match is the key.
 */
function readAudio(frame: Buffer): ProviderFrame | null {
  const keyAt = frame.indexOf(soundKey)
  if (keyAt < 0) return null
  const startAt = frame.indexOf(quoteByte, keyAt + soundKey.length) + 1
  const endAt = startAt === 0 ? -1 : frame.indexOf(quoteByte, startAt)
  if (endAt < 0) return null
  const message = parse(frame.toString('utf8', 0, startAt) + frame.toString('utf8', endAt))
  if (message?.type !== 'audio' && message?.type !== 'audio_event') return null
  let padding = 0
  while (padding < 2 && frame[endAt - 1 - padding] === paddingByte) padding++
  return { message, soundBytes: decodedBytes(endAt - startAt - padding) }
}

/** Reads a frame that is written differently or holds no sound. */
function readAll(frame: Buffer): ProviderFrame | null {
  const message = parse(frame.toString('utf8'))
  if (!message) return null
  if (message.type !== 'audio' && message.type !== 'audio_event') return { message, soundBytes: 0 }
  const sound: unknown = message.audio_event.audio_base_64
  return { message, soundBytes: typeof sound === 'string' ? decodedBytes(sound.replace(/=+$/, '').length) : 0 }
}

/** Returns how many bytes this many characters of base64 stand for. */
function decodedBytes(characters: number): number {
  return Math.floor((characters * 3) / 4)
}

function parse(text: string): ProviderFrame['message'] | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (typeof value !== 'object' || value === null || !('type' in value)) return null
    const field = contentFields.get(value.type)
    const hasContent = field === undefined || (typeof value[field] === 'object' && value[field] !== null)
    return hasContent ? (value as unknown as ProviderFrame['message']) : null
  } catch {
    return null
  }
}
