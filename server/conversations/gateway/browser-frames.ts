import * as z from 'zod/mini'
import { maxClientFrameBytes } from '#contract/conversations/voice-socket.ts'

/** Judges what a browser sends, so that the provider receives only published messages, within limits (D78, D79). */

const maxFramesPerSecond = 200
const maxUnknownKinds = 50
const maxTextLength = 2000
const bytesPerSample = 2
/** A quarter of a second of sound at 16 kHz. The provider ends a conversation that sends longer chunks. */
const maxChunkBytes = (16_000 * bytesPerSample) / 4

/**
 * Kinds that end here: the client's own turn detection, its initiation, which the gateway writes itself, and answers to
 * tools, which the gateway gives.
 */
const ownKinds = new Set([
  'conversation_initiation_client_data',
  'user_turn_start',
  'user_turn_stop',
  'response_request',
  'continuation',
  'client_tool_result',
])
/** Published kinds that are passed on, with the fields that the provider requires. Other fields are removed. */
const passedKinds = new Map<string, z.core.$ZodType<Record<string, unknown>>>([
  ['user_activity', z.object({})],
  ['contextual_update', z.object({ text: z.string().check(z.maxLength(maxTextLength)) })],
  ['feedback', z.object({ event_id: z.int(), score: z.nullable(z.enum(['like', 'dislike'])) })],
])

export type Verdict =
  /** What the provider receives: the original frame if it holds nothing else. */
  | { kind: 'sound'; frame: Buffer | string }
  | { kind: 'typed'; text: string }
  | { kind: 'pong'; eventId: number }
  | { kind: 'pass'; frame: Record<string, unknown> }
  | { kind: 'mark'; name: string }
  | { kind: 'ignore' }
  /** Close the socket with 1008 and this reason. */
  | { kind: 'refuse'; reason: string }

export class BrowserFrames {
  #nowMs: () => number
  #windowStartMs = 0
  #framesInWindow = 0
  #unknownKinds = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  judge(data: Buffer, isBinary: boolean): Verdict {
    if (isBinary) return refuse('Binary frames are not accepted')
    if (data.byteLength > maxClientFrameBytes) return refuse('Frame too large')
    if (this.#isTooFast()) return refuse('Too many frames')
    if (isPlainSound(data)) return { kind: 'sound', frame: data }
    const frame = parseObject(data.toString('utf8'))
    if (!frame) return refuse('Frame is not a JSON object')
    if ('user_audio_chunk' in frame) return judgeSound(frame.user_audio_chunk)
    return this.#judgeKind(frame)
  }

  #judgeKind(frame: Record<string, unknown>): Verdict {
    const { type } = frame
    if (type === 'pong') {
      return Number.isSafeInteger(frame.event_id)
        ? { kind: 'pong', eventId: frame.event_id as number }
        : refuse('pong needs a whole event_id')
    }
    if (type === 'user_message') {
      return typeof frame.text === 'string' && frame.text.length <= maxTextLength
        ? { kind: 'typed', text: frame.text }
        : refuse(`user_message needs a text of at most ${maxTextLength} characters`)
    }
    if (typeof type === 'string' && ownKinds.has(type)) return { kind: 'mark', name: type }
    const passed = typeof type === 'string' ? passedKinds.get(type) : undefined
    if (passed) {
      const checked = z.safeParse(passed, frame)
      if (!checked.success) return refuse('A frame lacks fields of its kind')
      return { kind: 'pass', frame: { type, ...checked.data } }
    }
    this.#unknownKinds++
    return this.#unknownKinds > maxUnknownKinds ? refuse('Too many unknown frames') : { kind: 'ignore' }
  }

  #isTooFast(): boolean {
    const nowMs = this.#nowMs()
    if (nowMs - this.#windowStartMs >= 1000) {
      this.#windowStartMs = nowMs
      this.#framesInWindow = 0
    }
    this.#framesInWindow++
    return this.#framesInWindow > maxFramesPerSecond
  }
}

function judgeSound(chunk: unknown): Verdict {
  // Characters outside ASCII become bytes that base64 does not have.
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : null
  return bytes && isSound(bytes, 0, bytes.length)
    ? { kind: 'sound', frame: `{"user_audio_chunk":"${chunk as string}"}` }
    : refuse('user_audio_chunk must be base64 of at most 250 ms of 16-bit sound')
}

const soundStart = Buffer.from('{"user_audio_chunk":"')
const soundEnd = Buffer.from('"}')

/** Returns whether a frame holds only sound, spelled as the engine does. Nearly every frame is, so none is parsed. */
function isPlainSound(data: Buffer): boolean {
  const endAt = data.length - soundEnd.length
  return (
    endAt >= soundStart.length &&
    data.compare(soundStart, 0, soundStart.length, 0, soundStart.length) === 0 &&
    data.compare(soundEnd, 0, soundEnd.length, endAt) === 0 &&
    isSound(data, soundStart.length, endAt)
  )
}

const paddingByte = 0x3d
/** 1 for each byte of the base64 alphabet, without padding. */
const isBase64 = Uint8Array.from({ length: 256 }, (_, byte) => Number(/[A-Za-z0-9+/]/.test(String.fromCharCode(byte))))

/**
 * Returns whether bytes of a frame are base64 of whole samples, and not too many. It takes one pass, because all speech
 * goes through it.
 */
function isSound(data: Buffer, startAt: number, endAt: number): boolean {
  const length = endAt - startAt
  if (length % 4 !== 0) return false
  let padding = 0
  while (padding < 2 && padding < length && data[endAt - 1 - padding] === paddingByte) padding++
  const soundBytes = (length / 4) * 3 - padding
  if (soundBytes > maxChunkBytes || soundBytes % bytesPerSample !== 0) return false
  for (let at = startAt; at < endAt - padding; at++) if (isBase64[data[at] ?? 0] === 0) return false
  return true
}

function refuse(reason: string): Verdict {
  return { kind: 'refuse', reason }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
